/*
 * Each backend's memory operations and arithmetic against plain C, lane by lane, bit by bit
 * (look-ups and places have tests of their own). Operands end at a page that traps, so that reading
 * or writing past the promised elements is a fault.
 */
#include "reference.h"
#include "units.h"

#include "../../src/noise/noise.h"

#include <math.h>
#include <string.h>

/* ---- Types, memory and splats ---------------------------------------------------------------- */

static void shapes(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    assert_int_equal(v->real_size, test->lane == F32 ? sizeof(float) : sizeof(double));
    assert_int_equal(v->integer_size, v->real_size);
    assert_int_equal(v->vec_size, v->lanes * v->real_size);
    assert_int_equal(v->ivec_size, v->vec_size);
    assert_in_range(v->lanes, 2, MAX_LANES);
    assert_int_equal(v->lanes & (v->lanes - 1), 0);
    assert_in_range(v->bytes, 1, MAX_BYTES);
    assert_int_equal(v->bytes & (v->bytes - 1), 0);
    assert_true((test->lane == F32) == (v->place_f32 != NULL));
    assert_true((test->lane == F32) == (v->floor != NULL));
}

/* All bytes of a page but [from, from + size) must be 0xcc. */
static void assert_untouched(const struct arena *page, const void *from, size_t size)
{
    for (const unsigned char *p = page->start; p < page->end; p++)
        if (p < (const unsigned char *)from || p >= (const unsigned char *)from + size)
            if (*p != 0xcc)
                fail_msg("wrote %td bytes from the first of %zu", p - (const unsigned char *)from,
                         size);
}

static void clear_page(const struct arena *page)
{
    memset(page->start, 0xcc, (size_t)(page->end - page->start));
}

/* At every alignment of an element. */
static void load_store(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    const size_t bytes = v->vec_size;
    struct random r = random_for(test);
    for (size_t slack = 0; slack < bytes; slack += v->real_size) {
        unsigned char *const a = place_operand(A, bytes + slack);
        unsigned char *const out = place_operand(OUT, bytes + slack);
        fill_bits(&r, a, bytes);
        clear_page(&pages[OUT]);
        v->copy(out, a);
        assert_same_bits(out, a, v->lanes, v->real_size, "v_load, v_store");
        assert_untouched(&pages[OUT], out, bytes);
    }
}

static void store_part(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    for (size_t slack = 0; slack < v->vec_size; slack += v->real_size)
        for (size_t n = 0; n <= v->lanes; n++) {
            const size_t bytes = n * v->real_size;
            unsigned char *const a = place_operand(A, v->vec_size);
            unsigned char *const out = place_operand(OUT, bytes + slack);
            fill_bits(&r, a, v->vec_size);
            clear_page(&pages[OUT]);
            v->store_part(out, a, n);
            assert_same_bits(out, a, n, v->real_size, "v_store_part of %zu", n);
            assert_untouched(&pages[OUT], out, bytes);
        }
}

static void load_store_index(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    const size_t bytes = v->lanes;
    struct random r = random_for(test);
    for (size_t slack = 0; slack < 64; slack++) {
        uint8_t *const a = place_operand(A, bytes + slack);
        uint8_t *const out = place_operand(OUT, bytes + slack);
        fill_bits(&r, a, bytes);
        a[slack % bytes] = slack % 2 ? 255 : 128;
        clear_page(&pages[OUT]);
        v->copy_index(out, a);
        assert_same_bits(out, a, v->lanes, 1, "v_load_index, v_store_index");
        assert_untouched(&pages[OUT], out, bytes);
    }
}

static void load_store_bytes(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    for (size_t slack = 0; slack < MAX_BYTES; slack++) {
        uint8_t *const a = place_operand(A, v->bytes + slack);
        uint8_t *const out = place_operand(OUT, v->bytes + slack);
        fill_bits(&r, a, v->bytes);
        clear_page(&pages[OUT]);
        v->copy_bytes(out, a);
        assert_same_bits(out, a, v->bytes, 1, "v_load_bytes, v_store_bytes");
        assert_untouched(&pages[OUT], out, v->bytes);
    }
}

static void splat(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    unsigned char *const x = place_operand(A, v->real_size);
    unsigned char *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(1000); next_trial(&t);) {
        fill_coordinates(&r, test->lane, MIXED, x, 1);
        settle_nans(test->lane, 1, x);
        v->splat(out, x);
        for (size_t l = 0; l < v->lanes; l++)
            assert_same_bits(out + l * v->real_size, x, 1, v->real_size, "v_splat, lane %zu", l);
    }
}

/* Lane `l` of integers as wide as the lane type. */
static int64_t integer_at(const struct vocabulary *v, const void *integers, size_t l)
{
    int32_t narrow;
    int64_t wide;
    if (v->integer_size == sizeof wide) {
        memcpy(&wide, (const int64_t *)integers + l, sizeof wide);
        return wide;
    }
    memcpy(&narrow, (const int32_t *)integers + l, sizeof narrow);
    return narrow;
}

/* A splat keeps the sign; bytes have none. */
static void index_lanes(const struct test_case *test)
{
    static const int32_t values[] = {0, 1, 7, 255, 256, -1, -256, INT32_MAX, INT32_MIN};
    const struct vocabulary *const v = table_of(test);
    uint8_t *const a = place_operand(A, v->lanes);
    void *const out = place_operand(OUT, v->ivec_size);
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        v->splat_index(out, values[i]);
        for (size_t l = 0; l < v->lanes; l++)
            assert_true(integer_at(v, out, l) == values[i]);
    }
    for (size_t i = 0; i < 256; i++) {
        for (size_t l = 0; l < v->lanes; l++)
            a[l] = (uint8_t)(i + 37 * l);
        v->load_index(out, a);
        for (size_t l = 0; l < v->lanes; l++)
            assert_true(integer_at(v, out, l) == a[l]);
    }
}

/* Words have no sign where lanes are wider. Of lanes that are, the high half is not stored. */
static void load_store_words(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    const size_t bytes = v->lanes * sizeof(uint32_t);
    struct random r = random_for(test);
    for (size_t slack = 0; slack < 128; slack += sizeof(uint32_t)) {
        uint32_t *const a = place_operand(A, bytes + slack);
        uint32_t *const out = place_operand(OUT, bytes + slack);
        void *const lanes = place_operand(B, v->ivec_size);
        fill_bits(&r, a, bytes);
        a[slack / sizeof *a % v->lanes] = slack % 8 ? UINT32_MAX : UINT32_C(1) << 31;
        v->load_words(lanes, a);
        for (size_t l = 0; l < v->lanes; l++)
            assert_true(integer_at(v, lanes, l) ==
                        (test->lane == F32 ? (int64_t)(int32_t)a[l] : (int64_t)a[l]));
        if (slack % 8)
            fill_bits(&r, lanes, v->ivec_size);
        clear_page(&pages[OUT]);
        v->store_words(out, lanes);
        for (size_t l = 0; l < v->lanes; l++)
            assert_int_equal(out[l], (uint32_t)integer_at(v, lanes, l));
        assert_untouched(&pages[OUT], out, bytes);
    }
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

static const char *const operation_names[] = {
    [ADD] = "a + b",
    [SUBTRACT] = "a - b",
    [MULTIPLY] = "a * b",
    [MULTIPLY_THEN_ADD] = "a * b + c",
    [MUL_ADD_EXACT] = "v_mul_add_exact",
};

/* The operation of the vectors in A, B and C. Which NaN a NaN is, is left open. */
static void compare_arithmetic(const struct test_case *test, enum arithmetic operation,
                               const void *a, const void *b, const void *c)
{
    const struct vocabulary *const v = table_of(test);
    _Alignas(double) unsigned char expected[MAX_LANES * sizeof(double)];
    void *const out = place_operand(OUT, v->vec_size);
    v->arithmetic[operation](out, a, b, c);
    expect_arithmetic(test->lane, operation, v->lanes, expected, a, b, c);
    settle_nans(test->lane, v->lanes, out);
    settle_nans(test->lane, v->lanes, expected);
    assert_same_bits(out, expected, v->lanes, v->real_size, "%s", operation_names[operation]);
}

/* Plain IEEE operations, none contracted. */
static void operators(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size);
    void *const b = place_operand(B, v->vec_size);
    void *const c = place_operand(C, v->vec_size);
    size_t fused = 0;
    for (struct trials t = trials(20000); next_trial(&t);) {
        const enum pool pool = t.number % 2 ? MIXED : ORDINARY;
        fill_coordinates(&r, test->lane, pool, a, v->lanes);
        fill_coordinates(&r, test->lane, pool, b, v->lanes);
        fill_coordinates(&r, test->lane, pool, c, v->lanes);
        for (enum arithmetic operation = ADD; operation <= MULTIPLY_THEN_ADD; operation++)
            compare_arithmetic(test, operation, a, b, c);
        if (pool == ORDINARY)
            fused += fused_differences(test->lane, v->lanes, a, b, c);
    }
    assert_true(fused > 0); /* or a contraction would not show */
}

static void set_real(enum lane lane, void *array, size_t i, double value)
{
    if (lane == F32)
        ((float *)array)[i] = (float)value;
    else
        ((double *)array)[i] = value;
}

/* A distance in [-1, 1] with all its bits, or one of the extremes. */
static double random_distance(struct random *r)
{
    switch (random_below(r, 8)) {
    case 0:
        return ldexp(random_real(r, -1.0, 1.0), -(int)random_below(r, 1070));
    case 1:
        return (double)random_between(r, -1, 1);
    case 2:
        return -0.0;
    case 3:
        return ldexp(1.0, -(int)random_below(r, 1075)) * (random_chance(r, 2) ? 1 : -1);
    default:
        return random_real(r, -1.0, 1.0);
    }
}

/* Exact products, as kernels call v_mul_add_exact with: components up to 2 and distances below 2,
   also divided and multiplied; and numbers times a power of two. */
enum product { COMPONENT, SCALED_COMPONENT, POWER, PRODUCTS };

static void set_product(struct random *r, enum lane lane, enum product product, size_t l, void *a,
                        void *b, void *c)
{
    const double scale = lane == F32 ? (double)PERLIN_SCALE_f32 : PERLIN_SCALE_f64;
    const double distance = lane == F32 ? (double)(float)random_distance(r) : random_distance(r);
    const double component = random_between(r, -2, 2);
    const double power = ldexp(random_chance(r, 2) ? 1 : -1, (int)random_below(r, 10));
    set_real(lane, a, l,
             product == SCALED_COMPONENT ? component / scale
             : product == POWER          ? power
                                         : component);
    set_real(lane, b, l, product == SCALED_COMPONENT ? 2 * distance * scale : 2 * distance);
    set_real(lane, c, l, 3.0 * random_distance(r));
}

/* Where fusing cannot show. */
static void mul_add_exact(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    void *const a = place_operand(A, v->vec_size);
    void *const b = place_operand(B, v->vec_size);
    void *const c = place_operand(C, v->vec_size);
    for (struct trials t = trials(20000); next_trial(&t);) {
        for (size_t l = 0; l < v->lanes; l++)
            set_product(&r, test->lane, (enum product)(t.number % PRODUCTS), l, a, b, c);
        if (t.number % 16 == 1) /* a fraction of NaN */
            set_real(test->lane, b, random_below(&r, (uint32_t)v->lanes), (double)NAN);
        compare_arithmetic(test, MUL_ADD_EXACT, a, b, c);
    }
}

/* All bits but the highest of each lane are anything. */
static void any(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    unsigned char *const mask = place_operand(A, v->vec_size);
    for (struct trials t = trials(100); next_trial(&t);) {
        for (size_t lane = 0; lane <= v->lanes; lane++) { /* none, in the end */
            for (size_t l = 0; l < v->lanes; l++) {
                uint64_t wide;
                fill_bits(&r, &wide, sizeof wide);
                wide = wide >> 1 | (uint64_t)(l == lane) << 63;
                const uint32_t narrow = (uint32_t)(wide >> 32);
                memcpy(mask + l * v->integer_size,
                       test->lane == F32 ? (const void *)&narrow : &wide, v->integer_size);
            }
            if (v->any(mask) != (lane < v->lanes))
                fail_msg("v_any of lane %zu of %zu: %d", lane, v->lanes, v->any(mask));
        }
    }
}

static void canonical(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    _Alignas(double) unsigned char expected[MAX_LANES * sizeof(double)];
    void *const a = place_operand(A, v->vec_size), *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(20000); next_trial(&t);) {
        fill_coordinates(&r, test->lane, MIXED, a, v->lanes);
        v->canonical(out, a);
        memcpy(expected, a, v->vec_size);
        settle_nans(test->lane, v->lanes, expected);
        assert_same_bits(out, expected, v->lanes, v->real_size, "v_canonical");
    }
}

/* qemu-ppc64le 7.2 gives other lanes what a NaN is converted to (xvcvspsxws). */
#ifdef __powerpc__
enum { SPREADS_NAN = 1 };
#else
enum { SPREADS_NAN = 0 };
#endif

/* Others than those below 2^31 give anything, but only in their own lanes. */
static void floor_below_2_31(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    float *const a = place_operand(A, v->vec_size), *const out = place_operand(OUT, v->vec_size);
    for (struct trials t = trials(20000); next_trial(&t);) {
        fill_coordinates(&r, F32, t.number % 2 ? MIXED : ORDINARY, a, v->lanes);
        for (size_t l = 0; SPREADS_NAN && l < v->lanes; l++)
            a[l] = isnan(a[l]) ? HUGE_VALF : a[l];
        v->floor(out, a);
        for (size_t l = 0; l < v->lanes; l++)
            if (fabsf(a[l]) < 0x1p31F && out[l] != floorf(a[l]))
                fail_msg("v_floor of %a: %a", (double)a[l], (double)out[l]);
    }
}

/* Floors below 2^51, others at least that large or NaN. */
static void floor_doubles(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    const size_t bytes = v->lanes * sizeof(double);
    double *const a = place_operand(A, bytes), *const out = place_operand(OUT, bytes);
    for (struct trials t = trials(20000); next_trial(&t);) {
        fill_coordinates(&r, F64, t.number % 2 ? MIXED : ORDINARY, a, v->lanes);
        a[t.number % v->lanes] = ldexp(1 + random_below(&r, 1000) / 999.0, 45 + t.number % 8);
        v->floor_doubles(out, a);
        for (size_t l = 0; l < v->lanes; l++)
            if (fabs(a[l]) < 0x1p51 ? out[l] != floor(a[l]) : fabs(out[l]) < 0x1p51)
                fail_msg("v_floor_doubles of %a: %a", a[l], out[l]);
    }
}

/* Which NaN a NaN becomes is left open. */
static void narrow(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    double *const a = place_operand(A, v->lanes * sizeof *a);
    void *const out = place_operand(OUT, v->vec_size);
    double expected[MAX_LANES]; /* room for either type */
    for (struct trials t = trials(20000); next_trial(&t);) {
        fill_coordinates(&r, F64, t.number % 2 ? MIXED : ORDINARY, a, v->lanes);
        for (size_t l = 0; l < v->lanes; l++)
            if (test->lane == F32)
                ((float *)expected)[l] = (float)a[l];
            else
                expected[l] = a[l];
        v->narrow(out, a);
        settle_nans(test->lane, v->lanes, expected);
        settle_nans(test->lane, v->lanes, out);
        assert_same_bits(out, expected, v->lanes, v->real_size, "v_narrow");
    }
}

static void low_words(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    double *const a = place_operand(A, v->lanes * sizeof *a);
    uint32_t *const out = place_operand(OUT, v->lanes * sizeof *out);
    for (struct trials t = trials(2000); next_trial(&t);) {
        fill_bits(&r, a, v->lanes * sizeof *a);
        v->low_words(out, a);
        for (size_t l = 0; l < v->lanes; l++) {
            uint64_t bits;
            memcpy(&bits, &a[l], sizeof bits);
            assert_int_equal(out[l], (uint32_t)bits);
        }
    }
}

int main(void)
{
    static const struct vocabulary_case cases[] = {
        {"shapes", shapes, F64},
        {"load_store", load_store, F64},
        {"store_part", store_part, F64},
        {"load_store_index", load_store_index, F64},
        {"splat", splat, F64},
        {"index_lanes", index_lanes, F64},
        {"load_store_words", load_store_words, F64},
        {"operators", operators, F64},
        {"mul_add_exact", mul_add_exact, F64},
        {"any", any, F64},
        {"canonical", canonical, F64},
        {"floor", floor_below_2_31, F32},
        {"floor_doubles", floor_doubles, F64},
        {"narrow", narrow, F64},
        {"low_words", low_words, F64},
        {"load_store_bytes", load_store_bytes, F64},
    };
    return run_vocabulary_cases("vocabulary", cases, COUNT_OF(cases));
}
