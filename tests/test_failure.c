/*
 * What goes wrong around the library: allocations that fail, a process that forks, a shared library
 * that is loaded and unloaded while others compute.
 *
 * Linked with --wrap=malloc, so that the library's own malloc can fail. PERLIN_SHARED_LIBRARY names
 * the shared library; without it those cases are skipped.
 */
#include "support.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 100, SIDE = 9 };

/* Points and a grid of 3-D noise, in both lane types. */
struct results {
    float points_f32[POINTS], grid_f32[SIDE * SIDE * SIDE];
    double points_f64[POINTS], grid_f64[SIDE * SIDE * SIDE];
};

/* The functions in use: of this program, or of a library that was loaded. */
struct api {
    perlin_status (*params_init)(perlin_params *params, size_t size);
    perlin_status (*grid_init)(perlin_grid *grid, size_t size);
    perlin_status (*create)(perlin_noise **noise, const perlin_params *params);
    void (*destroy)(perlin_noise *noise);
    perlin_status (*points_f32)(const perlin_noise *noise, uint32_t dims, size_t count,
                                const float *const coords[], const ptrdiff_t strides[], float *out);
    perlin_status (*points_f64)(const perlin_noise *noise, uint32_t dims, size_t count,
                                const double *const coords[], const ptrdiff_t strides[],
                                double *out);
    perlin_status (*grid_f32)(const perlin_noise *noise, const perlin_grid *grid, float *out);
    perlin_status (*grid_f64)(const perlin_noise *noise, const perlin_grid *grid, double *out);
};

static const struct api linked = {
    perlin_params_init_sized, perlin_grid_init_sized, perlin_create,   perlin_destroy,
    perlin_points_f32,        perlin_points_f64,      perlin_grid_f32, perlin_grid_f64,
};

/* Whether everything succeeded. No assertion: this runs in threads and child processes too. */
static int evaluate(const struct api *api, const perlin_noise *noise, struct results *results)
{
    float x[POINTS], y[POINTS];
    double wide_x[POINTS], wide_y[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 0.37f * (float)i;
        y[i] = 100.0f - 0.21f * (float)i;
        wide_x[i] = (double)x[i];
        wide_y[i] = (double)y[i];
    }
    const float *const coords[3] = {x, y, x};
    const double *const wide[3] = {wide_x, wide_y, wide_x};
    perlin_grid grid;
    api->grid_init(&grid, sizeof grid);
    grid.dims = 3;
    for (int a = 0; a < 3; a++) {
        grid.count[a] = SIDE;
        grid.step[a] = 0.3;
    }
    memset(results, 0, sizeof *results);
    return api->points_f32(noise, 3, POINTS, coords, NULL, results->points_f32) == PERLIN_OK &&
           api->points_f64(noise, 3, POINTS, wide, NULL, results->points_f64) == PERLIN_OK &&
           api->grid_f32(noise, &grid, results->grid_f32) == PERLIN_OK &&
           api->grid_f64(noise, &grid, results->grid_f64) == PERLIN_OK;
}

/* A noise of several octaves, each with a table of its own. */
static void fractal_params(const struct api *api, perlin_params *params)
{
    api->params_init(params, sizeof *params);
    params->fractal = PERLIN_FRACTAL_FBM;
    params->octave_seeds = 1;
    params->seed = 11;
}

/* The same from scratch: whether a new noise gives the expected results. */
static int gives(const struct api *api, const struct results *expected)
{
    struct results results;
    perlin_params params;
    perlin_noise *noise;
    fractal_params(api, &params);
    if (api->create(&noise, &params) != PERLIN_OK)
        return 0;
    const int evaluated = evaluate(api, noise, &results);
    api->destroy(noise);
    return evaluated && memcmp(&results, expected, sizeof results) == 0;
}

static void expect(struct results *expected)
{
    perlin_params params;
    fractal_params(&linked, &params);
    perlin_noise *const noise = create_scalar(&params);
    assert_true(evaluate(&linked, noise, expected));
    perlin_destroy(noise);
}

/* ---- Allocations that fail ------------------------------------------------------------------- */

static int malloc_fails, malloc_calls;

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    malloc_calls++;
    return malloc_fails ? NULL : __real_malloc(size);
}

/* An allocator whose call number `failing` (from 0) returns NULL. */
struct heap {
    int calls, failing, live;
};

static void *allocate(void *user, size_t size)
{
    struct heap *const heap = user;
    if (heap->calls++ == heap->failing)
        return NULL;
    heap->live++;
    return allocate_or_fail(size);
}

static void release(void *user, void *p)
{
    struct heap *const heap = user;
    assert_non_null(p);
    heap->live--;
    free(p);
}

/* Three noises in a row, where each allocation in turn fails, until none does. */
static void each_allocation_fails(const struct test_case *test)
{
    perlin_noise *const untouched = (perlin_noise *)(void *)&malloc_calls;
    int successes = 0;
    for (int failing = 0; successes < 3; failing++) {
        struct heap heap = {.failing = failing};
        perlin_noise *noises[3];
        assert_true(failing < 100);
        successes = 0;
        for (uint32_t n = 0; n < 3; n++) {
            perlin_params params;
            fractal_params(&linked, &params);
            params.backend = test->subject->backend;
            params.octave_seeds = n % 2;
            params.octaves = 1 + 15 * n;
            params.allocate = allocate;
            params.release = release;
            params.user = &heap;
            noises[n] = untouched;
            const perlin_status status = perlin_create(&noises[n], &params);
            if (status == PERLIN_OK) {
                struct results results;
                assert_true(noises[n] != untouched);
                assert_true(evaluate(&linked, noises[n], &results));
                successes++;
            } else {
                assert_status(status, PERLIN_ERROR_MEMORY, "an allocation failed");
                assert_ptr_equal(noises[n], untouched);
            }
        }
        assert_int_equal(successes, heap.calls > failing ? 2 : 3);
        for (uint32_t n = 0; n < 3; n++)
            if (noises[n] != untouched)
                perlin_destroy(noises[n]);
        assert_int_equal(heap.live, 0);
    }
}

static void malloc_failure(const struct test_case *test)
{
    struct results expected;
    perlin_params params;
    perlin_noise *noise = NULL;
    (void)test;
    expect(&expected);
    fractal_params(&linked, &params);

    const int calls = malloc_calls;
    malloc_fails = 1;
    const perlin_status status = perlin_create(&noise, &params);
    malloc_fails = 0;
    assert_true(malloc_calls > calls); /* else nothing has been tested */
    assert_status(status, PERLIN_ERROR_MEMORY, "malloc failed");
    assert_null(noise);
    assert_true(gives(&linked, &expected));
}

static void evaluation_needs_no_malloc(const struct test_case *test)
{
    struct results results;
    perlin_params params;
    fractal_params(&linked, &params);
    perlin_noise *const noise = create_for(test->subject, &params);
    const int calls = malloc_calls;
    malloc_fails = 1;
    const int evaluated = evaluate(&linked, noise, &results);
    malloc_fails = 0;
    assert_true(evaluated);
    assert_int_equal(malloc_calls, calls);
    perlin_destroy(noise);
}

/* Gradients, outputs with bounds, normals and single samples, of a noise in 2-D. */
static int evaluate_others(const perlin_noise *noise)
{
    static float x[POINTS], y[POINTS], out[SIDE * SIDE], slope[3][SIDE * SIDE];
    static float point_out[POINTS], point_slope[2][POINTS];
    const float *const coords[2] = {x, y};
    float *const slopes[3] = {slope[0], slope[1], slope[2]};
    float *const point_slopes[2] = {point_slope[0], point_slope[1]};
    float bounds[2];
    perlin_output output;
    perlin_grid grid;
    for (int i = 0; i < POINTS; i++)
        x[i] = y[i] = 0.37f * (float)i;
    perlin_output_init(&output);
    output.accumulate = 1;
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = grid.count[1] = SIDE;
    grid.step[0] = grid.step[1] = 0.3;
    return perlin_points_into_f32(noise, 2, POINTS, coords, NULL, &output, point_out, bounds) ==
               PERLIN_OK &&
           perlin_points_gradient_f32(noise, 2, POINTS, coords, NULL, point_out, point_slopes) ==
               PERLIN_OK &&
           perlin_grid_into_f32(noise, &grid, &output, out, bounds) == PERLIN_OK &&
           perlin_grid_gradient_f32(noise, &grid, out, slopes) == PERLIN_OK &&
           perlin_grid_normals_f32(noise, &grid, 2, slopes) == PERLIN_OK &&
           isfinite(perlin_at2_f64(noise, 0.5, 0.25)) &&
           isfinite(perlin_at2_f64_f32(noise, 0.5, 0.25));
}

static void nothing_needs_malloc(const struct test_case *test)
{
    perlin_params params;
    fractal_params(&linked, &params);
    for (size_t n = 0; set_noise(&params, n); n++) {
        params.rotation = n % 2 ? PERLIN_ROTATION_MATRIX : PERLIN_ROTATION_NONE;
        perlin_noise *const noise = create_for(test->subject, &params);
        const int calls = malloc_calls;
        malloc_fails = 1;
        const int evaluated = evaluate_others(noise);
        malloc_fails = 0;
        assert_true(evaluated);
        assert_int_equal(malloc_calls, calls);
        perlin_destroy(noise);
    }
}

/* ---- Fork ------------------------------------------------------------------------------------ */

struct background {
    const struct api *api;
    const struct results *expected;
    atomic_int stop, wrong, rounds;
};

static void *evaluate_again_and_again(void *argument)
{
    struct background *const background = argument;
    while (!atomic_load(&background->stop)) {
        if (!gives(background->api, background->expected))
            atomic_fetch_add(&background->wrong, 1);
        atomic_fetch_add(&background->rounds, 1);
    }
    return NULL;
}

/* Returns when the thread has computed once: on a busy machine it starts late. */
static void start_background(pthread_t *thread, struct background *background)
{
    assert_int_equal(pthread_create(thread, NULL, evaluate_again_and_again, background), 0);
    while (atomic_load(&background->rounds) == 0)
        sched_yield();
}

/* Whether a forked child of a process with several threads may allocate. With the C library's
   allocator it may, with a sanitizer's it may not. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
enum { CHILD_CAN_ALLOCATE = 0 };
#else
enum { CHILD_CAN_ALLOCATE = 1 };
#endif
#else
enum { CHILD_CAN_ALLOCATE = 1 };
#endif

/* A child, forked while another thread computes, has the parent's noise and can make new ones. */
static void child_gets_the_same_bits(const struct test_case *test)
{
    struct results expected, results;
    perlin_params params;
    pthread_t thread;
    expect(&expected);
    struct background background = {.api = &linked, .expected = &expected};
    fractal_params(&linked, &params);
    perlin_noise *const noise = create_for(test->subject, &params);
    start_background(&thread, &background);
    for (int i = 0; i < 10; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            const int same = evaluate(&linked, noise, &results) &&
                             memcmp(&results, &expected, sizeof results) == 0;
            _exit(same && (!CHILD_CAN_ALLOCATE || gives(&linked, &expected)) ? 42 : 1);
        }
        int status;
        assert_true(waitpid(child, &status, 0) == child);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 42);
    }
    atomic_store(&background.stop, 1);
    pthread_join(thread, NULL);
    assert_int_equal(background.wrong, 0);
    assert_true(evaluate(&linked, noise, &results));
    assert_memory_equal(&results, &expected, sizeof results);
    perlin_destroy(noise);
}

/* ---- A shared library that comes and goes ---------------------------------------------------- */

static const char *library_path(void)
{
    const char *const path = getenv("PERLIN_SHARED_LIBRARY");
    if (!path)
        skip_case("PERLIN_SHARED_LIBRARY is not set");
    return path;
}

/* Loads the library; NULL if a function is missing. */
static void *load(const char *path, struct api *api)
{
    static const char *const names[] = {
        "perlin_params_init_sized", "perlin_grid_init_sized", "perlin_create",   "perlin_destroy",
        "perlin_points_f32",        "perlin_points_f64",      "perlin_grid_f32", "perlin_grid_f64"};
    _Static_assert(sizeof *api == sizeof names, "a name for each function");
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        void *const function = dlsym(library, names[i]);
        if (!function) {
            dlclose(library);
            return NULL;
        }
        memcpy((char *)api + i * sizeof function, &function, sizeof function);
    }
    return library;
}

/* The library's names stay its own, and it leaves nothing behind when it goes. */
static void library_comes_and_goes(const struct test_case *test)
{
    const char *const path = library_path();
    struct results expected;
    (void)test;
    expect(&expected);
    for (int i = 0; i < 50; i++) {
        struct api api;
        void *const library = load(path, &api);
        if (!library)
            fail_msg("cannot load %s: %s", path, dlerror());
        assert_true(api.create != perlin_create);
        assert_true(gives(&api, &expected));
        assert_int_equal(dlclose(library), 0);
        assert_null(dlopen(path, RTLD_NOW | RTLD_NOLOAD)); /* it was unloaded */
    }
}

struct loader {
    const char *path;
    const struct results *expected;
    int failures;
};

static void *load_and_evaluate(void *argument)
{
    struct loader *const loader = argument;
    for (int i = 0; i < 50; i++) {
        struct api api;
        void *const library = load(loader->path, &api);
        if (!library || !gives(&api, loader->expected) || dlclose(library) != 0)
            loader->failures++;
    }
    return NULL;
}

/* Threads that each load, compute and unload, while one computes with the linked functions. */
static void threads_load_and_unload(const struct test_case *test)
{
    enum { THREADS = 4 };
    struct results expected;
    struct loader loaders[THREADS];
    pthread_t threads[THREADS], other;
    const char *const path = library_path();
    (void)test;
    expect(&expected);
    struct background background = {.api = &linked, .expected = &expected};
    start_background(&other, &background);
    for (int t = 0; t < THREADS; t++) {
        loaders[t] = (struct loader){path, &expected, 0};
        assert_int_equal(pthread_create(&threads[t], NULL, load_and_evaluate, &loaders[t]), 0);
    }
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        assert_int_equal(loaders[t].failures, 0);
    }
    atomic_store(&background.stop, 1);
    pthread_join(other, NULL);
    assert_int_equal(background.wrong, 0);
    assert_null(dlopen(path, RTLD_NOW | RTLD_NOLOAD));
}

int main(void)
{
    add_subject_cases("each_allocation_fails", each_allocation_fails, 0);
    add_case(malloc_failure, NULL, F32, 0, "malloc_failure");
    add_subject_cases("evaluation_needs_no_malloc", evaluation_needs_no_malloc, 0);
    add_subject_cases("nothing_needs_malloc", nothing_needs_malloc, 0);
    add_subject_cases("child_gets_the_same_bits", child_gets_the_same_bits, 0);
    add_case(library_comes_and_goes, NULL, F32, 0, "library_comes_and_goes");
    add_case(threads_load_and_unload, NULL, F32, 0, "threads_load_and_unload");
    return run_cases("failure");
}
