/*
 * A backend's function table for double.
 */
#ifndef PERLIN_ENGINE_F64_H
#define PERLIN_ENGINE_F64_H

#include "engine.h"

const struct perlin_ops_f64 JOINED(BACKEND, _f64) = {engine_doubles, engine_grid};

#endif
