/*
 * Kernels are templates: functions of constant arguments that are always inlined, with loops of constant
 * length that always unroll.
 */
#ifndef PERLIN_SIMD_INLINE_H
#define PERLIN_SIMD_INLINE_H

#include <stdint.h>

/* One copy of each function, so that its branches can be counted, or sanitizers have a hundredth to do. */
#if defined(PERLIN_COVERAGE) || defined(PERLIN_ROLLED)
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* Emulated vectors, and those of machines of 32 bits, which have few registers, are kept on the stack: buffers have less of
   it. */
#if defined(PERLIN_SIMDE) || UINTPTR_MAX == UINT32_MAX
enum { STACK_IS_SHORT = 1 };
#else
enum { STACK_IS_SHORT = 0 };
#endif

/* Large, and called seldom or from many places: compiled once. */
#define OUTLINE static __attribute__((noinline))

/* Before a loop of constant length, which would leave its vectors in memory if it stayed one. Not under
   coverage: it changes how branches are counted. */
#if defined(PERLIN_ROLLED) || defined(PERLIN_COVERAGE)
#define UNROLL
#elif defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

#endif
