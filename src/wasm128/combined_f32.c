#include "vec_f32.h"

#include "../combine/evaluate_f32.h"
