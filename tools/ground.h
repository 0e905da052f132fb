/*
 * The looks of textures made of cells: cracked mud, stones, and a map of biomes.
 */
#ifndef GROUND_H
#define GROUND_H

#include "colour.h"
#include "texture.h"

/* A step towards the sun, in cells along x and y: layers that differ by it give a slope. */
#define GROUND_SUNWARD -0.012

/* How wide the borders of biomes are, in cells along x and y. */
#define GROUND_BORDER 0.02

/* As `look` of a texture; the table in texture.c has their layers. */
struct colour ground_mud(const float n[TEXTURE_LAYERS], float x);
struct colour ground_stones(const float n[TEXTURE_LAYERS], float x);
struct colour ground_biomes(const float n[TEXTURE_LAYERS], float x);

#endif
