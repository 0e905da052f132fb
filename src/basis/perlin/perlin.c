/*
 * Describes Perlin noise to the library, and has its gradients by tables. Those of the integer hash
 * are in noise/integers.c.
 */
#include "sets.h"

/* ---- Gradient sets by tables ------------------------------------------------------------------ */

/* As constants, in every form that kernels look up in. A set is written once, as a list of rows:
   ROWS(M, N) expands to M(N, x, y, z, w) for each row. M selects the form of the set, and N how a
   component is stored in it. */

#define FLOAT(g)          ((float)(g))
#define DOUBLE(g)         ((double)(g))
#define DIVIDED_FLOAT(g)  ((float)(g) / PERLIN_SCALE_f32)
#define DIVIDED_DOUBLE(g) ((double)(g) / PERLIN_SCALE_f64)
#define TOP(g)            ((g) == 0 ? 0 : (g) > 0 ? 0x3f : 0xbf) /* its top byte, divided */

#define X_OF(N, x, y, z, w)   N(x),
#define Y_OF(N, x, y, z, w)   N(y),
#define Z_OF(N, x, y, z, w)   N(z),
#define W_OF(N, x, y, z, w)   N(w),
#define ROW_OF(N, x, y, z, w) {N(x), N(y), N(z), N(w)},
#define TOPS_OF(N, x, y, z, w)                                                                     \
    (uint32_t) N(x) << PERLIN_TOPS_SHIFT(0) | (uint32_t)N(y) << PERLIN_TOPS_SHIFT(1) |             \
        (uint32_t)N(z) << PERLIN_TOPS_SHIFT(2) | (uint32_t)N(w) << PERLIN_TOPS_SHIFT(3),

#define COLUMNS(ROWS, N)                                                                           \
    {                                                                                              \
        {ROWS(X_OF, N)}, {ROWS(Y_OF, N)}, {ROWS(Z_OF, N)},                                         \
        {                                                                                          \
            ROWS(W_OF, N)                                                                          \
        }                                                                                          \
    }

#define SET(ROWS)                                                                                  \
    {                                                                                              \
        .rows_f32 = {.column = COLUMNS(ROWS, FLOAT), .row = {ROWS(ROW_OF, FLOAT)}},                \
        .rows_f64 = {.column = COLUMNS(ROWS, DOUBLE), .row = {ROWS(ROW_OF, DOUBLE)}},              \
    }

/* A set whose components are -1, 0 or 1, and are stored divided. `tops_by_component` becomes `top`.
   */
#define SIGN_SET(ROWS, tops_by_component)                                                          \
    {                                                                                              \
        .rows_f32 = {.column = COLUMNS(ROWS, DIVIDED_FLOAT),                                       \
                     .row = {ROWS(ROW_OF, DIVIDED_FLOAT)},                                         \
                     .top = tops_by_component,                                                     \
                     .tops = {ROWS(TOPS_OF, TOP)}},                                                \
        .rows_f64 = {.column = COLUMNS(ROWS, DIVIDED_DOUBLE),                                      \
                     .row = {ROWS(ROW_OF, DIVIDED_DOUBLE)},                                        \
                     .top = tops_by_component},                                                    \
    }

/* clang-format off */

#define ROWS_1D(M, N)                                                                              \
    M(N, 1, 0, 0, 0) M(N, 2, 0, 0, 0) M(N, 3, 0, 0, 0) M(N, 4, 0, 0, 0)                            \
    M(N, 5, 0, 0, 0) M(N, 6, 0, 0, 0) M(N, 7, 0, 0, 0) M(N, 8, 0, 0, 0)                            \
    M(N, -1, 0, 0, 0) M(N, -2, 0, 0, 0) M(N, -3, 0, 0, 0) M(N, -4, 0, 0, 0)                        \
    M(N, -5, 0, 0, 0) M(N, -6, 0, 0, 0) M(N, -7, 0, 0, 0) M(N, -8, 0, 0, 0)

const struct perlin_gradient_set perlin_set_1d = SET(ROWS_1D);

#define ROWS_DEFAULT(M, N)                                                                         \
    M(N, 1, 2, 0, 0) M(N, -1, 2, 0, 0) M(N, 1, -2, 0, 0) M(N, -1, -2, 0, 0)                        \
    M(N, 2, 1, 0, 0) M(N, 2, -1, 0, 0) M(N, -2, 1, 0, 0) M(N, -2, -1, 0, 0)

#define ROWS_AXIS(M, N)                                                                            \
    M(N, 1, 0, 0, 0) M(N, -1, 0, 0, 0) M(N, 0, 1, 0, 0) M(N, 0, -1, 0, 0)

#define ROWS_DIAGONAL(M, N)                                                                        \
    M(N, 1, 1, 0, 0) M(N, -1, 1, 0, 0) M(N, 1, -1, 0, 0) M(N, -1, -1, 0, 0)

/* Sets have at least eight rows. */
#define ROWS_AXIS_TWICE(M, N)     ROWS_AXIS(M, N) ROWS_AXIS(M, N)
#define ROWS_DIAGONAL_TWICE(M, N) ROWS_DIAGONAL(M, N) ROWS_DIAGONAL(M, N)
#define ROWS_SLICE(M, N)          ROWS_DIAGONAL(M, N) ROWS_AXIS(M, N)

const struct perlin_gradient_set perlin_sets_2d[] = {
    [PERLIN_GRADIENTS_DEFAULT] = SET(ROWS_DEFAULT),
    [PERLIN_GRADIENTS_AXIS] = SET(ROWS_AXIS_TWICE),
    [PERLIN_GRADIENTS_DIAGONAL] = SET(ROWS_DIAGONAL_TWICE),
    [PERLIN_GRADIENTS_SLICE] = SET(ROWS_SLICE),
};

/* In the order of row_3d(). */
#define ROWS_3D(M, N)                                                                              \
    M(N, 0, 0, 0, 0)                                                                               \
    M(N, 1, 1, 0, 0) M(N, -1, 1, 0, 0) M(N, 1, -1, 0, 0) M(N, -1, -1, 0, 0)                        \
    M(N, 1, 0, 1, 0) M(N, -1, 0, 1, 0) M(N, 1, 0, -1, 0) M(N, -1, 0, -1, 0)                        \
    M(N, 0, 1, 1, 0) M(N, 0, -1, 1, 0) M(N, 0, 1, -1, 0) M(N, 0, -1, -1, 0)

const struct perlin_gradient_set perlin_set_3d = SIGN_SET(ROWS_3D, COLUMNS(ROWS_3D, TOP));

/* In the order of row_4d(). */
#define ROWS_4D(M, N)                                                                              \
    M(N, 1, 1, 1, 0) M(N, 1, 1, -1, 0) M(N, 1, -1, 1, 0) M(N, 1, -1, -1, 0)                        \
    M(N, 1, 1, 0, 1) M(N, 1, 1, 0, -1) M(N, 1, -1, 0, 1) M(N, 1, -1, 0, -1)                        \
    M(N, 1, 0, 1, 1) M(N, 1, 0, 1, -1) M(N, 1, 0, -1, 1) M(N, 1, 0, -1, -1)                        \
    M(N, 0, 1, 1, 1) M(N, 0, 1, 1, -1) M(N, 0, 1, -1, 1) M(N, 0, 1, -1, -1)                        \
    M(N, -1, 1, 1, 0) M(N, -1, 1, -1, 0) M(N, -1, -1, 1, 0) M(N, -1, -1, -1, 0)                    \
    M(N, -1, 1, 0, 1) M(N, -1, 1, 0, -1) M(N, -1, -1, 0, 1) M(N, -1, -1, 0, -1)                    \
    M(N, -1, 0, 1, 1) M(N, -1, 0, 1, -1) M(N, -1, 0, -1, 1) M(N, -1, 0, -1, -1)                    \
    M(N, 0, -1, 1, 1) M(N, 0, -1, 1, -1) M(N, 0, -1, -1, 1) M(N, 0, -1, -1, -1)

/* `top` of this set: x and y of every other row, z and w of the first 16 rows. */
#define P TOP(1)
#define M TOP(-1)
#define TOPS_4D                                                                                    \
    {{P, P, P, P, P, P, 0, 0, M, M, M, M, M, M, 0, 0},                                             \
     {P, M, P, M, 0, 0, P, P, P, M, P, M, 0, 0, M, M},                                             \
     {P, M, P, M, 0, 0, 0, 0, P, P, M, M, P, P, M, M},                                             \
     {0, 0, 0, 0, P, M, P, M, P, M, P, M, P, M, P, M}}

const struct perlin_gradient_set perlin_set_4d = SIGN_SET(ROWS_4D, TOPS_4D);

#undef P
#undef M

/* clang-format on */

/* ---- The description ------------------------------------------------------------------------- */

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    static const double scale_2d[] = {
        [PERLIN_GRADIENTS_DEFAULT] = 0x1.52ccc0a62ec5p-1,
        [PERLIN_GRADIENTS_AXIS] = 0x1.de3e326ec197dp+0,
        [PERLIN_GRADIENTS_DIAGONAL] = 0x1.fffcp-1,
        [PERLIN_GRADIENTS_SLICE] = 0x1.fffcp-1,
    };
    static const double integer_scale[] = {0x1.fffcp+0, 0x1.83634307d6f78p+0, 0x1.3bfe9f89065d2p+0,
                                           0x1.11ff78167c10dp+0};
    static const double scale[] = {0x1.fffcp-3, 0, 0x1.ee06525b040fp-1, 0x1.4d3263f5d6108p-1};
    if (params->hash == PERLIN_HASH_INTEGER)
        return integer_scale[dims - 1];
    return dims == 2 ? scale_2d[params->gradients] : scale[dims - 1];
}

/* The row of a 2-D gradient set for entry i = p[X] + Y. SLICE hashes once more, as 3-D noise does
   at Z = 0. */
static uint32_t row_2d(const perlin_params *params, const uint8_t p[], uint32_t i)
{
    static const uint8_t slice_row[16] = {0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 0, 7, 1, 7};
    if (params->gradients == PERLIN_GRADIENTS_SLICE)
        return slice_row[p[p[i]] % 16];
    return p[i] % 8u;
}

/* The row of the 3-D gradient set for a hash, from its low four bits. Perlin lists 16 gradients, four
   of them twice. Row 0 is unused and holds zeros: byte shuffles that look up components must find 0 at
   index 0. */
static uint32_t row_3d(uint32_t hash)
{
    static const uint8_t of_hash[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 10, 2, 12};
    return of_hash[hash % 16];
}

/* The row of the 4-D gradient set for a hash: its low five bits, reordered (perlin_top_index). */
static uint32_t row_4d(uint32_t hash)
{
    return (hash & 1) << 4 | (hash >> 1 & 12) | (hash & 2) | (hash >> 2 & 1);
}

static uint32_t row(const perlin_params *params, uint32_t dims, const uint8_t p[], uint32_t i)
{
    return dims == 1 ? p[i] % 16u : dims == 2 ? row_2d(params, p, i) : row_3d(p[i]);
}

/* The rows for entries i and i + 1, or in 4-D, where two do not fit a byte, for i only. */
static uint8_t leaf(const perlin_params *params, uint32_t dims, const uint8_t *p, uint32_t i)
{
    if (dims == 4)
        return (uint8_t)row_4d(p[i]);
    return (uint8_t)(row(params, dims, p, i) | row(params, dims, p, i + 1) << 4);
}

const struct perlin_basis_info perlin_basis_perlin = {
    .dims = 15,
    .takes_period = 1,
    .takes_gradients = 1,
    .hashes = PERLIN_BY_INTEGERS | PERLIN_BY_TABLES,
    .has_gradients = 1,
    .octave_scale = octave_scale,
    .leaf = leaf,
};
