/*
 * Heights to colours: water, shore, grass, forest, rock and snow under a sun in the north-west.
 */
#ifndef TERRAIN_H
#define TERRAIN_H

#include <stddef.h>
#include <stdint.h>

/* Turns noise, about -1 to 1, into heights: below 0 is water; lowlands become flat, peaks steep. */
float terrain_height(float noise);

/*
 * Colours `columns` by `rows` samples as RGB bytes. `heights` points to the first of them in an
 * array whose rows are `stride` apart; the ring of samples around them is read too. `exaggeration`
 * turns the difference of neighbouring heights into a slope.
 */
void terrain_shade(const float *heights, size_t stride, uint32_t columns, uint32_t rows,
                   float exaggeration, uint8_t *rgb, size_t rgb_stride);

#endif
