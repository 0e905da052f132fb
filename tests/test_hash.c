/*
 * The integer hash of lattice cells (src/noise/integer_hash.h): what it makes of cells looks
 * independent, along axes and across, from seed to seed and from copy to copy. Its constants were
 * chosen to meet these bounds. Broken hashes show that the measures tell bad ones.
 */
#include "../src/noise/integer_hash.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- The hash, and broken ones --------------------------------------------------------------- */

struct hasher {
    const char *name;
    struct perlin_key (*key)(uint64_t state); /* of an octave that has this state */
    uint32_t (*hash)(struct perlin_key key, uint32_t axes, const uint32_t cell[]);
};

static uint32_t mixed(uint32_t h)
{
    return h ^ h >> PERLIN_HASH_SHIFT;
}

static uint64_t mixed_state(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* The halves of the generator's first number (docs/seeds.md). */
static struct perlin_key drawn_key(uint64_t state)
{
    const uint64_t drawn = mixed_state(state + UINT64_C(0x9e3779b97f4a7c15));
    return (struct perlin_key){(uint32_t)drawn, (uint32_t)(drawn >> 32)};
}

static struct perlin_key plain_key(uint64_t state)
{
    return (struct perlin_key){(uint32_t)state, 0};
}

static const uint32_t times[] = PERLIN_HASH_CELLS, step[] = PERLIN_HASH_STEPS;

static uint32_t sum_of_products(struct perlin_key key, uint32_t axes, const uint32_t cell[])
{
    static const uint32_t primes[] = {0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1};
    uint32_t sum = key.before;
    for (uint32_t a = 0; a < axes; a++)
        sum += cell[a] * primes[a];
    return mixed(sum) * 0x27d4eb2f + key.after;
}

static uint32_t seed_added_to_x(struct perlin_key key, uint32_t axes, const uint32_t cell[])
{
    uint32_t h = mixed(cell[0] * times[0] + key.before) * step[0];
    for (uint32_t a = 1; a < axes; a++)
        h = mixed(h ^ cell[a] * times[a]) * step[a];
    return axes > 1 ? h : mixed(h) * step[1];
}

static const struct hasher the_hash = {"the hash", drawn_key, perlin_integer_hash},
                           of_a_sum = {"a hash of a sum of products", drawn_key, sum_of_products},
                           of_x_and_seed = {"a seed added to a product of x", plain_key,
                                            seed_added_to_x};

/* ---- Readings -------------------------------------------------------------------------------- */

/* What noises read from a hash: its bits, its value from -1 to 1, and rows of sets of gradients.
   Rows of 2^k are bits. */
enum { FIRST_BIT = 8, BITS = 32 - FIRST_BIT, VALUE = BITS, ROWS, READINGS = ROWS + 3 };

static const uint32_t row_counts[] = {12, 48, 160};

static uint32_t row_of(uint32_t h, uint32_t rows)
{
    return (h >> 16) * rows >> 16;
}

/* With a mean of 0 and a variance of 1, if hashes are uniform. Bits are those of values; from 16 on,
   which rows are of, they are the hash's own. */
static float read_hash(uint32_t h, uint32_t reading)
{
    const uint32_t value = h ^ h >> 16;
    if (reading < BITS)
        return (value >> (reading + FIRST_BIT) & 1) ? 1.0F : -1.0F;
    if (reading == VALUE)
        return (float)(int32_t)value * 0x1p-31F * 1.7320508F;
    const uint32_t n = row_counts[reading - ROWS];
    const float rows = (float)n;
    return ((float)row_of(h, n) - (rows - 1.0F) / 2.0F) / sqrtf((rows * rows - 1.0F) / 12.0F);
}

static const char *reading_name(uint32_t reading)
{
    static char name[16];
    if (reading == VALUE)
        return "value";
    if (reading < BITS)
        snprintf(name, sizeof name, "bit %u", reading + FIRST_BIT);
    else
        snprintf(name, sizeof name, "%u rows", row_counts[reading - ROWS]);
    return name;
}

/* ---- The Fourier transform ------------------------------------------------------------------- */

/* Cooley and Tukey, 1965. Frequencies are in the order of their bits reversed, so that no numbers
   need to move: `transform` leaves them so, and `transform_back` takes them so. */
enum { SIZE = 1 << 16 };

struct number {
    float re, im;
};

static struct number roots[SIZE]; /* [half + k]: the turn by k / (2 * half) */

/* Where the frequency of the other sign is. The lowest bit of a number that is set stays, those
   above it are inverted; of bits reversed, the highest stays. */
static size_t negative[SIZE];

static void find_roots(void)
{
    for (size_t half = 1; half < SIZE; half *= 2)
        for (size_t k = 0; k < half; k++) {
            negative[half + k] = half + (half - 1 - k);
            const double angle = -3.14159265358979323846 * (double)k / (double)half;
            roots[half + k] = (struct number){(float)cos(angle), (float)sin(angle)};
        }
}

/* Of 2 * half numbers. */
static void transform_part(struct number *v, size_t half)
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
        transform_part(v, half / 2);
        transform_part(v + half, half / 2);
    }
}

static void transform_part_back(struct number *v, size_t half)
{
    if (half > 1) {
        transform_part_back(v, half / 2);
        transform_part_back(v + half, half / 2);
    }
    for (size_t k = 0; k < half; k++) {
        struct number *const a = &v[k], *const b = &v[k + half];
        const struct number w = roots[half + k];
        const float re = b->re * w.re + b->im * w.im, im = b->im * w.re - b->re * w.im;
        b->re = a->re - re;
        b->im = a->im - im;
        a->re += re;
        a->im += im;
    }
}

static void transform(struct number v[SIZE])
{
    transform_part(v, SIZE / 2);
}

static void transform_back(struct number v[SIZE])
{
    transform_part_back(v, SIZE / 2);
    for (size_t i = 0; i < SIZE; i++) {
        v[i].re /= (float)SIZE;
        v[i].im /= (float)SIZE;
    }
}

/* The transforms of two real arrays, from that of a + bi. */
static void part(const struct number v[SIZE], size_t i, struct number *a, struct number *b)
{
    const struct number p = v[i], q = v[negative[i]];
    *a = (struct number){(p.re + q.re) / 2, (p.im - q.im) / 2};
    *b = (struct number){(p.im + q.im) / 2, (q.re - p.re) / 2};
}

/* ---- Regions of cells ------------------------------------------------------------------------ */

enum { AXES = PERLIN_HASH_AXES, COPY = AXES - 1, COPIES = 5 };

/* Cells in an array of SIZE. Along each axis as many stay empty as lags reach, so that a lag is one
   distance in the array. */
struct region {
    uint32_t axes;
    uint32_t count[AXES]; /* 0 stands for 1 */
    uint32_t reach[AXES];
    uint32_t stride[AXES];
};

/* A line or, with a second axis, five short ones: cells of one line are alike in some ways. */
static struct region line(uint32_t axes, uint32_t axis)
{
    struct region r = {.axes = axes};
    r.count[axis] = SIZE / 2;
    r.reach[axis] = 4096;
    r.stride[axis] = 1;
    if (axes > 1) {
        const uint32_t other = axis > 0 ? axis - 1 : 1;
        r.count[axis] = 8192;
        r.count[other] = 5;
        r.stride[other] = 8192 + 4096;
    }
    return r;
}

static struct region plane(uint32_t axes, uint32_t across, uint32_t down)
{
    struct region r = {.axes = axes};
    r.count[across] = r.count[down] = 192;
    r.reach[across] = r.reach[down] = 64;
    r.stride[across] = 1;
    r.stride[down] = 256;
    return r;
}

/* Of three axes or four. */
static struct region box(uint32_t axes)
{
    struct region r = {.axes = axes};
    for (uint32_t a = 0, stride = 1; a < axes; a++) {
        const uint32_t side = axes == 4 ? 16 : a == 0 ? 64 : 32;
        r.reach[a] = axes == 4 ? 4 : 8;
        r.count[a] = side - r.reach[a];
        r.stride[a] = stride;
        stride *= side;
    }
    return r;
}

/* A line in each copy of a lattice. */
static struct region line_in_copies(uint32_t axis)
{
    struct region r = {.axes = AXES};
    r.count[axis] = 4096 - 64;
    r.reach[axis] = 64;
    r.stride[axis] = 1;
    r.count[COPY] = COPIES;
    r.reach[COPY] = COPIES - 1;
    r.stride[COPY] = 4096;
    return r;
}

static uint32_t count_of(const struct region *r, uint32_t axis)
{
    return r->count[axis] ? r->count[axis] : 1;
}

static uint32_t hashes[2][SIZE];
static unsigned char is_cell[SIZE];

/* Hashes the region's cells from `first` on. */
static void hash_region(const struct hasher *hasher, struct perlin_key key, const struct region *r,
                        const uint32_t first[AXES], uint32_t out[SIZE])
{
    uint32_t n[AXES] = {0};
    memset(is_cell, 0, SIZE);
    for (;;) {
        uint32_t cell[AXES], axis = 0;
        size_t at = 0;
        for (uint32_t a = 0; a < AXES; a++) {
            cell[a] = first[a] + n[a];
            at += (size_t)n[a] * r->stride[a];
        }
        out[at] = hasher->hash(key, r->axes, cell);
        is_cell[at] = 1;
        while (axis < AXES && ++n[axis] == count_of(r, axis))
            n[axis++] = 0;
        if (axis == AXES)
            return;
    }
}

/* Somewhere: every other time near the origin. There are only as many copies. */
static void choose_first(struct random *random, const struct region *r, uint32_t first[AXES])
{
    const int is_near = random_chance(random, 2);
    for (uint32_t a = 0; a < AXES; a++)
        first[a] = (uint32_t)random_u64(random) >> (is_near ? 24 : 0);
    first[COPY] = r->count[COPY] ? 0 : first[COPY] % COPIES;
}

/* Of a seed of its own. */
static void hash_somewhere(const struct hasher *hasher, struct random *random,
                           const struct region *r)
{
    uint32_t first[AXES];
    choose_first(random, r, first);
    hash_region(hasher, hasher->key(random_u64(random)), r, first, hashes[0]);
}

/* ---- Correlations ---------------------------------------------------------------------------- */

/* Of independent numbers, no correlation among some millions is so many deviations from 0. */
static const double deviations = 5.8;

static const double usual_bound = 0.005;

struct largest {
    double correlation; /* of readings but low bits */
    double of_low_bits; /* where they have a bound of their own */
    double excess;      /* beyond the bound and what a finite sample may add to it */
    int32_t lag[AXES];
    uint32_t readings[2];
};

static const struct largest none_yet = {.excess = -1};

/* One axis after another, from the least to the greatest lag; 0 after the last. */
static int next_lag(const struct region *r, int32_t lag[AXES])
{
    for (uint32_t a = 0; a < AXES; a++) {
        if (lag[a] < (int32_t)r->reach[a]) {
            lag[a]++;
            return 1;
        }
        lag[a] = -(int32_t)r->reach[a];
    }
    return 0;
}

/* Takes in the sums of products of two readings, by lag, over so many regions. Of one reading with
   itself, a lag and its opposite are the same, and 0 says nothing. */
static void take(struct largest *most, const struct region *r, const float sums[SIZE],
                 size_t regions, uint32_t first, uint32_t second, int is_with_itself, double bound)
{
    int32_t lag[AXES];
    for (uint32_t a = 0; a < AXES; a++)
        lag[a] = -(int32_t)r->reach[a];
    do {
        double pairs = (double)regions;
        int64_t at = 0;
        for (uint32_t a = 0; a < AXES; a++) {
            pairs *= (double)count_of(r, a) - fabs((double)lag[a]);
            at += (int64_t)lag[a] * r->stride[a];
        }
        if (is_with_itself && at <= 0)
            continue;
        const double c = fabs((double)sums[(uint64_t)at % SIZE]) / pairs;
        const double excess = c - bound - deviations / sqrt(pairs);
        double *const greatest = bound > 0.02 ? &most->of_low_bits : &most->correlation;
        *greatest = fmax(*greatest, c);
        if (excess > most->excess) {
            most->excess = excess;
            most->readings[0] = first;
            most->readings[1] = second;
            memcpy(most->lag, lag, sizeof lag);
        }
    } while (next_lag(r, lag));
}

/*
 * The last axis is mixed only once, and bit b of the last product sees no more than the b + 1
 * lowest bits of what it multiplies. So in thousands of lags there are some that bits below 12
 * notice less; these are 2^-20 of a value, and of no row. What a lag does varies from cell to cell,
 * too: a few cells of this axis are a few differences, and a lag from copy to copy is one. Of
 * copies rows alone are read.
 */
static double bound_of(const struct region *r, uint32_t reading)
{
    const uint32_t last = r->axes - 1, bit = reading + FIRST_BIT;
    if (last == 0 || r->reach[last] == 0)
        return usual_bound;
    if (last == COPY)
        return bit < 16 ? 0.5 : 0.01;
    if (bit < 12)
        return 0.03;
    return r->count[last] < 100 ? 0.02 : r->count[last] < 1000 ? 0.01 : usual_bound;
}

static struct number values[SIZE];

/* The transform of two readings as one, the second times i. */
static void transform_readings(const uint32_t first[SIZE], uint32_t first_reading,
                               const uint32_t second[SIZE], uint32_t second_reading)
{
    for (size_t i = 0; i < SIZE; i++)
        values[i] = is_cell[i] ? (struct number){read_hash(first[i], first_reading),
                                                 read_hash(second[i], second_reading)}
                               : (struct number){0, 0};
    transform(values);
}

/* Adds what transforms back to the sums of products of each reading with itself, the second's times
   i. */
static void add_powers(struct number sums[SIZE])
{
    for (size_t i = 0; i < SIZE; i++) {
        struct number a, b;
        part(values, i, &a, &b);
        sums[i].re += a.re * a.re + a.im * a.im;
        sums[i].im += b.re * b.re + b.im * b.im;
    }
}

/* The same of the products of one with the other. */
static void add_products(struct number sums[SIZE])
{
    for (size_t i = 0; i < SIZE; i++) {
        struct number a, b;
        part(values, i, &a, &b);
        sums[i].re += a.re * b.re + a.im * b.im;
        sums[i].im += a.im * b.re - a.re * b.im;
    }
}

static void take_parts(struct number sums[SIZE], float re[SIZE], float im[SIZE])
{
    transform_back(sums);
    for (size_t i = 0; i < SIZE; i++) {
        re[i] = sums[i].re;
        im[i] = sums[i].im;
    }
}

static float re[SIZE], im[SIZE];

/* Of each reading with itself, over regions of many seeds. */
static struct largest measure(const struct hasher *hasher, struct random *random,
                              const struct region *r, size_t regions)
{
    static struct number sums[READINGS / 2][SIZE];
    struct largest most = none_yet;
    size_t done = 0;
    memset(sums, 0, sizeof sums);
    for (struct trials t = trials(regions); next_trial(&t); done++) {
        hash_somewhere(hasher, random, r);
        for (uint32_t i = 0; i < READINGS; i += 2) {
            transform_readings(hashes[0], i, hashes[0], i + 1);
            add_powers(sums[i / 2]);
        }
    }
    for (uint32_t i = 0; i < READINGS; i += 2) {
        take_parts(sums[i / 2], re, im);
        take(&most, r, re, done, i, i, 1, bound_of(r, i));
        take(&most, r, im, done, i + 1, i + 1, 1, bound_of(r, i + 1));
    }
    return most;
}

/* Of the top bits with one another. */
static struct largest measure_top_bits(struct random *random, const struct region *r,
                                       size_t regions)
{
    enum { TOP = 6, FIRST = BITS - TOP, PAIRS = TOP * (TOP - 1) / 2 };
    static struct number sums[PAIRS][SIZE];
    struct largest most = none_yet;
    size_t done = 0, pair = 0;
    memset(sums, 0, sizeof sums);
    for (struct trials t = trials(regions); next_trial(&t); done++) {
        hash_somewhere(&the_hash, random, r);
        pair = 0;
        for (uint32_t b = FIRST; b < BITS; b++)
            for (uint32_t c = FIRST; c < b; c++) {
                transform_readings(hashes[0], b, hashes[0], c);
                add_products(sums[pair++]);
            }
    }
    pair = 0;
    for (uint32_t b = FIRST; b < BITS; b++)
        for (uint32_t c = FIRST; c < b; c++) {
            take_parts(sums[pair++], re, im);
            take(&most, r, re, done, b, c, 0, usual_bound);
        }
    return most;
}

static void report(const struct hasher *hasher, const char *what, const struct largest *most)
{
    char names[2][16];
    for (int i = 0; i < 2; i++)
        snprintf(names[i], sizeof names[i], "%s", reading_name(most->readings[i]));
    print_message("%s, %s: correlation at most %.4f", hasher->name, what, most->correlation);
    if (most->of_low_bits > 0)
        print_message(", of low bits %.4f", most->of_low_bits);
    print_message("\n");
    if (most->excess > 0)
        print_message("    too much by %.4f at lag %d, %d, %d, %d, %d of %s with %s\n",
                      most->excess, most->lag[0], most->lag[1], most->lag[2], most->lag[3],
                      most->lag[4], names[0], names[1]);
}

static void check(const char *what, const struct largest *most)
{
    report(&the_hash, what, most);
    if (most->excess > 0)
        fail_msg("%s: correlation beyond the bound by %g", what, most->excess);
}

/* ---- Cases: cells ---------------------------------------------------------------------------- */

/* Each is a case of its own, which has its number for dims. */
static struct region regions[32];
static uint32_t region_count;

static void cells(const struct test_case *test)
{
    struct random random = random_for(test);
    const struct region *const r = &regions[test->dims];
    const struct largest most = measure(&the_hash, &random, r, 48);
    check(test->name, &most);
}

static void top_bits(const struct test_case *test)
{
    struct random random = random_for(test);
    const struct region r = plane(test->dims, test->dims - 2, test->dims - 1);
    const struct largest most = measure_top_bits(&random, &r, 32);
    check(test->name, &most);
}

/* Every copy with every other, at the same cell. */
static void pairs_of_copies(const struct test_case *test)
{
    struct random random = random_for(test);
    const struct region r = line_in_copies(0);
    enum { CELLS = 8192 };
    static float values_of[COPIES][CELLS];
    double sums[COPIES][COPIES][READINGS] = {{{0}}}, done = 0, most = 0;
    for (struct trials t = trials(40); next_trial(&t); done += (double)CELLS) {
        static uint32_t h[COPIES][CELLS];
        const struct perlin_key key = drawn_key(random_u64(&random));
        for (uint32_t n = 0; n < CELLS; n++) {
            uint32_t cell[AXES];
            for (uint32_t a = 0; a < COPY; a++)
                cell[a] = (uint32_t)random_u64(&random) >> 16;
            for (uint32_t c = 0; c < COPIES; c++) {
                cell[COPY] = c;
                h[c][n] = perlin_integer_hash(key, AXES, cell);
            }
        }
        for (uint32_t i = 0; i < READINGS; i++) {
            for (uint32_t c = 0; c < COPIES; c++)
                for (uint32_t n = 0; n < CELLS; n++)
                    values_of[c][n] = read_hash(h[c][n], i);
            for (uint32_t c = 0; c < COPIES; c++)
                for (uint32_t d = 0; d < c; d++)
                    for (uint32_t n = 0; n < CELLS; n++)
                        sums[c][d][i] += (double)(values_of[c][n] * values_of[d][n]);
        }
    }
    for (uint32_t c = 0; c < COPIES; c++)
        for (uint32_t d = 0; d < c; d++)
            for (uint32_t i = 0; i < READINGS; i++) {
                const double correlation = fabs(sums[c][d][i]) / done;
                if (i + FIRST_BIT >= 16)
                    most = fmax(most, correlation);
                if (correlation > bound_of(&r, i) + deviations / sqrt(done))
                    fail_msg("copies %u and %u: correlation %g of %s", c, d, correlation,
                             reading_name(i));
            }
    print_message("pairs of copies: correlation at most %.4f\n", most);
}

/* Sets of gradients have rows that are equally frequent. */
static void rows(const struct test_case *test)
{
    static const uint32_t sets[] = {8, 12, 16, 24, 32, 48, 160};
    struct random random = random_for(test);
    for (uint32_t axes = 1; axes <= 4; axes++) {
        double counts[COUNT_OF(sets)][160] = {{0}}, cells = 0, most = -10, least = 10;
        const struct region r = axes == 1 ? line(1, 0) : plane(axes, 0, axes - 1);
        for (struct trials t = trials(16); next_trial(&t);) {
            uint32_t first[AXES];
            choose_first(&random, &r, first);
            hash_region(&the_hash, drawn_key(random_u64(&random)), &r, first, hashes[0]);
            for (size_t i = 0; i < SIZE; i++) {
                cells += is_cell[i];
                for (size_t s = 0; is_cell[i] && s < COUNT_OF(sets); s++)
                    counts[s][row_of(hashes[0][i], sets[s])]++;
            }
        }
        for (size_t s = 0; s < COUNT_OF(sets); s++) {
            const double n = sets[s], expected = cells / n;
            double chi_square = 0;
            for (size_t i = 0; i < sets[s]; i++)
                chi_square += (counts[s][i] - expected) * (counts[s][i] - expected) / expected;
            const double z = (chi_square - (n - 1)) / sqrt(2 * (n - 1));
            most = fmax(most, z);
            least = fmin(least, z);
            if (z > 6)
                fail_msg("%u-D: chi-square of %u rows is %g", axes, sets[s], chi_square);
        }
        print_message("%u-D: chi-square of rows, in deviations, from %.1f to %.1f\n", axes, least,
                      most);
    }
}

/* ---- Cases: seeds ---------------------------------------------------------------------------- */

/* Two states that octaves of noises may have and that are alike in some way. */
static void choose_states(struct random *random, size_t kind, uint64_t states[2])
{
    const uint64_t s = random_chance(random, 2) ? random_u64(random) : random_below(random, 1000);
    const uint64_t k = 1 + random_below(random, 64);
    states[0] = s;
    switch (kind % 6) {
    case 0:
        states[1] = s + k * times[0];
        return;
    case 1:
        states[1] = s + k * 0x9e3779b1;
        return;
    case 2:
        states[1] = k % 2 ? s + k : s ^ UINT64_C(1) << (k - 1);
        return;
    case 3:
        states[1] = s + k * UINT64_C(0x9e3779b97f4a7c15);
        return;
    case 4: /* octaves of a seed */
        states[1] = mixed_state(mixed_state(s) ^ k);
        return;
    default: /* an octave of two seeds */
        states[0] = mixed_state(mixed_state(s) ^ k);
        states[1] = mixed_state(mixed_state(s + 1) ^ k);
    }
}

/* No seed's noise is that of another, moved: correlations at lags of up to 64 cells along two axes,
   or 4096 along one, of single pairs of seeds and of all. */
static struct largest measure_seeds(const struct hasher *hasher, struct random *random,
                                    uint32_t axes, size_t pairs, struct largest *of_all)
{
    static struct number sums[SIZE], single[SIZE];
    const struct region r = axes == 1 ? line(1, 0) : plane(axes, 0, axes - 1);
    struct largest most = none_yet;
    size_t done = 0;
    memset(sums, 0, sizeof sums);
    for (struct trials t = trials(pairs); next_trial(&t); done++) {
        uint64_t states[2];
        uint32_t first[AXES];
        choose_states(random, t.number, states);
        choose_first(random, &r, first);
        for (size_t i = 0; i < 2; i++)
            hash_region(hasher, hasher->key(states[i]), &r, first, hashes[i]);
        memset(single, 0, sizeof single);
        transform_readings(hashes[0], VALUE, hashes[1], VALUE);
        add_products(single);
        for (size_t i = 0; i < SIZE; i++) {
            sums[i].re += single[i].re;
            sums[i].im += single[i].im;
        }
        take_parts(single, re, im);
        take(&most, &r, re, 1, VALUE, VALUE, 0, usual_bound);
    }
    take_parts(sums, re, im);
    *of_all = none_yet;
    take(of_all, &r, re, done, VALUE, VALUE, 0, usual_bound);
    return most;
}

static void seeds(const struct test_case *test)
{
    struct random random = random_for(test);
    struct largest of_all;
    const struct largest most = measure_seeds(&the_hash, &random, test->dims, 252, &of_all);
    check("pairs of seeds", &most);
    check("all pairs of seeds together", &of_all);
}

/* ---- Cases: broken hashes -------------------------------------------------------------------- */

static void check_broken(const struct hasher *hasher, const char *what, const struct largest *most)
{
    report(hasher, what, most);
    if (!(most->excess > 0))
        fail_msg("the measure does not tell %s", hasher->name);
}

static void broken(const struct test_case *test)
{
    struct random random = random_for(test);
    const struct region r = plane(2, 0, 1);
    struct largest of_all, most = measure(&of_a_sum, &random, &r, 4);
    check_broken(&of_a_sum, "2-D, axes 0 and 1", &most);
    most = measure_seeds(&of_x_and_seed, &random, 2, 8, &of_all);
    check_broken(&of_x_and_seed, "pairs of seeds", &most);
}

/* ---- Cases: avalanche ------------------------------------------------------------------------ */

/* How often bits of the hash flip. */
struct flips {
    double least, most, sum, count;
};

static void take_flips(struct flips *flips, const double counts[32], double n, uint32_t lowest)
{
    for (uint32_t b = lowest; b < 32; b++) {
        const double p = counts[b] / n;
        flips->least = fmin(flips->least, p);
        flips->most = fmax(flips->most, p);
        flips->sum += p;
        flips->count++;
    }
}

/* Flips one bit of a coordinate, or of the state where axis is AXES, in random cells. */
static void count_flips(struct random *random, uint32_t axes, uint32_t axis, uint32_t bit, size_t n,
                        double counts[32])
{
    memset(counts, 0, 32 * sizeof counts[0]);
    for (size_t i = 0; i < n; i++) {
        uint32_t cell[AXES];
        const uint64_t state = random_u64(random);
        for (uint32_t a = 0; a < AXES; a++)
            cell[a] = (uint32_t)random_u64(random);
        uint32_t h = perlin_integer_hash(drawn_key(state), axes, cell);
        if (axis < AXES)
            cell[axis] ^= UINT32_C(1) << bit;
        h ^= perlin_integer_hash(drawn_key(axis < AXES ? state : state ^ UINT64_C(1) << bit), axes,
                                 cell);
        for (uint32_t b = 0; b < 32; b++)
            counts[b] += h >> b & 1;
    }
}

static void check_flips(const char *what, uint32_t axis, const struct flips *flips, double spread)
{
    const double mean = flips->sum / flips->count;
    print_message("%s %u: bits flip with probability %.3f, from %.3f to %.3f\n", what, axis, mean,
                  flips->least, flips->most);
    if (!(mean > 0.48 && mean < 0.52 && flips->least > 0.5 - spread && flips->most < 0.5 + spread))
        fail_msg("%s %u: bits flip with probability %g, from %g to %g", what, axis, mean,
                 flips->least, flips->most);
}

/* One bit of a cell or of the seed flips half of the hash. Along the last axis the highest bits of
   a cell do not: but cells so far apart are of no concern. */
static void avalanche(const struct test_case *test)
{
    struct random random = random_for(test);
    const size_t n = scaled_down(10000);
    const double noise = 5.0 * 0.5 / sqrt((double)n);
    for (uint32_t axis = 0; axis <= test->dims; axis++) {
        const int is_seed = axis == test->dims, is_last = axis > 0 && axis + 1 == test->dims;
        struct flips all = {.least = 1}, near = {.least = 1};
        for (uint32_t bit = 0; bit < (is_seed ? 64 : 32); bit++) {
            double counts[32];
            count_flips(&random, test->dims, is_seed ? AXES : axis, bit, n, counts);
            take_flips(&all, counts, (double)n, is_last ? 16 : FIRST_BIT);
            if (bit <= 12)
                take_flips(&near, counts, (double)n, is_last ? 16 : FIRST_BIT);
        }
        check_flips(is_seed ? "any bit of the seed" : "any bit along axis", axis, &all,
                    is_last ? 0.51 : 0.05 + noise);
        check_flips("bits 0 to 12", axis, &near, 0.005 + noise);
    }
}

static void add_region(struct region r, const char *name)
{
    regions[region_count] = r;
    add_case(cells, NULL, F32, region_count++, "%s", name);
}

int main(void)
{
    char name[64];
    find_roots();
    for (uint32_t dims = 1; dims <= 4; dims++)
        for (uint32_t a = 0; a < dims; a++) {
            snprintf(name, sizeof name, "line_%ud_%c", dims, "xyzw"[a]);
            add_region(line(dims, a), name);
        }
    for (uint32_t dims = 2; dims <= 4; dims++)
        for (uint32_t b = 1; b < dims; b++)
            for (uint32_t a = 0; a < b; a++) {
                snprintf(name, sizeof name, "plane_%ud_%c%c", dims, "xyzw"[a], "xyzw"[b]);
                add_region(plane(dims, a, b), name);
            }
    add_region(box(3), "box_3d");
    add_region(box(4), "box_4d");
    for (uint32_t a = 0; a < COPY; a++) {
        snprintf(name, sizeof name, "copies_%c", "xyzw"[a]);
        add_region(line_in_copies(a), name);
    }
    add_case(pairs_of_copies, NULL, F32, 0, "pairs_of_copies");
    for (uint32_t dims = 2; dims <= 4; dims++)
        add_case(top_bits, NULL, F32, dims, "top_bits_%ud", dims);
    add_case(rows, NULL, F32, 0, "rows");
    for (uint32_t dims = 1; dims <= 4; dims++)
        add_case(seeds, NULL, F32, dims, "seeds_%ud", dims);
    add_case(broken, NULL, F32, 0, "broken");
    for (uint32_t dims = 1; dims <= 4; dims++)
        add_case(avalanche, NULL, F32, dims, "avalanche_%ud", dims);
    return run_cases("hash");
}
