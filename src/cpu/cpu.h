/*
 * What the CPU and the operating system allow.
 */
#ifndef PERLIN_CPU_H
#define PERLIN_CPU_H

#include <stdint.h>

/* A feature counts only if both the CPU has it and the operating system saves its registers. */
enum {
    PERLIN_CPU_SSE2 = 1 << 0,
    PERLIN_CPU_AVX2 = 1 << 1,   /* AVX2 and FMA */
    PERLIN_CPU_AVX512 = 1 << 2, /* F, DQ, BW, VL and VBMI, besides AVX2 and FMA */
    PERLIN_CPU_NEON = 1 << 3
};

/* The features of this machine; detected once and cached in one atomic. */
uint32_t perlin_cpu_features(void);

/* The registers of CPUID and XGETBV that decide on x86; leaves that the CPU lacks are 0. */
struct perlin_cpuid {
    uint32_t leaf1_ecx, leaf1_edx;
    uint32_t leaf7_ebx, leaf7_ecx;
    uint64_t xcr0; /* 0 where OSXSAVE is clear */
};

/* The decision, a pure function, so that it can be tested with the registers of any CPU. */
uint32_t perlin_x86_features(const struct perlin_cpuid *cpuid);

/* Each architecture's detection, without the cache. */
uint32_t perlin_cpu_detect(void);

#endif
