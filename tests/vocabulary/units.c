/*
 * The vocabularies under test and the memory of their operands. See units.h.
 */
#include "units.h"

#include "../../src/cpu/cpu.h"

#include <stdio.h>
#include <string.h>

/* ---- Vocabularies under test ----------------------------------------------------------------- */

/* Those that the build has: VOCABULARIES(unit) is unit(generic) unit(sse2)... */
#define DECLARED(name)                                                                             \
    extern const struct vocabulary vocabulary_##name##_f32, vocabulary_##name##_f64;
VOCABULARIES(DECLARED)

#define BUILT(its_name) {#its_name, {&vocabulary_##its_name##_f32, &vocabulary_##its_name##_f64}},
static const struct {
    const char *name;
    const struct vocabulary *table[2]; /* by lane type */
} built[] = {VOCABULARIES(BUILT)};

struct unit {
    struct subject subject;                /* first, so that a case's subject leads here */
    uint32_t needs;                        /* PERLIN_CPU_, unless it runs through SIMDe */
    const struct vocabulary *const *table; /* NULL if the build left it out */
};

#define UNIT(constant, its_name) {.subject = {.name = #its_name}, .needs = PERLIN_CPU_##constant},
static struct unit units[] = {{.subject = {.name = "generic"}}, PERLIN_EACH_VECTOR_BACKEND(UNIT)};

/* Says what cannot run and why; its cases show as skipped. */
static void find_units(void)
{
    for (size_t i = 0; i < COUNT_OF(units); i++) {
        struct unit *const u = &units[i];
        for (size_t b = 0; b < COUNT_OF(built); b++)
            if (strcmp(built[b].name, u->subject.name) == 0)
                u->table = built[b].table;
        if (!u->table)
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
