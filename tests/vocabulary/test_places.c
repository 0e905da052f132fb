/*
 * Cells and fractions of vectors (src/engine/cells.h), by each backend's vocabulary, against plain C:
 * cells exactly modulo 2^32, fractions bit for bit (but for a zero's sign, which is left open).
 */
#include "reference.h"
#include "units.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- Coordinates that break things ----------------------------------------------------------- */

enum { MAX_COORDINATES = 1 << 16 };

/* In doubles; of the lane F32 each is a float. */
struct coordinates {
    enum lane lane;
    size_t count;
    double value[MAX_COORDINATES];
};

static void add(struct coordinates *list, double value)
{
    assert_true(list->count < MAX_COORDINATES);
    list->value[list->count++] = list->lane == F32 ? (double)(float)value : value;
}

static double neighbour(enum lane lane, double value, double towards)
{
    return lane == F32 ? (double)nextafterf((float)value, (float)towards)
                       : nextafter(value, towards);
}

/* The value and its neighbours, and all of that negated. */
static void add_edge(struct coordinates *list, double value)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        add(list, sign * value);
        add(list, sign * neighbour(list->lane, value, 0));
        add(list, sign * neighbour(list->lane, value, HUGE_VAL));
    }
}

/*
 * Powers of two from the smallest subnormal to the largest, so that each edge of a conversion or of
 * the precision is among them, alone and near what a cell and a table add: 1/2, 1, 255, 256.
 */
static void add_edges(struct coordinates *list)
{
    static const double beside[] = {0.25, 0.5, 1, 1.5, 3, 127.5, 128, 255, 255.5, 256, 257, 511.75};
    const int f32 = list->lane == F32;
    for (int e = f32 ? -149 : -1074; e < (f32 ? 128 : 1024); e++) {
        const double power = ldexp(1.0, e);
        add_edge(list, power);
        if (e < -60 || e > 80)
            continue;
        for (size_t i = 0; i < COUNT_OF(beside); i++) {
            add_edge(list, power + beside[i]);
            add_edge(list, fabs(power - beside[i]));
            add_edge(list, 3 * power + beside[i]);
        }
    }
    add_edge(list, f32 ? (double)FLT_MAX : DBL_MAX);
    add_edge(list, f32 ? 1e30 : 1e300);
    add_edge(list, 0.0);
    for (int cell = -600; cell <= 600; cell++)
        add_edge(list, cell);
    for (int sign = -1; sign <= 1; sign += 2) {
        add(list, sign * 1e-10); /* below 0: its fraction rounds to 1 */
        add(list, sign * 1e-20);
        add(list, sign * HUGE_VAL);
        add(list, copysign((double)NAN, sign));
    }
}

/* ---- Comparison ------------------------------------------------------------------------------ */

/* Places a vector of coordinates at c, in double if `wide`. */
static void compare_place(const struct test_case *test, int wide, const void *c)
{
    const struct vocabulary *const v = table_of(test);
    const size_t n = v->lanes;
    const enum lane lane = test->lane == F64 ? F64 : wide ? F64_F32 : F32;
    uint32_t *const cell = place_operand(OUT, n * sizeof *cell);
    void *const fraction = place_operand(OUT_2, n * v->real_size);
    int64_t expected_cell[MAX_LANES];
    double expected_fraction[MAX_LANES]; /* room for either type */
    double settled[MAX_LANES];
    if (wide)
        v->place_f64(cell, fraction, c);
    else
        v->place_f32(cell, fraction, c);
    expect_place(lane, n, expected_cell, expected_fraction, c);
    settle_fractions(test->lane, n, settled, fraction);
    for (size_t l = 0; l < n; l++) {
        const double value = wide ? ((const double *)c)[l] : (double)((const float *)c)[l];
        if (expected_cell[l] != ANY_CELL && cell[l] != expected_cell[l])
            fail_msg("cell of %a, lane %zu: %" PRIu32 ", expected %" PRId64, value, l, cell[l],
                     expected_cell[l]);
        assert_same_bits((char *)settled + l * v->real_size,
                         (char *)expected_fraction + l * v->real_size, 1, v->real_size,
                         "fraction of %a, lane %zu", value, l);
    }
}

static void compare_random(const struct test_case *test, int wide)
{
    const struct vocabulary *const v = table_of(test);
    const enum lane coordinate = wide ? F64 : F32;
    const size_t n = v->lanes;
    struct random r = random_for(test);
    void *const c = place_operand(A, n * coord_size(coordinate));
    for (struct trials t = trials(50000); next_trial(&t);) {
        fill_coordinates(&r, coordinate, t.number % 4 ? MIXED : ORDINARY, c, n);
        compare_place(test, wide, c);
    }
}

/* The list once for each lane that it can start in. */
static void compare_edges(const struct test_case *test, int wide)
{
    static struct coordinates list;
    const struct vocabulary *const v = table_of(test);
    const size_t n = v->lanes;
    void *const c = place_operand(A, n * coord_size(wide ? F64 : F32));
    list.lane = wide ? F64 : F32;
    list.count = 0;
    add_edges(&list);
    for (size_t shift = 0; shift < v->lanes; shift++)
        for (size_t i = 0; i < list.count; i += n) {
            for (size_t l = 0; l < n; l++) {
                const double value = list.value[(i + l + shift) % list.count];
                if (wide)
                    ((double *)c)[l] = value;
                else
                    ((float *)c)[l] = (float)value;
            }
            compare_place(test, wide, c);
        }
}

static void place_f32_edges(const struct test_case *test)
{
    compare_edges(test, 0);
}

static void place_f32_random(const struct test_case *test)
{
    compare_random(test, 0);
}

static void place_f64_edges(const struct test_case *test)
{
    compare_edges(test, 1);
}

static void place_f64_random(const struct test_case *test)
{
    compare_random(test, 1);
}

/* Cells modulo any period, of coordinates below 2^51: near multiples of the period, and anywhere. */
static void divide(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    const size_t n = v->lanes;
    struct random r = random_for(test);
    double *const c = place_operand(A, n * sizeof *c);
    uint32_t *const cell = place_operand(OUT, n * sizeof *cell);
    for (struct trials t = trials(50000); next_trial(&t);) {
        const uint32_t modulus = t.number % 3 ? 1 + random_below(&r, 1000)
                                              : (UINT32_C(1) << 31) - random_below(&r, 1000);
        const double room = 0x1p51 / modulus;
        for (size_t l = 0; l < n; l++) {
            const double periods = floor(
                ldexp(random_below(&r, 1u << 30) / 0x1p30 * room, -(int)random_below(&r, 50)));
            c[l] = (periods * modulus + random_below(&r, 3) - 1) * (random_below(&r, 2) ? 1 : -1);
            if (t.number % 2)
                c[l] += random_below(&r, 1000) / 1000.0 - 0.5;
            if (fabs(c[l]) >= 0x1p51)
                c[l] = -0.25;
        }
        v->divide(cell, c, modulus);
        for (size_t l = 0; l < n; l++) {
            const double rest = fmod(floor(c[l]), modulus); /* exact */
            if (cell[l] != (rest < 0 ? rest + modulus : rest))
                fail_msg("cell of %a modulo %" PRIu32 ": %" PRIu32, c[l], modulus, cell[l]);
        }
    }
}

int main(void)
{
    static const struct vocabulary_case cases[] = {
        {"place_f32_edges", place_f32_edges, F32},
        {"place_f32_random", place_f32_random, F32},
        {"place_f64_edges", place_f64_edges, F64},
        {"place_f64_random", place_f64_random, F64},
        {"divide", divide, F64},
    };
    return run_vocabulary_cases("places", cases, COUNT_OF(cases));
}
