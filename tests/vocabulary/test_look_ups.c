/*
 * Each backend's operations on indices and its look-ups in tables against plain C, lane by lane,
 * bit by bit. Operands end at a page that traps.
 */
#include "reference.h"
#include "units.h"

#include "../../src/noise/noise.h"

#include <string.h>

static void index_difference(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    uint8_t *const a = place_operand(A, v->lanes), *const out = place_operand(OUT, v->lanes);
    for (int32_t b = -70000; b <= 70000; b += b >= -300 && b < 600 ? 1 : 97) {
        fill_bits(&r, a, v->lanes);
        v->index_difference(out, a, b);
        for (size_t l = 0; l < v->lanes; l++)
            assert_int_equal(out[l], (uint8_t)(a[l] - b)); /* v_store_index takes the lowest byte */
    }
}

static void byte_arithmetic(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    uint8_t *const a = place_operand(A, v->bytes), *const b = place_operand(B, v->bytes);
    uint8_t *const out = place_operand(OUT, v->bytes);
    for (uint32_t value = 0; value < 256; value++) {
        v->splat_byte(out, (uint8_t)value);
        for (size_t i = 0; i < v->bytes; i++)
            assert_int_equal(out[i], value);
    }
    for (struct trials t = trials(2000); next_trial(&t);) {
        fill_bits(&r, a, v->bytes);
        fill_bits(&r, b, v->bytes);
        v->add_bytes(out, a, b);
        for (size_t i = 0; i < v->bytes; i++)
            assert_int_equal(out[i], (a[i] + b[i]) % 256);
    }
}

static void fill_table(struct random *r, struct perlin_bytes *table)
{
    fill_bits(r, table->value, PERLIN_TABLE_SIZE);
    memcpy(table->value + PERLIN_TABLE_SIZE, table->value, PERLIN_TABLE_SIZE);
    for (size_t e = 0; e < PERLIN_TABLE_SIZE; e++)
        table->folded[e] = table->value[e] ^ (e % 64 >= 16 ? table->value[e - 16] : 0);
}

/* Entries and pairs of all sums of two bytes, each in any place and random company. */
static void byte_and_pair_at(const struct test_case *test)
{
    const struct vocabulary *const v = table_of(test);
    struct random r = random_for(test);
    struct perlin_bytes *const table = place_operand(A, sizeof *table);
    uint8_t *const a = place_operand(B, v->bytes), *const b = place_operand(C, v->bytes);
    uint8_t *const here = place_operand(OUT, v->bytes), *const next =
                                                            place_operand(OUT_2, v->bytes);
    fill_table(&r, table);
    for (uint32_t sum = 0; sum < PERLIN_TABLE_SIZE * PERLIN_TABLE_SIZE; sum++) {
        const size_t place = random_below(&r, (uint32_t)v->bytes);
        fill_bits(&r, a, v->bytes);
        fill_bits(&r, b, v->bytes);
        a[place] = (uint8_t)(sum % PERLIN_TABLE_SIZE);
        b[place] = (uint8_t)(sum / PERLIN_TABLE_SIZE);
        v->pair_at(here, next, table, a, b);
        for (size_t i = 0; i < v->bytes; i++)
            if (here[i] != table->value[(a[i] + b[i]) % PERLIN_TABLE_SIZE] ||
                next[i] != table->value[(a[i] + b[i] + 1) % PERLIN_TABLE_SIZE])
                fail_msg("v_pair_at of %d + %d at %zu: %d, %d", a[i], b[i], i, here[i], next[i]);
        v->byte_at(here, table, a, b);
        for (size_t i = 0; i < v->bytes; i++)
            if (here[i] != table->value[(a[i] + b[i]) % PERLIN_TABLE_SIZE])
                fail_msg("v_byte_at of %d + %d at %zu: %d", a[i], b[i], i, here[i]);
    }
}

/* Element i of an array of the case's lane type. */
static unsigned char *element(const struct vocabulary *v, void *array, size_t i)
{
    return (unsigned char *)array + i * v->real_size;
}

/* -1, 0 or 1 divided by PERLIN_SCALE, and its highest byte. */
static void random_sign(struct random *r, const struct vocabulary *v, void *value, uint8_t *top)
{
    static const uint8_t tops[] = {0xbf, 0, 0x3f};
    const uint32_t pick = random_below(r, 3);
    const double one =
        v->real_size == sizeof(float) ? 1 / (double)PERLIN_SCALE_f32 : 1 / PERLIN_SCALE_f64;
    const double sign = pick == 0 ? -one : pick == 1 ? 0 : one;
    const float narrow = (float)sign;
    memcpy(value, v->real_size == sizeof narrow ? (const void *)&narrow : &sign, v->real_size);
    *top = tops[pick];
}

/* Fills columns with such numbers, and `top`. Row 0 of 16 has zeros. */
static void sign_columns(const struct vocabulary *v, struct random *r, int count,
                         unsigned char *table, uint8_t top[4][16])
{
    for (int a = 0; a < 4; a++) {
        unsigned char sign[16][sizeof(double)];
        for (size_t i = 0; i < 16; i++)
            random_sign(r, v, sign[i], &top[a][i]);
        if (count == 16) {
            memset(sign[0], 0, sizeof sign[0]);
            top[a][0] = 0;
        }
        for (int h = 0; h < 32; h++)
            memcpy(element(v, table, (size_t)(a * 32 + h)), sign[perlin_top_index(count, a, h)],
                   v->real_size);
    }
}

/* The words of `tops`, which float has. */
static void fill_tops(const struct vocabulary *v, int count, void *table, uint8_t top[4][16])
{
    struct perlin_rows_f32 *const f32 = table;
    if (v->real_size != sizeof(float))
        return;
    memset(f32->tops, 0, sizeof f32->tops);
    for (int h = 0; h < 32; h++)
        for (int a = 0; a < 4; a++)
            f32->tops[h] |= (uint32_t)top[a][perlin_top_index(count, a, h)] << PERLIN_TOPS_SHIFT(a);
}

/* Changes the sign of a number in memory. */
static void negate(const struct vocabulary *v, void *value)
{
    uint64_t wide;
    uint32_t narrow;
    if (v->real_size == sizeof narrow) {
        memcpy(&narrow, value, sizeof narrow);
        narrow ^= UINT32_C(1) << 31;
        memcpy(value, &narrow, sizeof narrow);
    } else {
        memcpy(&wide, value, sizeof wide);
        wide ^= UINT64_C(1) << 63;
        memcpy(value, &wide, sizeof wide);
    }
}

/* Makes rows 8 to 15 the negatives of the first eight, as sets are whose rows go in pairs. */
static void negate_second_eight(const struct vocabulary *v, unsigned char *table)
{
    for (size_t h = 8; h < 16; h++)
        for (size_t a = 0; a < 4; a++) {
            unsigned char *const value = element(v, table, a * 32 + h);
            memcpy(value, element(v, table, a * 32 + h - 8), v->real_size);
            negate(v, value);
        }
}

/* Fills a table of `count` rows, which repeat. In memory: column[4][32], row[32][4], top[4][16], and what
   fill_tops fills. */
static void fill_rows(const struct vocabulary *v, struct random *r, int count, int signs,
                      unsigned char *table)
{
    const size_t rows = (size_t)count, size = v->real_size;
    uint8_t(*const top)[16] = (void *)element(v, table, 2 * 4 * 32);
    fill_bits(r, table, 4 * 32 * size);
    if (signs)
        sign_columns(v, r, count, table, top);
    else if (count == 16)
        negate_second_eight(v, table);
    for (size_t a = 0; a < 4; a++)
        for (size_t h = 0; h < 32; h++) {
            unsigned char *const value = element(v, table, a * 32 + h);
            if (h >= rows)
                memcpy(value, element(v, table, a * 32 + h % rows), size);
            memcpy(element(v, table, 4 * 32 + h * 4 + a), value, size);
        }
    fill_tops(v, count, table, top);
}

/* Every row in every lane, in random company: of 32 rows by themselves, else as the first and the
   second one of a pair. */
static void compare_rows(const struct test_case *test, int count, int signs)
{
    const struct vocabulary *const v = table_of(test);
    const size_t size = v->real_size;
    struct random r = random_for(test);
    unsigned char *const table = place_operand(
        A, size == sizeof(float) ? sizeof(struct perlin_rows_f32) : sizeof(struct perlin_rows_f64));
    uint8_t *const row = place_operand(B, v->lanes);
    const size_t parts = count == 32 ? 1 : 2;
    void *out[2][4];
    for (size_t a = 0; a < 4; a++) {
        out[0][a] = place_operand(OUT, (4 - a) * v->vec_size);
        out[1][a] = place_operand(OUT_2, (4 - a) * v->vec_size);
    }
    for (size_t lane = 0; lane < v->lanes; lane++)
        for (uint32_t index = 0; index < (uint32_t)count; index++) {
            uint8_t picked[2][16] = {{0}};
            fill_rows(v, &r, count, signs, table);
            for (size_t n = 0; n < parts; n++) {
                fill_indices(&r, picked[n], v->lanes, (uint32_t)count);
                picked[n][lane] = (uint8_t)index;
            }
            for (size_t l = 0; l < v->lanes; l++)
                row[l] = (uint8_t)(picked[0][l] | picked[1][l] << 4);
            if (count == 32)
                v->sign_rows(out[0], table, row);
            else if (signs)
                v->sign_row_pairs(out[0], out[1], table, row);
            else
                v->row_pairs(out[0], out[1], table, count, row);
            for (size_t n = 0; n < parts; n++)
                for (size_t a = 0; a < 4; a++)
                    for (size_t l = 0; l < v->lanes; l++)
                        assert_same_bits(
                            element(v, out[n][a], l), element(v, table, a * 32 + picked[n][l]), 1,
                            size, "row %d of %d, lane %zu, of pair %zu", row[l], count, l, n);
        }
}

static void row_pairs(const struct test_case *test)
{
    compare_rows(test, 8, 0);
    compare_rows(test, 16, 0);
}

static void sign_rows(const struct test_case *test)
{
    compare_rows(test, 32, 1);
}

static void sign_row_pairs(const struct test_case *test)
{
    compare_rows(test, 16, 1);
}

int main(void)
{
    static const struct vocabulary_case cases[] = {
        {"index_difference", index_difference, F64},
        {"byte_arithmetic", byte_arithmetic, F64},
        {"byte_and_pair_at", byte_and_pair_at, F64},
        {"row_pairs", row_pairs, F64},
        {"sign_rows", sign_rows, F64},
        {"sign_row_pairs", sign_row_pairs, F64},
    };
    return run_vocabulary_cases("look_ups", cases, COUNT_OF(cases));
}
