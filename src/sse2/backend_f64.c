/*
 * Doubles by SSE2 are built small: loops stay loops, and functions are called, but for boxes of grids.
 * CPUs without AVX2 are old or small, and floats are what they fill.
 */
#ifndef PERLIN_ROLLED
#define PERLIN_ROLLED        1
#define PERLIN_BOXES_INLINED 1
#endif

/* gcc: functions that are given numbers of dimensions have a copy for each. */
#if defined(__OPTIMIZE__) && !defined(__clang__)
#pragma GCC optimize("ipa-cp-clone")
#endif

#include "vec_f64.h"

#include "../basis/kernels.h"
#include "../engine/engine_f64.h"
