/*
 * Any function from any thread at any time: first calls at once, one noise shared, and one buffer
 * written by two threads whose samples alternate. `test_threads first` makes only the first calls:
 * a process has only one first call.
 */
#include "support.h"

#include <stdatomic.h>
#include <string.h>

#include <pthread.h>
#include <sched.h>

enum { THREADS = 8, COUNT = 4096 };

/* Threads wait until all of a run have come, so that they start at once. */
static atomic_uint missing;

static void wait_for_all(void)
{
    atomic_fetch_sub(&missing, 1);
    while (atomic_load(&missing) > 0)
        sched_yield();
}

static void run_threads(void *(*body)(void *), void *arguments, size_t size, size_t count)
{
    pthread_t threads[THREADS];
    atomic_store(&missing, (unsigned)count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, body, (char *)arguments + i * size), 0);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* ---- First calls ----------------------------------------------------------------------------- */

struct first_call {
    perlin_status status;
    perlin_backend backend;
    float out[16];
};

/* The assertions come after the join: cmocka's work on the main thread only. */
static void *first_call(void *argument)
{
    struct first_call *const call = argument;
    perlin_params params;
    perlin_noise *noise;
    float x[16];
    for (int i = 0; i < 16; i++)
        x[i] = (float)i * 0.37f;
    wait_for_all();
    perlin_params_init(&params);
    params.seed = 5;
    call->status = perlin_create(&noise, &params);
    if (call->status == PERLIN_OK) {
        call->backend = perlin_backend_of(noise);
        perlin_points1_f32(noise, 16, x, call->out);
        perlin_destroy(noise);
    }
    return NULL;
}

static struct first_call calls[THREADS]; /* made by main, before it calls anything else */

static void first_calls(const struct test_case *test)
{
    (void)test;
    for (int i = 0; i < THREADS; i++) {
        assert_status(calls[i].status, PERLIN_OK, "a first call");
        assert_int_equal(calls[i].backend, calls[0].backend);
        assert_same_bits(calls[i].out, calls[0].out, 16, sizeof(float), "thread %d", i);
    }
}

/* ---- One noise, many threads ----------------------------------------------------------------- */

struct shared {
    const perlin_noise *noise;
    const float *x, *y;
    const double *z;
    float points[COUNT], slope[2][COUNT];
    double wide[COUNT], grid[64 * 64], scaled[64 * 64], bounds[2];
};

static void *evaluate_shared(void *argument)
{
    struct shared *const s = argument;
    const float *const coords[2] = {s->x, s->y};
    float *const slopes[2] = {s->slope[0], s->slope[1]};
    perlin_output output;
    perlin_grid grid;
    perlin_output_init(&output);
    output.scale = 3.5;
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = grid.count[1] = 64;
    grid.step[0] = grid.step[1] = 1 / 16.0;
    wait_for_all();
    for (size_t i = scaled_down(20); i > 0; i--) {
        perlin_points2_f32(s->noise, COUNT, s->x, s->y, s->points);
        perlin_points1_f64(s->noise, COUNT, s->z, s->wide);
        perlin_grid_f64(s->noise, &grid, s->grid);
        perlin_grid_into_f64(s->noise, &grid, &output, s->scaled, s->bounds);
        perlin_points_gradient_f32(s->noise, 2, COUNT, coords, NULL, NULL, slopes);
    }
    return NULL;
}

static void share_noise(const struct test_case *test, perlin_hash hash)
{
    static struct shared jobs[THREADS];
    static float x[COUNT], y[COUNT];
    static double z[COUNT];
    struct random r = random_for(test);
    perlin_params params;
    perlin_params_init(&params);
    params.hash = hash;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 3;
    params.octave_seeds = 1;
    perlin_noise *const noise = create_for(test->subject, &params);
    fill_coordinates(&r, F32, ORDINARY, x, COUNT);
    fill_coordinates(&r, F32, MIXED, y, COUNT);
    fill_coordinates(&r, F64, MIXED, z, COUNT);
    for (int i = 0; i < THREADS; i++)
        jobs[i] = (struct shared){.noise = noise, .x = x, .y = y, .z = z};
    run_threads(evaluate_shared, jobs, sizeof jobs[0], 1); /* alone, for what to expect */
    static struct shared alone;
    alone = jobs[0];
    run_threads(evaluate_shared, jobs, sizeof jobs[0], THREADS);
    for (int i = 0; i < THREADS; i++) {
        assert_same_bits(jobs[i].points, alone.points, COUNT, sizeof(float), "thread %d", i);
        assert_same_bits(jobs[i].wide, alone.wide, COUNT, sizeof(double), "thread %d", i);
        assert_same_bits(jobs[i].grid, alone.grid, 64 * 64, sizeof(double), "thread %d", i);
        assert_same_bits(jobs[i].scaled, alone.scaled, 64 * 64, sizeof(double), "thread %d", i);
        assert_same_bits(jobs[i].bounds, alone.bounds, 2, sizeof(double), "thread %d", i);
        assert_same_bits(jobs[i].slope, alone.slope, (size_t)2 * COUNT, sizeof(float), "thread %d",
                         i);
    }
    perlin_destroy(noise);
}

static void shared_noise(const struct test_case *test)
{
    share_noise(test, PERLIN_HASH_INTEGER);
    share_noise(test, PERLIN_HASH_PERMUTATION);
}

/* ---- One buffer, alternating samples --------------------------------------------------------- */

struct half {
    const perlin_noise *noise;
    perlin_grid grid;
    float *out;
    int changed; /* whether a sample changed after this thread had written it */
};

/* Writes its samples again and again and checks between that nobody has touched them. */
static void *write_half(void *argument)
{
    struct half *const half = argument;
    float own[COUNT / 2];
    const size_t count = half->grid.count[0] * half->grid.count[1];
    const ptrdiff_t stride = half->grid.stride[0], row = half->grid.stride[1];
    perlin_grid packed = half->grid;
    memset(packed.stride, 0, sizeof packed.stride);
    perlin_grid_f32(half->noise, &packed, own);
    wait_for_all();
    for (size_t i = scaled_down(300); i > 0; i--) {
        perlin_grid_f32(half->noise, &half->grid, half->out);
        for (size_t k = 0; k < count; k++) {
            const ptrdiff_t at = (ptrdiff_t)(k % half->grid.count[0]) * stride +
                                 (ptrdiff_t)(k / half->grid.count[0]) * row;
            half->changed |= memcmp(&half->out[at], &own[k], sizeof(float)) != 0;
        }
    }
    return NULL;
}

/* Two threads that share every row: one has the even samples, the other the odd ones; or one the
   left half of each row and the other the right. */
static void check_halves(const struct test_case *test, size_t width, size_t height, int alternate)
{
    static float out[COUNT];
    struct half halves[2];
    perlin_noise *const noise = create_raw(test->subject);
    for (int i = 0; i < 2; i++) {
        struct half *const half = &halves[i];
        *half = (struct half){.noise = noise, .out = out + (alternate ? i : i * (int)width / 2)};
        perlin_grid_init(&half->grid);
        half->grid.dims = 2;
        half->grid.count[0] = width / 2;
        half->grid.count[1] = height;
        half->grid.start[0] = i;
        half->grid.step[0] = half->grid.step[1] = i ? 0.13 : 1 / 40.0;
        half->grid.stride[0] = alternate ? 2 : 1;
        half->grid.stride[1] = (ptrdiff_t)width;
    }
    run_threads(write_half, halves, sizeof halves[0], 2);
    assert_int_equal(halves[0].changed, 0);
    assert_int_equal(halves[1].changed, 0);
    perlin_destroy(noise);
}

static void halves(const struct test_case *test)
{
    check_halves(test, 64, 64, 1);
    check_halves(test, 512, 8, 1);
    check_halves(test, 54, 64, 0);
    check_halves(test, 10, 64, 0);
}

int main(int argc, char **argv)
{
    const int first_only = argc > 1 && strcmp(argv[1], "first") == 0;
    run_threads(first_call, calls, sizeof calls[0], THREADS);
    add_case(first_calls, NULL, F32, 0, "first_calls");
    if (!first_only) {
        add_subject_cases("shared_noise", shared_noise, 0);
        add_subject_cases("halves", halves, 0);
    }
    return run_cases("threads");
}
