/*
 * The rest of the vocabulary, with a default for any instruction set. A vector header includes this
 * last. If the header defines an operation itself, it also defines a macro of that name, such as
 * `#define v_pick v_pick`. Of operations that stand under one #ifndef a header defines all or none.
 *
 * Each operation promises what its comment says. Exact means the bits of the IEEE 754 operations
 * given, rounded to nearest, with gradual underflow; the FP environment is the default one. No
 * operation reads or writes more than its comment says, not even for a moment: a page that traps
 * may be next, or another thread's data. Pointers are aligned to their element only. Lanes do not
 * affect each other.
 *
 * These have no default, and each vector header defines them:
 *
 *     ivec v_load_index(const uint8_t *p)           Reads p[0..LANES-1], 0..255 each. p[0] is lane
 *                                                   0, on big-endian machines too.
 *     void v_store_index(uint8_t *p, ivec a)        Writes p[0..LANES-1], each lane's lowest byte.
 *     int v_any(ivec mask)                          Whether the highest bit of any lane is set.
 *
 * A bytes header, or portable_bytes.h, defines these. BYTES is a power of two from 1 to 64. C's &
 * and | work on bytes, and << 4 on numbers below 16:
 *
 *     bytes                                         BYTES numbers 0..255
 *     bytes v_load_bytes(const uint8_t *p)          Reads p[0..BYTES-1].
 *     void v_store_bytes(uint8_t *p, bytes a)       Writes p[0..BYTES-1].
 *     bytes v_splat_byte(uint8_t a)                 a in every place
 *     bytes v_add_bytes(bytes a, bytes b)           (a + b) % 256
 */
#ifndef PERLIN_VECTOR_VECTOR_H
#define PERLIN_VECTOR_VECTOR_H

#include "lanes.h"

/* Writes p[0..n-1], for n from 0 to LANES, and nothing else. */
#ifndef v_store_part
static inline void v_store_part(real *p, vec a, size_t n)
{
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        if (l < n)
            p[l] = a[l];
}
#endif

/*
 * The value of a * b + c with two roundings, if the product a * b is exact; otherwise one rounding
 * or two. NaN gives a NaN. A fused multiply-add belongs here, and tests/scan_objects.sh allows no
 * other. Kernels call it with
 *
 * - a table's gradient component up to 2 in magnitude and a distance in [-1, 1]. In 3-D and 4-D the
 *   one is divided by PERLIN_SCALE, a power of two, and the other multiplied by it, both exactly.
 *   The components of 1-D (up to 8) and of the integer hash do not come;
 * - a component and PERLIN_SCALE itself: lerp(t, a, b) of undivided components is fma(a,
 *   PERLIN_SCALE, (t * PERLIN_SCALE) * (b - a)) of the divided ones;
 * - any number and a power of two.
 */
#ifndef v_mul_add_exact
static inline vec v_mul_add_exact(vec a, vec b, vec c)
{
    return a * b + c;
}
#endif

/* a, but 0x7fc00000 or 0x7ff8000000000000 in place of any NaN. All else stays: subnormals, the sign
   of a zero. */
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

/* Of float only: conversions to integers, by truncation, and back, rounded; and floors, whose sign
   is open if they are 0. Right for values below 2^31 in magnitude; others give anything in their
   own lanes. */
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

/* floor(a) for -2^51 <= a < 2^51. In other lanes a number outside of that range, or NaN. The sign
   of a zero is open. */
#ifndef v_floor_doubles
static inline doubles v_floor_doubles(doubles a)
{
    const doubles big = splat_double(0x1.8p52), one = splat_double(1);
    const doubles nearest = a + big - big;
    const longs above = (longs)(nearest > a);
    return nearest - (doubles)(above & (longs)one);
}
#endif

/* Doubles rounded to real, of which NaNs become any NaN; and the low words of their bits, as
   indices. In an index of 64 bits the high word may be anything. */
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

/* Reads p[0..LANES-1], zero-extended in wider lanes; and writes these, the low 32 bits of each
   lane. */
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

/* ---- For the integer hash --------------------------------------------------------------------- */

/* In each 32 bits: the product of the low signed halves plus that of the high ones, modulo 2^32. */
#ifndef v_dot
static inline hash_vec v_dot(hash_vec a, hash_vec b)
{
    typedef int32_t halves __attribute__((vector_size(sizeof(hash_vec))));
    const hash_vec low = (hash_vec)((halves)(a << 16) >> 16) * (hash_vec)((halves)(b << 16) >> 16);
    return low + (hash_vec)((halves)a >> 16) * (hash_vec)((halves)b >> 16);
}
#endif

/* The bits of floor(a) + V_BIG, and the fraction a - floor(a), whose sign is open if it is 0. The
   low 32 bits are the cell, plus PERLIN_CELL_BITS in float. Exact for -2^22 <= a < 2^22, in double
   to 2^51. Of other numbers the first 9 (12) bits differ from those of V_BIG, and the fraction is
   anything. */
#ifndef v_place
static inline ivec v_place(vec a, vec *fraction)
{
    const vec sum = a + v_splat(V_BIG), rest = a - (sum - v_splat(V_BIG)); /* from -1/2 to 1/2 */
    const ivec is_below = (ivec)(rest < v_splat(0));
    *fraction = rest + (vec)(is_below & (ivec)v_splat(1));
    return (ivec)sum + is_below;
}
#endif

/* -a where the highest bit of `by` is set: only the sign bit changes, of NaN too. Other bits of
   `by` do not matter. */
#ifndef v_negate_by
static inline vec v_negate_by(vec a, ivec by)
{
    return (vec)((ivec)a ^ (by & (ivec)v_splat(-(real)0)));
}
#endif

/* a > 0 ? a : +0, also for -0 and NaN. */
#ifndef v_positive
static inline vec v_positive(vec a)
{
    return (vec)((ivec)a & (ivec)(a > v_splat(0)));
}
#endif

/* The lesser and the greater of two numbers, of two zeros either. With a NaN anything, in that
   lane. */
#ifndef v_min
static inline vec v_min(vec a, vec b)
{
    const ivec is_less = (ivec)(a < b);
    return (vec)((is_less & (ivec)a) | (~is_less & (ivec)b));
}

static inline vec v_max(vec a, vec b)
{
    const ivec is_greater = (ivec)(a > b);
    return (vec)((is_greater & (ivec)a) | (~is_greater & (ivec)b));
}
#endif

/* Square roots, rounded once. */
#ifndef v_sqrt
static inline vec v_sqrt(vec a)
{
    UNROLL
    for (int l = 0; l < LANES; l++)
        a[l] = sizeof(real) == sizeof(float) ? (real)__builtin_sqrtf((float)a[l])
                                             : (real)__builtin_sqrt((double)a[l]);
    return a;
}
#endif

/* table[index] of each lane, all bits. The table has LANES elements, and indices are below LANES. A
   header defines it only if it permutes a register: kernels then take ways that live on it. */
#ifndef v_near
static inline vec v_near_by_element(const real *table, ivec index)
{
    vec found = v_splat(0);
    for (int l = 0; l < LANES; l++)
        memcpy((char *)&found + (size_t)l * sizeof(real), table + index[l], sizeof(real));
    return found;
}
#define v_near v_near_by_element
enum { NEAR_IS_FAST = 0 };
#else
enum { NEAR_IS_FAST = 1 };
#endif

/* Whether a is less than b in any lane. */
#ifndef v_any_less
static inline int v_any_less(vec a, vec b)
{
    return v_any((ivec)(a < b));
}
#endif

/* Masks: one bit a lane, or whole lanes. &, | and ~ combine them. Comparisons with NaN are
   false. */
#ifndef v_greater
typedef ivec lane_mask;

static inline lane_mask v_greater(vec a, vec b)
{
    return (lane_mask)(a > b);
}

static inline lane_mask v_at_least(vec a, vec b)
{
    return (lane_mask)(a >= b);
}

/* a where the mask is set, else b. */
static inline ivec v_choose(lane_mask m, ivec a, ivec b)
{
    ivec differs = a ^ b;
    KEEP_IN_REGISTER(differs); /* or gcc makes a blend, three micro-operations on some CPUs */
    return b ^ (differs & m);
}

/* a where the mask is set, all bits, else +0. */
static inline vec v_only(lane_mask m, vec a)
{
    return (vec)(m & (ivec)a);
}
#endif

/* Of two hashes, the values (int32_t)(h << 15): the first, and how much larger the second is, both
   exact. The 17 bits go into the fraction of a number whose last bit is worth 2^15, with the top
   one inverted. */
#ifndef v_values
static inline void v_values(hash_vec a, hash_vec b, vec *first, vec *difference)
{
    const int is_float = sizeof(real) == sizeof(float);
    const real big = is_float ? (real)0x1p38 : (real)0x1p67;
    const ivec base = (ivec)v_splat(big) | 0x10000;
    const vec raised = (vec)(((ivec)a & 0x1ffff) ^ base);
    *first = raised - v_splat(big + (real)0x1p31);
    *difference = (vec)(((ivec)b & 0x1ffff) ^ base) - raised;
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

/*
 * The gradients of an octave by the integer hash: rows of 16, prepared for look-ups, and in 2-D the
 * two sizes that components have. v_gradient looks up the row that the low four bits of a lane
 * select, or three if V_ROWS is 8; the caller then does what bit 3 stands for. Lane l of
 * gradient[a], for a below dims, is column[a][row[l] % V_ROWS], all bits. Higher bits of a row may
 * be anything.
 */
#ifndef V_ROWS
#define V_ROWS 16

struct v_gradients {
    real row[16][4];
    ivec large, both; /* the bits of the larger size, and those in which the sizes differ */
};

INLINE void v_gradients_init(struct v_gradients *gradients, int dims, const real (*column)[16])
{
    gradients->large = (ivec)v_splat(column[0][0]);
    if (dims == 2)
        gradients->both = gradients->large ^ (ivec)v_splat(column[1][0]);
    for (int r = 0; r < 16 && dims != 2; r++)
        for (int a = 0; a < dims; a++)
            gradients->row[r][a] = column[a][r];
}

/* In 2-D bit 2 of a row exchanges the components, bit 1 negates x, and bit 0 y. */
INLINE void v_gradient(const struct v_gradients *gradients, int dims, ivec row, vec gradient[4])
{
    const int sign = 8 * (int)sizeof(real) - 1;
    const real *of_lane[LANES];
    if (dims == 2) {
        const ivec exchanges = v_splat_index(0) - (ivec)((uvec)row >> 2 & 1);
        const ivec x = gradients->large ^ (exchanges & gradients->both), y = x ^ gradients->both;
        gradient[0] = v_negate_by((vec)x, row << (sign - 1));
        gradient[1] = v_negate_by((vec)y, row << sign);
        return;
    }
    const ivec index = row & 15;
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        of_lane[l] = gradients->row[index[l]];
    columns_of(of_lane, gradient);
}
#endif

/* Reads pair[0..LANES-1], of which each holds two rows: pair[l] % 16 for here, pair[l] / 16 for
   next. Lane l of here[a] is table->column[a][pair[l] % 16], all bits; table->row holds the same by
   row. count, a constant, is 8, or 16 of a set whose rows from 8 on are the negatives of the first
   eight.

   Extracts the bytes of all lanes from a single register. Otherwise gcc may spill a byte and reload
   it wider, for which CPUs stall. */
#ifndef v_row_pairs
_Static_assert(LANES <= 4, "a register holds the bytes of all lanes");

static inline void v_row_pairs(const struct LANE(perlin_rows) * table, int count,
                               const uint8_t *pair, vec here[], vec next[])
{
    (void)count;
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

/* Of a table of 32 rows with components -1, 0 and 1, divided by PERLIN_SCALE: reads
   index[0..LANES-1], below 32 each. Lane l of column[a] is table->column[a][index[l]]. */
#ifndef v_sign_rows
static inline void v_sign_rows(const struct LANE(perlin_rows) * table, const uint8_t *index,
                               vec column[])
{
    const real *row[LANES];
    UNROLL
    for (size_t l = 0; l < LANES; l++)
        row[l] = table->row[index[l]];
    columns_of(row, column);
}
#endif

/* As v_row_pairs, of such a table of 16 rows, whose row 0 has components of 0. A shuffle of bytes
   can look them up in table->top and, for float, table->tops. */
#ifndef v_sign_row_pairs
static inline void v_sign_row_pairs(const struct LANE(perlin_rows) * table, const uint8_t *pair,
                                    vec here[], vec next[])
{
    v_row_pairs(table, 16, pair, here, next);
}
#endif

/* ---- Bytes ----------------------------------------------------------------------------------- */

/* table->value[(a + b) % 256], and for v_pair_at's next the entry after it, modulo 256. All of the
   table may be read, in whichever form suits. If registers hold it, the bytes header defines
   byte_of_256(table, i), which is value[i]. */
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
    return (struct v_pair){byte_of_256(table, i),
                           byte_of_256(table, v_add_bytes(i, v_splat_byte(1)))};
}
#endif

#endif
