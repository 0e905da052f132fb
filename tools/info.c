/*
 * perlin info: what runs here, whether its bits are right, and how fast it is.
 */
#include "options.h"
#include "progress.h"
#include "selftest.h"
#include "throughput.h"
#include "tool.h"

#include "../src/cpu/backends.h"
#include "../src/cpu/cpu.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char command[] = "perlin info";

static const char help[] =
    "Usage: perlin info [OPTION]...\n"
    "Show the library's version, the CPU's features and the backends; compare every\n"
    "backend's results with the golden digests, with a progress bar on a terminal;\n"
    "measure speed.\n"
    "\n"
    "  -c, --check          compare digests only, and name those that differ\n"
    "      --no-self-test   do not compare digests, which takes seconds\n"
    "      --no-throughput  do not measure\n"
    "      --print-digests  print the digests of the scalar backend as tools/golden.h\n"
    "  -h, --help           show this help\n"
    "\n"
    "Exit status: 0 success, 1 a digest differs or another failure, 2 mistake on the\n"
    "command line.\n";

/* All but AUTO, in the order of their constants. */
static int available_backends(perlin_backend backends[PERLIN_BACKENDS])
{
    int count = 0;
    for (perlin_backend b = PERLIN_BACKEND_SCALAR; b < PERLIN_BACKENDS; b++)
        if (perlin_backend_available(b))
            backends[count++] = b;
    return count;
}

static void print_cpu(void)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } features[] = {
        {PERLIN_CPU_SSE2, "sse2"},
        {PERLIN_CPU_AVX2, "avx2+fma"},
        {PERLIN_CPU_AVX512, "avx512f+dq+bw+vl+vbmi"},
        {PERLIN_CPU_NEON, "neon"},
        {PERLIN_CPU_WASM128, "wasm128"},
    };
    const uint32_t present = perlin_cpu_features();
    printf("CPU        ");
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++)
        if (present & features[i].bit)
            printf(" %s", features[i].name);
    printf("%s\n", present ? "" : " no features that a backend needs");
}

/* What PERLIN_BACKEND names, or AUTO, also where that is no backend. */
static perlin_backend backend_of_environment(void)
{
    const char *const name = getenv("PERLIN_BACKEND");
    for (perlin_backend b = PERLIN_BACKEND_SCALAR; name && b < PERLIN_BACKENDS; b++)
        if (strcmp(name, perlin_backend_name(b)) == 0)
            return b;
    return PERLIN_BACKEND_AUTO;
}

/* The library ignores what it does not know in PERLIN_BACKEND; here it is worth a word. */
static void warn_of_environment(void)
{
    const char *const name = getenv("PERLIN_BACKEND");
    if (!name || strcmp(name, perlin_backend_name(PERLIN_BACKEND_AUTO)) == 0)
        return;
    const perlin_backend b = backend_of_environment();
    if (b != PERLIN_BACKEND_AUTO) {
        if (!perlin_backend_available(b))
            fprintf(stderr,
                    "%s: warning: the backend that PERLIN_BACKEND names, '%s', is not available "
                    "in this build or on this machine\n",
                    command, name);
        return;
    }
    fprintf(stderr, "%s: warning: PERLIN_BACKEND is '%s', which is no backend: ignored\n", command,
            name);
}

static perlin_status print_backends(const perlin_backend backends[], int count)
{
    perlin_params params;
    perlin_noise *noise;
    perlin_status status = perlin_params_init(&params);
    if (status == PERLIN_OK)
        status = perlin_create(&noise, &params);
    if (status != PERLIN_OK)
        return status;
    printf("backends   ");
    for (int i = 0; i < count; i++)
        printf(" %s", perlin_backend_name(backends[i]));
    printf("; auto is %s%s\n", perlin_backend_name(perlin_backend_of(noise)),
           backend_of_environment() == PERLIN_BACKEND_AUTO ? "" : " (PERLIN_BACKEND is set)");
    perlin_destroy(noise);
    return PERLIN_OK;
}

/* Compares all digests of a backend; prints a line, and with `list` one for each that differs. */
static perlin_status check_backend(perlin_backend backend, bool list, bool *all_right)
{
    const bool has_bar = isatty(STDERR_FILENO);
    struct selftest_case test;
    size_t count = 0, scalar = 0, skipped = 0, wrong = 0;
    for (; selftest_case_at(count, &test); count++) {
        uint64_t digest, golden;
        if (has_bar && count % 16 == 0)
            progress_show(count, selftest_golden_count());
        if (backend != PERLIN_BACKEND_SCALAR && selftest_is_scalar(&test)) {
            scalar++;
            continue;
        }
        const perlin_status status = selftest_run(&test, backend, &digest);
        if (status == PERLIN_ERROR_UNSUPPORTED) { /* the build leaves its basis out */
            skipped++;
            continue;
        }
        if (status != PERLIN_OK) {
            if (has_bar)
                progress_clear();
            return status;
        }
        if (selftest_golden(&test, &golden) && digest == golden)
            continue;
        wrong++;
        if (list && has_bar)
            progress_clear();
        if (list)
            printf("%s: %s: %016" PRIx64 " differs from the golden digest\n",
                   perlin_backend_name(backend), test.name, digest);
    }
    if (has_bar)
        progress_clear();
    if (count != selftest_golden_count())
        wrong++; /* a constant that no case has asked for */
    if (wrong == 0)
        printf("%-11s self-test: all of %zu digests are right", perlin_backend_name(backend),
               count - scalar - skipped);
    else
        printf("%-11s self-test: %zu of %zu digests ARE WRONG", perlin_backend_name(backend), wrong,
               count - scalar - skipped);
    if (skipped > 0)
        printf("; skipped: %zu of bases that are not in this build", skipped);
    printf("\n");
    fflush(stdout);
    *all_right = *all_right && wrong == 0;
    return PERLIN_OK;
}

/* What to print. */
struct report {
    bool environment, self_test, differing, throughput;
};

static perlin_status print_report(const struct report *report, bool *all_right)
{
    perlin_backend backends[PERLIN_BACKENDS];
    const int count = available_backends(backends);
    perlin_status status = PERLIN_OK;

    if (report->environment) {
        printf("libperlin   %s\n", perlin_version());
        print_cpu();
        status = print_backends(backends, count);
        fflush(stdout); /* what follows takes seconds */
    }
    for (int i = 0; report->self_test && i < count && status == PERLIN_OK; i++)
        status = check_backend(backends[i], report->differing, all_right);
    if (report->throughput && status == PERLIN_OK)
        status = throughput_print(backends, count);
    return status;
}

int info_main(int argc, char *argv[])
{
    enum { NO_SELF_TEST = 256, NO_THROUGHPUT, PRINT_DIGESTS };
    static const struct option long_options[] = {
        {"check", no_argument, NULL, 'c'},
        {"no-self-test", no_argument, NULL, NO_SELF_TEST},
        {"no-throughput", no_argument, NULL, NO_THROUGHPUT},
        {"print-digests", no_argument, NULL, PRINT_DIGESTS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct report report = {.environment = true, .self_test = true, .throughput = true};
    bool print_digests = false, all_right = true;
    int id;
    while ((id = getopt_long(argc, argv, "ch", long_options, NULL)) != -1) {
        switch (id) {
        case 'c':
            report = (struct report){.self_test = true, .differing = true};
            break;
        case NO_SELF_TEST:
            report.self_test = false;
            break;
        case NO_THROUGHPUT:
            report.throughput = false;
            break;
        case PRINT_DIGESTS:
            print_digests = true;
            break;
        case 'h':
            fputs(help, stdout);
            return finish_stdout(command);
        default:
            fprintf(stderr, "Try '%s --help'.\n", command);
            return STATUS_USAGE;
        }
    }
    if (optind < argc)
        return usage_error(command, "unexpected argument '%s'", argv[optind]);

    warn_of_environment();
    const perlin_status status =
        print_digests ? selftest_print(stdout) : print_report(&report, &all_right);
    if (status != PERLIN_OK)
        return failure(command, "libperlin %s: %s", perlin_version(), perlin_status_string(status));
    if (finish_stdout(command) != STATUS_OK)
        return STATUS_FAILED;
    return all_right ? STATUS_OK : failure(command, "the results' bits are not as published");
}
