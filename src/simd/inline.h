/*
 * Kernels are templates: functions of constant arguments that are always inlined, with loops of constant
 * length that always unroll.
 */
#ifndef PERLIN_SIMD_INLINE_H
#define PERLIN_SIMD_INLINE_H

/* One copy of each function, so that its branches can be counted, or sanitizers have a hundredth to do. */
#if defined(PERLIN_COVERAGE) || defined(PERLIN_ROLLED)
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
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
