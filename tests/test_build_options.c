/*
 * The library has the bases and backends that its build was asked for, and refuses the others.
 *
 *     test_build_options BASES BACKENDS    names, each followed by a comma
 */
#include "perlin/perlin.h"

#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static int failures;

static void expect(perlin_status actual, perlin_status expected, const char *what)
{
    if (actual == expected)
        return;
    printf("%s: '%s', not '%s'\n", what, perlin_status_string(actual),
           perlin_status_string(expected));
    failures++;
}

/* Whether a name is in a list of names that are each followed by a comma. */
static int is_listed(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; *at; at = strchr(at, ',') + 1)
        if (strncmp(at, name, length) == 0 && at[length] == ',')
            return 1;
    return 0;
}

/* Creates a noise, which may fail, and counts octaves, which needs the basis, too. */
static void check_basis(const char *name, perlin_basis basis, perlin_status expected)
{
    perlin_params params;
    perlin_noise *noise = NULL;
    uint32_t octaves;
    perlin_params_init(&params);
    params.basis = basis;
    expect(perlin_create(&noise, &params), expected, name);
    expect(perlin_octaves_for(&params, 1.0, 8, &octaves), expected, name);
    perlin_destroy(noise);
}

static void check_bases(const char *built)
{
    static const struct {
        const char *name;
        perlin_basis basis;
    } bases[] = {
        {"perlin", PERLIN_BASIS_PERLIN},
        {"value", PERLIN_BASIS_VALUE},
        {"value-cubic", PERLIN_BASIS_VALUE_CUBIC},
        {"elias", PERLIN_BASIS_ELIAS},
        {"simplex", PERLIN_BASIS_SIMPLEX},
        {"opensimplex2", PERLIN_BASIS_OPENSIMPLEX2},
        {"opensimplex2s", PERLIN_BASIS_OPENSIMPLEX2S},
        {"opensimplex", PERLIN_BASIS_OPENSIMPLEX},
        {"cellular", PERLIN_BASIS_CELLULAR},
    };
    for (size_t i = 0; i < COUNT_OF(bases); i++)
        check_basis(bases[i].name, bases[i].basis,
                    is_listed(built, bases[i].name) ? PERLIN_OK : PERLIN_ERROR_UNSUPPORTED);
    check_basis("an unknown basis", COUNT_OF(bases), PERLIN_ERROR_BASIS);
    check_basis("an unknown basis", UINT32_MAX, PERLIN_ERROR_BASIS);
}

/* A backend that was built may still be too new for this CPU. */
static void check_backends(const char *built)
{
    for (perlin_backend backend = PERLIN_BACKEND_SCALAR + 1;; backend++) {
        const char *const name = perlin_backend_name(backend);
        if (strcmp(name, "unknown") == 0)
            break;
        const int is_available = perlin_backend_available(backend);
        perlin_params params;
        perlin_noise *noise;
        perlin_params_init(&params);
        params.backend = backend;
        if (is_available && !is_listed(built, name)) {
            printf("%s is available, but was left out\n", name);
            failures++;
        }
        if (!is_available)
            expect(perlin_create(&noise, &params), PERLIN_ERROR_UNSUPPORTED, name);
        if (!is_available && is_listed(built, name))
            printf("SKIPPED %s: not on this CPU\n", name);
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        printf("usage: test_build_options BASES BACKENDS\n");
        return 2;
    }
    check_bases(argv[1]);
    check_backends(argv[2]);
    return failures > 0;
}
