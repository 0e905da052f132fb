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

/*
 * Hints for gcc, by assembly of no instruction; clang does the same by itself.
 *
 *     KEEP_IN_REGISTER(vector)    is loaded once, and not wherever it is used: there an address with an index takes an operation more
 *     FORGET_STEPS(number)        of a loop: addresses are computed from it, and not stepped along with it, for which there are too few
 *                                 registers
 */
#if defined(__clang__) || defined(PERLIN_SIMDE) || !(defined(__x86_64__) || defined(__i386__))
#define KEEP_IN_REGISTER(vector) ((void)0)
#define FORGET_STEPS(number)     ((void)0)
#else
#define KEEP_IN_REGISTER(vector) __asm__("" : "+v"(vector))
#define FORGET_STEPS(number)     __asm__("" : "+r"(number))
#endif

#endif
