/*
 * What bases on simplices need beside what all noises have: gradients, how far these reach, groups of points, scales.
 */
#include "noise.h"

#include <string.h>

/* ---- Groups ----------------------------------------------------------------------------------------- */

/* The offsets of a point that is listed for fractions that fall from x to w, for an order of others. */
static uint8_t offsets_of(const int8_t point[4], int order)
{
    int8_t left[4]; /* of axes that have none yet, falling */
    uint8_t offsets = 0;
    memcpy(left, point, sizeof left);
    for (int a = 0; a < 4; a++) {
        const int smaller = order / perlin_order_weight[a], greater = 3 - a - smaller;
        offsets = (uint8_t)(offsets | (left[greater] + 1) << 2 * a);
        memmove(left + greater, left + greater + 1, (size_t)(3 - greater));
        order %= perlin_order_weight[a];
    }
    return offsets;
}

static void groups_init(perlin_noise *noise)
{
    for (int k = 0; k < PERLIN_GROUPS; k++)
        for (int p = 0; p < PERLIN_IN_GROUP; p++)
            for (int order = 0; order < PERLIN_ORDERS; order++)
                noise->group_offsets[k][p * PERLIN_ROOM_FOR_ORDERS + order] =
                    offsets_of(perlin_group[k].point[p], order);
}

/* ---- Gradients -------------------------------------------------------------------------------------- */

/* The rows of directions that follow each other round a circle, in a mirrored set whose first rows are those of a quarter. */
static uint32_t row_on_circle(uint32_t direction, uint32_t in_quarter)
{
    static const uint32_t signs[4] = {0, 8, 24, 16};
    const uint32_t quarter = direction / in_quarter, k = direction % in_quarter;
    return signs[quarter] + (quarter % 2 ? in_quarter - 1 - k : k);
}

/* OPENSIMPLEX's 2-D set: bit 0 is not used, bit 1 says which component is larger, bits 2 and 3 are the signs. */
static uint32_t row_of_open_2d(uint32_t hash)
{
    return (hash >> 1 & 1) + (hash >> 2 & 3) * 8;
}

/* Its 3-D set: in each octant three, of which the sign of z chooses other rows; x is negative in even octants. */
static uint32_t row_of_open_3d(uint32_t hash)
{
    const uint32_t octant = hash % 24 / 3, axis = hash % 3;
    return axis + 3 * (octant >> 2) + 8 * (~octant & 1) + 16 * (octant >> 1 & 1);
}

static uint32_t row_2d(const perlin_noise *noise, uint32_t hash)
{
    if (noise->basis == PERLIN_BASIS_OPENSIMPLEX)
        return row_of_open_2d(hash);
    if (noise->basis != PERLIN_BASIS_SIMPLEX)
        return row_on_circle(hash % 24, 6);
    return noise->gradients_2d == PERLIN_GRADIENTS_EVEN ? row_on_circle(hash % 16, 4) : hash % 8;
}

uint8_t perlin_simplex_row(const perlin_noise *noise, uint32_t dims, uint32_t hash)
{
    if (dims == 1)
        return (uint8_t)(hash % 16);
    if (dims == 2)
        return (uint8_t)row_2d(noise, hash);
    if (dims == 3 && noise->basis == PERLIN_BASIS_OPENSIMPLEX)
        return (uint8_t)row_of_open_3d(hash);
    if (perlin_is_large(noise, dims))
        return dims == 3 ? perlin_row_of_48(hash) : (uint8_t)(hash % 160);
    return dims == 3 ? perlin_row_3d(hash) : perlin_row_4d(hash);
}

static void gradients_init(perlin_noise *noise)
{
    const int is_even = noise->gradients_2d == PERLIN_GRADIENTS_EVEN;
    const int is_open = noise->basis == PERLIN_BASIS_OPENSIMPLEX;
    const struct perlin_gradient_set **const sets = noise->gradients;
    sets[0] = &perlin_set_1d;
    if (noise->basis == PERLIN_BASIS_SIMPLEX)
        sets[1] = is_even ? &perlin_set_mirrored_even : &perlin_sets_2d[noise->gradients_2d];
    else
        sets[1] = is_open ? &perlin_set_open_2d : &perlin_set_24;
    if (is_open) {
        sets[2] = &perlin_set_open_3d;
    } else if (noise->basis == PERLIN_BASIS_SIMPLEX && !is_even) {
        sets[2] = &perlin_set_3d;
        sets[3] = &perlin_set_4d;
    } else {
        noise->large[2] = &perlin_set_48;
        noise->large[3] = &perlin_set_160;
    }
}

/* ---- The whole -------------------------------------------------------------------------------------- */

void perlin_simplex_init(perlin_noise *noise, const perlin_params *params)
{
    const double beyond = params->simplex_radius == PERLIN_RADIUS_PUBLISHED ? 0.6 : 0.5;
    const double reach[][4] = {[PERLIN_BASIS_SIMPLEX] = {1.0, 0.5, beyond, beyond},
                               [PERLIN_BASIS_OPENSIMPLEX2] = {1.0, 0.5, 0.6, 0.6},
                               [PERLIN_BASIS_OPENSIMPLEX2S] = {1.0, 2.0 / 3, 0.75, 0.8},
                               [PERLIN_BASIS_OPENSIMPLEX] = {0.0, 2.0, 2.0, 0.0}};
    memcpy(noise->reach, reach[params->basis], sizeof noise->reach);
    gradients_init(noise);
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX2S)
        groups_init(noise);
}

/* Just under the reciprocals of bounds (docs/range.md, scripts/bound-simplex). */
double perlin_simplex_scale(const perlin_params *params, uint32_t dims)
{
    static const double scale_2d[] = {
        [PERLIN_GRADIENTS_DEFAULT] = 0x1.69d48edf7045ep+5,
        [PERLIN_GRADIENTS_AXIS] = 0x1.995490a4eafb1p+6,
        [PERLIN_GRADIENTS_DIAGONAL] = 0x1.1894b6fd5d86ep+6,
        [PERLIN_GRADIENTS_SLICE] = 0x1.69d48edf7045ep+5,
        [PERLIN_GRADIENTS_EVEN] = 0x1.8da5e323d702ap+6,
    };
    /* By dims - 3, whether EVEN, and radius. */
    static const double scale[2][2][2] = {{{0x1.3382e61c05fdep+6, 0x1.058e821753fecp+5},
                                           {0x1.060090b2dac93p+5, 0x1.8bc62bb62b8a7p+3}},
                                          {{0x1.f633a28d1ad5cp+5, 0x1.b397e7dd024b8p+4},
                                           {0x1.b2ce07d381a63p+6, 0x1.6b77ae8257ba8p+5}}};
    static const double fast[] = {0x1.8f54d4bc0ffc7p+6, 0x1.917f7fd90cf28p+3, 0x1.6bp+5};
    static const double smooth[] = {0x1.23dc1dadb5bc9p+4, 0x1.cc1866d1c4d5fp+1,
                                    0x1.1f4ac6b8170c3p+3};
    static const double first[] = {0x1.27a0987f9a918p+0, 0x1.0352a9d3b6571p+0, 0}; /* no 4-D */
    if (dims == 1)
        return 0x1.94873daded5bdp-2;
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX)
        return first[dims - 2];
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX2)
        return fast[dims - 2];
    if (params->basis == PERLIN_BASIS_OPENSIMPLEX2S)
        return smooth[dims - 2];
    if (dims == 2)
        return scale_2d[params->gradients];
    return scale[dims - 3][params->gradients == PERLIN_GRADIENTS_EVEN][params->simplex_radius];
}
