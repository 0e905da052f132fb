/*
 * What perlin_x86_features makes of the CPUID registers of real CPUs, of systems that do not save
 * their registers, and of combinations that hypervisors make up; and which kernels are chosen on
 * each CPU.
 */
#include "support.h"

#include "cpu/cpu.h"
#include "cpu/dispatch.h"
#include "noise/backend.h"

#include <stdlib.h>
#include <string.h>

/* The registers by their bits (Intel's manual, volume 2A, CPUID). */
enum {
    EDX_SSE_SSE2 = 3 << 25,
    ECX_FMA = 1 << 12,
    ECX_OSXSAVE = 1 << 27,
    ECX_AVX = 1 << 28,
    ECX_SSE3_TO_F16C = 1 << 0 | 1 << 9 | 1 << 19 | 1 << 20 | 1 << 23 | 1 << 29,
    EBX_AVX2 = 1 << 5,
    XCR0_X87_SSE = 0x3,
    XCR0_AVX = 0x7,
    XCR0_AVX512 = 0xe7
};
static const uint32_t AVX512F = UINT32_C(1) << 16, AVX512DQ = UINT32_C(1) << 17,
                      AVX512BW = UINT32_C(1) << 30, AVX512VL = UINT32_C(1) << 31,
                      ECX_VBMI = UINT32_C(1) << 1;

enum { SSE2 = PERLIN_CPU_SSE2, AVX2 = SSE2 | PERLIN_CPU_AVX2, AVX512 = AVX2 | PERLIN_CPU_AVX512 };

struct machine {
    const char *name;
    struct perlin_cpuid cpuid; /* leaf 1 ECX, EDX; leaf 7 EBX, ECX; XCR0 */
    uint32_t features;
};

/* Whole registers, as public dumps of CPUID give them, with the XCR0 that Linux sets there. */
static const struct machine recorded[] = {
    {"Pentium III: no SSE2", {0, 0x0383fbff, 0, 0, 0}, 0},
    {"Core 2 (Merom)", {0x0000e3bd, 0xbfebfbff, 0, 0, 0}, SSE2},
    {"Sandy Bridge: AVX only", {0x1fbae3ff, 0xbfebfbff, 0, 0, 0x7}, SSE2},
    {"Piledriver: FMA without AVX2", {0x3e98320b, 0x178bfbff, 0x00000008, 0, 0x7}, SSE2},
    {"Haswell", {0x7ffafbff, 0xbfebfbff, 0x000027ab, 0, 0x7}, AVX2},
    {"Zen 2", {0x7ed8320b, 0x178bfbff, 0x219c91a9, 0x00400004, 0x7}, AVX2},
    {"Knights Landing: AVX-512 F alone", {0x7ff8f3bf, 0xbfebfbff, 0x1c0d23ab, 1, 0xe7}, AVX2},
    {"Skylake-X: AVX-512 without VBMI",
     {0x7ffefbff, 0xbfebfbff, 0xd39ffffb, 0x00000008, 0xe7},
     AVX2},
    {"Alder Lake: hybrid, AVX-512 off",
     {0x7ffafbbf, 0xbfebfbff, 0x239c27eb, 0x984007bc, 0x7},
     AVX2},
    {"Ice Lake", {0x7ffafbbf, 0xbfebfbff, 0xf2bf27ef, 0x40405f4e, 0xe7}, AVX512},
    {"Zen 4 under KVM", {0xfffa3203, 0x178bfbff, 0xf1bf07ab, 0x00405fc6, 0xe7}, AVX512},
};

static void check(const struct machine *machine)
{
    const uint32_t features = perlin_x86_features(&machine->cpuid);
    if (features != machine->features)
        fail_msg("%s: features %#x, expected %#x", machine->name, features, machine->features);
}

static void cpus(const struct test_case *test)
{
    (void)test;
    for (size_t i = 0; i < COUNT_OF(recorded); i++)
        check(&recorded[i]);
}

/* A CPU with all features. Each test takes one away. */
static struct perlin_cpuid everything(void)
{
    return (struct perlin_cpuid){.leaf1_ecx = ECX_FMA | ECX_OSXSAVE | ECX_AVX | ECX_SSE3_TO_F16C,
                                 .leaf1_edx = EDX_SSE_SSE2,
                                 .leaf7_ebx = EBX_AVX2 | AVX512F | AVX512DQ | AVX512BW | AVX512VL,
                                 .leaf7_ecx = ECX_VBMI,
                                 .xcr0 = XCR0_AVX512};
}

static void check_without(const char *name, struct perlin_cpuid less, uint32_t features)
{
    check(&(struct machine){name, less, features});
}

/* Each bit alone decides, whatever the others say. */
static void missing_cpu_bits(const struct test_case *test)
{
    struct perlin_cpuid less;
    (void)test;
    check_without("everything", everything(), AVX512);
    less = everything();
    less.leaf1_edx = 0;
    check_without("no SSE2", less, 0);
    less = everything();
    less.leaf1_edx = 1 << 25;
    check_without("SSE without SSE2", less, 0);
    less = everything();
    less.leaf1_ecx &= ~(uint32_t)ECX_FMA;
    check_without("AVX2 without FMA", less, SSE2);
    less = everything();
    less.leaf1_ecx &= ~(uint32_t)ECX_AVX;
    check_without("AVX2 without AVX", less, SSE2);
    const uint32_t older[] = {1 << 0, 1 << 9, 1 << 19, 1 << 20, 1 << 23, 1 << 29};
    for (size_t i = 0; i < COUNT_OF(older); i++) {
        less = everything();
        less.leaf1_ecx &= ~older[i];
        check_without("AVX2 without an extension before it", less, SSE2);
    }
    less = everything();
    less.leaf7_ebx &= ~(uint32_t)EBX_AVX2;
    check_without("AVX-512 without AVX2", less, SSE2);
    const uint32_t parts[] = {AVX512F, AVX512DQ, AVX512BW, AVX512VL};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        less = everything();
        less.leaf7_ebx &= ~parts[i];
        check_without("AVX-512 without one of its parts", less, AVX2);
    }
    less = everything();
    less.leaf7_ecx = 0;
    check_without("no VBMI", less, AVX2);
    less = everything();
    less.leaf7_ebx = EBX_AVX2;
    check_without("VBMI without AVX-512", less, AVX2);
}

/* What the operating system does not save must not be used. */
static void missing_system_bits(const struct test_case *test)
{
    struct perlin_cpuid less;
    (void)test;
    less = everything();
    less.leaf1_ecx &= ~(uint32_t)ECX_OSXSAVE;
    check_without("OSXSAVE clear, whatever XCR0 says", less, SSE2);
    less.xcr0 = 0;
    check_without("OSXSAVE clear", less, SSE2);
    less = everything();
    less.xcr0 = 0;
    check_without("XCR0 empty", less, SSE2);
    less.xcr0 = XCR0_X87_SSE;
    check_without("XCR0 without AVX", less, SSE2);
    less.xcr0 = 0x5;
    check_without("XCR0 with AVX, without SSE", less, SSE2);
    less.xcr0 = XCR0_AVX;
    check_without("XCR0 without AVX-512", less, AVX2);
    for (uint32_t bit = 5; bit <= 7; bit++) {
        less.xcr0 = XCR0_AVX512 & ~(UINT64_C(1) << bit);
        check_without("XCR0 without one of AVX-512's three", less, AVX2);
    }
    less.xcr0 = XCR0_AVX512 & ~(uint64_t)4;
    check_without("XCR0 with AVX-512, without AVX", less, SSE2);
    less.xcr0 = ~UINT64_C(0);
    check_without("XCR0 with states of the future", less, AVX512);
}

/* The linker sends the library's calls of perlin_cpu_detect here. */
static int detections;

uint32_t __real_perlin_cpu_detect(void);
uint32_t __wrap_perlin_cpu_detect(void);
uint32_t __wrap_perlin_cpu_detect(void)
{
    detections++;
    return __real_perlin_cpu_detect();
}

/* The cache answers like the detection, the first time and later, and asks the CPU once. */
static void cache(const struct test_case *test)
{
    (void)test;
    const uint32_t detected = __real_perlin_cpu_detect();
    assert_int_equal(perlin_cpu_features(), detected);
    assert_int_equal(perlin_cpu_features(), detected);
    assert_int_equal(detections, 1);
}

#ifdef __x86_64__
static void vzeroall(void)
{
    __asm__ volatile("vzeroall"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
                       "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}
#else
static void vzeroall(void)
{
    __asm__ volatile("vzeroall"
                     :
                     :
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7");
}
#endif

/*
 * The detection agrees with the compiler's. The upper halves of the vector registers are in their
 * initial state before: XGETBV of register 1, which tells what is in use, would then differ from
 * that of register 0.
 */
static void detection(const struct test_case *test)
{
    (void)test;
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx"))
        vzeroall();
    const uint32_t features = __real_perlin_cpu_detect();
    const int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const int avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi");
    assert_int_equal((features & PERLIN_CPU_AVX2) != 0, avx2);
    assert_int_equal((features & PERLIN_CPU_AVX512) != 0, avx512);
}

/* ---- Which kernels are chosen ---------------------------------------------------------------- */

extern const struct perlin_ops_f32 perlin_sse2_f32, perlin_avx2_f32, perlin_avx512_f32;
extern const struct perlin_ops_f64 perlin_sse2_f64, perlin_avx2_f64, perlin_avx512_f64;

/* CPUs from the oldest on, and the best kernels of each. */
static const struct level {
    uint32_t features;
    perlin_backend backend;
    struct perlin_ops ops;
} levels[] = {
    {0, PERLIN_BACKEND_SCALAR, {&perlin_scalar_f32, &perlin_scalar_f64}},
    {SSE2, PERLIN_BACKEND_SSE2, {&perlin_sse2_f32, &perlin_sse2_f64}},
    {AVX2, PERLIN_BACKEND_AVX2, {&perlin_avx2_f32, &perlin_avx2_f64}},
    {AVX512, PERLIN_BACKEND_AVX512, {&perlin_avx512_f32, &perlin_avx512_f64}},
};

/* What the dispatch takes for the features of this machine; NULL: for those that it has. */
static const uint32_t *pretended;

uint32_t __real_perlin_cpu_features(void);
uint32_t __wrap_perlin_cpu_features(void);
uint32_t __wrap_perlin_cpu_features(void)
{
    return pretended ? *pretended : __real_perlin_cpu_features();
}

static void check_choice(perlin_backend backend, const struct level *expected)
{
    struct perlin_ops ops;
    perlin_backend chosen;
    assert_status(perlin_dispatch(backend, &ops, &chosen), PERLIN_OK, "dispatch");
    assert_int_equal(chosen, expected->backend);
    assert_ptr_equal(ops.f32, expected->ops.f32);
    assert_ptr_equal(ops.f64, expected->ops.f64);
}

/* The level of a backend's best kernels on a CPU of level `most`; above `most` if there are
   none. */
static size_t level_of(perlin_backend backend, size_t most)
{
    size_t level = most;
    while (level > 0 && levels[level].backend != backend)
        level--;
    return levels[level].backend == backend ? level : most + 1;
}

/* AUTO takes the best backend that the CPU has, up to the cap. Another backend is taken, or is an
   error. */
static void choices(const struct test_case *test)
{
    char *const inherited = getenv("PERLIN_BACKEND") ? strdup(getenv("PERLIN_BACKEND")) : NULL;
    (void)test;
    for (size_t cpu = 0; cpu < COUNT_OF(levels); cpu++) {
        pretended = &levels[cpu].features;
        unsetenv("PERLIN_BACKEND");
        check_choice(PERLIN_BACKEND_AUTO, &levels[cpu]);
        for (perlin_backend b = PERLIN_BACKEND_SCALAR; b <= PERLIN_BACKEND_AVX512; b++) {
            const size_t level = level_of(b, cpu);
            const int available = level <= cpu;
            setenv("PERLIN_BACKEND", perlin_backend_name(b), 1);
            check_choice(PERLIN_BACKEND_AUTO, &levels[available ? level : cpu]);
            assert_int_equal(perlin_backend_available(b), available);
            if (available) {
                check_choice(b, &levels[level]);
            } else {
                struct perlin_ops ops;
                perlin_backend chosen;
                assert_status(perlin_dispatch(b, &ops, &chosen), PERLIN_ERROR_UNSUPPORTED,
                              perlin_backend_name(b));
            }
        }
    }
    pretended = NULL;
    if (inherited)
        setenv("PERLIN_BACKEND", inherited, 1);
    else
        unsetenv("PERLIN_BACKEND");
    free(inherited);
}

int main(void)
{
    add_case(cache, NULL, F32, 0, "cache");
    add_case(detection, NULL, F32, 0, "detection");
    add_case(cpus, NULL, F32, 0, "cpus");
    add_case(missing_cpu_bits, NULL, F32, 0, "missing_cpu_bits");
    add_case(missing_system_bits, NULL, F32, 0, "missing_system_bits");
    add_case(choices, NULL, F32, 0, "choices");
    return run_cases("cpu");
}
