/*
 * The gradient sets of tables, as constants, in every form that kernels look up in. Those of the
 * integer hash are in noise/integers.c.
 *
 * A set is written once, as a list of rows: ROWS(M, N) expands to M(N, x, y, z, w) for each row. M
 * selects the form of the set, and N how a component is stored in it.
 */
#include "basis.h"

/* ---- Forms ----------------------------------------------------------------------------------- */

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

/* ---- Sets for lattices along the axes -------------------------------------------------------- */

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

/* In the order of perlin_row_3d(). */
#define ROWS_3D(M, N)                                                                              \
    M(N, 0, 0, 0, 0)                                                                               \
    M(N, 1, 1, 0, 0) M(N, -1, 1, 0, 0) M(N, 1, -1, 0, 0) M(N, -1, -1, 0, 0)                        \
    M(N, 1, 0, 1, 0) M(N, -1, 0, 1, 0) M(N, 1, 0, -1, 0) M(N, -1, 0, -1, 0)                        \
    M(N, 0, 1, 1, 0) M(N, 0, -1, 1, 0) M(N, 0, 1, -1, 0) M(N, 0, -1, -1, 0)

const struct perlin_gradient_set perlin_set_3d = SIGN_SET(ROWS_3D, COLUMNS(ROWS_3D, TOP));

/* In the order of perlin_row_4d(). */
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
