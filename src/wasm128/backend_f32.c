#include "vec_f32.h"

#include "../basis/kernels.h"
#include "../engine/engine_f32.h"
