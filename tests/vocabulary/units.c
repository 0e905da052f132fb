/*
 * The vocabularies under test and the memory of their operands. See units.h.
 */
#include "units.h"

#include "../../src/cpu/cpu.h"

#include <stdio.h>

/* ---- Vocabularies under test ----------------------------------------------------------------- */

/* A backend's tables by lane type; NULL if the build left it out. */
struct unit {
    struct subject subject; /* first, so that a case's subject leads here */
    uint32_t needs;         /* PERLIN_CPU_, unless it runs through SIMDe */
    const struct vocabulary *table[2];
};

/* clang-format off */
extern const struct vocabulary
    vocabulary_generic_f32, vocabulary_generic_f64, vocabulary_sse2_f32, vocabulary_sse2_f64, vocabulary_avx2_f32, vocabulary_avx2_f64,
    vocabulary_avx512_f32, vocabulary_avx512_f64, vocabulary_neon_f32, vocabulary_neon_f64;

static struct unit units[] = {
    {.subject = {.name = "generic"}, .table = {&vocabulary_generic_f32, &vocabulary_generic_f64}},
    {.subject = {.name = "sse2"}, .needs = PERLIN_CPU_SSE2,
#ifdef VOCABULARY_SSE2
     .table = {&vocabulary_sse2_f32, &vocabulary_sse2_f64}
#endif
    },
    {.subject = {.name = "avx2"}, .needs = PERLIN_CPU_AVX2,
#ifdef VOCABULARY_AVX2
     .table = {&vocabulary_avx2_f32, &vocabulary_avx2_f64}
#endif
    },
    {.subject = {.name = "avx512"}, .needs = PERLIN_CPU_AVX512,
#ifdef VOCABULARY_AVX512
     .table = {&vocabulary_avx512_f32, &vocabulary_avx512_f64}
#endif
    },
    {.subject = {.name = "neon"}, .needs = PERLIN_CPU_NEON,
#ifdef VOCABULARY_NEON
     .table = {&vocabulary_neon_f32, &vocabulary_neon_f64}
#endif
    },
};
/* clang-format on */

/* Says what cannot run and why; its cases show as skipped. */
static void find_units(void)
{
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        struct unit *const u = &units[i];
        if (!u->table[F32])
            u->subject.skipped = "not in this build";
        else if (!u->table[F32]->through_simde && (u->needs & ~perlin_cpu_features()))
            u->subject.skipped = "not on this CPU";
        if (u->subject.skipped)
            printf("SKIPPED %s: %s\n", u->subject.name, u->subject.skipped);
        else
            printf("%s: %s\n", u->subject.name,
                   u->table[F32]->through_simde ? "through SIMDe" : "native");
    }
}

const struct vocabulary *table_of(const struct test_case *test)
{
    return ((const struct unit *)test->subject)->table[test->lane];
}

/* ---- Operands -------------------------------------------------------------------------------- */

struct arena pages[OPERANDS];

void *place_operand(enum operand operand, size_t size)
{
    return arena_place(&pages[operand], size, 1);
}

void fill_bits(struct random *r, void *out, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)out)[i] = (unsigned char)random_u64(r);
}

void fill_indices(struct random *r, uint8_t *out, size_t count, uint32_t n)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)random_below(r, n);
}

/* ---- The suite ------------------------------------------------------------------------------- */

int run_vocabulary_cases(const char *suite, const struct vocabulary_case *cases, size_t count)
{
    find_units();
    for (size_t p = 0; p < OPERANDS; p++)
        pages[p] = arena_create(2 * page_size());
    for (size_t c = 0; c < count; c++)
        for (size_t u = 0; u < COUNT_OF(units); u++)
            for (enum lane lane = F32; lane <= cases[c].last_lane; lane++)
                add_case(cases[c].run, &units[u].subject, lane, 0, "%s_%s/%s", cases[c].name,
                         lane_name(lane), units[u].subject.name);
    return run_cases(suite);
}
