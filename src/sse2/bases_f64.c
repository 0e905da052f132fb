/* The kernels of all other bases for double. */
#include "vec_f64.h"

#include "../simd/entries_f64.h"

#include "../simd/bases.h"
