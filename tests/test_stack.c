/*
 * Evaluation needs less than 32 KiB of stack: measured in a thread whose stack is painted
 * beforehand. A thread with the stack that perlin.h advises has room for it.
 */
#include "support.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <pthread.h>
#include <sys/mman.h>

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
enum { LIMIT = 32 * 1024, START = 16 * 1024, STACK = 4 * LIMIT, PAINT = 0xa5, SAMPLES = 350 };

struct job {
    const perlin_noise *noise; /* NULL: measure the thread alone */
    enum lane lane;
    uint32_t dims;
    ptrdiff_t stride;
    ptrdiff_t samples; /* 0: SAMPLES */
};

static double data[3 * SAMPLES], out[3 * SAMPLES], gradient[4][3 * SAMPLES];

static void *evaluate(void *argument)
{
    const struct job *const job = argument;
    const ptrdiff_t samples = job->samples > 0 ? job->samples : SAMPLES;
    const void *const coords[4] = {data, data, data, data};
    const ptrdiff_t strides[4] = {job->stride, job->stride, job->stride, job->stride};
    void *const slopes[4] = {gradient[0], gradient[1], gradient[2], gradient[3]};
    if (!job->noise)
        return NULL;
    perlin_output output;
    double bounds[2];
    perlin_output_init(&output);
    output.scale = 0.5;
    evaluate_points_into(job->lane, job->noise, job->dims, (size_t)samples, coords, strides,
                         &output, out, bounds);
    evaluate_points_gradient(job->lane, job->noise, job->dims, (size_t)samples, coords, strides,
                             out, slopes);
    if (job->lane == F64_F32)
        return NULL;
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = job->dims;
    for (uint32_t a = 0; a < 4; a++) {
        grid.count[a] = a == 0 ? (size_t)samples / 5 : a == job->dims - 1 ? 5 : 1;
        grid.step[a] = a == 0 ? 0.01 : 0.7;
        grid.stride[a] = job->stride * (a == 0 ? 1 : samples / 5);
    }
    evaluate_grid_into(job->lane, job->noise, &grid, &output, out, bounds);
    evaluate_grid_gradient(job->lane, job->noise, &grid, out, slopes);
    if (job->dims == 2)
        evaluate_normals(job->lane, job->noise, &grid, 1, slopes);
    return NULL;
}

/* The bytes of stack that a thread with this job touches. */
static size_t depth(const struct job *job)
{
    struct job copy = *job;
    pthread_attr_t attributes;
    pthread_t thread;
    unsigned char *const stack =
        mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack != MAP_FAILED);
    memset(stack, PAINT, STACK);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, STACK), 0);
    assert_int_equal(pthread_create(&thread, &attributes, evaluate, &copy), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (untouched < STACK && stack[untouched] == PAINT)
        untouched++;
    munmap(stack, STACK);
    return STACK - untouched;
}

static void stack(const struct test_case *test)
{
    static const ptrdiff_t strides[] = {1, 3};
    enum { KINDS = 4 * (PERLIN_FRACTAL_MULTIFRACTAL + 1) };
    size_t most = 0;
    perlin_params params;
    if (!FRAMES_ARE_TYPICAL)
        skip_case("frames are not those of a release build");
    if (test->subject->is_foreign)
        skip_case("no release has this backend for this architecture");
    depth(&(struct job){.noise = NULL}); /* the first thread resolves symbols */
    const size_t thread_alone = depth(&(struct job){.noise = NULL});
    perlin_params_init(&params);
    params.octaves = 2;
    params.elias_smoothing = 1;
    for (uint32_t kind = 0;; kind++) { /* of Perlin noise all fractals by both hashes */
        params.fractal = kind < 2 * KINDS ? kind / 8 : PERLIN_FRACTAL_MULTIFRACTAL;
        params.weighted_strength = kind % 2; /* another number to keep for each sample */
        params.rotation = kind & 2 ? PERLIN_ROTATION_MATRIX : PERLIN_ROTATION_NONE;
        if (!set_noise(&params, kind < 2 * KINDS ? kind / 4 % 2 : 2 + (kind - 2 * KINDS) / 4))
            break;
        perlin_noise *const noise = create_for(test->subject, &params);
        for (enum lane lane = F32; lane <= F64_F32; lane++)
            for (uint32_t dims = 1; dims <= 4; dims++)
                for (size_t s = 0; has_dims(&params, dims) && s < COUNT_OF(strides); s++) {
                    const struct job job = {noise, lane, dims, strides[s], 0};
                    const size_t touched = depth(&job);
                    const size_t used = touched > thread_alone ? touched - thread_alone : 0;
                    if (used >= LIMIT)
                        fail_msg("basis %u, hash %u, fractal %u, %s, %u-D, stride %td: %zu bytes",
                                 params.basis, params.hash, params.fractal, lane_name(lane), dims,
                                 strides[s], used);
                    most = used > most ? used : most;
                }
        perlin_destroy(noise);
    }
    print_message("%s: up to %zu bytes\n", test->name, most);
    assert_true(most > 0);
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

static void nested_stack(const struct test_case *test)
{
    static const struct {
        perlin_combine_kind kind;
        uint32_t nests;
    } trees[] = {{PERLIN_COMBINE_WARP, 0},
                 {PERLIN_COMBINE_TRANSFORM, 0},
                 {PERLIN_COMBINE_BLEND, 1},
                 {PERLIN_COMBINE_SELECT, 2}};
    static const ptrdiff_t strides[] = {1, 3};
    size_t most = 0;
    perlin_params params;
    if (!FRAMES_ARE_TYPICAL)
        skip_case("frames are not those of a release build");
    if (test->subject->is_foreign)
        skip_case("no release has this backend for this architecture");
    depth(&(struct job){.noise = NULL});
    const size_t thread_alone = depth(&(struct job){.noise = NULL});
    perlin_params_init(&params);
    params.octaves = 2;
    params.elias_smoothing = 1;
    for (uint32_t kind = 0; set_noise(&params, kind / 2); kind++)
        for (size_t t = 0; t < COUNT_OF(trees); t++) {
            params.fractal = kind % 2 ? PERLIN_FRACTAL_MULTIFRACTAL : PERLIN_FRACTAL_FBM;
            perlin_noise *const noise = nested(test, &params, trees[t].kind, trees[t].nests);
            for (enum lane lane = F32; lane <= F64_F32; lane++)
                for (uint32_t dims = 1; dims <= 4; dims++)
                    for (size_t s = 0; has_dims(&params, dims) && s < COUNT_OF(strides); s++) {
                        const struct job job = {noise, lane, dims, strides[s], 40};
                        const size_t touched = depth(&job);
                        const size_t used = touched > thread_alone ? touched - thread_alone : 0;
                        if (used >= LIMIT)
                            fail_msg("16 combinations of kind %u of basis %u, hash %u, fractal %u, "
                                     "%s, %u-D, stride %td: %zu bytes",
                                     trees[t].kind, params.basis, params.hash, params.fractal,
                                     lane_name(lane), dims, strides[s], used);
                        most = used > most ? used : most;
                    }
            perlin_destroy(noise);
        }
    print_message("%s: up to %zu bytes\n", test->name, most);
    assert_true(most > 0);
}

/*
 * Measures what a new thread takes by itself. Evaluates every basis in a thread with just the stack
 * that is needed, or the least that the system allows if that is more, above a guard page.
 */
static void small_thread(const struct test_case *test)
{
    perlin_params params;
    if (!FRAMES_ARE_TYPICAL)
        skip_case("frames are not those of a release build");
    if (test->subject->is_foreign)
        skip_case("no release has this backend for this architecture");
    depth(&(struct job){.noise = NULL});
    const size_t start = depth(&(struct job){.noise = NULL});
    print_message("%s: a thread alone takes %zu bytes\n", test->name, start);
    assert_true(start <= START);
    const size_t least = (size_t)PTHREAD_STACK_MIN, needed = LIMIT + START;
    const size_t size = needed < least ? least : needed;
    perlin_params_init(&params);
    params.fractal = PERLIN_FRACTAL_MULTIFRACTAL;
    params.octaves = 2;
    params.weighted_strength = 1;
    params.rotation = PERLIN_ROTATION_MATRIX;
    for (size_t n = 0; set_noise(&params, n); n++) {
        perlin_noise *const noise = create_for(test->subject, &params);
        for (uint32_t dims = 1; dims <= 4; dims++) {
            struct job job = {noise, F64, dims, 3, 0};
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
