/*
 * The integer hash of lattice cells (src/noise/integer_hash.h): what it makes of cells looks
 * independent, along axes and across, from seed to seed and from copy to copy. Hashes that lack a
 * part each show that the measures tell bad ones.
 */
#include "../src/basis/cellular/cellular.h"
#include "../src/noise/noise.h"
#include "draws.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The hash, and broken ones --------------------------------------------------------------- */

enum { AXES = 5, COPY = 4 }; /* the last axis counts copies of a lattice */

/* The hash, or one that lacks a part of it. */
enum hasher { THE_HASH, NO_SQUARE, NO_T, NO_MASK, NO_RULE, NO_LAST, HALF_SEED, HALF_CELL };

static const char *const names[] = {"the hash",
                                    "a hash without squares",
                                    "a hash without ^ t",
                                    "a hash without masks",
                                    "a hash with common factors in keys",
                                    "a hash without last",
                                    "a hash of 32 bits of seeds",
                                    "a hash of 16 bits of cells"};

static struct perlin_keys keys_of(enum hasher hasher, uint64_t state)
{
    struct perlin_keys keys;
    state &= hasher == HALF_SEED ? UINT32_MAX : UINT64_MAX;
    perlin_draw_keys(&keys, &state);
    for (int a = 0; a < 4 && hasher == NO_RULE; a++) { /* the factor is 3 */
        const uint32_t low = 5463 + 2 * (keys.axis[a] % 2729), high = 1 + 2 * (keys.mask[a] % 5460);
        keys.axis[a] = 3 * high << 16 | 3 * low;
    }
    return keys;
}

static uint32_t hash_along(enum hasher hasher, const struct perlin_keys *keys, uint32_t axis,
                           uint32_t cell)
{
    const uint32_t t = perlin_dot(cell + PERLIN_CELL_BITS, keys->axis[axis]);
    switch (hasher) {
    case NO_SQUARE:
        return t + keys->mask[axis];
    case NO_T:
        return perlin_dot(t, t) ^ keys->mask[axis];
    case NO_MASK:
        return perlin_dot(t, t) ^ t;
    case HALF_CELL:
        return perlin_axis_hash(keys, axis, cell & 0xffff);
    default:
        return perlin_axis_hash(keys, axis, cell);
    }
}

/* Joins the hashes of a cell along each axis. along[COPY] is a copy's number. */
static uint32_t joined(enum hasher hasher, const struct perlin_keys *keys, uint32_t axes,
                       const uint32_t along[])
{
    uint32_t h = along[0];
    for (uint32_t a = 1; a < axes && a < COPY; a++)
        h = perlin_dot(h, along[a]);
    if (axes == AXES)
        return perlin_dot(h, keys->last[along[COPY]]);
    return axes > 1 || hasher == NO_LAST ? h : perlin_dot(h, keys->last[0]);
}

static uint32_t hash_cell(enum hasher hasher, const struct perlin_keys *keys, uint32_t axes,
                          const uint32_t cell[])
{
    uint32_t along[AXES] = {0};
    for (uint32_t a = 0; a < axes; a++)
        along[a] = a == COPY ? cell[a] : hash_along(hasher, keys, a, cell[a]);
    return joined(hasher, keys, axes, along);
}

/* ---- Readings -------------------------------------------------------------------------------- */

/* What noises read from a hash: five bits, the value, rows of 8, 16 and 32 gradients, and a feature
   point's four places and value. */
enum {
    BIT = PERLIN_ROW_SHIFT,
    BITS = 5,
    VALUE = BITS,
    ROWS,
    POINTS = ROWS + 3,
    READINGS = POINTS + 5
};

static const char *const readings[READINGS] = {
    "bit 13",  "bit 14",  "bit 15", "bit 16", "bit 17", "value", "8 rows",
    "16 rows", "32 rows", "u_x",    "u_y",    "u_z",    "u_w",   "a cell's value"};

/* With a mean of 0 and a variance of 1, if hashes are uniform. */
static float read_hash(uint32_t h, uint32_t reading)
{
    if (reading < BITS)
        return (h >> (BIT + reading) & 1) ? 1.0F : -1.0F;
    if (reading == VALUE)
        return (float)(int32_t)(h << PERLIN_VALUE_SHIFT) * 0x1p-31F * 1.7320508F;
    if (reading >= POINTS) {
        const struct perlin_cell_point point = perlin_point_of_hash(h);
        const uint32_t of[] = {point.first, point.first << 16, point.second, point.second << 16,
                               point.first * PERLIN_POINT_VALUE};
        return (float)(int32_t)(of[reading - POINTS] & 0xffff0000) * 0x1p-31F * 1.7320508F;
    }
    const uint32_t rows = 8u << (reading - ROWS);
    const float n = (float)rows, row = (float)(h >> BIT & (rows - 1));
    return (row - (n - 1.0F) / 2.0F) / sqrtf((n * n - 1.0F) / 12.0F);
}

/* ---- Regions of cells ------------------------------------------------------------------------ */

enum { SIZE_BITS = 14, SIZE = 1 << SIZE_BITS };

/* Cells in an array, 2^bits along each axis. Unless it is full, a quarter of them stay empty, as many
   as lags reach, so that a lag is one distance in the array. There are five copies. */
struct region {
    uint32_t axes, bits[AXES];
    int is_full;
};

static uint32_t reach_along(const struct region *r, uint32_t axis)
{
    if (axis == COPY && r->bits[axis])
        return PERLIN_LATTICE_COPIES - 1;
    return r->is_full ? 0 : (1u << r->bits[axis]) / 4;
}

static uint32_t count_along(const struct region *r, uint32_t axis)
{
    return axis == COPY && r->bits[axis] ? PERLIN_LATTICE_COPIES
                                         : (1u << r->bits[axis]) - reach_along(r, axis);
}

static uint32_t hashes[2][SIZE];
static unsigned char is_cell[SIZE];

/* Hashes the region's cells from `first` on. Returns the size of the array. */
static uint32_t hash_region(enum hasher hasher, const struct perlin_keys *keys,
                            const struct region *r, const uint32_t first[AXES], uint32_t out[SIZE])
{
    static uint32_t along[AXES][SIZE];
    uint32_t size = 1;
    for (uint32_t a = 0; a < AXES; a++) {
        for (uint32_t n = 0; n < count_along(r, a); n++)
            along[a][n] = a == COPY ? n : hash_along(hasher, keys, a, first[a] + n);
        size <<= r->bits[a];
    }
    for (uint32_t at = 0; at < size; at++) {
        uint32_t of_cell[AXES], place = at;
        is_cell[at] = 1;
        for (uint32_t a = 0; a < AXES; a++) {
            const uint32_t n = place & ((1u << r->bits[a]) - 1);
            is_cell[at] &= n < count_along(r, a);
            of_cell[a] = along[a][n];
            place >>= r->bits[a];
        }
        out[at] = is_cell[at] ? joined(hasher, keys, r->axes, of_cell) : 0;
    }
    return size;
}

/* Somewhere: every other time near the origin. */
static void choose_first(struct random *random, uint32_t first[AXES])
{
    const int is_near = random_chance(random, 2);
    for (uint32_t a = 0; a < AXES; a++)
        first[a] = is_near ? 0 - random_below(random, 1024) : (uint32_t)random_u64(random);
}

/* ---- Correlations at all lags of a region ---------------------------------------------------- */

struct number {
    float re, im;
};

static struct number roots[SIZE]; /* [half + k]: the turn by k / (2 * half) */
static uint32_t reversed[SIZE];   /* numbers with their bits in the opposite order */

static void prepare_transform(void)
{
    for (uint32_t half = 1; half < SIZE; half *= 2)
        for (uint32_t k = 0; k < half; k++) {
            const double angle = -3.14159265358979323846 * (double)k / (double)half;
            roots[half + k] = (struct number){(float)cos(angle), (float)sin(angle)};
            reversed[half + k] = reversed[k] + SIZE / 2 / half;
        }
}

/* The Fourier transform of 2 * half numbers (Cooley and Tukey, 1965). Frequencies come in the order
   of their reversed bits. */
static void transform(struct number *v, size_t half)
{
    for (size_t k = 0; k < half; k++) {
        struct number *const a = &v[k], *const b = &v[k + half];
        const struct number w = roots[half + k];
        const float re = a->re - b->re, im = a->im - b->im;
        a->re += b->re;
        a->im += b->im;
        b->re = re * w.re - im * w.im;
        b->im = re * w.im + im * w.re;
    }
    if (half > 1) {
        transform(v, half / 2);
        transform(v + half, half / 2);
    }
}

/* Sums the products of a reading of both arrays, by lag: lag i is in sums[reversed[i]].re. */
static void correlate(uint32_t reading, struct number sums[SIZE])
{
    static struct number v[SIZE];
    for (size_t i = 0; i < SIZE; i++)
        v[i] = is_cell[i] ? (struct number){read_hash(hashes[0][i], reading),
                                            read_hash(hashes[1][i], reading) / (float)SIZE}
                          : (struct number){0, 0};
    transform(v, SIZE / 2);
    for (size_t i = 0; i < SIZE; i++) {
        const struct number p = v[reversed[i]], q = v[reversed[(SIZE - i) % SIZE]];
        /* The transforms of the two real arrays, from that of a + bi. */
        const struct number a = {(p.re + q.re) / 2, (p.im - q.im) / 2};
        const struct number b = {(p.im + q.im) / 2, (q.re - p.re) / 2};
        sums[i] = (struct number){a.re * b.re + a.im * b.im, a.re * b.im - a.im * b.re};
    }
    transform(sums, SIZE / 2);
}

struct lag {
    int32_t by[AXES];
    uint32_t at;
    double pairs; /* of cells so far apart */
};

static struct lag lags[SIZE];
static size_t lag_count;

/* Lists all lags within reach. Of a region with itself a lag and its opposite are the same, and 0
   says nothing. */
static void find_lags(const struct region *r, int is_within)
{
    lag_count = 0;
    for (uint32_t at = is_within ? 1 : 0; at < (is_within ? SIZE / 2 + 1 : SIZE); at++) {
        struct lag lag = {.at = at, .pairs = 1};
        int32_t rest = (int32_t)at, is_in_reach = 1;
        for (uint32_t a = 0; a < AXES; a++) {
            const int32_t side = 1 << r->bits[a], low = rest & (side - 1);
            lag.by[a] = low > side / 2 ? low - side : low;
            rest = (rest - lag.by[a]) / side;
            is_in_reach &= abs(lag.by[a]) <= (int32_t)reach_along(r, a);
            lag.pairs *= (double)count_along(r, a) - fabs((double)lag.by[a]);
        }
        if (is_in_reach)
            lags[lag_count++] = lag;
    }
}

/* Two states that are alike: of seeds a bit apart, of neighbouring seeds or octaves. */
static void choose_states(struct random *random, size_t number, uint64_t states[2])
{
    const uint64_t s = random_chance(random, 2) ? random_u64(random) : random_below(random, 1000);
    const uint32_t octave = number % 3 == 0 ? 0 : random_below(random, 4);
    const uint64_t bit = (63 + 29 * (number / 3)) % 64; /* each, from the highest on */
    states[0] = octave_state(s, octave);
    states[1] = number % 3 == 0   ? s ^ UINT64_C(1) << bit
                : number % 3 == 1 ? octave_state(s + 1, octave)
                                  : octave_state(s, octave + 1);
}

/* Of independent numbers, one correlation in three billion is so many deviations from 0. A run of
   this program looks at some millions. */
static const double deviations = 6.3;

static const struct {
    const char *name;
    struct region region;
} regions[] = {{"line_1d_x", {1, {14}, 0}},           {"line_2d_x", {2, {14}, 0}},
               {"line_2d_y", {2, {0, 14}, 0}},        {"line_3d_x", {3, {14}, 0}},
               {"line_3d_y", {3, {0, 14}, 0}},        {"line_3d_z", {3, {0, 0, 14}, 0}},
               {"line_4d_x", {4, {14}, 0}},           {"line_4d_y", {4, {0, 14}, 0}},
               {"line_4d_z", {4, {0, 0, 14}, 0}},     {"line_4d_w", {4, {0, 0, 0, 14}, 0}},
               {"plane_2d_xy", {2, {7, 7}, 0}},       {"plane_3d_xy", {3, {7, 7}, 0}},
               {"plane_3d_xz", {3, {7, 0, 7}, 0}},    {"plane_3d_yz", {3, {0, 7, 7}, 0}},
               {"plane_4d_zw", {4, {0, 0, 7, 7}, 0}}, {"box_3d", {3, {5, 5, 4}, 0}},
               {"box_4d", {4, {4, 4, 3, 3}, 0}},      {"copies_x", {5, {10, 0, 0, 0, 4}, 0}},
               {"copies_z", {5, {0, 0, 10, 0, 4}, 0}}};

/*
 * Correlates a region of many seeds, with itself or with that of a seed that is alike. It is bad if
 * correlations are beyond chance at some lag of all seeds together, or in more than a few single
 * regions. (Of 20,000 lines of seeds two are related to themselves.)
 */
static int are_regions_bad(enum hasher hasher, struct random *random, const struct region *r,
                           int is_within)
{
    static struct number sums[SIZE];
    static double all[READINGS][SIZE];
    double greatest = 0, excess = -1;
    size_t done = 0, related = 0;
    memset(all, 0, sizeof all);
    find_lags(r, is_within);
    for (struct trials t = trials(30); next_trial(&t); done++) {
        uint32_t first[AXES];
        uint64_t states[2];
        double most = 0;
        choose_states(random, t.number, states);
        choose_first(random, first);
        for (int i = 0; i < 2; i++) {
            const struct perlin_keys keys = keys_of(hasher, states[is_within ? 0 : i]);
            hash_region(hasher, &keys, r, first, hashes[i]);
        }
        for (uint32_t reading = 0; reading < READINGS; reading++) {
            correlate(reading, sums);
            for (size_t i = 0; i < lag_count; i++) {
                const double sum = (double)sums[reversed[lags[i].at]].re;
                all[reading][i] += sum;
                most = fmax(most, fabs(sum) / sqrt(lags[i].pairs));
            }
        }
        related += most > deviations + 0.7;
    }
    for (uint32_t reading = 0; reading < READINGS; reading++)
        for (size_t i = 0; i < lag_count; i++) {
            const double pairs = lags[i].pairs * (double)done;
            const double c = fabs(all[reading][i]) / pairs;
            const int32_t *const by = lags[i].by;
            greatest = fmax(greatest, c);
            if (c - deviations / sqrt(pairs) <= fmax(excess, 0))
                continue;
            excess = c - deviations / sqrt(pairs);
            print_message("too much by %.4f at lag %d, %d, %d, %d, %d of %s\n", excess, by[0],
                          by[1], by[2], by[3], by[4], readings[reading]);
        }
    print_message("%s: correlation at most %.4f; %zu of %zu regions related\n", names[hasher],
                  greatest, related, done);
    return excess > 0 || related > 1 + done / 200;
}

static int are_cells_bad(enum hasher hasher, struct random *random, uint32_t region)
{
    return are_regions_bad(hasher, random, &regions[region].region, 1);
}

/* No seed's noise is that of another, moved within the region. */
static int are_seeds_bad(enum hasher hasher, struct random *random, uint32_t region)
{
    return are_regions_bad(hasher, random, &regions[region].region, 0);
}

/* ---- Bits that agree ------------------------------------------------------------------------- */

/* In how many cells each of five bits is the same as in another cell. */
struct agreement {
    double same[BITS], cells;
};

static void compare(const uint32_t a[], const uint32_t b[], uint32_t size, struct agreement *sum)
{
    uint32_t same[BITS] = {0};
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t bit = 0; bit < BITS; bit++)
            same[bit] += ~(a[i] ^ b[i]) >> (BIT + bit) & 1;
    for (uint32_t bit = 0; bit < BITS; bit++)
        sum->same[bit] += same[bit];
    sum->cells += size;
}

static double deviations_of(const struct agreement *agreement, uint32_t bit)
{
    return fabs(2 * agreement->same[bit] - agreement->cells) / sqrt(agreement->cells);
}

/* Of how many pairs of lines bits were compared, and how many of these agree beyond chance. */
struct share {
    double beyond, tried;
};

static void take_share(struct share *share, const struct agreement *agreement)
{
    for (uint32_t bit = 0; bit < BITS; bit++)
        share->beyond += deviations_of(agreement, bit) > deviations;
    share->tried += (double)BITS;
}

/* Five bits more than the bound are too many. */
static int is_too_much(enum hasher hasher, const struct share *share, double bound)
{
    print_message("%s: %.0f of %.0f bits of pairs of lines related\n", names[hasher], share->beyond,
                  share->tried);
    return share->beyond > 5 + bound * share->tried;
}

/* ---- Far lags -------------------------------------------------------------------------------- */

enum { LAGS = 4 * 32 };

static uint32_t far_lag(uint32_t number)
{
    const uint32_t power = 1u << number / 4, lag[4] = {power, power + 1, power - 1, 3 * power};
    return lag[number % 4];
}

/* 2^k, 2^k + 1, 2^k - 1 and 3 * 2^k cells for each k, along each axis and each long diagonal. */
static int are_far_lags_bad(enum hasher hasher, struct random *random, uint32_t axes)
{
    static const uint32_t bits[] = {12, 6, 4, 3}; /* 4096 cells */
    static struct agreement sums[4 + 8][LAGS];
    const uint32_t directions = axes == 1 ? 1 : axes + (1u << (axes - 1));
    struct region r = {.axes = axes, .is_full = 1};
    double greatest = 0, most = 0;
    for (uint32_t a = 0; a < axes; a++)
        r.bits[a] = bits[axes - 1];
    memset(sums, 0, sizeof sums);
    for (struct trials t = trials(8); next_trial(&t);) {
        const struct perlin_keys keys = keys_of(hasher, random_u64(random));
        uint32_t first[AXES], moved[AXES] = {0};
        choose_first(random, first);
        const uint32_t size = hash_region(hasher, &keys, &r, first, hashes[0]);
        for (uint32_t d = 0; d < directions; d++)
            for (uint32_t k = 0; k < LAGS; k++) {
                for (uint32_t a = 0; a < axes; a++) {
                    const int is_negated = d >= axes && (d - axes) << 1 >> a & 1;
                    const uint32_t lag = d < axes && d != a ? 0 : far_lag(k);
                    moved[a] = is_negated ? first[a] - lag : first[a] + lag;
                }
                hash_region(hasher, &keys, &r, moved, hashes[1]);
                compare(hashes[0], hashes[1], size, &sums[d][k]);
            }
    }
    for (uint32_t d = 0; d < directions; d++)
        for (uint32_t k = 0; k < LAGS; k++)
            for (uint32_t bit = 0; bit < BITS && far_lag(k) > 0; bit++) {
                const double z = deviations_of(&sums[d][k], bit);
                greatest = fmax(greatest, z / sqrt(sums[d][k].cells));
                if (z > fmax(most, deviations))
                    print_message("direction %u, lag %u, bit %u: %.1f deviations\n", d, far_lag(k),
                                  BIT + bit, z);
                most = fmax(most, z);
            }
    print_message("%s: correlation at most %.4f\n", names[hasher], greatest);
    return most > deviations;
}

/* ---- Pairs of lines -------------------------------------------------------------------------- */

enum { LINES = 256, WORDS = 4096 / 64 };

/* Lines along an axis, near one another or anywhere, each with each. */
static void compare_lines(enum hasher hasher, struct random *random, uint32_t axes, uint32_t axis,
                          struct share *share)
{
    static uint64_t bits[LINES][BITS][WORDS];
    struct region r = {.axes = axes, .is_full = 1};
    const struct perlin_keys keys = keys_of(hasher, random_u64(random));
    const int are_near = random_chance(random, 2);
    uint32_t first[AXES];
    choose_first(random, first);
    r.bits[axis] = 12;
    memset(bits, 0, sizeof bits);
    for (uint32_t i = 0; i < LINES; i++) {
        for (uint32_t a = 0, rest = i; a < axes; a++)
            if (a != axis) { /* 2-D: 256, 3-D: 16 by 16, 4-D: 8 by 8 by 4 */
                const uint32_t side = axes == 2 ? 256 : axes == 3 ? 16 : 8;
                first[a] = are_near ? rest % side : (uint32_t)random_u64(random);
                rest /= side;
            }
        hash_region(hasher, &keys, &r, first, hashes[0]);
        for (uint32_t n = 0; n < 64 * WORDS; n++)
            for (uint32_t bit = 0; bit < BITS; bit++)
                bits[i][bit][n / 64] |= (uint64_t)(hashes[0][n] >> (BIT + bit) & 1) << n % 64;
    }
    for (uint32_t i = 0; i < LINES; i++)
        for (uint32_t pair = 0; pair < i * BITS; pair++) {
            const uint64_t *const a = bits[i][pair % BITS];
            const uint64_t *const b = bits[pair / BITS][pair % BITS];
            struct agreement agreement = {{64 * WORDS}, 64 * WORDS};
            for (uint32_t n = 0; n < WORDS; n++)
                agreement.same[0] -= __builtin_popcountll(a[n] ^ b[n]);
            share->beyond += deviations_of(&agreement, 0) > deviations;
            share->tried++;
        }
}

/* Some are related, seen over many seeds: rare lines hash to numbers with a simple ratio. */
static int are_lines_bad(enum hasher hasher, struct random *random, uint32_t axes)
{
    struct share share = {0, 0};
    for (struct trials t = trials(6); next_trial(&t);)
        compare_lines(hasher, random, axes, (uint32_t)t.number % axes, &share);
    return is_too_much(hasher, &share, 1e-5);
}

/* ---- Attacks: what parts of the hash are for ------------------------------------------------- */

/* Places along an axis by the halves of cell + PERLIN_CELL_BITS. Where the high half is the same, t
   is linear in the low one: t = low * (the key's low half) + high * (its high half). */
enum { HIGH = PERLIN_CELL_BITS >> 16, ATTACKED = 2048 };

static int32_t low_half(uint32_t key)
{
    return (int16_t)key;
}

static int32_t high_half(uint32_t key)
{
    return (int16_t)(key >> 16);
}

static uint32_t cell_at(int32_t high, int32_t low)
{
    return (((uint32_t)high << 16) | ((uint32_t)low & 0xffff)) - PERLIN_CELL_BITS;
}

/* Compares 8 lines along x from two places on, by two keys; the second line may be mirrored. */
static void compare_at(enum hasher hasher, const struct perlin_keys keys[2],
                       const uint32_t start[2], int is_mirrored, struct random *random,
                       struct share *share)
{
    for (int line = 0; line < 8; line++) {
        struct agreement agreement = {{0}, 0};
        const uint32_t y = (uint32_t)random_u64(random) >> random_below(random, 32);
        for (uint32_t i = 0; i < ATTACKED; i++)
            for (int k = 0; k < 2; k++) {
                const uint32_t x = start[k] + (k && is_mirrored ? 0 - i : i);
                hashes[k][i] = hash_cell(hasher, &keys[k], 2, (const uint32_t[]){x, y});
            }
        compare(hashes[0], hashes[1], ATTACKED, &agreement);
        take_share(share, &agreement);
    }
}

/* If the halves of a key have a common factor, t repeats after this number over the factor. */
static void repeat(enum hasher hasher, struct random *random, struct share *share)
{
    const struct perlin_keys keys = keys_of(hasher, random_u64(random)), both[2] = {keys, keys};
    const uint32_t key = keys.axis[0], period = (key << 16) - (uint32_t)high_half(key);
    for (uint32_t factor = 3; factor < 32768; factor += 2) {
        const uint32_t x = cell_at(HIGH, 12000), start[2] = {x, x + period / factor};
        if (period % factor == 0)
            compare_at(hasher, both, start, 0, random, share);
    }
}

/* If the low half of a key is added twice to the high one, t moves by 2 * HIGH cells. */
static void shift(enum hasher hasher, struct random *random, struct share *share)
{
    const uint32_t start[2] = {cell_at(HIGH, -30000 + 2 * HIGH), cell_at(HIGH, -30000)};
    struct perlin_keys keys[2] = {keys_of(hasher, random_u64(random))};
    while (high_half(keys[0].axis[0]) + 2 * low_half(keys[0].axis[0]) > 32767)
        keys[0] = keys_of(hasher, random_u64(random));
    keys[1] = keys[0];
    keys[1].axis[0] += keys[0].axis[0] << 17;
    keys[1].mask[0] = keys_of(hasher, random_u64(random)).mask[0];
    compare_at(hasher, keys, start, 0, random, share);
}

/* Where the sum of two t is 65536, the halves of one are those of the other, negated: the high
   halves of such places have a sum u, and the low ones a sum s. */
static void mirror(enum hasher hasher, struct random *random, struct share *share)
{
    const struct perlin_keys keys = keys_of(hasher, random_u64(random)), both[2] = {keys, keys};
    const int32_t low = low_half(keys.axis[0]), high = high_half(keys.axis[0]);
    for (int32_t u = -65536; u < 65536; u++) {
        const int32_t rest = (int32_t)(65536 - (uint32_t)u * (uint32_t)high), s = rest / low;
        const uint32_t start[2] = {cell_at(u / 2, 4096), cell_at(u - u / 2, s - 4096)};
        if (rest % low == 0 && s > -26000 && (s < 4096 || s >= 4096 + ATTACKED) && s < 26000)
            compare_at(hasher, both, start, 1, random, share);
    }
}

/* Where t is 0, a line across the axis is hashed by the mask alone. */
static void zero(enum hasher hasher, struct random *random, struct share *share)
{
    const struct perlin_keys keys = keys_of(hasher, random_u64(random));
    const uint32_t key = keys.axis[0], y = (uint32_t)random_u64(random);
    const uint32_t x = cell_at(-low_half(key), high_half(key));
    struct agreement agreement = {{0}, 0};
    for (uint32_t i = 0; i <= ATTACKED; i++)
        hashes[0][i] = hash_cell(hasher, &keys, 2, (const uint32_t[]){x, y + i});
    compare(hashes[0], &hashes[0][1], ATTACKED, &agreement);
    take_share(share, &agreement);
}

static const struct {
    const char *name;
    void (*attack)(enum hasher hasher, struct random *random, struct share *share);
    enum hasher broken;
    double bound;
} attacks[] = {{"attack_repeat", repeat, NO_RULE, 0.001},
               {"attack_shift", shift, NO_MASK, 0.002},
               {"attack_zero", zero, NO_MASK, 0.001},
               {"attack_mirror", mirror, NO_T, 0.001}};

static int does_attack_succeed(enum hasher hasher, struct random *random, uint32_t number)
{
    struct share share = {0, 0};
    for (struct trials t = trials(100); next_trial(&t);)
        attacks[number].attack(hasher, random, &share);
    return is_too_much(hasher, &share, attacks[number].bound);
}

/* ---- Shifted seeds --------------------------------------------------------------------------- */

enum { SEEDS = 10000, STEP = 64, SLOTS = 1 << 22 };

/* A run of hashes along an axis, by its first two. */
struct run {
    uint64_t start;
    uint32_t key, low;
};

static uint64_t run_at(enum hasher hasher, const struct perlin_keys keys[SEEDS], uint32_t key,
                       uint32_t low)
{
    const uint32_t cell = cell_at(HIGH, 0) + low;
    const uint64_t next = hash_along(hasher, &keys[key / 4], key % 4, cell + 1);
    return next << 32 | hash_along(hasher, &keys[key / 4], key % 4, cell);
}

static struct run runs[SLOTS];
static uint32_t is_there[1 << 20]; /* a bit for each of 2^25 values: misses of `runs` are slow */

/* Where a run is or may be stored; NULL if it is not there and not to be. */
static struct run *find_run(uint64_t start, int is_new)
{
    const uint64_t place = start * UINT64_C(0x9e3779b97f4a7c15) >> 39;
    const uint32_t bit = 1u << place % 32;
    uint64_t slot = place / 8;
    if (is_new)
        is_there[place / 32] |= bit;
    else if (!(is_there[place / 32] & bit))
        return NULL;
    while (runs[slot].start != 0 && runs[slot].start != start)
        slot = (slot + 1) % SLOTS;
    return &runs[slot];
}

/* Of the keys of many seeds in a row, have two 64 hashes in common, moved by 2^14 cells at most?
   Runs at STEP cells in a row meet those at every STEPth cell of 2^15. */
static int are_seeds_shifted(enum hasher hasher, struct random *random, uint32_t axes)
{
    static struct perlin_keys keys[SEEDS];
    const uint64_t first_seed = random_u64(random);
    size_t pairs = 0;
    memset(runs, 0, sizeof runs);
    memset(is_there, 0, sizeof is_there);
    for (uint32_t i = 0; i < SEEDS; i++)
        keys[i] = keys_of(hasher, first_seed + i);
    for (uint32_t key = 0; key < axes * SEEDS; key++)
        for (uint32_t low = 1 << 14; low < (1 << 14) + STEP; low++) {
            const uint64_t start = run_at(hasher, keys, key, low);
            *find_run(start, 1) = (struct run){start, key, low};
        }
    for (uint32_t key = 0; key < axes * SEEDS; key++)
        for (uint32_t low = 0; low < 1 << 15; low += STEP) {
            const struct run *const run = find_run(run_at(hasher, keys, key, low), 0);
            uint32_t length = 0;
            while (run && run->start != 0 && run->key != key && length < 64 &&
                   run_at(hasher, keys, key, low + length) ==
                       run_at(hasher, keys, run->key, run->low + length))
                length++;
            pairs += length == 64;
        }
    print_message("%s: %zu pairs of keys shifted\n", names[hasher], pairs);
    return pairs > 0;
}

/* ---- Rows and avalanche ---------------------------------------------------------------------- */

/* Rows of sets of 8, 16 and 32 gradients are equally frequent. */
static int are_rows_bad(enum hasher hasher, struct random *random, uint32_t axes)
{
    const struct region in_1d = {1, {14}, 1}, beyond = {axes, {7, 7}, 1};
    double counts[32] = {0}, most = 0, all = 0;
    for (struct trials t = trials(100); next_trial(&t); all += (double)SIZE) {
        const struct perlin_keys keys = keys_of(hasher, random_u64(random));
        uint32_t first[AXES];
        choose_first(random, first);
        hash_region(hasher, &keys, axes == 1 ? &in_1d : &beyond, first, hashes[0]);
        for (uint32_t i = 0; i < SIZE; i++)
            counts[hashes[0][i] >> BIT & 31]++;
    }
    for (uint32_t n = 32; n >= 8; n /= 2) {
        const double expected = all / n;
        double chi_square = 0;
        for (uint32_t i = 0; i < n; i++)
            chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
        for (uint32_t i = 0; i < n / 2; i++)
            counts[i] += counts[i + n / 2]; /* of half as many rows */
        print_message("%s: chi-square of %u rows is %.1f\n", names[hasher], n, chi_square);
        most = fmax(most, (chi_square - (n - 1)) / sqrt(2.0 * (n - 1)));
    }
    return most > 10;
}

/* A bit of a cell along any axis, or of the seed, flips half of the hash's bits. */
static int is_avalanche_bad(enum hasher hasher, struct random *random, uint32_t axes)
{
    const size_t n = scaled(2000);
    double most = 0;
    for (uint32_t in = 0; in < 32 * axes + 64; in++) {
        struct agreement agreement = {{0}, 0};
        for (size_t i = 0; i < n; i++) {
            const uint64_t seed = random_u64(random);
            const struct perlin_keys keys = keys_of(hasher, seed);
            uint32_t cell[AXES], h[2];
            for (uint32_t a = 0; a < axes; a++)
                cell[a] = (uint32_t)random_u64(random) >> random_below(random, 32);
            h[0] = hash_cell(hasher, &keys, axes, cell);
            if (in < 32 * axes) {
                cell[in / 32] ^= 1u << in % 32;
                h[1] = hash_cell(hasher, &keys, axes, cell);
            } else {
                const struct perlin_keys other =
                    keys_of(hasher, seed ^ UINT64_C(1) << (in - 32 * axes));
                h[1] = hash_cell(hasher, &other, axes, cell);
            }
            compare(&h[0], &h[1], 1, &agreement);
        }
        for (uint32_t bit = 0; bit < BITS; bit++)
            most = fmax(most, fabs(agreement.same[bit] / agreement.cells - 0.5));
    }
    print_message("%s: bits flip with a probability of 1/2 +- %.3f\n", names[hasher], most);
    return most > 0.002 + deviations / 2 / sqrt((double)n);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

typedef int measure(enum hasher hasher, struct random *random, uint32_t number);

static struct check {
    measure *is_bad;
    uint32_t number;
    enum hasher hasher;
} checks[100];

static void check(const struct test_case *test)
{
    const struct check *const c = &checks[test->dims];
    struct random random = random_for(test);
    const int is_bad = c->is_bad(c->hasher, &random, c->number);
    if (is_bad && c->hasher == THE_HASH)
        fail_msg("%s: the hash is bad", test->name);
    if (!is_bad && c->hasher != THE_HASH)
        fail_msg("%s: the measure does not tell %s", test->name, names[c->hasher]);
}

static void add(measure *is_bad, uint32_t number, enum hasher hasher, const char *name)
{
    static uint32_t count;
    checks[count] = (struct check){is_bad, number, hasher};
    add_case(check, NULL, F32, count++, "%s%s", name, hasher == THE_HASH ? "" : "_broken");
}

int main(void)
{
    static const struct {
        const char *name;
        measure *is_bad;
    } by_dims[] = {{"far_lags", are_far_lags_bad},
                   {"lines", are_lines_bad},
                   {"rows", are_rows_bad},
                   {"avalanche", is_avalanche_bad}};
    char name[40];
    prepare_transform();
    for (uint32_t i = 0; i < COUNT_OF(regions); i++) {
        snprintf(name, sizeof name, "cells_%s", regions[i].name);
        add(are_cells_bad, i, THE_HASH, name);
        snprintf(name, sizeof name, "seeds_%s", regions[i].name);
        add(are_seeds_bad, i, THE_HASH, name);
    }
    add(are_cells_bad, 0, NO_LAST, "cells_line_1d_x");
    add(are_cells_bad, 1, NO_SQUARE, "cells_line_2d_x");
    add(are_seeds_bad, 0, HALF_SEED, "seeds_line_1d_x");
    for (size_t m = 0; m < COUNT_OF(by_dims); m++)
        for (uint32_t dims = by_dims[m].is_bad == are_lines_bad ? 2 : 1; dims <= 4; dims++) {
            snprintf(name, sizeof name, "%s_%ud", by_dims[m].name, dims);
            add(by_dims[m].is_bad, dims, THE_HASH, name);
        }
    add(are_far_lags_bad, 2, HALF_CELL, "far_lags_2d");
    add(are_lines_bad, 2, NO_SQUARE, "lines_2d");
    add(is_avalanche_bad, 2, HALF_CELL, "avalanche_2d");
    for (uint32_t i = 0; i < COUNT_OF(attacks); i++) {
        add(does_attack_succeed, i, THE_HASH, attacks[i].name);
        add(does_attack_succeed, i, attacks[i].broken, attacks[i].name);
    }
    add(are_seeds_shifted, 4, THE_HASH, "shifted_seeds");
    add(are_seeds_shifted, 4, NO_MASK, "shifted_seeds");
    return run_cases("hash");
}
