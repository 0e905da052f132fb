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

#define SET(row_count, ROWS)                                                                       \
    {                                                                                              \
        .rows = (row_count),                                                                       \
        .rows_f32 = {.column = COLUMNS(ROWS, FLOAT), .row = {ROWS(ROW_OF, FLOAT)}},                \
        .rows_f64 = {.column = COLUMNS(ROWS, DOUBLE), .row = {ROWS(ROW_OF, DOUBLE)}},              \
    }

/* A set whose components are -1, 0 or 1, and are stored divided. `tops_by_component` becomes `top`.
   */
#define SIGN_SET(row_count, ROWS, tops_by_component)                                               \
    {                                                                                              \
        .rows = (row_count),                                                                       \
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

const struct perlin_gradient_set perlin_set_1d = SET(16, ROWS_1D);

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

/* The cosines of 1, 3, 5 and 7 times 11.25 degrees. */
#define COS1 0x1.f6297cff75cbp-1
#define COS3 0x1.a9b66290ea1a3p-1
#define COS5 0x1.1c73b39ae68c8p-1
#define COS7 0x1.8f8b83c69a60bp-3

#define ROWS_EVEN(M, N)                                                                            \
    M(N, COS1, COS7, 0, 0) M(N, COS3, COS5, 0, 0) M(N, COS5, COS3, 0, 0) M(N, COS7, COS1, 0, 0)    \
    M(N, -COS7, COS1, 0, 0) M(N, -COS5, COS3, 0, 0) M(N, -COS3, COS5, 0, 0)                        \
    M(N, -COS1, COS7, 0, 0) M(N, -COS1, -COS7, 0, 0) M(N, -COS3, -COS5, 0, 0)                      \
    M(N, -COS5, -COS3, 0, 0) M(N, -COS7, -COS1, 0, 0) M(N, COS7, -COS1, 0, 0)                      \
    M(N, COS5, -COS3, 0, 0) M(N, COS3, -COS5, 0, 0) M(N, COS1, -COS7, 0, 0)

const struct perlin_gradient_set perlin_sets_2d[PERLIN_GRADIENTS_EVEN + 1] = {
    [PERLIN_GRADIENTS_DEFAULT] = SET(8, ROWS_DEFAULT),
    [PERLIN_GRADIENTS_AXIS] = SET(8, ROWS_AXIS_TWICE),
    [PERLIN_GRADIENTS_DIAGONAL] = SET(8, ROWS_DIAGONAL_TWICE),
    [PERLIN_GRADIENTS_SLICE] = SET(8, ROWS_SLICE),
    [PERLIN_GRADIENTS_EVEN] = SET(16, ROWS_EVEN),
};

/* In the order of perlin_row_3d(). */
#define ROWS_3D(M, N)                                                                              \
    M(N, 0, 0, 0, 0)                                                                               \
    M(N, 1, 1, 0, 0) M(N, -1, 1, 0, 0) M(N, 1, -1, 0, 0) M(N, -1, -1, 0, 0)                        \
    M(N, 1, 0, 1, 0) M(N, -1, 0, 1, 0) M(N, 1, 0, -1, 0) M(N, -1, 0, -1, 0)                        \
    M(N, 0, 1, 1, 0) M(N, 0, -1, 1, 0) M(N, 0, 1, -1, 0) M(N, 0, -1, -1, 0)

const struct perlin_gradient_set perlin_set_3d = SIGN_SET(16, ROWS_3D, COLUMNS(ROWS_3D, TOP));

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

const struct perlin_gradient_set perlin_set_4d = SIGN_SET(32, ROWS_4D, TOPS_4D);

#undef P
#undef M

/* ---- Large sets ------------------------------------------------------------------------------ */

/*
 * K.jpg's 48 gradients in 3-D ("OpenSimplex2", 2022), in the order of perlin_row_of_48(). Each has
 * one component of size 1 and two of size P, or a zero, one of size Q and one of size R. This is
 * the half that x's sign turns into the other half; rows with x = 0 are the same in both.
 */
#define P 2.22474487139
#define Q 3.0862664687972017
#define R 1.1721513422464978

#define HALF_OF_48(M, N, x)                                                                        \
    M(N, x 1, P, P, 0) M(N, x 1, -P, P, 0) M(N, x 1, P, -P, 0) M(N, x 1, -P, -P, 0)                \
    M(N, 0, Q, R, 0) M(N, 0, -Q, R, 0) M(N, 0, Q, -R, 0) M(N, 0, -Q, -R, 0)                        \
    M(N, 0, R, Q, 0) M(N, 0, -R, Q, 0) M(N, 0, R, -Q, 0) M(N, 0, -R, -Q, 0)                        \
    M(N, x P, 1, P, 0) M(N, x P, 1, -P, 0) M(N, x P, -1, P, 0) M(N, x P, -1, -P, 0)                \
    M(N, x R, 0, Q, 0) M(N, x R, 0, -Q, 0) M(N, x Q, 0, R, 0) M(N, x Q, 0, -R, 0)                  \
    M(N, x P, P, 1, 0) M(N, x P, -P, 1, 0) M(N, x P, P, -1, 0) M(N, x P, -P, -1, 0)                \
    M(N, x Q, R, 0, 0) M(N, x Q, -R, 0, 0) M(N, x R, Q, 0, 0) M(N, x R, -Q, 0, 0)                  \
    M(N, 0, 0, 0, 0) M(N, 0, 0, 0, 0) M(N, 0, 0, 0, 0) M(N, 0, 0, 0, 0)

const struct perlin_large_set perlin_set_48 = {
    .rows_f32 = {HALF_OF_48(ROW_OF, FLOAT, +) HALF_OF_48(ROW_OF, FLOAT, -)},
    .rows_f64 = {HALF_OF_48(ROW_OF, DOUBLE, +) HALF_OF_48(ROW_OF, DOUBLE, -)},
};

#undef P
#undef Q
#undef R

/*
 * K.jpg's 160 gradients in 4-D, of length 1. The first 96: for each pair of axes, eight rows with a
 * and b along these and c and d along the others. The other 64: for each axis, eight rows with a
 * along it, and their negatives.
 */
#define ABCD(M, N, a, b, c, d) M(N, a, b, c, d)
#define ACBD(M, N, a, b, c, d) M(N, a, c, b, d)
#define ACDB(M, N, a, b, c, d) M(N, a, c, d, b)
#define CABD(M, N, a, b, c, d) M(N, c, a, b, d)
#define CADB(M, N, a, b, c, d) M(N, c, a, d, b)
#define BACD(M, N, a, b, c, d) M(N, b, a, c, d)
#define CDAB(M, N, a, b, c, d) M(N, c, d, a, b)
#define BCAD(M, N, a, b, c, d) M(N, b, c, a, d)
#define CBAD(M, N, a, b, c, d) M(N, c, b, a, d)
#define BCDA(M, N, a, b, c, d) M(N, b, c, d, a)
#define CBDA(M, N, a, b, c, d) M(N, c, b, d, a)
#define CDBA(M, N, a, b, c, d) M(N, c, d, b, a)

#define TWO(M, N, ALONG)                                                                           \
    ALONG(M, N, -0.6740059517812944, 0.5794684678643381, -0.3239847771997537, -0.3239847771997537) \
    ALONG(M, N, -0.7504883828755602, 0.5029860367700724, -0.4004672082940195, 0.15296486218853164) \
    ALONG(M, N, -0.7504883828755602, 0.5029860367700724, 0.15296486218853164, -0.4004672082940195) \
    ALONG(M, N, -0.8828161875373585, 0.4553054119602712, 0.08164729285680945, 0.08164729285680945) \
    ALONG(M, N, -0.4553054119602712, 0.8828161875373585, -0.08164729285680945,                     \
          -0.08164729285680945)                                                                    \
    ALONG(M, N, -0.5029860367700724, 0.7504883828755602, -0.15296486218853164, 0.4004672082940195) \
    ALONG(M, N, -0.5029860367700724, 0.7504883828755602, 0.4004672082940195, -0.15296486218853164) \
    ALONG(M, N, -0.5794684678643381, 0.6740059517812944, 0.3239847771997537, 0.3239847771997537)

#define ONE(M, N, ALONG, sign)                                                                     \
    ALONG(M, N, sign -0.753341017856078, sign -0.37968289875261624, sign -0.37968289875261624,     \
          sign -0.37968289875261624)                                                               \
    ALONG(M, N, sign -0.7821684431180708, sign -0.4321472685365301, sign -0.4321472685365301,      \
          sign 0.12128480194602098)                                                                \
    ALONG(M, N, sign -0.7821684431180708, sign -0.4321472685365301, sign 0.12128480194602098,      \
          sign -0.4321472685365301)                                                                \
    ALONG(M, N, sign -0.7821684431180708, sign 0.12128480194602098, sign -0.4321472685365301,      \
          sign -0.4321472685365301)                                                                \
    ALONG(M, N, sign -0.8586508742123365, sign -0.508629699630796, sign 0.044802370851755174,      \
          sign 0.044802370851755174)                                                               \
    ALONG(M, N, sign -0.8586508742123365, sign 0.044802370851755174, sign -0.508629699630796,      \
          sign 0.044802370851755174)                                                               \
    ALONG(M, N, sign -0.8586508742123365, sign 0.044802370851755174, sign 0.044802370851755174,    \
          sign -0.508629699630796)                                                                 \
    ALONG(M, N, sign -0.9982828964265062, sign -0.03381941603233842, sign -0.03381941603233842,    \
          sign -0.03381941603233842)

#define ROWS_160(M, N)                                                                             \
    TWO(M, N, ABCD) TWO(M, N, ACBD) TWO(M, N, ACDB) TWO(M, N, CABD)                                \
    TWO(M, N, CADB) TWO(M, N, BACD) TWO(M, N, CDAB) TWO(M, N, BCAD)                                \
    TWO(M, N, CBAD) TWO(M, N, BCDA) TWO(M, N, CBDA) TWO(M, N, CDBA)                                \
    ONE(M, N, ABCD, +) ONE(M, N, BACD, +) ONE(M, N, BCAD, +) ONE(M, N, BCDA, +)                    \
    ONE(M, N, ABCD, -) ONE(M, N, BACD, -) ONE(M, N, BCAD, -) ONE(M, N, BCDA, -)

const struct perlin_large_set perlin_set_160 = {
    .rows_f32 = {ROWS_160(ROW_OF, FLOAT)},
    .rows_f64 = {ROWS_160(ROW_OF, DOUBLE)},
};
