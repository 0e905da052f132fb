/* The table for float, and the kernels of gradient noise. */
#include "vec_f32.h"

#include "../simd/ops_f32.h"
#include "../simd/table.h"

extern const struct perlin_basis_f32 TABLE(_value_f32)[4], TABLE(_value_cubic_f32)[4],
    TABLE(_elias_f32)[4], TABLE(_simplex_f32)[4], TABLE(_opensimplex2_f32)[4],
    TABLE(_opensimplex2s_f32)[4], TABLE(_opensimplex_f32)[4];
extern const struct perlin_ops_f32 TABLE(_f32);
const struct perlin_ops_f32 TABLE(_f32) = {{
    [PERLIN_BASIS_GRADIENT] = gradient_basis,
    [PERLIN_BASIS_VALUE] = TABLE(_value_f32),
    [PERLIN_BASIS_VALUE_CUBIC] = TABLE(_value_cubic_f32),
    [PERLIN_BASIS_ELIAS] = TABLE(_elias_f32),
    [PERLIN_BASIS_SIMPLEX] = TABLE(_simplex_f32),
    [PERLIN_BASIS_OPENSIMPLEX2] = TABLE(_opensimplex2_f32),
    [PERLIN_BASIS_OPENSIMPLEX2S] = TABLE(_opensimplex2s_f32),
    [PERLIN_BASIS_OPENSIMPLEX] = TABLE(_opensimplex_f32),
}};
