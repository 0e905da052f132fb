/*
 * The rest of the vocabulary, with a default for any instruction set. A vector header includes this
 * last. If the header defines an operation itself, it also defines a macro of that name, such as
 * `#define v_pick v_pick`.
 */
#ifndef PERLIN_VECTOR_VECTOR_H
#define PERLIN_VECTOR_VECTOR_H

#include "lanes.h"

#ifndef v_store_part
static inline void v_store_part(real *p, vec a, size_t n)
{
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        if (l < n)
            p[l] = a[l];
}
#endif

#ifndef v_mul_add_exact
static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return a * b + c;
}
#endif

#ifndef v_canonical
static inline vec v_canonical(vec a)
{
    const ivec is_number = (ivec)(a == a);
    const ivec nan =
        v_splat_index(0) +
        (sizeof(real) == sizeof(float) ? (integer)0x7fc00000 : (integer)0x7ff8000000000000);
    return (vec)(((ivec)a & is_number) | (nan & ~is_number));
}
#endif

/* Conversions of floats: to integers, by truncation, and back, rounded; and floors. Right for values
   below 2^31 in magnitude; others give anything in their own lanes. */
#ifndef v_integers
static inline ivec v_integers(vec a)
{
    return __builtin_convertvector(a, ivec);
}
#endif

#ifndef v_floats
static inline vec v_floats(ivec a)
{
    return __builtin_convertvector(a, vec);
}
#endif

#ifndef v_floor
static inline vec v_floor(vec a)
{
    const vec toward_zero = v_floats(v_integers(a));
    const ivec above = (ivec)(toward_zero > a);
    return toward_zero - (vec)(above & (ivec)v_splat(1));
}
#endif

/* floor(a) for -2^51 <= a < 2^51. In other lanes a number outside of that range, or NaN. */
#ifndef v_floor_doubles
static inline doubles v_floor_doubles(doubles a)
{
    const doubles big = splat_double(0x1.8p52), one = splat_double(1);
    const doubles nearest = a + big - big;
    const longs above = (longs)(nearest > a);
    return nearest - (doubles)(above & (longs)one);
}
#endif

/* Doubles rounded to real; and the low words of their bits, as indices. In an index of 64 bits the
   high word may be anything. */
#ifndef v_narrow
static inline vec v_narrow(struct wide a)
{
    vec narrow;
    if (sizeof(real) == sizeof(double))
        memcpy(&narrow, &a, sizeof narrow);
    else
        for (int l = 0; l < LANES; l++)
            narrow[l] = (real)a.part[l / DOUBLES][l % DOUBLES];
    return narrow;
}
#endif

#ifndef v_low_words
static inline ivec v_low_words(struct wide a)
{
    ivec words;
    if (sizeof(real) == sizeof(double))
        memcpy(&words, &a, sizeof words);
    else
        for (int l = 0; l < LANES; l++)
            words[l] = (integer)((longs)a.part[l / DOUBLES])[l % DOUBLES];
    return words;
}
#endif

#ifndef v_load_words
static inline ivec v_load_words(const uint32_t *p)
{
    ivec words;
    if (sizeof words == LANES * sizeof *p)
        memcpy(&words, p, sizeof words);
    else
        for (size_t l = 0; l < LANES; l++)
            words[l] = (integer)p[l];
    return words;
}
#endif

#ifndef v_store_words
static inline void v_store_words(uint32_t *p, ivec a)
{
    if (sizeof a == LANES * sizeof *p)
        memcpy(p, &a, LANES * sizeof *p);
    else
        for (size_t l = 0; l < LANES; l++)
            p[l] = (uint32_t)a[l];
}
#endif

/* One of `count` numbers from 0 on, by bits 16 to 31. `count` is a power of two, or one times 3 or
   5. */
#ifndef v_one_of
static inline ivec v_one_of(int count, ivec a)
{
    const ivec high = a >> 16 & 0xffff;
    const int power = count & -count, odd = count / power;
    const ivec times = odd == 1 ? high : odd == 3 ? high + (high << 1) : high + (high << 2);
    int shift = 16;
    UNROLL
    for (int p = 1; p < power; p *= 2)
        shift--;
    return times >> shift;
}
#endif

/* ---- Look-ups -------------------------------------------------------------------------------- */

/* Transposes rows, one per lane, to columns, one per component. */
#ifndef columns_of
static inline void columns_of(const real *const row[LANES], vec column[])
{
    UNROLL
    for (int a = 0; a < 4; a++) {
        UNROLL
        for (size_t l = 0; l < LANES; l++)
            column[a][l] = row[l][a];
    }
}
#endif

#ifndef v_rows_at
static inline void v_rows_at(const real (*table)[4], const uint8_t *index, vec column[])
{
    const real *row[LANES];
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        row[l] = table[index[l]];
    columns_of(row, column);
}
#endif

#ifndef v_rows_of_48
static inline void v_rows_of_48(const struct perlin_large_set *set, const uint8_t *row,
                                vec column[])
{
    v_rows_at(set->LANE(rows), row, column);
}
#endif

#ifndef v_rows
static inline void v_rows(const struct LANE(perlin_rows) * table, int count, const uint8_t *row,
                          vec column[])
{
    (void)count;
    v_rows_at(table->row, row, column);
}
#endif

/* The same for rows in registers. */
#ifndef v_rows_by
static inline void v_rows_by(const struct LANE(perlin_rows) * table, int count, ivec row,
                             vec column[])
{
    const real *row_of_lane[LANES];
    uint32_t index[LANES];
    (void)count;
    v_store_words(index, row);
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        row_of_lane[l] = table->row[index[l]];
    columns_of(row_of_lane, column);
}
#endif

/* Extracts the bytes of all lanes from a single register. Otherwise gcc may spill a byte and reload
   it wider, for which CPUs stall. */
#ifndef v_row_pairs
_Static_assert(LANES <= 4, "a register holds the bytes of all lanes");

static inline void v_row_pairs(const struct LANE(perlin_rows) * table, const uint8_t *pair,
                               vec here[], vec next[])
{
    const real *row[2][LANES];
    uint32_t pairs = 0;
    UNROLL
    for (int l = 0; l < LANES; l++)
        pairs |= (uint32_t)pair[l] << 8 * l;
    UNROLL
    for (int l = 0; l < LANES; l++) {
        row[0][l] = table->row[pairs >> 8 * l & 15];
        row[1][l] = table->row[pairs >> (8 * l + 4) & 15];
    }
    columns_of(row[0], here);
    columns_of(row[1], next);
}
#endif

#ifndef v_sign_rows
static inline void v_sign_rows(const struct LANE(perlin_rows) * table, int count,
                               const uint8_t *row, vec column[])
{
    v_rows(table, count, row, column);
}
#endif

#ifndef v_sign_rows_by
static inline void v_sign_rows_by(const struct LANE(perlin_rows) * table, int count, ivec row,
                                  vec column[])
{
    v_rows_by(table, count, row, column);
}
#endif

#ifndef v_sign_row_pairs
static inline void v_sign_row_pairs(const struct LANE(perlin_rows) * table, const uint8_t *pair,
                                    vec here[], vec next[])
{
    v_row_pairs(table, pair, here, next);
}
#endif

#ifndef v_pick
static inline vec v_pick(const real *table, const uint8_t *i)
{
    vec picked;
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        picked[l] = table[i[l]];
    return picked;
}
#endif

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* If registers hold the table, the bytes header defines byte_of_256(table, i), which is value[i],
   and next_of_256(table, i), which is value[i + 1]. */
#ifndef v_byte_at
static inline bytes v_byte_at(const struct perlin_bytes *table, bytes a, bytes b)
{
    return byte_of_256(table, v_add_bytes(a, b));
}

struct v_pair {
    bytes here, next;
};

static inline struct v_pair v_pair_at(const struct perlin_bytes *table, bytes a, bytes b)
{
    const bytes i = v_add_bytes(a, b);
    return (struct v_pair){byte_of_256(table, i), next_of_256(table, i)};
}
#endif

#endif
