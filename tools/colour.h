/*
 * Colours as three floats of 0 to 1, and ways from one to another. Plain operations in float alone:
 * the same bytes on every machine.
 */
#ifndef COLOUR_H
#define COLOUR_H

#include <stdint.h>

struct colour {
    float red, green, blue;
};

/* The colour at a height; in between, they blend. */
struct colour_stop {
    float height;
    struct colour colour;
};

/* 0 up to `from`, 1 from `to` on, smooth in between. */
float smooth_step(float from, float to, float x);

/* a at t = 0, b at t = 1. */
struct colour colour_blend(struct colour a, struct colour b, float t);

struct colour colour_scale(struct colour c, float factor);

struct colour colour_ramp(const struct colour_stop *stops, int count, float height);

/* Writes red, green and blue as bytes, and returns what follows them. NaN is black. */
uint8_t *colour_store(struct colour c, uint8_t *out);

#endif
