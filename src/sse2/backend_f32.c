/* The table for float, and the kernels of gradient noise. */
#include "vec_f32.h"

#include "../simd/entries_f32.h"

#include "../simd/ops.h"
