/*
 * Evaluation needs less than 32 KiB of stack, of combinations less than 48: measured in a thread
 * whose stack is painted beforehand. A thread with the stack that perlin.h advises has room for it.
 */
#include "support.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pthread.h>

/* Without optimisation or inlining, and under sanitizers, frames are larger than promised. */
#if !defined(__OPTIMIZE__) || defined(PERLIN_ROLLED) || defined(__SANITIZE_ADDRESS__) ||           \
    defined(__SANITIZE_THREAD__)
#define FRAMES_ARE_TYPICAL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define FRAMES_ARE_TYPICAL 0
#endif
#endif
#ifndef FRAMES_ARE_TYPICAL
#define FRAMES_ARE_TYPICAL 1
#endif

/* START is perlin.h's allowance for what the C library puts on a new thread's stack. */
enum { LIMIT = 32 * 1024, COMBINED_LIMIT = 48 * 1024, START = 16 * 1024, STACK = 4 * LIMIT };
enum { PAINT = 0xa5, SAMPLES = 400 };

/* What a thread evaluates, and how deep that reaches. */
struct job {
    const perlin_noise *noise; /* NULL: measure the thread alone */
    enum lane lane;
    uint32_t dims;
    enum { ALL, MANY, FEW } grids; /* few where each takes long, or all go one way */
    const uint64_t *stack;
    size_t untouched;
    const char *way; /* the deepest one */
    double step;
    size_t count[4];
};

/* Remembers the way if nothing reached as deep before. */
static void look(struct job *job, const char *way, const perlin_grid *grid)
{
    uint64_t painted;
    size_t n = 0;
    memset(&painted, PAINT, sizeof painted);
    while (n < job->untouched / sizeof painted && job->stack[n] == painted)
        n++;
    if (n * sizeof painted == job->untouched)
        return;
    job->untouched = n * sizeof painted;
    job->way = way;
    job->step = grid ? grid->step[0] : 0;
    for (int a = 0; grid && a < 4; a++)
        job->count[a] = grid->count[a];
}

/* ---- Ways ------------------------------------------------------------------------------------ */

static const ptrdiff_t strides[] = {1, 3};
static double data[3 * SAMPLES], out[3 * SAMPLES], gradient[4][3 * SAMPLES];
static void *const slopes[4] = {gradient[0], gradient[1], gradient[2], gradient[3]};

static void output_init(perlin_output *output)
{
    perlin_output_init(output);
    output->scale = 0.5;
}

static void evaluate_as_points(struct job *job)
{
    const size_t samples = job->grids == ALL ? SAMPLES - 50 : 40;
    const void *const coords[4] = {data, data, data, data};
    double bounds[2];
    perlin_output output;
    output_init(&output);
    for (size_t s = 0; s < COUNT_OF(strides); s++) {
        const ptrdiff_t of[4] = {strides[s], strides[s], strides[s], strides[s]};
        evaluate_points_into(job->lane, job->noise, job->dims, samples, coords, of, &output, out,
                             bounds);
        look(job, "points", NULL);
        evaluate_points_gradient(job->lane, job->noise, job->dims, samples, coords, of, out,
                                 slopes);
        look(job, "points with slopes", NULL);
    }
    evaluate_at(job->lane, job->noise, job->dims, coords, out);
    look(job, "a point", NULL);
}

static void evaluate_grid_plainly(const struct job *job, const perlin_grid *grid)
{
    if (job->lane == F32)
        perlin_grid_f32(job->noise, grid, (float *)(void *)out);
    else
        perlin_grid_f64(job->noise, grid, out);
}

static void evaluate_as_grid(struct job *job, double step, const size_t count[4], int has_slopes)
{
    double bounds[2];
    perlin_output output;
    perlin_grid grid;
    output_init(&output);
    perlin_grid_init(&grid);
    grid.dims = job->dims;
    for (size_t s = 0; s < COUNT_OF(strides); s++) {
        ptrdiff_t stride = strides[s];
        for (uint32_t a = 0; a < job->dims; a++) {
            grid.count[a] = count[a];
            grid.origin[a] = 0.3;
            grid.step[a] = step;
            grid.stride[a] = stride;
            stride *= (ptrdiff_t)count[a];
        }
        if (job->grids == ALL || s == 0)
            evaluate_grid_plainly(job, &grid);
        look(job, s == 0 ? "a grid" : "a grid by strides", &grid);
        if (job->grids == ALL || s > 0)
            evaluate_grid_into(job->lane, job->noise, &grid, &output, out, bounds);
        look(job, "a grid into an output", &grid);
    }
    if (!has_slopes)
        return;
    evaluate_grid_gradient(job->lane, job->noise, &grid, out, slopes);
    look(job, "a grid with slopes", &grid);
    if (job->dims == 2)
        evaluate_normals(job->lane, job->noise, &grid, 1, slopes);
    look(job, "normals", &grid);
}

/* Grids take other ways by their steps and sizes: a row that is longer than a tile is one. */
static void evaluate_as_grids(struct job *job)
{
    static const double steps[] = {0.3, 0.1, 1.0 / 64, 0.01, 0.7, 1.0, 3.0};
    static const size_t few[] = {4, 1, 1, 1},
                        sizes[][4][4] = {
                            {{4, 1, 1, 1}, {4, 4, 1, 1}, {4, 4, 4, 1}, {4, 4, 4, 4}},
                            {{350, 1, 1, 1}, {18, 18, 1, 1}, {7, 7, 7, 1}, {5, 5, 4, 4}},
                            {{140, 1, 1, 1}, {140, 2, 1, 1}, {140, 1, 2, 1}, {140, 1, 1, 2}},
                        };
    if (job->grids == FEW) {
        evaluate_as_grid(job, steps[0], few, 1);
        return;
    }
    for (size_t s = 0; s < COUNT_OF(steps); s++)
        for (size_t n = 0; n < COUNT_OF(sizes); n++)
            if (job->grids == ALL || n == 0 || s == 0)
                evaluate_as_grid(job, steps[s], sizes[n][job->dims - 1],
                                 s == 0 || (n == 0 && job->grids == ALL));
}

static void *evaluate(void *argument)
{
    struct job *const job = argument;
    if (job->noise)
        evaluate_as_points(job);
    if (job->noise && job->lane != F64_F32)
        evaluate_as_grids(job);
    look(job, "a thread", NULL);
    return NULL;
}

/* ---- Depths ---------------------------------------------------------------------------------- */

/* The bytes of stack that a thread with this job touches. */
static size_t depth(struct job *job)
{
    pthread_attr_t attributes;
    pthread_t thread;
    static _Alignas(64) unsigned char stack[STACK];
    memset(stack, PAINT, STACK);
    job->stack = (const uint64_t *)(const void *)stack;
    job->untouched = STACK;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, evaluate, job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    return STACK - job->untouched;
}

/* What a new thread takes by itself. */
static size_t depth_of_thread(void)
{
    depth(&(struct job){.noise = NULL}); /* the first thread resolves symbols */
    return depth(&(struct job){.noise = NULL});
}

static void skip_unless_released(const struct test_case *test)
{
    if (!FRAMES_ARE_TYPICAL)
        skip_case("frames are not those of a release build");
    if (test->subject->is_foreign)
        skip_case("no release has this backend for this architecture");
}

/* Sets the basis, the hash and, of cellular noise, the result of noise number `index`, if there is
   one. */
static int set_noise_and_result(perlin_params *params, size_t index)
{
    for (size_t n = 0; set_noise(params, n); n++) {
        const int is_cellular = params->basis == PERLIN_BASIS_CELLULAR;
        const size_t results = is_cellular ? PERLIN_CELLULAR_CELL + 1 : 1;
        params->cellular_result = is_cellular && index < results ? (uint32_t)index : 0;
        if (index < results)
            return 1;
        index -= results;
    }
    return 0;
}

/* The scalar backend has one way for all grids. */
static int has_one_way(const struct test_case *test)
{
    return test->subject->backend == PERLIN_BACKEND_SCALAR;
}

/* What is deepest in a case, without what a thread takes by itself. */
struct deepest {
    size_t limit, thread_alone, bytes;
    char name[256];
};

static void deepest_init(struct deepest *deepest, size_t limit)
{
    deepest->limit = limit;
    deepest->thread_alone = depth_of_thread();
    deepest->bytes = 0;
}

/* Fails if a job of these parameters needs too much. `what` it is made of. */
static void check_depth(struct job *job, const perlin_params *params, const char *what,
                        struct deepest *deepest)
{
    const size_t touched = depth(job);
    if (touched <= deepest->thread_alone + deepest->bytes)
        return;
    deepest->bytes = touched - deepest->thread_alone;
    snprintf(deepest->name, sizeof deepest->name,
             "%zu bytes, %sbasis %u, hash %u, result %u, fractal %u, rotation %u, %s of %s, %u-D, "
             "%zu * %zu * %zu * %zu samples, step %g",
             deepest->bytes, what, params->basis, params->hash, params->cellular_result,
             params->fractal, params->rotation, job->way, lane_name(job->lane), job->dims,
             job->count[0], job->count[1], job->count[2], job->count[3], job->step);
    if (deepest->bytes >= deepest->limit)
        fail_msg("%s", deepest->name);
}

static void print_deepest(const struct test_case *test, const struct deepest *deepest)
{
    assert_true(deepest->bytes > 0);
    print_message("%s: up to %s\n", test->name, deepest->name);
}

static void stack(const struct test_case *test)
{
    enum { VARIANTS = 4 * (PERLIN_FRACTAL_MULTIFRACTAL + 1) };
    struct deepest deepest;
    perlin_params params;
    skip_unless_released(test);
    deepest_init(&deepest, LIMIT);
    perlin_params_init(&params);
    params.octaves = 2;
    params.elias_smoothing = 1;
    for (size_t n = 0; set_noise_and_result(&params, n); n++)
        for (uint32_t variant = 0; variant < VARIANTS; variant++) {
            params.fractal = variant / 4;
            params.weighted_strength = variant % 2; /* another number to keep for each sample */
            params.rotation = variant & 2 ? PERLIN_ROTATION_MATRIX : PERLIN_ROTATION_NONE;
            /* All fractals of Perlin noise; of others a plain sum, and what keeps most. */
            const int is_sum = params.fractal == PERLIN_FRACTAL_FBM && variant % 2 == 0;
            const int is_most = params.fractal == PERLIN_FRACTAL_MULTIFRACTAL && variant % 2 == 1;
            if (params.basis != PERLIN_BASIS_PERLIN && !is_sum && !is_most)
                continue;
            perlin_noise *const noise = create_for(test->subject, &params);
            for (enum lane lane = F32; lane <= F64_F32; lane++)
                for (uint32_t dims = 1; dims <= 4; dims++) {
                    struct job job = {noise, lane, dims, .grids = FEW};
                    if ((is_sum || is_most) && !has_one_way(test))
                        job.grids = ALL;
                    if (has_dims(&params, dims))
                        check_depth(&job, &params, "", &deepest);
                }
            perlin_destroy(noise);
        }
    print_deepest(test, &deepest);
}

/* ---- Combinations ---------------------------------------------------------------------------- */

enum { LEVELS = 16 };

/* Sixteen combinations of a kind, each of the one before: of its first input, or of its second. A warp
   has one noise for all axes. */
static perlin_noise *nested(const struct test_case *test, const perlin_params *params,
                            perlin_combine_kind kind, uint32_t nests)
{
    perlin_noise *const leaf = create_for(test->subject, params);
    perlin_noise *noise = leaf;
    for (int level = 0; level < LEVELS; level++) {
        perlin_combination c;
        perlin_noise *outer;
        assert_status(perlin_combination_init(&c, kind), PERLIN_OK, "init");
        c.backend = test->subject->backend;
        for (uint32_t i = 0; i < (kind == PERLIN_COMBINE_WARP ? 2 : 3); i++)
            c.input[i] = i == nests ? noise : leaf;
        c.amplitude = 0.1;
        c.matrix[0][1] = c.matrix[1][2] = 0.5; /* the axes of a grid are not followed */
        assert_status(perlin_combine(&outer, &c), PERLIN_OK, "nested");
        if (noise != leaf)
            perlin_destroy(noise);
        noise = outer;
    }
    perlin_destroy(leaf);
    return noise;
}

/* Results that cellular noise finds alike are one. */
static int is_own_search(const perlin_params *params)
{
    const uint32_t result = params->cellular_result;
    return result == PERLIN_CELLULAR_F1 || result == PERLIN_CELLULAR_F2 ||
           result == PERLIN_CELLULAR_F4 || result >= PERLIN_CELLULAR_EDGE;
}

static void nested_stack(const struct test_case *test)
{
    static const struct {
        perlin_combine_kind kind;
        uint32_t nests;
        const char *name;
    } trees[] = {{PERLIN_COMBINE_WARP, 0, "16 warps of "},
                 {PERLIN_COMBINE_TRANSFORM, 0, "16 transforms of "},
                 {PERLIN_COMBINE_BLEND, 1, "16 blends of "},
                 {PERLIN_COMBINE_SELECT, 2, "16 selections of "}};
    struct deepest deepest;
    perlin_params params;
    skip_unless_released(test);
    deepest_init(&deepest, COMBINED_LIMIT);
    perlin_params_init(&params);
    params.octaves = 2;
    params.elias_smoothing = 1;
    for (size_t n = 0; set_noise_and_result(&params, n / 2); n++)
        for (size_t t = 0; is_own_search(&params) && t < COUNT_OF(trees); t++) {
            params.fractal = n % 2 ? PERLIN_FRACTAL_MULTIFRACTAL : PERLIN_FRACTAL_FBM;
            perlin_noise *const noise = nested(test, &params, trees[t].kind, trees[t].nests);
            for (enum lane lane = F32; lane <= F64_F32; lane++)
                for (uint32_t dims = 1; dims <= 4; dims++) {
                    /* Noises in others hardly follow the grid. */
                    const int is_by_grids = trees[t].kind == PERLIN_COMBINE_BLEND;
                    struct job job = {noise, lane, dims, .grids = MANY};
                    if (!has_dims(&params, dims))
                        continue;
                    if (!is_by_grids || has_one_way(test))
                        job.grids = FEW;
                    check_depth(&job, &params, trees[t].name, &deepest);
                }
            perlin_destroy(noise);
        }
    print_deepest(test, &deepest);
}

/*
 * Measures what a new thread takes by itself. Evaluates every basis in a thread with just the stack
 * that is needed, or the least that the system allows if that is more, above a guard page.
 */
static void small_thread(const struct test_case *test)
{
    perlin_params params;
    skip_unless_released(test);
    const size_t start = depth_of_thread();
    print_message("%s: a thread alone takes %zu bytes\n", test->name, start);
    assert_true(start <= START);
    const size_t least = (size_t)PTHREAD_STACK_MIN, needed = LIMIT + START;
    const size_t size = needed < least ? least : needed;
    perlin_params_init(&params);
    params.fractal = PERLIN_FRACTAL_MULTIFRACTAL;
    params.octaves = 2;
    params.weighted_strength = 1;
    for (size_t n = 0; set_noise_and_result(&params, n); n++) {
        if (!is_own_search(&params))
            continue;
        perlin_noise *const noise = create_for(test->subject, &params);
        for (enum lane lane = F32; lane <= F64_F32; lane++)
            for (uint32_t dims = 1; dims <= 4; dims++) {
                struct job job = {noise, lane, dims, .grids = has_one_way(test) ? FEW : MANY};
                pthread_attr_t attributes;
                pthread_t thread;
                if (!has_dims(&params, dims))
                    continue;
                assert_int_equal(pthread_attr_init(&attributes), 0);
                assert_int_equal(pthread_attr_setstacksize(&attributes, size), 0);
                assert_int_equal(pthread_create(&thread, &attributes, evaluate, &job), 0);
                assert_int_equal(pthread_join(thread, NULL), 0);
                pthread_attr_destroy(&attributes);
            }
        perlin_destroy(noise);
    }
}

int main(void)
{
    add_subject_cases("stack", stack, 0);
    add_subject_cases("nested", nested_stack, 0);
    add_subject_cases("small_thread", small_thread, 0);
    return run_cases("stack");
}
