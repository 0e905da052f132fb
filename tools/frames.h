/*
 * The frames of a looping animation: their names, and their places in 4-D noise.
 */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a name has exactly one printf place for a number, %d, %4d or %04d, and no other %. */
bool frames_pattern_ok(const char *pattern);

/* The name of a frame, to be freed; NULL without memory. */
char *frames_name(const char *pattern, uint32_t frame);

/* How far a frame is from the centre of the circle that `count` frames go round, along z and w. */
void frames_place(uint32_t frame, uint32_t count, double radius, double place[2]);

#endif
