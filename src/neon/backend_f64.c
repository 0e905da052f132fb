#include "vec_f64.h"

#include "../engine/engine_f64.h"
