/* The table for double, and the kernels of gradient noise. */
#include "vec_f64.h"

#include "../simd/entries_f64.h"

#include "../simd/ops.h"
