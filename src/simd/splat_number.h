/*
 * v_mul_add_number for instruction sets that gain nothing by an operand from memory. A vec header includes this behind
 * v_mul_add_exact.
 */
#ifndef PERLIN_SIMD_SPLAT_NUMBER_H
#define PERLIN_SIMD_SPLAT_NUMBER_H

static inline vec v_mul_add_number(vec a, vec b, const real *c)
{
    return v_mul_add_exact(a, b, v_splat(*c));
}

#endif
