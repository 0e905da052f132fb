/*
 * What bases on simplices need beside what all noises have: gradient sets, how far gradients reach, groups of points, scales.
 */
#include "noise.h"

#include <math.h>

/* ---- Gradient sets ---------------------------------------------------------------------------------- */

/* The 48 of K.jpg's ("OpenSimplex2", 2022) in 3-D: one component of size 1 between two of size P; or one of size Q
   and one of size R. By axis of the former, or of the zero; signs by bits. */
static void row_of_48(int h, double g[4])
{
    static const double P = 2.22474487139, Q = 3.0862664687972017, R = 1.1721513422464978;
    const int a = h / 16, b = (a + 1) % 3, c = (a + 2) % 3;
    const int is_flat = h & 8, bit2 = h & 4;
    g[a] = is_flat ? 0 : bit2 ? -1 : 1;
    g[b] = !is_flat ? P : bit2 ? R : Q;
    g[c] = !is_flat ? P : bit2 ? Q : R;
    g[b] = h & 1 ? -g[b] : g[b];
    g[c] = h & 2 ? -g[c] : g[c];
    g[3] = 0;
}

/* His 160 in 4-D, of length 1. The first 96 have a component i and another one j, out of 4 * 3, and the rest in rising order;
   of the others 32 have a component i, and 32 are their negatives. */
static void row_of_160(int h, double g[4])
{
    static const double two[8][4] = {
        {-0.6740059517812944, 0.5794684678643381, -0.3239847771997537, -0.3239847771997537},
        {-0.7504883828755602, 0.5029860367700724, -0.4004672082940195, 0.15296486218853164},
        {-0.7504883828755602, 0.5029860367700724, 0.15296486218853164, -0.4004672082940195},
        {-0.8828161875373585, 0.4553054119602712, 0.08164729285680945, 0.08164729285680945},
        {-0.4553054119602712, 0.8828161875373585, -0.08164729285680945, -0.08164729285680945},
        {-0.5029860367700724, 0.7504883828755602, -0.15296486218853164, 0.4004672082940195},
        {-0.5029860367700724, 0.7504883828755602, 0.4004672082940195, -0.15296486218853164},
        {-0.5794684678643381, 0.6740059517812944, 0.3239847771997537, 0.3239847771997537},
    };
    static const double one[8][4] = {
        {-0.753341017856078, -0.37968289875261624, -0.37968289875261624, -0.37968289875261624},
        {-0.7821684431180708, -0.4321472685365301, -0.4321472685365301, 0.12128480194602098},
        {-0.7821684431180708, -0.4321472685365301, 0.12128480194602098, -0.4321472685365301},
        {-0.7821684431180708, 0.12128480194602098, -0.4321472685365301, -0.4321472685365301},
        {-0.8586508742123365, -0.508629699630796, 0.044802370851755174, 0.044802370851755174},
        {-0.8586508742123365, 0.044802370851755174, -0.508629699630796, 0.044802370851755174},
        {-0.8586508742123365, 0.044802370851755174, 0.044802370851755174, -0.508629699630796},
        {-0.9982828964265062, -0.03381941603233842, -0.03381941603233842, -0.03381941603233842},
    };
    const int is_pair = h < 96, k = h % 8;
    const int i = is_pair ? h / 24 : h / 8 % 4, j = is_pair ? (i + 1 + h / 8 % 3) % 4 : 4;
    const double *const from = is_pair ? two[k] : one[k];
    const double sign = h < 128 ? 1 : -1;
    int rest = is_pair ? 2 : 1;
    for (int a = 0; a < 4; a++)
        g[a] = sign * from[a == i ? 0 : a == j ? 1 : rest++];
}

void perlin_mirror(int count, const double from[][4], int axes, int first, double rows[][4],
                   uint8_t row_of[])
{
    int found = 0;
    for (int h = 0; h < count; h++) {
        double mirrored[4];
        int k = 0, above = 0;
        memcpy(mirrored, from[h], sizeof mirrored);
        for (int a = 0; a < axes; a++) {
            mirrored[a] = fabs(mirrored[a]);
            above += from[h][a] < 0 ? first << a : 0;
        }
        while (k < found && memcmp(rows[k], mirrored, sizeof mirrored) != 0)
            k++;
        found += k == found;
        row_of[h] = (uint8_t)(k + above);
        memcpy(rows[k], mirrored, sizeof mirrored);
        memcpy(rows[k + above], from[h], sizeof mirrored);
    }
}

static void large_init(perlin_noise *noise)
{
    double set_of_48[48][4], rows[2][PERLIN_MOST_GRADIENTS][4] = {0};
    for (int h = 0; h < 48; h++)
        row_of_48(h, set_of_48[h]);
    perlin_mirror(48, (const double(*)[4])set_of_48, 1, 32, rows[0], noise->row_of[2]);
    for (int h = 0; h < PERLIN_MOST_GRADIENTS; h++)
        row_of_160(h, rows[1][h]);
    noise->gradient_count[2] = 48;
    noise->gradient_count[3] = 160;
    for (int d = 0; d < 2; d++)
        for (int h = 0; h < PERLIN_MOST_GRADIENTS; h++)
            for (int a = 0; a < 4; a++) {
                noise->large_f32[d].row[h][a] = (float)rows[d][h][a];
                noise->large_f64[d].row[h][a] = rows[d][h][a];
                if (a < 3 && h < 32)
                    noise->large_f32[d].column[a][h] = (float)rows[d][h][a];
            }
}

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

/* ---- The whole -------------------------------------------------------------------------------------- */

void perlin_simplex_init(perlin_noise *noise, const perlin_params *params)
{
    static const uint32_t in_2d[] = {[PERLIN_GRADIENTS_DEFAULT] = 8,
                                     [PERLIN_GRADIENTS_AXIS] = 4,
                                     [PERLIN_GRADIENTS_DIAGONAL] = 4,
                                     [PERLIN_GRADIENTS_SLICE] = 8,
                                     [PERLIN_GRADIENTS_EVEN] = 16};
    const double beyond = params->simplex_radius == PERLIN_RADIUS_PUBLISHED ? 0.6 : 0.5;
    const double reach[][4] = {[PERLIN_BASIS_SIMPLEX] = {1.0, 0.5, beyond, beyond},
                               [PERLIN_BASIS_OPENSIMPLEX2] = {1.0, 0.5, 0.6, 0.6},
                               [PERLIN_BASIS_OPENSIMPLEX2S] = {1.0, 2.0 / 3, 0.75, 0.8},
                               [PERLIN_BASIS_OPENSIMPLEX] = {0.0, 2.0, 2.0, 0.0}};
    const int is_simplex = params->basis == PERLIN_BASIS_SIMPLEX;
    const int is_open = params->basis == PERLIN_BASIS_OPENSIMPLEX;
    uint32_t *const count = noise->gradient_count;
    for (int d = 0; d < 4; d++)
        for (int h = 0; h < PERLIN_MOST_GRADIENTS; h++)
            noise->row_of[d][h] = (uint8_t)h;
    memcpy(noise->reach, reach[params->basis], sizeof noise->reach);
    count[0] = 16;
    count[1] = is_open ? 16 : is_simplex ? in_2d[params->gradients] : 24;
    if (!is_open && (!is_simplex || params->gradients == PERLIN_GRADIENTS_EVEN)) {
        large_init(noise);
    } else {
        count[2] = is_open ? 24 : 16;
        count[3] = 32;
        for (uint32_t h = 0; h < 16; h++)
            noise->row_of[2][h] = perlin_row_3d(h);
        for (uint32_t h = 0; h < 32; h++)
            noise->row_of[3][h] = perlin_row_4d(h);
    }
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
