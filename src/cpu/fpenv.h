/*
 * The FP environment around everything that computes. begin saves the caller's control and status
 * state, and sets the default: round to nearest, no flush to zero, no traps. end restores the
 * state.
 *
 * Compilers do not order plain arithmetic against these instructions. So whatever computes between
 * begin and end must be a call that is not inlined: through a function table, or to a function
 * marked PERLIN_GUARDED.
 *
 * PERLIN_STANDARD_C is scripts/amalgamate's: no assembly then.
 */
#ifndef PERLIN_FPENV_H
#define PERLIN_FPENV_H

#ifdef __has_attribute
#if __has_attribute(noipa)
#define PERLIN_GUARDED __attribute__((noipa))
#endif
#endif
#ifndef PERLIN_GUARDED
#define PERLIN_GUARDED __attribute__((noinline))
#endif

#if defined(__x86_64__) && !defined(PERLIN_STANDARD_C)

/* MXCSR holds rounding mode, FTZ, DAZ, exception masks and sticky flags of all SSE and AVX
   arithmetic. */
struct perlin_fpenv {
    unsigned mxcsr;
};

static inline struct perlin_fpenv perlin_fpenv_begin(void)
{
    struct perlin_fpenv saved;
    const unsigned standard = 0x1f80; /* all exceptions masked, everything else 0 */
    __asm__ volatile("stmxcsr %0" : "=m"(saved.mxcsr) : : "memory");
    __asm__ volatile("ldmxcsr %0" : : "m"(standard) : "memory");
    return saved;
}

static inline void perlin_fpenv_end(struct perlin_fpenv saved)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(saved.mxcsr) : "memory");
}

#elif defined(__aarch64__) && !defined(PERLIN_STANDARD_C)

#include <stdint.h>

/* FPCR holds the controls, and FPSR the sticky flags. */
struct perlin_fpenv {
    uint64_t fpcr, fpsr;
};

static inline struct perlin_fpenv perlin_fpenv_begin(void)
{
    struct perlin_fpenv saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved.fpcr) : : "memory");
    __asm__ volatile("mrs %0, fpsr" : "=r"(saved.fpsr) : : "memory");
    __asm__ volatile("msr fpcr, xzr" : : : "memory");
    return saved;
}

static inline void perlin_fpenv_end(struct perlin_fpenv saved)
{
    __asm__ volatile("msr fpsr, %0" : : "r"(saved.fpsr) : "memory");
    __asm__ volatile("msr fpcr, %0" : : "r"(saved.fpcr) : "memory");
}

#else

#include <fenv.h>

struct perlin_fpenv {
    fenv_t environment;
};

/* On 32-bit x86 this covers MXCSR and the x87, which returns libm's results. */
static inline struct perlin_fpenv perlin_fpenv_begin(void)
{
    struct perlin_fpenv saved;
    fegetenv(&saved.environment);
    fesetenv(FE_DFL_ENV);
    return saved;
}

static inline void perlin_fpenv_end(struct perlin_fpenv saved)
{
    fesetenv(&saved.environment);
}

#endif

#endif
