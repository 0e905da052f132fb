/*
 * A backend's vocabulary as functions over arrays, so that one test can hold any of them against plain C.
 * vocabulary_unit.c is compiled once for each backend and lane type, with the backend's own flags, and
 * exports one table. docs/adding-a-backend.md says what each operation promises.
 */
#ifndef PERLIN_TEST_VOCABULARY_H
#define PERLIN_TEST_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

struct perlin_lut;

enum arithmetic {
    ADD,               /* a + b */
    SUBTRACT,          /* a - b */
    MULTIPLY,          /* a * b */
    MULTIPLY_THEN_ADD, /* a * b + c, as two operations */
    MUL_ADD_EXACT,     /* v_mul_add_exact(a, b, c) */
    ARITHMETIC_COUNT
};

/*
 * Arrays hold `lanes` elements where nothing else is said: reals (float or double, `real_size` bytes) behind
 * void pointers, indices in int32_t. No alignment is assumed of them.
 */
struct vocabulary {
    int through_simde; /* runs on any CPU */
    size_t lanes, broadcast_run;
    size_t real_size, integer_size, vec_size, ivec_size;

    void (*copy)(void *out, const void *a); /* v_load, v_store */
    void (*store_part)(void *out, const void *a, size_t n);
    void (*copy_index)(int32_t *out, const int32_t *a); /* v_load_index, v_store_index */
    void (*splat)(void *out, const void *x);            /* x: one real */

    /* As the lanes hold them: `integer_size` bytes each. */
    void (*load_index)(void *out, const int32_t *a);
    void (*splat_index)(void *out, int32_t i);

    void (*arithmetic[ARITHMETIC_COUNT])(void *out, const void *a, const void *b, const void *c);
    void (*canonical)(void *out, const void *a);
    void (*index_sum)(int32_t *out, const int32_t *a, const int32_t *b); /* (a + b) & 255 */
    void (*index_difference)(int32_t *out, const int32_t *a, const int32_t *b);

    void (*place_f32)(int32_t *cell, void *fraction, const void *c); /* NULL for double */
    void (*place_f64)(int32_t *cell, void *fraction, const double *c);

    void (*pair_at)(int32_t *here, int32_t *next, const struct perlin_lut *lut, const int32_t *i);
    void (*lookup16)(void *out, const void *table, const int32_t *h);
    void (*lookup32)(void *out, const void *table, const int32_t *h);
    void (*permute)(void *out, const void *table, const int32_t *i);
};

#endif
