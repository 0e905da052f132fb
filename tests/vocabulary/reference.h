/*
 * The vocabulary's operations in plain C, a lane at a time: what each backend must equal bit for
 * bit. Arrays are of n reals of the lane type; none of this includes a backend's header.
 */
#ifndef PERLIN_TEST_REFERENCE_H
#define PERLIN_TEST_REFERENCE_H

#include "../support.h"
#include "vocabulary.h"

/* lane is F32 or F64 in the next four. */

/* Every operation rounded on its own: MUL_ADD_EXACT is MULTIPLY_THEN_ADD here. */
void expect_arithmetic(enum lane lane, enum arithmetic operation, size_t n, void *out,
                       const void *a, const void *b, const void *c);
/* How many of the n results would differ if a * b + c were rounded once. */
size_t fused_differences(enum lane lane, size_t n, const void *a, const void *b, const void *c);

/* Any NaN becomes the canonical one: for results whose NaN bits are left open. */
void settle_nans(enum lane lane, size_t n, void *values);
/* That, and any zero becomes +0: for fractions. */
void settle_fractions(enum lane lane, size_t n, void *out, const void *a);

/*
 * Cell modulo 2^32, and fraction. The lane says of what: F32 are floats; F64 and F64_F32 are doubles,
 * with fractions in double and float. The cell of a coordinate that is not finite
 * is ANY_CELL. Fractions are settled.
 */
enum { ANY_CELL = -1 };
void expect_place(enum lane lane, size_t n, int64_t *cell, void *fraction, const void *c);

#endif
