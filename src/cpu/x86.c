/*
 * Detects the features of x86. CPUID tells what the CPU can do, and XCR0 which registers the
 * operating system saves. An instruction set needs both. (Intel 64 and IA-32 Architectures Software
 * Developer's Manual, volume 1, chapters 13 to 15.)
 */
#include "cpu.h"

#include <cpuid.h>

static int has(uint64_t word, uint64_t bits)
{
    return (word & bits) == bits;
}

uint32_t perlin_x86_features(const struct perlin_cpuid *cpuid)
{
    /* clang-format off */
    enum { /* leaf 1 EDX */ SSE = 1 << 25, SSE2 = 1 << 26 };
    enum { /* leaf 1 ECX */ FMA = 1 << 12, OSXSAVE = 1 << 27, AVX = 1 << 28,
           /* compilers assume these with AVX2: SSE3 to SSE4.2, POPCNT, F16C */
           BEFORE_AVX2 = 1 << 0 | 1 << 9 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 29 };
    enum { /* leaf 7 EBX */ AVX2 = 1 << 5, AVX512F = 1 << 16, AVX512DQ = 1 << 17,
           AVX512BW = 1 << 30 };
    const uint32_t AVX512VL = UINT32_C(1) << 31;
    enum { /* leaf 7 ECX */ VBMI = 1 << 1 };
    enum { /* XCR0 */ XMM_YMM = 0x06, OPMASK_ZMM = 0xe0 };
    /* clang-format on */

    uint32_t features = 0;
    if (!has(cpuid->leaf1_edx, SSE | SSE2))
        return features;
    features |= PERLIN_CPU_SSE2;
    if (!has(cpuid->leaf1_ecx, OSXSAVE | AVX | FMA | BEFORE_AVX2) || !has(cpuid->leaf7_ebx, AVX2) ||
        !has(cpuid->xcr0, XMM_YMM))
        return features;
    features |= PERLIN_CPU_AVX2;
    if (!has(cpuid->leaf7_ebx, AVX512F | AVX512DQ | AVX512BW | AVX512VL) ||
        !has(cpuid->leaf7_ecx, VBMI) || !has(cpuid->xcr0, OPMASK_ZMM))
        return features;
    return features | PERLIN_CPU_AVX512;
}

/* Reads XCR0. XGETBV is an illegal instruction unless OSXSAVE is set. */
static uint64_t xcr0(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

uint32_t perlin_cpu_detect(void)
{
    struct perlin_cpuid cpuid = {0};
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return 0;
    cpuid.leaf1_ecx = ecx;
    cpuid.leaf1_edx = edx;
    if (ecx & (UINT32_C(1) << 27))
        cpuid.xcr0 = xcr0();
    if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        cpuid.leaf7_ebx = ebx;
        cpuid.leaf7_ecx = ecx;
    }
    return perlin_x86_features(&cpuid);
}
