#include "vec_f32.h"

#include "../engine/engine_f32.h"
