/*
 * The features that both CPU and operating system support. dispatch.c chooses a backend by them.
 */
#ifndef PERLIN_CPU_H
#define PERLIN_CPU_H

#include <stdint.h>

/* A feature counts only if the CPU has it and the operating system saves its registers. */
enum {
    PERLIN_CPU_SSE2 = 1 << 0,
    PERLIN_CPU_AVX2 = 1 << 1,   /* AVX2 and FMA */
    PERLIN_CPU_AVX512 = 1 << 2, /* F, DQ, BW, VL and VBMI, besides AVX2 and FMA */
    PERLIN_CPU_NEON = 1 << 3,
    PERLIN_CPU_WASM128 = 1 << 4
};

/* The features of this machine. They are detected once, and cached in an atomic. */
uint32_t perlin_cpu_features(void);

/* The CPUID and XGETBV registers that matter on x86. Leaves that the CPU lacks are 0. */
struct perlin_cpuid {
    uint32_t leaf1_ecx, leaf1_edx;
    uint32_t leaf7_ebx, leaf7_ecx;
    uint64_t xcr0; /* 0 if OSXSAVE is clear */
};

/* The features of these registers. A pure function, so that tests can pass any CPU's registers. */
uint32_t perlin_x86_features(const struct perlin_cpuid *cpuid);

/* Detects the features, uncached. Each architecture has its own version. */
uint32_t perlin_cpu_detect(void);

#endif
