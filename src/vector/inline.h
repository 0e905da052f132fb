/*
 * What makes kernels work as templates. They are functions with constant arguments that are always
 * inlined, with loops of constant length that always unroll.
 */
#ifndef PERLIN_VECTOR_INLINE_H
#define PERLIN_VECTOR_INLINE_H

/* Coverage and sanitizers get one copy of each function: its branches can be counted, and there is
   a hundredth of the code to instrument. So do SSE2's doubles, which are built small. */
#if defined(PERLIN_COVERAGE) || defined(PERLIN_ROLLED)
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

/* For functions that are large, and are called rarely or from many places: compiled once. */
#define OUTLINE static __attribute__((noinline))

/* For those that are hardly ever called: compilers lay the callers' code out without them. */
#define COLD static __attribute__((noinline, cold))

/* Calls an inlined function with a number of dimensions that is constant there. */
#define IN_DIMS(dims, function, ...)                                                               \
    ((dims) == 1   ? function(1, __VA_ARGS__)                                                      \
     : (dims) == 2 ? function(2, __VA_ARGS__)                                                      \
     : (dims) == 3 ? function(3, __VA_ARGS__)                                                      \
                   : function(4, __VA_ARGS__))

/* Unrolls the following loop of constant length. If it stayed a loop, its vectors would be kept in
   memory. Off under coverage, because it changes how branches are counted. */
#if defined(PERLIN_ROLLED) || defined(PERLIN_COVERAGE)
#define UNROLL
#elif defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* The same for kernels of boxes (engine/box.h). SSE2's doubles have these inlined and unrolled, too,
   since a row of a box is shorter than its calls would be. */
#ifdef PERLIN_BOXES_INLINED
#define BOX_INLINE static inline __attribute__((always_inline))
#ifdef __clang__
#define BOX_UNROLL _Pragma("clang loop unroll(full)")
#else
#define BOX_UNROLL _Pragma("GCC unroll 16")
#endif
#else
#define BOX_INLINE INLINE
#define BOX_UNROLL UNROLL
#endif

/* A hint for gcc on x86, as empty assembly: loads the vector once instead of at each use. clang does
   the same without it. */
#if defined(__clang__) || defined(PERLIN_SIMDE) || !(defined(__x86_64__) || defined(__i386__))
#define KEEP_IN_REGISTER(vector) ((void)0)
#else
#define KEEP_IN_REGISTER(vector) __asm__("" : "+v"(vector))
#endif

#endif
