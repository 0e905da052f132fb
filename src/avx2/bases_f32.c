/* The kernels of all other bases for float. */
#include "vec_f32.h"

#include "../simd/entries_f32.h"

#include "../simd/bases.h"
