/*
 * The gradients of the integer hash, for one lane type. scalar.c includes this file twice. The sets
 * and how bits of a hash select from them are in noise/integers.c.
 */

/* The dot product of a vector with the gradient for hash h, w first and x last. */
INLINE REAL LANE(integer_dot)(const struct perlin_integers *integers, uint32_t dims, uint32_t h,
                              const REAL v[4])
{
    const REAL(*const g)[16] = integers->LANE(scaled).gradient + perlin_first_column(dims);
    const uint32_t row = h >> PERLIN_ROW_SHIFT;
    REAL sum = g[dims - 1][row & 15] * v[dims - 1];
    for (uint32_t a = dims - 1; a-- > 0;)
        sum = g[a][row & 15] * v[a] + sum;
    return dims == 4 && row & 16 ? -sum : sum;
}
