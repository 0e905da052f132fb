/* The table for float; the build names it. */
#include "vec_f32.h"

#include "../simd/ops_f32.h"

extern const struct perlin_ops_f32 TABLE_F32;
const struct perlin_ops_f32 TABLE_F32 = OPS_F32;
