#include "vec_f64.h"

#include "../combine/evaluate_f64.h"
