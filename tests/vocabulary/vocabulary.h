/*
 * A backend's vocabulary as functions over arrays, so that one test can hold any of them against
 * plain C. vocabulary_unit.c is compiled once for each backend and lane type, with the backend's
 * own flags, and exports one table. src/vector/vector.h says what each operation promises.
 */
#ifndef PERLIN_TEST_VOCABULARY_H
#define PERLIN_TEST_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

struct perlin_bytes;

/* Which lanes a mask of comparisons has. */
enum mask {
    GREATER,  /* a > b */
    AT_LEAST, /* a >= b */
    NOT,      /* ~(a > b) */
    AND,      /* a > b & b >= c */
    OR,       /* a > b | b >= c */
    MASK_COUNT
};

enum arithmetic {
    ADD,               /* a + b */
    SUBTRACT,          /* a - b */
    MULTIPLY,          /* a * b */
    MULTIPLY_THEN_ADD, /* a * b + c, as two operations */
    MUL_ADD_EXACT,     /* v_mul_add_exact(a, b, c) */
    ARITHMETIC_COUNT
};

/*
 * Arrays hold `lanes` elements unless a line says otherwise: reals (float or double, `real_size`
 * bytes) behind void pointers, indices in uint8_t. No alignment is assumed of them.
 */
struct vocabulary {
    int through_simde; /* runs on any CPU */
    size_t lanes, bytes;
    size_t real_size, integer_size, vec_size, ivec_size;

    void (*copy)(void *out, const void *a); /* v_load, v_store */
    void (*store_part)(void *out, const void *a, size_t n);
    void (*copy_index)(uint8_t *out, const uint8_t *a); /* v_load_index, v_store_index */
    void (*splat)(void *out, const void *x);            /* x: one real */

    /* As the lanes hold them: `integer_size` bytes each. */
    void (*load_index)(void *out, const uint8_t *a);
    void (*splat_index)(void *out, int32_t i);
    void (*load_words)(void *out, const uint32_t *a);
    void (*store_words)(uint32_t *out, const void *a);

    void (*arithmetic[ARITHMETIC_COUNT])(void *out, const void *a, const void *b, const void *c);
    int (*any)(const void *mask); /* of `integer_size` bytes a lane */
    void (*canonical)(void *out, const void *a);
    void (*floor)(void *out, const void *a);                             /* NULL for double */
    void (*index_difference)(uint8_t *out, const uint8_t *a, int32_t b); /* a - splat(b) */

    /* Of `lanes` doubles. */
    void (*floor_doubles)(double *out, const double *a);
    void (*narrow)(void *out, const double *a);
    void (*low_words)(uint32_t *out, const double *a);

    /* For the integer hash. Hashes are words, as many as a vector has room for: vec_size / 4. Bits of
       integers and of signs have `integer_size` bytes a lane. */
    void (*dot)(uint32_t *out, const uint32_t *a, const uint32_t *b);
    void (*place)(void *integers, void *fraction, const void *a);
    void (*negate_by)(void *out, const void *a, const void *by);
    void (*positive)(void *out, const void *a);
    void (*min)(void *out, const void *a, const void *b);
    void (*max)(void *out, const void *a, const void *b);
    void (*sqrt)(void *out, const void *a);
    int (*any_less)(const void *a, const void *b);
    void (*near)(void *out, const void *table, const void *index); /* index: integers */
    void (*values)(void *first, void *difference, const uint32_t *a, const uint32_t *b);
    /* compared: a, b and c of the mask */
    void (*choose)(void *out, enum mask mask, const void *const compared[3], const void *set,
                   const void *clear);
    void (*only)(void *out, enum mask mask, const void *const compared[3], const void *a);
    /* column: `dims` times 16 reals; row: integers; out: `dims` arrays */
    int gradient_rows; /* V_ROWS */
    void (*gradient)(void *out[], int dims, const void *column, const void *row);

    /* Not of the vocabulary, but made of it (src/engine/cells.h). */
    void (*place_f32)(uint32_t *cell, void *fraction, const void *c); /* NULL for double */
    void (*place_f64)(uint32_t *cell, void *fraction, const double *c);
    void (*divide)(uint32_t *cell, const double *c, uint32_t modulus);

    /* Arrays of `bytes` elements. */
    void (*copy_bytes)(uint8_t *out, const uint8_t *a);
    void (*splat_byte)(uint8_t *out, uint8_t a);
    void (*add_bytes)(uint8_t *out, const uint8_t *a, const uint8_t *b);
    void (*byte_at)(uint8_t *out, const struct perlin_bytes *table, const uint8_t *a,
                    const uint8_t *b);
    void (*pair_at)(uint8_t *here, uint8_t *next, const struct perlin_bytes *table,
                    const uint8_t *a, const uint8_t *b);

    /* count: 8 or 16; table: a struct perlin_rows_ of the lane type; out, here and next: four arrays */
    void (*row_pairs)(void *here[], void *next[], const void *table, int count,
                      const uint8_t *pair);
    void (*sign_rows)(void *out[], const void *table, const uint8_t *row);
    void (*sign_row_pairs)(void *here[], void *next[], const void *table, const uint8_t *pair);
    /* i: also less 128, of which the low bits count */
};

#endif
