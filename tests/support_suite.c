/*
 * The backends under test and the suites of cases. See support.h.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Backends under test --------------------------------------------------------------------- */

/* The build's lists end each name with a comma. */
static int is_listed(const char *list, const char *name)
{
    char entry[16];
    snprintf(entry, sizeof entry, "%s,", name);
    return strstr(list, entry) != NULL;
}

#define SUBJECT(constant, its_name) {.name = #its_name, .backend = PERLIN_BACKEND_##constant},
static struct subject subjects[PERLIN_BACKENDS - 1] = {SUBJECT(SCALAR, scalar)
                                                           PERLIN_EACH_VECTOR_BACKEND(SUBJECT)};

/* Finds out what can run, once, and says what cannot. */
static void find_subjects(void)
{
    static int found;
    if (found)
        return;
    found = 1;
    for (size_t i = 0; i < SUBJECT_COUNT; i++) {
        struct subject *const s = &subjects[i];
        s->is_foreign = is_listed(PERLIN_TEST_FOREIGN, s->name);
        if (!s->is_foreign && !is_listed("scalar," PERLIN_TEST_BUILT, s->name))
            s->skipped = "not in this build";
        else if (!perlin_backend_available(s->backend))
            s->skipped = "not on this CPU";
        if (s->skipped)
            printf("SKIPPED %s: %s\n", s->name, s->skipped);
    }
}

const struct subject *subject_at(size_t index)
{
    find_subjects();
    return &subjects[index];
}

perlin_noise *create_for(const struct subject *subject, const perlin_params *params)
{
    perlin_params p = *params;
    perlin_noise *noise = NULL;
    if (is_scalar_noise(params))
        subject = &subjects[0];
    p.backend = subject->backend;
    const perlin_status status = perlin_create(&noise, &p);
    if (status != PERLIN_OK)
        fail_msg("perlin_create: %s; %s", perlin_status_string(status), describe(&p));
    if (perlin_backend_of(noise) != subject->backend)
        fail_msg("asked for %s, got %s", subject->name,
                 perlin_backend_name(perlin_backend_of(noise)));
    return noise;
}

perlin_noise *create_scalar(const perlin_params *params)
{
    return create_for(&subjects[0], params);
}

perlin_noise *create_raw(const struct subject *subject)
{
    perlin_params params;
    perlin_params_init_published(&params);
    return create_for(subject, &params);
}

/* ---- Seed and scale -------------------------------------------------------------------------- */

static uint64_t base_seed(void)
{
    const char *const text = getenv("PERLIN_TEST_SEED");
    return text ? strtoull(text, NULL, 0) : 20020721;
}

static double count_factor(void)
{
    const char *const text = getenv("PERLIN_TEST_COUNT");
    const double factor = text ? strtod(text, NULL) : 1.0;
    return factor > 0.0 ? factor : 1.0;
}

size_t scaled(size_t n)
{
    const double scaled = (double)n * count_factor();
    return scaled < 1.0 ? 1 : (size_t)scaled;
}

size_t scaled_down(size_t n)
{
    return scaled(n) < n ? scaled(n) : n;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_of_all_trials(void)
{
    const char *const text = getenv("PERLIN_TEST_SECONDS");
    const double seconds = text ? strtod(text, NULL) : 0.0;
    return seconds > 0.0 ? seconds : 20.0;
}

static double deadline; /* of the running case */
static int is_cut;      /* it has had fewer trials than it wanted */

struct trials trials(size_t n)
{
    return (struct trials){.number = SIZE_MAX, .count = scaled(n)};
}

int next_trial(struct trials *t)
{
    t->number++; /* at first from SIZE_MAX to 0 */
    if (t->number >= t->count)
        return 0;
    if (t->number == 0 || seconds_now() < deadline)
        return 1;
    is_cut = 1;
    return 0;
}

struct random random_for(const struct test_case *test)
{
    uint64_t state = base_seed();
    for (const char *c = test->name; *c; c++) /* FNV-1a */
        state = (state ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return (struct random){state};
}

/* ---- Suites ---------------------------------------------------------------------------------- */

enum { MAX_CASES = 512 };

static struct test_case cases[MAX_CASES];
static struct CMUnitTest tests[MAX_CASES];
static size_t case_count, skipped_count, cut_count;

void skip_case(const char *why)
{
    print_message("skipped: %s\n", why);
    skipped_count++;
    skip();
}

static void run_case(void **state)
{
    const struct test_case *const test = *state;
    if (test->subject && test->subject->skipped)
        skip_case(test->subject->skipped);
    is_cut = 0;
    deadline = seconds_now() + seconds_of_all_trials() / (double)case_count;
    test->run(test);
    cut_count += (size_t)is_cut;
}

void add_case(void (*run)(const struct test_case *test), const struct subject *subject,
              enum lane lane, uint32_t dims, const char *format, ...)
{
    if (case_count == MAX_CASES) {
        fprintf(stderr, "more than %d cases\n", MAX_CASES);
        abort();
    }
    struct test_case *const test = &cases[case_count];
    *test = (struct test_case){.run = run, .subject = subject, .lane = lane, .dims = dims};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(test->name, sizeof test->name, format, arguments);
    va_end(arguments);
    tests[case_count++] =
        (struct CMUnitTest){.name = test->name, .test_func = run_case, .initial_state = test};
}

void add_subject_cases(const char *name, void (*run)(const struct test_case *test), size_t first)
{
    for (size_t s = first; s < SUBJECT_COUNT; s++)
        add_case(run, subject_at(s), F32, 0, "%s/%s", name, subject_at(s)->name);
}

void add_table_cases(const char *name, void (*run)(const struct test_case *test), size_t first,
                     enum lane last_lane)
{
    for (size_t s = first; s < SUBJECT_COUNT; s++)
        for (enum lane lane = F32; lane <= last_lane; lane++)
            for (uint32_t dims = 1; dims <= 4; dims++)
                add_case(run, subject_at(s), lane, dims, "%s_%s_%ud/%s", name, lane_name(lane),
                         dims, subject_at(s)->name);
}

int run_cases(const char *suite)
{
    printf("%s: PERLIN_TEST_SEED=%llu PERLIN_TEST_COUNT=%g\n", suite,
           (unsigned long long)base_seed(), count_factor());
    fflush(stdout);
    const int failures = _cmocka_run_group_tests(suite, tests, case_count, NULL, NULL);
    if (cut_count > 0)
        printf("%s: %zu cases had fewer trials, for PERLIN_TEST_SECONDS=%g\n", suite, cut_count,
               seconds_of_all_trials());
    if (failures != 0)
        return 1;
    return skipped_count == case_count ? 77 : 0;
}
