#include "vec_f64.h"

#include "../basis/kernels.h"
#include "../engine/engine_f64.h"
