/*
 * Gradient sets (perlin.h lists them), in the forms that kernels look up.
 */
#include "noise.h"

#include <string.h>

struct gradient_rows {
    int rows;
    double component[32][4];
};

/* The cosines of 1, 3, 5 and 7 times 11.25 degrees. */
#define COS1 0x1.f6297cff75cbp-1
#define COS3 0x1.a9b66290ea1a3p-1
#define COS5 0x1.1c73b39ae68c8p-1
#define COS7 0x1.8f8b83c69a60bp-3

/* clang-format off */
static const struct gradient_rows set_1d = {
    16, {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {-1}, {-2}, {-3}, {-4}, {-5}, {-6}, {-7}, {-8}}};

static const struct gradient_rows sets_2d[] = {
    [PERLIN_GRADIENTS_DEFAULT] =
        {8, {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}},
    [PERLIN_GRADIENTS_AXIS] = {4, {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}},
    [PERLIN_GRADIENTS_DIAGONAL] = {4, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}},
    [PERLIN_GRADIENTS_SLICE] =
        {8, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}},
    [PERLIN_GRADIENTS_EVEN] =
        {16, {{COS1, COS7},   {COS3, COS5},   {COS5, COS3},   {COS7, COS1},
              {-COS7, COS1},  {-COS5, COS3},  {-COS3, COS5},  {-COS1, COS7},
              {-COS1, -COS7}, {-COS3, -COS5}, {-COS5, -COS3}, {-COS7, -COS1},
              {COS7, -COS1},  {COS5, -COS3},  {COS3, -COS5},  {COS1, -COS7}}},
};

#undef COS1
#undef COS3
#undef COS5
#undef COS7

/* The cosines of 1, 3, 5, 7, 9 and 11 times 7.5 degrees; K.jpg's 24 directions (2022). */
#define C1 0x1.fb9ea92ec689bp-1
#define C3 0x1.d906bcf328d46p-1
#define C5 0x1.963268b572492p-1
#define C7 0x1.37af93f9513eap-1
#define C9 0x1.87de2a6aea963p-2
#define C11 0x1.0b5150f6da2d1p-3

static const struct gradient_rows set_24 = {
    24,
    {{C1, C11}, {C3, C9}, {C5, C7}, {C7, C5},
     {C9, C3}, {C11, C1}, {-C11, C1}, {-C9, C3},
     {-C7, C5}, {-C5, C7}, {-C3, C9}, {-C1, C11},
     {-C1, -C11}, {-C3, -C9}, {-C5, -C7}, {-C7, -C5},
     {-C9, -C3}, {-C11, -C1}, {C11, -C1}, {C9, -C3},
     {C7, -C5}, {C5, -C7}, {C3, -C9}, {C1, -C11}}};

#undef C1
#undef C3
#undef C5
#undef C7
#undef C9
#undef C11

/* K.jpg's of OpenSimplex (2014), divided by the greatest sums he found: in 2-D 8, twice each, since the lowest bit of a
   hash is not used. */
#define A (5.0 / 47)
#define B (2.0 / 47)

static const struct gradient_rows open_2d = {
    16,
    {{A, B}, {A, B}, {B, A}, {B, A}, {-A, B}, {-A, B}, {-B, A}, {-B, A},
     {A, -B}, {A, -B}, {B, -A}, {B, -A}, {-A, -B}, {-A, -B}, {-B, -A}, {-B, -A}}};

#define C (11.0 / 103)
#define D (4.0 / 103)

static const struct gradient_rows open_3d = {
    24,
    {{-C, D, D}, {-D, C, D}, {-D, D, C}, {C, D, D}, {D, C, D}, {D, D, C},
     {-C, -D, D}, {-D, -C, D}, {-D, -D, C}, {C, -D, D}, {D, -C, D}, {D, -D, C},
     {-C, D, -D}, {-D, C, -D}, {-D, D, -C}, {C, D, -D}, {D, C, -D}, {D, D, -C},
     {-C, -D, -D}, {-D, -C, -D}, {-D, -D, -C}, {C, -D, -D}, {D, -C, -D}, {D, -D, -C}}};

#undef A
#undef B
#undef C
#undef D

/* By perlin_row_3d(). */
static const struct gradient_rows set_3d = {
    16,
    {{0},
     {1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
     {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}}};

/* By perlin_row_4d(). */
static const struct gradient_rows set_4d = {
    32,
    {{1, 1, 1, 0},   {1, 1, -1, 0},   {1, -1, 1, 0},   {1, -1, -1, 0},
     {1, 1, 0, 1},   {1, 1, 0, -1},   {1, -1, 0, 1},   {1, -1, 0, -1},
     {1, 0, 1, 1},   {1, 0, 1, -1},   {1, 0, -1, 1},   {1, 0, -1, -1},
     {0, 1, 1, 1},   {0, 1, 1, -1},   {0, 1, -1, 1},   {0, 1, -1, -1},
     {-1, 1, 1, 0},  {-1, 1, -1, 0},  {-1, -1, 1, 0},  {-1, -1, -1, 0},
     {-1, 1, 0, 1},  {-1, 1, 0, -1},  {-1, -1, 0, 1},  {-1, -1, 0, -1},
     {-1, 0, 1, 1},  {-1, 0, 1, -1},  {-1, 0, -1, 1},  {-1, 0, -1, -1},
     {0, -1, 1, 1},  {0, -1, 1, -1},  {0, -1, -1, 1},  {0, -1, -1, -1}}};
/* clang-format on */

/* Puts a set into 32 rows, which are returned, as perlin_mirror() does. */
static const struct gradient_rows *mirror(const struct gradient_rows *set,
                                          struct gradient_rows *mirrored, uint8_t row_of[])
{
    *mirrored = (struct gradient_rows){.rows = 32};
    perlin_mirror(set->rows, set->component, 2, 8, mirrored->component, row_of);
    return mirrored;
}

void perlin_gradients_init(perlin_noise *noise)
{
    struct gradient_rows in_2d, in_3d;
    const struct gradient_rows *sets[4] = {&set_1d, &sets_2d[noise->gradients], &set_3d, &set_4d};
    if (noise->basis > PERLIN_BASIS_SIMPLEX)
        sets[1] = &set_24;
    if (noise->basis == PERLIN_BASIS_OPENSIMPLEX) {
        sets[1] = &open_2d;
        sets[2] = &open_3d;
    }
    if (perlin_is_on_simplices(noise->basis) && sets[1]->rows > 8)
        sets[1] = mirror(sets[1], &in_2d, noise->row_of[1]);
    if (noise->basis == PERLIN_BASIS_OPENSIMPLEX)
        sets[2] = mirror(sets[2], &in_3d, noise->row_of[2]);
    for (int d = 0; d < 4; d++)
        for (int a = 0; a < 4; a++)
            for (int h = 0; h < 32; h++) {
                const double g = sets[d]->component[h % sets[d]->rows][a];
                const int divides = noise->basis == PERLIN_BASIS_PERLIN && d > 1;
                struct perlin_rows_f32 *const f32 = &noise->gradients_f32[d];
                struct perlin_rows_f64 *const f64 = &noise->gradients_f64[d];
                f32->column[a][h] = f32->row[h][a] = (float)g / (divides ? PERLIN_SCALE_f32 : 1);
                f64->column[a][h] = f64->row[h][a] = g / (divides ? PERLIN_SCALE_f64 : 1);
                const uint8_t top = g == 0 ? 0 : g > 0 ? 0x3f : 0xbf;
                const int top_index = perlin_top_index(sets[d]->rows, a, h);
                f32->top[a][top_index] = f64->top[a][top_index] = top;
                f32->tops[h] |= (uint32_t)top << PERLIN_TOPS_SHIFT(a);
            }
    struct perlin_rows_f32 *const rows_3d = &noise->gradients_f32[2];
    for (int pair = 0; pair < PERLIN_TABLE_SIZE; pair++) {
        const uint32_t here = rows_3d->tops[pair % 16], next = rows_3d->tops[pair / 16];
        rows_3d->pair_tops[pair][0] = here;
        rows_3d->pair_tops[pair][1] = next;
        noise->gradients_f64[2].pair_tops[pair] = here | (uint64_t)next << 32;
    }
}
