/* The table for double, and the kernels of gradient noise. */
#include "vec_f64.h"

#include "../simd/ops_f64.h"
#include "../simd/table.h"

extern const struct perlin_basis_f64 TABLE(_value_f64)[4], TABLE(_value_cubic_f64)[4],
    TABLE(_elias_f64)[4], TABLE(_simplex_f64)[4], TABLE(_opensimplex2_f64)[4],
    TABLE(_opensimplex2s_f64)[4], TABLE(_opensimplex_f64)[4];
extern const struct perlin_ops_f64 TABLE(_f64);
const struct perlin_ops_f64 TABLE(_f64) = {{
    [PERLIN_BASIS_GRADIENT] = gradient_basis,
    [PERLIN_BASIS_VALUE] = TABLE(_value_f64),
    [PERLIN_BASIS_VALUE_CUBIC] = TABLE(_value_cubic_f64),
    [PERLIN_BASIS_ELIAS] = TABLE(_elias_f64),
    [PERLIN_BASIS_SIMPLEX] = TABLE(_simplex_f64),
    [PERLIN_BASIS_OPENSIMPLEX2] = TABLE(_opensimplex2_f64),
    [PERLIN_BASIS_OPENSIMPLEX2S] = TABLE(_opensimplex2s_f64),
    [PERLIN_BASIS_OPENSIMPLEX] = TABLE(_opensimplex_f64),
}};
