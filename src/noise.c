/*
 * Building a noise: permutation tables, gradient sets, octaves and output scales.
 */
#include "noise.h"

#include <math.h>
#include <string.h>

/* Ken Perlin's table: the reference implementation of improved noise (2002). */
static const uint8_t published_permutation[PERLIN_TABLE_SIZE] = {
    151, 160, 137, 91,  90,  15,  131, 13,  201, 95,  96,  53,  194, 233, 7,   225, 140, 36,  103,
    30,  69,  142, 8,   99,  37,  240, 21,  10,  23,  190, 6,   148, 247, 120, 234, 75,  0,   26,
    197, 62,  94,  252, 219, 203, 117, 35,  11,  32,  57,  177, 33,  88,  237, 149, 56,  87,  174,
    20,  125, 136, 171, 168, 68,  175, 74,  165, 71,  134, 139, 48,  27,  166, 77,  146, 158, 231,
    83,  111, 229, 122, 60,  211, 133, 230, 220, 105, 92,  41,  55,  46,  245, 40,  244, 102, 143,
    54,  65,  25,  63,  161, 1,   216, 80,  73,  209, 76,  132, 187, 208, 89,  18,  169, 200, 196,
    135, 130, 116, 188, 159, 86,  164, 100, 109, 198, 173, 186, 3,   64,  52,  217, 226, 250, 124,
    123, 5,   202, 38,  147, 118, 126, 255, 82,  85,  212, 207, 206, 59,  227, 47,  16,  58,  17,
    182, 189, 28,  42,  223, 183, 170, 213, 119, 248, 152, 2,   44,  154, 163, 70,  221, 153, 101,
    155, 167, 43,  172, 9,   129, 22,  39,  253, 19,  98,  108, 110, 79,  113, 224, 232, 178, 185,
    112, 104, 218, 246, 97,  228, 251, 34,  242, 193, 238, 210, 144, 12,  191, 179, 162, 241, 81,
    51,  145, 235, 249, 14,  239, 107, 49,  192, 214, 31,  181, 199, 106, 157, 184, 84,  204, 176,
    115, 121, 50,  45,  127, 4,   150, 254, 138, 236, 205, 93,  222, 114, 67,  29,  24,  72,  243,
    141, 128, 195, 78,  66,  215, 61,  156, 180,
};

/* ---- Tables from seeds (docs/seeds.md) -------------------------------------------------------- */

/* The output function of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
   Generators", OOPSLA 2014; this variant of the constants is Vigna's, after Stafford's mix 13). */
static uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t splitmix64(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    return mix64(*state);
}

/* A uniform number below n: draws below 2^64 mod n are rejected, so that every remainder is equally
   likely. */
static uint32_t below(uint64_t *state, uint32_t n)
{
    const uint64_t excess = (0 - (uint64_t)n) % n;
    uint64_t draw;
    do {
        draw = splitmix64(state);
    } while (draw < excess);
    return (uint32_t)(draw % n);
}

/* Fisher and Yates's shuffle of 0..size-1, in Durstenfeld's form (1964), from the top down. */
static void shuffle(uint16_t table[], uint32_t size, uint64_t state)
{
    for (uint32_t i = 0; i < size; i++)
        table[i] = (uint16_t)i;
    for (uint32_t i = size - 1; i > 0; i--) {
        const uint32_t j = below(&state, i + 1);
        const uint16_t swapped = table[i];
        table[i] = table[j];
        table[j] = swapped;
    }
}

uint32_t perlin_table_size(const perlin_params *params)
{
    const uint32_t bits = params->table_bits, count = params->permutation_count;
    const uint32_t drawn = bits == 0 ? PERLIN_TABLE_SIZE : bits < 8 || bits > 16 ? 0 : 1u << bits;
    if (count == 0)
        return drawn;
    if (count < PERLIN_TABLE_SIZE || count > PERLIN_MAX_TABLE_SIZE || (count & (count - 1)) != 0)
        return 0;
    return bits == 0 || drawn == count ? count : 0;
}

static void permutation_init(uint16_t table[], uint32_t size, const perlin_params *params,
                             uint32_t octave)
{
    if (octave > 0) /* mixing twice keeps octave o of one seed apart from octave 0 of another */
        shuffle(table, size, mix64(mix64(params->seed) ^ octave));
    else if (params->permutation_count > 0)
        memcpy(table, params->permutation, size * sizeof table[0]);
    else if (params->seed != 0 || size != PERLIN_TABLE_SIZE)
        shuffle(table, size, params->seed);
    else
        for (uint32_t i = 0; i < size; i++)
            table[i] = published_permutation[i];
}

int perlin_is_permutation(const uint16_t *table, uint32_t count)
{
    uint8_t seen[PERLIN_MAX_TABLE_SIZE / 8] = {0}; /* a bit each */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t byte = table[i] / 8u, bit = 1u << table[i] % 8u;
        if (table[i] >= count || seen[byte] & bit)
            return 0;
        seen[byte] = (uint8_t)(seen[byte] | bit);
    }
    return 1;
}

/* The row of a 2-D gradient set that p[X] + Y leads to: for SLICE that of the 3-D hash at Z = 0. */
static int row_2d(const uint16_t p[], uint32_t gradients_2d, uint32_t i)
{
    static const uint8_t slice_row[16] = {0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 0, 7, 1, 7};
    if (gradients_2d == PERLIN_GRADIENTS_SLICE)
        return slice_row[p[p[i]] % 16];
    return p[i] % (gradients_2d == PERLIN_GRADIENTS_EVEN ? 16 : 8);
}

/* The forms that kernels look up a table of 256 in; a basis that has no rows by entry has no gradients counted. */
static void kernel_forms_init(struct perlin_tables *tables, const perlin_noise *noise)
{
    const uint32_t *const row_count = noise->gradient_count;
    const uint16_t *const p = tables->permutation;
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++) {
        tables->lut.value[i] = (uint8_t)p[i];
        for (int d = 0; d < 4; d++)
            tables->leaf[d].value[i] = tables->any_leaf[d][i];
        for (int d = 0; d < 4 && row_count[d] > 0; d++)
            tables->row[d].value[i] = noise->row_of[d][p[i] % row_count[d]];
    }
    for (int d = 0; d < 4; d++) {
        perlin_bytes_init(&tables->row[d]);
        perlin_bytes_init(&tables->leaf[d]);
    }
    perlin_bytes_init(&tables->lut);
}

/* Fills an octave's tables; `permutation` and `leaves`, four of them, are room for their arrays, which are longer by an entry
   than the permutation. (Pairs of rows tell that entry: of their leaves it is not read.) */
static void tables_init(struct perlin_tables *tables, uint16_t permutation[], uint8_t leaves[],
                        uint32_t size, const perlin_params *params, const perlin_noise *noise,
                        uint32_t octave)
{
    uint8_t *leaf[4];
    for (int d = 0; d < 4; d++)
        tables->any_leaf[d] = leaf[d] = leaves + (size_t)d * (size + 1);
    permutation_init(permutation, size, params, octave);
    permutation[size] = permutation[0];
    for (uint32_t i = 0; i < size; i++) {
        const uint32_t here = permutation[i], next = permutation[i + 1];
        leaf[0][i] = (uint8_t)(here % 16 | next % 16 << 4);
        leaf[1][i] = (uint8_t)(row_2d(permutation, noise->gradients, i) |
                               row_2d(permutation, noise->gradients, (i + 1) & (size - 1)) << 4);
        leaf[2][i] = (uint8_t)(perlin_row_3d(here) | perlin_row_3d(next) << 4);
        leaf[3][i] = perlin_row_4d(here);
    }
    leaf[3][size] = leaf[3][0];
    tables->permutation = permutation;
    tables->mask = size - 1;
    if (size == PERLIN_TABLE_SIZE)
        kernel_forms_init(tables, noise);
}

static void quads_init(struct perlin_quads *quads, const struct perlin_tables *tables)
{
    const uint8_t *const p = tables->lut.value; /* there twice in a row */
    for (size_t x = 0; x < PERLIN_TABLE_SIZE; x++) {
        const uint8_t *const near = p + p[x], *const far = p + p[x + 1];
        uint16_t *const pair = quads->pair + x * PERLIN_QUADS_PITCH;
        for (size_t y = 0; y < PERLIN_TABLE_SIZE; y++)
            pair[y] = (uint16_t)(near[y] | far[y] << 8);
        pair[PERLIN_TABLE_SIZE] = pair[0];
    }
}

/* ---- Elias's noise ------------------------------------------------------------------------------ */

/* Constants by octave: his in the first, but for the factor of z, and primes of ours. */
static const struct perlin_elias elias_constants[PERLIN_MAX_OCTAVES] = {
    {{57, 1000003}, 15731, 789221, 1376312589},     {{6007, 1100009}, 16741, 799223, 556046831},
    {{7001, 1200007}, 17737, 809231, 1883264711},   {{8009, 1300021}, 18731, 819229, 1062998987},
    {{9001, 1400017}, 19739, 829223, 242733221},    {{10007, 1500007}, 20731, 839221, 1569951101},
    {{11003, 1600033}, 21737, 849221, 749685317},   {{12007, 1700021}, 22739, 859223, 2076903211},
    {{13001, 1800017}, 23741, 869233, 1256637457},  {{14009, 1900009}, 24733, 879227, 436371667},
    {{15013, 2000003}, 25733, 889237, 1763589563},  {{16001, 2100001}, 26731, 899221, 943323811},
    {{17011, 2200013}, 27733, 909239, 123058037},   {{18013, 2300003}, 28751, 919223, 1450275913},
    {{19001, 2400001}, 29741, 929239, 630010163},   {{20011, 2500009}, 30757, 939229, 1957228051},
    {{21001, 2600011}, 31741, 949241, 1136962271},  {{22003, 2700023}, 32749, 959227, 316696507},
    {{23003, 2800001}, 33739, 969233, 1643914411},  {{24001, 2900017}, 34739, 979229, 823648663},
    {{25013, 3000017}, 35731, 989231, 3382867},     {{26003, 3100007}, 36739, 999221, 1330600751},
    {{27011, 3200003}, 37747, 1009237, 510334987},  {{28001, 3300001}, 38737, 1019237, 1837552891},
    {{29009, 3400043}, 39733, 1029247, 1017287111}, {{30011, 3500017}, 40739, 1039229, 197021353},
    {{31013, 3600001}, 41737, 1049227, 1524239231}, {{32003, 3700001}, 42737, 1059221, 703973531},
    {{33013, 3800021}, 43753, 1069223, 2031191369}, {{34019, 3900067}, 44741, 1079227, 1210925591},
    {{35023, 4000037}, 45737, 1089223, 390659833},  {{36007, 4100011}, 46747, 1099223, 1717877729},
};

static void elias_init(perlin_noise *noise, const perlin_params *params)
{
    noise->smoothing = params->smoothing;
    noise->salt = (uint32_t)mix64(params->seed); /* 0 for 0 */
    memcpy(noise->elias, elias_constants, sizeof noise->elias);
}

/* ---- Gradient sets (perlin.h lists them) ------------------------------------------------------ */

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

/* SLICE is no set of its own where there is no slice of cubes. */
static uint32_t gradients_2d(const perlin_params *params)
{
    if (perlin_is_on_simplices(params->basis) && params->gradients == PERLIN_GRADIENTS_SLICE)
        return PERLIN_GRADIENTS_DEFAULT;
    return params->gradients;
}

/* Puts a set into 32 rows, which are returned, as perlin_mirror() does. */
static const struct gradient_rows *mirror(const struct gradient_rows *set,
                                          struct gradient_rows *mirrored, uint8_t row_of[])
{
    *mirrored = (struct gradient_rows){.rows = 32};
    perlin_mirror(set->rows, set->component, 2, 8, mirrored->component, row_of);
    return mirrored;
}

static void gradients_init(perlin_noise *noise)
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
    const int divides = noise->basis == PERLIN_BASIS_GRADIENT;
    for (int d = 0; d < 4; d++)
        for (int a = 0; a < 4; a++)
            for (int h = 0; h < 32; h++) {
                const double g = sets[d]->component[h % sets[d]->rows][a];
                struct perlin_rows_f32 *const f32 = &noise->gradients_f32[d];
                struct perlin_rows_f64 *const f64 = &noise->gradients_f64[d];
                f32->column[a][h] = f32->row[h][a] =
                    (float)g / (divides && noise->ops.f32->is_divided[d] ? PERLIN_SCALE_f32 : 1);
                f64->column[a][h] = f64->row[h][a] =
                    g / (divides && noise->ops.f64->is_divided[d] ? PERLIN_SCALE_f64 : 1);
                const uint8_t top = g == 0 ? 0 : g > 0 ? 0x3f : 0xbf;
                const int top_index = perlin_top_index(sets[d]->rows, a, h);
                f32->top[a][top_index] = f64->top[a][top_index] = top;
                f32->tops[h] |= (uint32_t)top << PERLIN_TOPS_SHIFT(a);
                if (h < 8) {
                    uint64_t bits;
                    memcpy(&bits, &f64->column[a][h], sizeof bits);
                    f64->two_tops[a][h] = (uint8_t)(bits >> 56);
                    f64->two_tops[a][8 + h] = (uint8_t)(bits >> 48);
                }
            }
    struct perlin_rows_f32 *const rows_3d = &noise->gradients_f32[2];
    for (int pair = 0; pair < PERLIN_TABLE_SIZE; pair++) {
        const uint32_t here = rows_3d->tops[pair % 16], next = rows_3d->tops[pair / 16];
        rows_3d->pair_tops[pair][0] = here;
        rows_3d->pair_tops[pair][1] = next;
        noise->gradients_f64[2].pair_tops[pair] = here | (uint64_t)next << 32;
    }
}

/* ---- Output ------------------------------------------------------------------------------------ */

/* S: just under the reciprocal of the proven bound (docs/range.md, scripts/prove-range). */
static double signed_scale(const perlin_params *params, uint32_t dims)
{
    if (params->basis == PERLIN_BASIS_VALUE)
        return 0x1.00fefefefefefp+0;
    static const double scale_cubic[] = {0x1.9b3197fe64cb3p-1, 0x1.48f4799850a28p-1,
                                         0x1.0729fae04082p-1, 0x1.a50ff7cd34034p-2};
    if (params->basis == PERLIN_BASIS_VALUE_CUBIC)
        return scale_cubic[dims - 1];
    if (params->basis == PERLIN_BASIS_ELIAS)
        return 0x1.fffcp-1;
    if (perlin_is_on_simplices(params->basis))
        return perlin_simplex_scale(params, dims);
    static const double scale_2d[] = {
        [PERLIN_GRADIENTS_DEFAULT] = 0x1.52ccc0a62ec5p-1,
        [PERLIN_GRADIENTS_AXIS] = 0x1.de3e326ec197dp+0,
        [PERLIN_GRADIENTS_DIAGONAL] = 0x1.fffcp-1,
        [PERLIN_GRADIENTS_SLICE] = 0x1.fffcp-1,
        [PERLIN_GRADIENTS_EVEN] = 0x1.7025b257182dap+0,
    };
    static const double scale[] = {0x1.fffcp-3, 0, 0x1.ee06525b040fp-1, 0x1.4d3263f5d6108p-1};
    return dims == 2 ? scale_2d[params->gradients] : scale[dims - 1];
}

static float round_toward_zero(double positive)
{
    const float nearest = (float)positive;
    return (double)nearest > positive ? nextafterf(nearest, 0.0f) : nearest;
}

/* The scale of a total whose octaves are of magnitude 1 at most: leaves room for the sum's rounding. */
static const double sum_scale = 0x1.fffcp-1;

/* The scale of a fractal's total, of octaves that `scale` scales to [-1, 1]. */
static double total_scale(const struct perlin_shape *shape, double scale)
{
    const double offset = shape->ridge_offset, below = offset - 1.0;
    switch (shape->fractal) {
    case PERLIN_FRACTAL_NONE:
    case PERLIN_FRACTAL_FBM:
        return scale;
    case PERLIN_FRACTAL_MULTIFRACTAL:
        return 2.0 * sum_scale / (offset > 0.5 ? offset * offset : below * below);
    default:
        return sum_scale;
    }
}

static void output_init(perlin_noise *noise, const perlin_params *params)
{
    const int is_raw = noise->range == PERLIN_RANGE_RAW || noise->range == PERLIN_RANGE_RAW_UNIT;
    const int is_unit = noise->range == PERLIN_RANGE_UNIT || noise->range == PERLIN_RANGE_RAW_UNIT;
    /* Totals from 0 up, which SIGNED moves down and UNIT leaves. */
    const int is_positive = noise->shape.fractal == PERLIN_FRACTAL_MULTIFRACTAL && !is_raw;
    const double half = is_positive ? 0.0 : 0.5, low = is_positive ? -1.0 : 0.0;
    for (uint32_t d = 0; d < 4; d++) {
        const double octave_scale = is_raw ? 1.0 : signed_scale(params, d + 1);
        const double scale = is_raw ? 1.0 : total_scale(&noise->shape, octave_scale);
        const float scale_f32 = round_toward_zero(scale);
        noise->output_f64[d] = (struct perlin_output_f64){.octave_scale = octave_scale,
                                                          .scale = scale,
                                                          .factor = is_unit ? scale / 2 : scale,
                                                          .bias = is_unit ? half : low};
        noise->output_f32[d] =
            (struct perlin_output_f32){.octave_scale = round_toward_zero(octave_scale),
                                       .scale = scale_f32,
                                       .factor = is_unit ? scale_f32 / 2 : scale_f32,
                                       .bias = (float)(is_unit ? half : low)};
    }
}

/* ---- Octaves ----------------------------------------------------------------------------------- */

/* The period of an octave, where those before it have one: 0 if it is not the first one's times an integer, or passes
   PERLIN_MAX_PERIOD. */
static uint32_t octave_period(uint32_t period, double lacunarity, uint32_t octave)
{
    double cells = period; /* exact: products are taken of integers up to the limit only */
    for (uint32_t o = 0; o < octave; o++)
        cells = floor(lacunarity) == lacunarity ? cells * lacunarity : 0.0;
    return cells >= 1.0 && cells <= PERLIN_MAX_PERIOD ? (uint32_t)cells : 0;
}

/* The cells after which an axis without a period repeats: Elias's hash keeps 31 bits. */
static uint32_t natural_period(const perlin_params *params)
{
    return params->basis == PERLIN_BASIS_ELIAS ? PERLIN_MAX_PERIOD : perlin_table_size(params);
}

perlin_status perlin_spectrum_init(struct perlin_spectrum *spectrum, const perlin_params *params)
{
    const uint32_t octaves = params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
    double frequency = params->frequency, amplitude = 1.0, sum = 0.0;
    for (uint32_t o = 0; o < octaves; o++) {
        if (!isfinite(frequency))
            return PERLIN_ERROR_FREQUENCY;
        spectrum->frequency[o] = frequency;
        spectrum->weight[o] = amplitude;
        for (int a = 0; a < 4; a++) {
            const uint32_t period = params->period[a];
            spectrum->modulus[o][a] =
                period == 0 ? natural_period(params) : octave_period(period, params->lacunarity, o);
            if (spectrum->modulus[o][a] == 0)
                return PERLIN_ERROR_PERIOD;
        }
        sum += amplitude;
        frequency *= params->lacunarity;
        amplitude *= params->gain;
    }
    if (!isfinite(sum)) /* amplitudes are not negative: the sum is finite only if all are */
        return PERLIN_ERROR_GAIN;
    for (uint32_t o = 0; o < octaves; o++)
        spectrum->weight[o] /= sum;
    spectrum->octaves = octaves;
    return PERLIN_OK;
}

uint32_t perlin_visible_octaves(const perlin_params *params, double step, uint32_t depth)
{
    const double faintest = ldexp(1.0, -(int)depth);
    double frequency = params->frequency, amplitude = 1.0, sum = 0.0;
    uint32_t octaves = 0;
    for (; octaves < PERLIN_MAX_OCTAVES; octaves++) {
        sum += amplitude;
        if (!(fabs(frequency * step) <= 0.5 && amplitude >= faintest * sum))
            break;
        frequency *= params->lacunarity;
        amplitude *= params->gain;
    }
    return octaves > 0 ? octaves : 1;
}

/* ---- Rotation ------------------------------------------------------------------------------------ */

/* K.jpg's, of 2022: 1 / sqrt(3), (3 - sqrt(3)) / 6, 1 less that, 1 / (2 sqrt(3)), sqrt(3) / 2. */
#define R 0x1.279a74590331cp-1
#define G 0x1.b0cb174df99c7p-3
#define H 0x1.93cd3a2c8198ep-1
#define Q 0x1.279a74590331cp-2
#define P 0x1.bb67ae8584caap-1

static const struct {
    uint32_t dims;
    double row[4][4];
} published_rotations[] = {
    [PERLIN_ROTATION_XY] = {3, {{H, -G, R}, {-G, H, R}, {-R, -R, R}}},
    [PERLIN_ROTATION_XZ] = {3, {{H, R, -G}, {-R, R, -R}, {-G, R, H}}},
    [PERLIN_ROTATION_XYZ] = {4,
                             {{5.0 / 6, -1.0 / 6, -1.0 / 6, 0.5},
                              {-1.0 / 6, 5.0 / 6, -1.0 / 6, 0.5},
                              {-1.0 / 6, -1.0 / 6, 5.0 / 6, 0.5},
                              {-0.5, -0.5, -0.5, 0.5}}},
    [PERLIN_ROTATION_XYZ_XY] =
        {4, {{H, -G, Q, 0.5}, {-G, H, Q, 0.5}, {-R, -R, Q, 0.5}, {0, 0, -P, 0.5}}},
    [PERLIN_ROTATION_XYZ_XZ] =
        {4, {{H, Q, -G, 0.5}, {-R, Q, -R, 0.5}, {-G, Q, H, 0.5}, {0, -P, 0, 0.5}}},
};

#undef R
#undef G
#undef H
#undef Q
#undef P

static void rotation_init(perlin_noise *noise, const perlin_params *params)
{
    const uint32_t kind = params->rotation;
    for (uint32_t dims = 1; dims <= 4; dims++) {
        struct perlin_rotation *const rotation = &noise->rotation[dims - 1];
        if (kind == PERLIN_ROTATION_MATRIX) {
            rotation->applies = 1;
            memcpy(rotation->row, params->matrix, sizeof rotation->row);
        } else if (kind != PERLIN_ROTATION_NONE && published_rotations[kind].dims == dims) {
            rotation->applies = 1;
            memcpy(rotation->row, published_rotations[kind].row, sizeof rotation->row);
        }
    }
}

/* ---- The whole --------------------------------------------------------------------------------- */

static uint32_t table_count(const perlin_params *params)
{
    return params->octave_tables && params->fractal != PERLIN_FRACTAL_NONE ? params->octaves : 1;
}

/* Whether a noise has quads: its kernels look them up, of both lane types, and it has one table, which is a small one. */
static int has_quads(const perlin_params *params, const struct perlin_ops *ops)
{
    const int is_hashed =
        params->basis == PERLIN_BASIS_GRADIENT || params->basis == PERLIN_BASIS_VALUE;
    return is_hashed && ops->f32->has_quads && table_count(params) == 1 &&
           perlin_table_size(params) == PERLIN_TABLE_SIZE;
}

size_t perlin_noise_size(const perlin_params *params, const struct perlin_ops *ops)
{
    const size_t arrays =
        (perlin_table_size(params) + 1) * (sizeof(uint16_t) + 4 * sizeof(uint8_t));
    return sizeof(struct perlin_noise) +
           table_count(params) * (sizeof(struct perlin_tables) + arrays) +
           (has_quads(params, ops) ? sizeof(struct perlin_quads) : 0);
}

void perlin_noise_init(perlin_noise *noise, const perlin_params *params,
                       const struct perlin_spectrum *spectrum)
{
    noise->basis = params->basis;
    noise->interpolation = params->interpolation;
    noise->range = params->range;
    noise->gradients = gradients_2d(params);
    noise->shape = (struct perlin_shape){.fractal = params->fractal,
                                         .weighted_strength = params->weighted_strength,
                                         .ping_pong_strength = params->ping_pong_strength,
                                         .ridge_offset = params->ridge_offset,
                                         .ridge_gain = params->ridge_gain};
    noise->spectrum = *spectrum;
    rotation_init(noise, params);
    if (perlin_is_on_simplices(params->basis))
        perlin_simplex_init(noise, params);
    noise->table_size = perlin_table_size(params);
    noise->table_count = table_count(params);
    const uint32_t size = noise->table_size, count = noise->table_count;
    uint16_t *const permutations = (uint16_t *)(void *)(noise->tables + count);
    uint8_t *const leaves = (uint8_t *)(permutations + (size_t)count * (size + 1));
    gradients_init(noise); /* after perlin_simplex_init: replaces row_of of sets that it mirrors */
    for (uint32_t o = 0; o < count; o++)
        tables_init(&noise->tables[o], permutations + (size_t)o * (size + 1),
                    leaves + 4 * (size_t)o * (size + 1), size, params, noise, o);
    if (has_quads(params, &noise->ops)) {
        struct perlin_quads *const quads =
            (struct perlin_quads *)(void *)(leaves + 4 * (size_t)count * (size + 1));
        quads_init(quads, &noise->tables[0]);
        noise->quads = quads;
    }
    elias_init(noise, params);
    output_init(noise, params);
}
