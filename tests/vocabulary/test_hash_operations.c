/*
 * Each backend's operations for the integer hash against plain C, lane by lane, bit by bit. Operands
 * end at a page that traps.
 */
#include "reference.h"
#include "units.h"

#include <math.h>
#include <string.h>

enum { GRADIENT_ROWS = 16 };

/* ---- Lanes ----------------------------------------------------------------------------------- */

/* The bits of element i of an array of the lane type, or of integers as wide. */
static uint64_t lane_at(const struct vocabulary *v, const void *array, size_t i)
{
    return v->integer_size == sizeof(uint32_t) ? ((const uint32_t *)array)[i]
                                               : ((const uint64_t *)array)[i];
}

static void set_lane(const struct vocabulary *v, void *array, size_t i, uint64_t bits)
{
    if (v->integer_size == sizeof(uint32_t))
        ((uint32_t *)array)[i] = (uint32_t)bits;
    else
        ((uint64_t *)array)[i] = bits;
}

static uint64_t sign_bit(const struct vocabulary *v)
{
    return UINT64_C(1) << (8 * v->integer_size - 1);
}

static double real_at(enum lane lane, const void *array, size_t i)
{
    return lane == F32 ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

/* ---- The hash -------------------------------------------------------------------------------- */

static int64_t signed_half(uint32_t word, int shift)
{
    const int64_t half = word >> shift & 0xffff;
    return half < 0x8000 ? half : half - 0x10000;
}

/* Halves of all bits, and those whose products and sums are the greatest. */
static void dot(const struct test_case *test)
{
    static const uint32_t edges[] = {0,          1,          0xffff,     0x10000,   0x7fff7fff,
                                     0x80008000, 0x80007fff, 0xffffffff, 0x7fffffff};
    const struct vocabulary *const v = table_of(test);
    const size_t count = v->vec_size / sizeof(uint32_t);
    struct random r = random_for(test);
    uint32_t *const a = place_operand(A, v->vec_size), *const b = place_operand(B, v->vec_size);
    uint32_t *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(20000); next_trial(&t);) {
        fill_bits(&r, a, v->vec_size);
        fill_bits(&r, b, v->vec_size);
        a[random_below(&r, (uint32_t)count)] = edges[random_below(&r, COUNT_OF(edges))];
        b[random_below(&r, (uint32_t)count)] = edges[random_below(&r, COUNT_OF(edges))];
        if (t.number % 4 == 0)
            memcpy(b, a, v->vec_size);
        v->dot(out, a, b);
        for (size_t i = 0; i < count; i++) {
            const int64_t sum = signed_half(a[i], 0) * signed_half(b[i], 0) +
                                signed_half(a[i], 16) * signed_half(b[i], 16);
            if (out[i] != (uint32_t)sum)
                fail_msg("v_dot of %#x and %#x at %zu: %#x", a[i], b[i], i, out[i]);
        }
    }
}

/* The value of a hash: its low 17 bits with a sign, times 2^15. */
static double value_of(uint32_t hash)
{
    const int32_t low = (int32_t)(hash & 0x1ffff);
    return (low < 0x10000 ? low : low - 0x20000) * 0x1p15;
}

/* Lanes of double have a hash in their low word; whatever is in the high one must not matter. */
static void values(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    const uint16_t one = 1;
    const size_t words = v->integer_size / sizeof(uint32_t);
    const size_t low = *(const uint8_t *)&one == 1 ? 0 : words - 1; /* the low word's place */
    struct random r = random_for(test);
    uint32_t *const a = place_operand(A, v->vec_size), *const b = place_operand(B, v->vec_size);
    void *const first = place_operand(OUT, v->vec_size);
    void *const difference = place_operand(OUT_2, v->vec_size);
    for (uint32_t low_bits = 0; low_bits < 0x20000; low_bits++) {
        const size_t lane = low_bits % v->lanes;
        fill_bits(&r, a, v->vec_size);
        fill_bits(&r, b, v->vec_size);
        a[lane * words + low] = (a[lane * words + low] & ~UINT32_C(0x1ffff)) | low_bits;
        if (low_bits % 8 == 0) /* the greatest differences */
            b[lane * words + low] = low_bits % 16 ? 0x10000 : 0xffff;
        v->values(first, difference, a, b);
        for (size_t l = 0; l < v->lanes; l++) {
            const double of_a = value_of(a[l * words + low]), of_b = value_of(b[l * words + low]);
            if (real_at(test->lane, first, l) != of_a ||
                real_at(test->lane, difference, l) != of_b - of_a)
                fail_msg("v_values of %#x and %#x, lane %zu: %a, %a", a[l * words + low],
                         b[l * words + low], l, real_at(test->lane, first, l),
                         real_at(test->lane, difference, l));
        }
    }
}

/* ---- Placing --------------------------------------------------------------------------------- */

/* The bits of floor(a) plus 1.5 * 2^23, or 2^52. */
static uint64_t placed_bits(enum lane lane, double down)
{
    return lane == F32 ? bits_f32((float)(down + 0x1.8p23)) : bits_f64(down + 0x1.8p52);
}

static void compare_place(const struct test_case *test, const void *a)
{
    const struct vocabulary *const v = table_of(test);
    const double limit = test->lane == F32 ? 0x1p22 : 0x1p51;
    const int mantissa = test->lane == F32 ? 23 : 52;
    const uint64_t far = placed_bits(test->lane, 0) >> mantissa;
    void *const integers = place_operand(OUT, v->ivec_size);
    void *const fraction = place_operand(OUT_2, v->vec_size);
    double expected[MAX_LANES], settled[MAX_LANES]; /* room for either type */
    v->place(integers, fraction, a);
    settle_fractions(test->lane, v->lanes, settled, fraction);
    for (size_t l = 0; l < v->lanes; l++) {
        const double value = real_at(test->lane, a, l), down = floor(value);
        const uint64_t bits = lane_at(v, integers, l);
        if (!(value >= -limit && value < limit)) {
            if (bits >> mantissa == far)
                fail_msg("v_place of %a, lane %zu: not far: %#llx", value, l,
                         (unsigned long long)bits);
            continue;
        }
        if (bits != placed_bits(test->lane, down))
            fail_msg("v_place of %a, lane %zu: %#llx", value, l, (unsigned long long)bits);
        if (test->lane == F32)
            ((float *)expected)[l] = (float)value - (float)down;
        else
            expected[l] = value - down;
        settle_fractions(test->lane, 1, (char *)expected + l * v->real_size,
                         (char *)expected + l * v->real_size);
        assert_same_bits((char *)settled + l * v->real_size, (char *)expected + l * v->real_size, 1,
                         v->real_size, "fraction of %a, lane %zu", value, l);
    }
}

static void set_real(enum lane lane, void *array, size_t i, double value)
{
    if (lane == F32)
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

/* An integer near which places are told: 0 or the limits, and their neighbours. */
static double edge_of_placing(struct random *r, enum lane lane)
{
    const double limit = lane == F32 ? 0x1p22 : 0x1p51;
    const double step = lane == F32 ? 0x1p-2 : 0x1p-1; /* the spacing just below the limit */
    const double centre = limit * random_between(r, -2, 2) / (random_chance(r, 2) ? 1 : 2);
    return centre + step * random_between(r, -9, 9);
}

static void place(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size);
    for (struct trials t = trials(20000); next_trial(&t);) {
        fill_coordinates(&r, test->lane, t.number % 4 ? MIXED : ORDINARY, a, v->lanes);
        set_real(test->lane, a, t.number % v->lanes, edge_of_placing(&r, test->lane));
        compare_place(test, a);
    }
}

/* ---- Signs and masks ------------------------------------------------------------------------- */

static void negate_by(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size), *const by = place_operand(B, v->ivec_size);
    void *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(5000); next_trial(&t);) {
        fill_bits(&r, a, v->vec_size);
        fill_bits(&r, by, v->ivec_size);
        v->negate_by(out, a, by);
        for (size_t l = 0; l < v->lanes; l++)
            if (lane_at(v, out, l) != (lane_at(v, a, l) ^ (lane_at(v, by, l) & sign_bit(v))))
                fail_msg("v_negate_by, lane %zu", l);
    }
}

/* +0 for zeros and NaN, too. */
static void positive(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size), *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(5000); next_trial(&t);) {
        fill_coordinates(&r, test->lane, MIXED, a, v->lanes);
        set_real(test->lane, a, t.number % v->lanes, t.number % 2 ? -0.0 : (double)NAN);
        v->positive(out, a);
        for (size_t l = 0; l < v->lanes; l++)
            if (lane_at(v, out, l) != (real_at(test->lane, a, l) > 0 ? lane_at(v, a, l) : 0))
                fail_msg("v_positive of %a, lane %zu: %a", real_at(test->lane, a, l), l,
                         real_at(test->lane, out, l));
    }
}

/* Of numbers; two zeros are both the less. */
static void orders(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size), *const b = place_operand(B, v->vec_size);
    void *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(5000); next_trial(&t);) {
        int is_any = 0;
        fill_coordinates(&r, test->lane, MIXED, a, v->lanes);
        fill_coordinates(&r, test->lane, MIXED, b, v->lanes);
        for (size_t l = 0; l < v->lanes; l++) {
            if (isnan(real_at(test->lane, a, l)))
                set_real(test->lane, a, l, 3.0);
            if (isnan(real_at(test->lane, b, l)) || t.number % 3 == 0)
                set_real(test->lane, b, l, real_at(test->lane, a, l) - (t.number % 2 == l));
            is_any |= real_at(test->lane, a, l) < real_at(test->lane, b, l);
        }
        for (int greatest = 0; greatest < 2; greatest++) {
            (greatest ? v->max : v->min)(out, a, b);
            for (size_t l = 0; l < v->lanes; l++) {
                const double x = real_at(test->lane, a, l), y = real_at(test->lane, b, l);
                if (real_at(test->lane, out, l) != (greatest ? fmax(x, y) : fmin(x, y)))
                    fail_msg("v_%s of %a and %a, lane %zu", greatest ? "max" : "min", x, y, l);
            }
        }
        if (v->any_less(a, b) != is_any)
            fail_msg("v_any_less is not %d", is_any);
    }
}

/* All bits of the elements, of any kind. */
static void near_elements(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const table = place_operand(A, v->vec_size), *const out = place_operand(OUT, v->vec_size);
    void *const index = place_operand(B, v->ivec_size);
    for (struct trials t = trials(5000); next_trial(&t);) {
        size_t selected[64];
        fill_coordinates(&r, test->lane, MIXED, table, v->lanes);
        set_real(test->lane, table, t.number % v->lanes, t.number % 2 ? -0.0 : (double)NAN);
        for (size_t l = 0; l < v->lanes; l++) {
            const uint32_t narrow = random_below(&r, (uint32_t)v->lanes);
            const uint64_t wide = narrow;
            selected[l] = narrow;
            if (v->integer_size == sizeof wide)
                memcpy((char *)index + l * sizeof wide, &wide, sizeof wide);
            else
                memcpy((char *)index + l * sizeof narrow, &narrow, sizeof narrow);
        }
        v->near(out, table, index);
        for (size_t l = 0; l < v->lanes; l++)
            if (lane_at(v, out, l) != lane_at(v, table, selected[l]))
                fail_msg("v_near of element %zu, lane %zu", selected[l], l);
    }
}

static void roots(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size), *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(5000); next_trial(&t);) {
        fill_coordinates(&r, test->lane, MIXED, a, v->lanes);
        v->sqrt(out, a);
        for (size_t l = 0; l < v->lanes; l++) {
            const double x = real_at(test->lane, a, l);
            const double root = test->lane == F32 ? (double)sqrtf((float)x) : sqrt(x);
            if (x >= 0 && real_at(test->lane, out, l) != root)
                fail_msg("v_sqrt of %a, lane %zu: %a", x, l, real_at(test->lane, out, l));
        }
    }
}

static int is_set(enum mask mask, double a, double b, double c)
{
    switch (mask) {
    case GREATER:
        return a > b;
    case AT_LEAST:
        return a >= b;
    case NOT:
        return !(a > b);
    case AND:
        return a > b && b >= c;
    default:
        return a > b || b >= c;
    }
}

/* Each mask, of numbers of which some are equal, some NaN; v_choose and v_only keep all bits. */
static void masks(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    const void *const compared[3] = {place_operand(A, v->vec_size), place_operand(B, v->vec_size),
                                     place_operand(C, v->vec_size)};
    void *const set = place_operand(D, v->ivec_size), *const clear = place_operand(E, v->ivec_size);
    void *const out = place_operand(OUT, v->ivec_size);
    for (struct trials t = trials(20000); next_trial(&t);) {
        for (int i = 0; i < 3; i++) {
            void *const numbers = place_operand((enum operand)(A + i), v->vec_size);
            fill_coordinates(&r, test->lane, MIXED, numbers, v->lanes);
            for (size_t l = 0; l < v->lanes && t.number % 2; l++)
                set_real(test->lane, numbers, l, random_between(&r, -1, 1));
        }
        fill_bits(&r, set, v->ivec_size);
        fill_bits(&r, clear, v->ivec_size);
        for (enum mask mask = 0; mask < MASK_COUNT; mask++) {
            uint64_t chosen[MAX_LANES], left[MAX_LANES];
            v->choose(out, mask, compared, set, clear);
            for (size_t l = 0; l < v->lanes; l++)
                chosen[l] = lane_at(v, out, l);
            v->only(out, mask, compared, set);
            for (size_t l = 0; l < v->lanes; l++)
                left[l] = lane_at(v, out, l);
            for (size_t l = 0; l < v->lanes; l++) {
                const int is = is_set(mask, real_at(test->lane, compared[0], l),
                                      real_at(test->lane, compared[1], l),
                                      real_at(test->lane, compared[2], l));
                if (chosen[l] != lane_at(v, is ? set : clear, l))
                    fail_msg("v_choose by mask %d, lane %zu", (int)mask, l);
                if (left[l] != (is ? lane_at(v, set, l) : 0))
                    fail_msg("v_only by mask %d, lane %zu", (int)mask, l);
            }
        }
    }
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* In 2-D a row exchanges two sizes by its bit 2, and negates x by bit 1 and y by bit 0. In others
   all components are anything. */
static void fill_gradients(struct random *r, const struct vocabulary *v, int dims, void *column)
{
    uint64_t size[2];
    fill_bits(r, size, sizeof size);
    fill_bits(r, column, (size_t)dims * GRADIENT_ROWS * v->real_size);
    for (size_t row = 0; row < GRADIENT_ROWS && dims == 2; row++) {
        const size_t exchanges = row >> 2 & 1;
        const uint64_t x = row >> 1 & 1 ? sign_bit(v) : 0, y = row & 1 ? sign_bit(v) : 0;
        set_lane(v, column, row, size[exchanges] ^ x);
        set_lane(v, column, GRADIENT_ROWS + row, size[1 - exchanges] ^ y);
    }
}

/* Every row in every lane, below bits that must not matter. Where three bits select a row, the
   caller does what the fourth stands for. */
static void gradients(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    assert_true(v->gradient_rows == 8 || v->gradient_rows == 16);
    for (int dims = 1; dims <= 4; dims++) {
        void *const column = place_operand(A, (size_t)dims * GRADIENT_ROWS * v->real_size);
        void *const row = place_operand(B, v->ivec_size);
        void *out[4];
        for (size_t a = 0; a < 4; a++)
            out[a] = place_operand(OUT, (4 - a) * v->vec_size);
        for (size_t lane = 0; lane < v->lanes; lane++)
            for (uint64_t index = 0; index < GRADIENT_ROWS; index++) {
                fill_gradients(&r, v, dims, column);
                fill_bits(&r, row, v->ivec_size);
                set_lane(v, row, lane, (lane_at(v, row, lane) & ~UINT64_C(15)) | index);
                v->gradient(out, dims, column, row);
                for (size_t a = 0; a < (size_t)dims; a++)
                    for (size_t l = 0; l < v->lanes; l++) {
                        const size_t of =
                            (size_t)(lane_at(v, row, l) & (uint64_t)(v->gradient_rows - 1));
                        if (lane_at(v, out[a], l) != lane_at(v, column, a * GRADIENT_ROWS + of))
                            fail_msg("v_gradient in %d-D, component %zu of row %zu, lane %zu", dims,
                                     a, of, l);
                    }
            }
    }
}

int main(void)
{
    static const struct vocabulary_case cases[] = {
        {"dot", dot, F64},           {"values", values, F64},
        {"place", place, F64},       {"negate_by", negate_by, F64},
        {"positive", positive, F64}, {"orders", orders, F64},
        {"roots", roots, F64},       {"near elements", near_elements, F64},
        {"masks", masks, F64},       {"gradients", gradients, F64},
    };
    return run_vocabulary_cases("hash_operations", cases, COUNT_OF(cases));
}
