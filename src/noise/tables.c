/*
 * Chooses the hash, and builds what cells are hashed by in each octave: permutation tables, in the
 * forms that kernels look up in, or the integer hash's keys and scales (integers.c).
 */
#include "noise.h"

#include <string.h>

/* Ken Perlin's table, from the reference implementation of improved noise (2002). */
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

/* ---- Tables from seeds (docs/parameters.md) -------------------------------------------------- */

/* A uniform number below n. Rejects draws below 2^64 mod n, so that all remainders are equally
   likely. */
static uint32_t below(uint64_t *state, uint32_t n)
{
    uint64_t draw;
    do {
        draw = perlin_splitmix64(state);
    } while (draw < n && draw < (0 - (uint64_t)n) % n); /* rarely divides: first tests draw < n */
    return (uint32_t)(draw % n);
}

/* Fisher and Yates's shuffle of 0..255, in Durstenfeld's form (1964), from the top down. */
static void shuffle(uint8_t table[PERLIN_TABLE_SIZE], uint64_t *state)
{
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        table[i] = (uint8_t)i;
    for (uint32_t i = PERLIN_TABLE_SIZE - 1; i > 0; i--) {
        const uint32_t j = below(state, i + 1);
        const uint8_t swapped = table[i];
        table[i] = table[j];
        table[j] = swapped;
    }
}

/* Draws as many numbers as a shuffle does. */
static void skip_shuffle(uint64_t *state)
{
    for (uint32_t i = PERLIN_TABLE_SIZE - 1; i > 0; i--)
        below(state, i + 1);
}

perlin_hash perlin_hash_for(const perlin_params *params)
{
    const uint32_t hashes = perlin_bases[params->basis]->hashes;
    const int asks_for_tables = params->permutation != NULL ||
                                params->gradients != PERLIN_GRADIENTS_DEFAULT ||
                                params->simplex_radius == PERLIN_RADIUS_PUBLISHED;
    if (hashes == 0)
        return PERLIN_HASH_AUTO;
    if (params->hash != PERLIN_HASH_AUTO)
        return params->hash;
    if ((hashes & PERLIN_BY_TABLES) && (asks_for_tables || !(hashes & PERLIN_BY_INTEGERS)))
        return PERLIN_HASH_PERMUTATION;
    return PERLIN_HASH_INTEGER;
}

/* Mixing twice keeps octave o of one seed apart from octave 0 of another. */
uint64_t perlin_octave_state(const perlin_params *params, uint32_t octave)
{
    return octave == 0 ? params->seed : perlin_mix64(perlin_mix64(params->seed) ^ octave);
}

/* Fills the permutation of an octave: the caller's, the published one, or a shuffle. */
static void permutation_init(uint8_t table[PERLIN_TABLE_SIZE], const perlin_params *params,
                             uint32_t octave, uint64_t *state)
{
    if (octave == 0 && params->permutation)
        memcpy(table, params->permutation, PERLIN_TABLE_SIZE);
    else if (octave > 0 || params->seed != 0)
        shuffle(table, state);
    else
        memcpy(table, published_permutation, PERLIN_TABLE_SIZE);
}

int perlin_is_permutation(const uint8_t table[PERLIN_TABLE_SIZE])
{
    uint8_t seen[PERLIN_TABLE_SIZE] = {0};
    for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
        if (seen[table[i]]++)
            return 0;
    return 1;
}

/* Draws the offset of an octave's lattice: from a quarter to three quarters of a cell along each
   axis. These draws follow those of the octave's table. */
static void offset_init(double offset[4], uint64_t *state)
{
    for (int a = 0; a < 4; a++)
        offset[a] = (double)(64 + (perlin_splitmix64(state) & 127)) / 256.0;
}

/* Fills the tables of one octave. */
static void tables_init(struct perlin_tables *tables, const perlin_params *params, uint32_t octave,
                        uint64_t *state)
{
    const struct perlin_basis_info *const basis = perlin_bases[params->basis];
    permutation_init(tables->lut.value, params, octave, state);
    perlin_bytes_init(&tables->lut);
    for (uint32_t d = 0; basis->leaf && d < 4; d++) {
        for (uint32_t i = 0; i < PERLIN_TABLE_SIZE; i++)
            tables->leaf[d].value[i] = basis->leaf(params, d + 1, tables->lut.value, i);
        perlin_bytes_init(&tables->leaf[d]);
    }
}

/* ---- Memory: the noise, then its tables or integers ------------------------------------------- */

static uint32_t octave_count(const perlin_params *params)
{
    return params->fractal == PERLIN_FRACTAL_NONE ? 1 : params->octaves;
}

static uint32_t table_count(const perlin_params *params)
{
    if (params->hash != PERLIN_HASH_PERMUTATION)
        return 0;
    return params->octave_seeds ? octave_count(params) : 1;
}

size_t perlin_hashes_size(const perlin_params *params)
{
    if (params->hash == PERLIN_HASH_INTEGER)
        return octave_count(params) * sizeof(struct perlin_integers);
    return table_count(params) * sizeof(struct perlin_tables);
}

/* Fills the integers of all octaves, and draws after each octave's keys its offsets. */
static void integers_init(perlin_noise *noise, const perlin_params *params)
{
    struct perlin_integers *const integers = (struct perlin_integers *)(void *)noise->tables;
    noise->integers = integers;
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        uint64_t state = perlin_octave_state(params, o);
        perlin_draw_keys(&integers[o].keys, &state);
        if (!params->octave_seeds)
            integers[o].keys = integers[0].keys;
        if (o > 0 && params->octave_offsets)
            offset_init(noise->spectrum.offset[o], &state);
        perlin_integers_init(noise, params, &integers[o], o);
    }
}

void perlin_hashes_init(perlin_noise *noise, const perlin_params *params)
{
    noise->table_count = table_count(params);
    if (params->hash == PERLIN_HASH_INTEGER) {
        integers_init(noise, params);
        return;
    }
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        uint64_t state = perlin_octave_state(params, o);
        if (o < noise->table_count)
            tables_init(&noise->tables[o], params, o, &state);
        else if (o > 0 && params->octave_offsets)
            skip_shuffle(&state); /* which offsets follow, whether or not there is a table */
        if (o > 0 && params->octave_offsets)
            offset_init(noise->spectrum.offset[o], &state);
    }
}
