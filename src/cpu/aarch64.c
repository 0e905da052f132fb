/*
 * Detects the features of AArch64, from the kernel's auxiliary vector. Advanced SIMD is part of
 * every AArch64 application profile, so systems without that vector are assumed to have it.
 */
#include "cpu.h"

#ifdef __linux__
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

uint32_t perlin_cpu_detect(void)
{
#ifdef __linux__
    return getauxval(AT_HWCAP) & HWCAP_ASIMD ? PERLIN_CPU_NEON : 0;
#else
    return PERLIN_CPU_NEON;
#endif
}
