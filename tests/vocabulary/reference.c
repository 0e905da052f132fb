/*
 * The vocabulary in plain C. See reference.h. Volatile keeps products and sums apart, whatever the
 * flags.
 */
#include "reference.h"

#include <math.h>
#include <string.h>

static float arithmetic_f32(enum arithmetic operation, float a, float b, float c)
{
    volatile float result = a;
    switch (operation) {
    case ADD:
        result = a + b;
        break;
    case SUBTRACT:
        result = a - b;
        break;
    case MULTIPLY:
        result = a * b;
        break;
    default:
        result = a * b;
        result = result + c;
    }
    return result;
}

static double arithmetic_f64(enum arithmetic operation, double a, double b, double c)
{
    volatile double result = a;
    switch (operation) {
    case ADD:
        result = a + b;
        break;
    case SUBTRACT:
        result = a - b;
        break;
    case MULTIPLY:
        result = a * b;
        break;
    default:
        result = a * b;
        result = result + c;
    }
    return result;
}

void expect_arithmetic(enum lane lane, enum arithmetic operation, size_t n, void *out,
                       const void *a, const void *b, const void *c)
{
    for (size_t i = 0; i < n; i++)
        if (lane == F32)
            ((float *)out)[i] = arithmetic_f32(operation, ((const float *)a)[i],
                                               ((const float *)b)[i], ((const float *)c)[i]);
        else
            ((double *)out)[i] = arithmetic_f64(operation, ((const double *)a)[i],
                                                ((const double *)b)[i], ((const double *)c)[i]);
}

size_t fused_differences(enum lane lane, size_t n, const void *a, const void *b, const void *c)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (lane == F32) {
            const float x = ((const float *)a)[i], y = ((const float *)b)[i],
                        z = ((const float *)c)[i];
            count +=
                bits_f32(fmaf(x, y, z)) != bits_f32(arithmetic_f32(MULTIPLY_THEN_ADD, x, y, z));
        } else {
            const double x = ((const double *)a)[i], y = ((const double *)b)[i],
                         z = ((const double *)c)[i];
            count += bits_f64(fma(x, y, z)) != bits_f64(arithmetic_f64(MULTIPLY_THEN_ADD, x, y, z));
        }
    return count;
}

/* Bits alone decide: no instruction that might quiet a NaN or flush a subnormal. */

static uint32_t settled_f32(uint32_t bits, int zeros)
{
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return 0x7fc00000;
    return zeros && magnitude == 0 ? 0 : bits;
}

static uint64_t settled_f64(uint64_t bits, int zeros)
{
    const uint64_t magnitude = bits & UINT64_C(0x7fffffffffffffff);
    if (magnitude > UINT64_C(0x7ff0000000000000))
        return UINT64_C(0x7ff8000000000000);
    return zeros && magnitude == 0 ? 0 : bits;
}

static void settle(enum lane lane, size_t n, void *out, const void *in, int zeros)
{
    uint32_t narrow;
    uint64_t wide;
    for (size_t i = 0; i < n; i++)
        if (lane == F32) {
            memcpy(&narrow, (const float *)in + i, sizeof narrow);
            narrow = settled_f32(narrow, zeros);
            memcpy((float *)out + i, &narrow, sizeof narrow);
        } else {
            memcpy(&wide, (const double *)in + i, sizeof wide);
            wide = settled_f64(wide, zeros);
            memcpy((double *)out + i, &wide, sizeof wide);
        }
}

void settle_fractions(enum lane lane, size_t n, void *out, const void *a)
{
    settle(lane, n, out, a, 1);
}

void settle_nans(enum lane lane, size_t n, void *values)
{
    settle(lane, n, values, values, 0);
}

/* An integer value modulo 256, from its significand: exact up to the largest double. */
static int64_t modulo_2_32(double down)
{
    const double rest = fmod(down, 0x1p32); /* exact */
    return (int64_t)(rest < 0 ? rest + 0x1p32 : rest);
}

void expect_place(enum lane lane, size_t n, int64_t *cell, void *fraction, const void *c)
{
    for (size_t i = 0; i < n; i++) {
        const double value = lane == F32 ? (double)((const float *)c)[i] : ((const double *)c)[i];
        const double down = floor(value); /* that of a float is a float */
        cell[i] = isfinite(value) ? modulo_2_32(down) : ANY_CELL;
        if (lane == F32)
            ((float *)fraction)[i] = (float)value - (float)down;
        else if (lane == F64)
            ((double *)fraction)[i] = value - down;
        else
            ((float *)fraction)[i] = (float)(value - down);
    }
    settle(lane == F64 ? F64 : F32, n, fraction, fraction, 1);
}
