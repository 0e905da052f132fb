/*
 * The golden digests on every backend that runs here, without a test library, so that it runs
 * wherever a compiler does.
 *
 *     digests             fails if a digest of any backend differs
 *     digests BACKEND     of this backend alone; and if the automatic choice is another one
 *
 * Digests of bases that the build leaves out are skipped.
 *
 * The scalar backend is ten times as slow as the others. With PERLIN_TEST_COUNT below 1 it computes
 * only that share of them, since other suites compare the others with it.
 */
#include "selftest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BACKENDS = 16 };

static const char *name_of_automatic_choice(void)
{
    perlin_params params;
    perlin_noise *noise;
    perlin_params_init(&params);
    if (perlin_create(&noise, &params) != PERLIN_OK)
        return "none";
    const char *const name = perlin_backend_name(perlin_backend_of(noise));
    perlin_destroy(noise);
    return name;
}

static int is_only_backend(perlin_backend backend)
{
    for (perlin_backend b = PERLIN_BACKEND_SCALAR; b < MOST_BACKENDS; b++)
        if (b != backend && perlin_backend_available(b))
            return 0;
    return 1;
}

/* Every n-th digest is computed. Odd, so that these are of all types and dimensions. */
static size_t stride_of(perlin_backend backend)
{
    const char *const text = getenv("PERLIN_TEST_COUNT");
    const double part = text ? strtod(text, NULL) : 1.0;
    if (backend != PERLIN_BACKEND_SCALAR || !(part > 0.01 && part < 1.0) ||
        is_only_backend(backend))
        return 1;
    return (size_t)(1.0 / part) | 1;
}

/* How many digests of the backend are wrong. */
static size_t count_wrong(perlin_backend backend)
{
    const size_t stride = stride_of(backend);
    struct selftest_case test;
    size_t computed = 0, wrong = 0, skipped = 0;
    for (size_t i = 0; selftest_case_at(i, &test); i += stride) {
        uint64_t golden, digest;
        if (backend != PERLIN_BACKEND_SCALAR && selftest_is_scalar(&test))
            continue;
        const perlin_status status = selftest_run(&test, backend, &digest);
        if (status == PERLIN_ERROR_UNSUPPORTED) {
            skipped++;
            continue;
        }
        computed++;
        if (selftest_golden(&test, &golden) && status == PERLIN_OK && digest == golden)
            continue;
        printf("%s: '%s' is wrong\n", perlin_backend_name(backend), test.name);
        wrong++;
    }
    printf("%s: %zu digests, %zu wrong\n", perlin_backend_name(backend), computed, wrong);
    if (skipped > 0)
        printf("SKIPPED %s: %zu digests of bases that are not in this build\n",
               perlin_backend_name(backend), skipped);
    return wrong;
}

int main(int argc, char **argv)
{
    const char *const chosen = name_of_automatic_choice();
    size_t wrong = 0;
    for (perlin_backend b = PERLIN_BACKEND_SCALAR; b < MOST_BACKENDS; b++)
        if (perlin_backend_available(b) &&
            (argc < 2 || strcmp(argv[1], perlin_backend_name(b)) == 0))
            wrong += count_wrong(b);
    printf("the automatic choice is %s\n", chosen);
    if (argc > 1 && strcmp(argv[1], chosen) != 0) {
        printf("and should be %s\n", argv[1]);
        return 1;
    }
    return wrong > 0;
}
