/* The table for double; the build names it. */
#include "vec_f64.h"

#include "../simd/ops_f64.h"

extern const struct perlin_ops_f64 TABLE_F64;
const struct perlin_ops_f64 TABLE_F64 = OPS_F64;
