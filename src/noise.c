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

/* Fisher and Yates's shuffle of 0..255, in Durstenfeld's form (1964), from the top down. */
static void shuffle(uint8_t table[PERLIN_TABLE_SIZE], uint64_t state)
{
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        table[i] = (uint8_t)i;
    for (uint32_t i = PERLIN_TABLE_SIZE - 1; i > 0; i--) {
        const uint32_t j = below(&state, i + 1);
        const uint8_t swapped = table[i];
        table[i] = table[j];
        table[j] = swapped;
    }
}

static void permutation_init(uint8_t table[PERLIN_TABLE_SIZE], const perlin_params *params,
                             uint32_t octave)
{
    if (octave > 0) /* mixing twice keeps octave o of one seed apart from octave 0 of another */
        shuffle(table, mix64(mix64(params->seed) ^ octave));
    else if (params->permutation_count > 0)
        for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
            table[i] = (uint8_t)params->permutation[i];
    else if (params->seed != 0)
        shuffle(table, params->seed);
    else
        memcpy(table, published_permutation, PERLIN_TABLE_SIZE);
}

int perlin_is_permutation(const uint16_t *table, uint32_t count)
{
    uint8_t seen[PERLIN_TABLE_SIZE] = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (table[i] >= count || seen[table[i]])
            return 0;
        seen[table[i]] = 1;
    }
    return 1;
}

static void pair_up(struct perlin_lut *lut)
{
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        lut->pair[i] = (uint16_t)(lut->value[i] | lut->value[(i + 1) % PERLIN_TABLE_SIZE] << 8);
}

static void tables_init(struct perlin_tables *tables, const perlin_params *params, uint32_t octave)
{
    uint8_t *const p = tables->permutation.value;
    permutation_init(p, params, octave);
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        tables->leaf2.value[i] = params->gradients == PERLIN_GRADIENTS_SLICE ? p[p[i]] : p[i];
    pair_up(&tables->permutation);
    pair_up(&tables->leaf2);
}

/* ---- Gradient sets (perlin.h lists them) ------------------------------------------------------ */

struct gradient_rows {
    int rows;
    int8_t component[32][4];
};

/* clang-format off */
static const struct gradient_rows set_1d = {
    16, {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {-1}, {-2}, {-3}, {-4}, {-5}, {-6}, {-7}, {-8}}};

static const struct gradient_rows sets_2d[] = {
    [PERLIN_GRADIENTS_DEFAULT] =
        {8, {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}}},
    [PERLIN_GRADIENTS_AXIS] = {4, {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}},
    [PERLIN_GRADIENTS_DIAGONAL] = {4, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}},
    [PERLIN_GRADIENTS_SLICE] = {16,
                                {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {1, 0}, {-1, 0},
                                 {0, 1}, {0, -1}, {0, 1}, {0, -1}, {1, 1}, {0, -1}, {-1, 1}, {0, -1}}},
};

static const struct gradient_rows set_3d = {
    16,
    {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0}, {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
     {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1}, {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}}};

static const struct gradient_rows set_4d = {
    32,
    {{1, 1, 1, 0},   {-1, 1, 1, 0},   {1, -1, 1, 0},   {-1, -1, 1, 0},
     {1, 1, -1, 0},  {-1, 1, -1, 0},  {1, -1, -1, 0},  {-1, -1, -1, 0},
     {1, 1, 0, 1},   {-1, 1, 0, 1},   {1, -1, 0, 1},   {-1, -1, 0, 1},
     {1, 1, 0, -1},  {-1, 1, 0, -1},  {1, -1, 0, -1},  {-1, -1, 0, -1},
     {1, 0, 1, 1},   {-1, 0, 1, 1},   {1, 0, -1, 1},   {-1, 0, -1, 1},
     {1, 0, 1, -1},  {-1, 0, 1, -1},  {1, 0, -1, -1},  {-1, 0, -1, -1},
     {0, 1, 1, 1},   {0, -1, 1, 1},   {0, 1, -1, 1},   {0, -1, -1, 1},
     {0, 1, 1, -1},  {0, -1, 1, -1},  {0, 1, -1, -1},  {0, -1, -1, -1}}};
/* clang-format on */

static void gradients_init(perlin_noise *noise, uint32_t gradients_2d)
{
    const struct gradient_rows *const sets[4] = {&set_1d, &sets_2d[gradients_2d], &set_3d, &set_4d};
    for (int d = 0; d < 4; d++)
        for (int a = 0; a < 4; a++)
            for (int h = 0; h < 32; h++) {
                const int8_t g = sets[d]->component[h % sets[d]->rows][a];
                struct perlin_rows_f32 *const f32 = &noise->gradients_f32[d];
                struct perlin_rows_f64 *const f64 = &noise->gradients_f64[d];
                f32->column[a][h] = f32->row[h][a] = (float)g;
                f64->column[a][h] = f64->row[h][a] = (double)g;
            }
}

/* ---- Output ------------------------------------------------------------------------------------ */

/* S: just under the reciprocal of the proven bound (docs/range.md, scripts/prove-range). */
static double signed_scale(uint32_t dims, uint32_t gradients_2d)
{
    static const double scale_2d[] = {
        [PERLIN_GRADIENTS_DEFAULT] = 0x1.52ccc0a62ec5p-1,
        [PERLIN_GRADIENTS_AXIS] = 0x1.de3e326ec197dp+0,
        [PERLIN_GRADIENTS_DIAGONAL] = 0x1.fffcp-1,
        [PERLIN_GRADIENTS_SLICE] = 0x1.fffcp-1,
    };
    static const double scale[] = {0x1.fffcp-3, 0, 0x1.ee06525b040fp-1, 0x1.4d3263f5d6108p-1};
    return dims == 2 ? scale_2d[gradients_2d] : scale[dims - 1];
}

static float round_toward_zero(double positive)
{
    const float nearest = (float)positive;
    return (double)nearest > positive ? nextafterf(nearest, 0.0f) : nearest;
}

static void output_init(perlin_noise *noise)
{
    const int is_raw = noise->range == PERLIN_RANGE_RAW || noise->range == PERLIN_RANGE_RAW_UNIT;
    const int is_unit = noise->range == PERLIN_RANGE_UNIT || noise->range == PERLIN_RANGE_RAW_UNIT;
    for (uint32_t d = 0; d < 4; d++) {
        const double scale = is_raw ? 1.0 : signed_scale(d + 1, noise->gradients);
        const float scale_f32 = round_toward_zero(scale);
        noise->output_f64[d] = (struct perlin_output_f64){
            .scale = scale, .factor = is_unit ? scale / 2 : scale, .bias = is_unit ? 0.5 : 0};
        noise->output_f32[d] =
            (struct perlin_output_f32){.scale = scale_f32,
                                       .factor = is_unit ? scale_f32 / 2 : scale_f32,
                                       .bias = is_unit ? 0.5f : 0};
    }
}

/* ---- Octaves ----------------------------------------------------------------------------------- */

perlin_status perlin_spectrum_init(struct perlin_spectrum *spectrum, const perlin_params *params)
{
    const uint32_t octaves = params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
    double frequency = params->frequency, amplitude = 1.0, sum = 0.0;
    for (uint32_t o = 0; o < octaves; o++) {
        if (!isfinite(frequency))
            return PERLIN_ERROR_FREQUENCY;
        spectrum->frequency[o] = frequency;
        spectrum->weight[o] = amplitude;
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

/* ---- The whole --------------------------------------------------------------------------------- */

static uint32_t table_count(const perlin_params *params)
{
    return params->octave_tables && params->fractal != PERLIN_FRACTAL_NONE ? params->octaves : 1;
}

size_t perlin_noise_size(const perlin_params *params)
{
    return sizeof(struct perlin_noise) + table_count(params) * sizeof(struct perlin_tables);
}

void perlin_noise_init(perlin_noise *noise, const perlin_params *params,
                       const struct perlin_spectrum *spectrum)
{
    noise->range = params->range;
    noise->gradients = params->gradients;
    noise->spectrum = *spectrum;
    noise->table_count = table_count(params);
    for (uint32_t o = 0; o < noise->table_count; o++)
        tables_init(&noise->tables[o], params, o);
    gradients_init(noise, params->gradients);
    output_init(noise);
}
