/*
 * The rest of the public interface: structs that grow, allocators, names, versions, the
 * environment, and which kernels evaluate points.
 */
#include "support.h"

#include "noise/backend.h"
#include "noise/noise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Structs that grow ----------------------------------------------------------------------- */

enum { TAIL = 40 };

/* Where the last fields end: padding may follow. */
enum { PARAMS_END = sizeof(perlin_params), GRID_END = sizeof(perlin_grid) };

struct long_params {
    perlin_params params;
    unsigned char tail[TAIL];
};

struct long_grid {
    perlin_grid grid;
    unsigned char tail[TAIL];
};

static void params_init(const struct test_case *test)
{
    struct long_params p;
    static const unsigned char zeros[TAIL];
    (void)test;
    memset(&p, 0xcc, sizeof p);
    assert_status(perlin_params_init(&p.params), PERLIN_OK, "init");
    assert_int_equal(p.params.struct_size, sizeof(perlin_params));
    assert_int_equal(p.params.backend, PERLIN_BACKEND_AUTO);
    assert_int_equal(p.params.range, PERLIN_RANGE_SIGNED);
    assert_int_equal(p.params.gradients, PERLIN_GRADIENTS_DEFAULT);
    assert_int_equal(p.params.fractal, PERLIN_FRACTAL_NONE);
    assert_int_equal(p.params.octaves, 6);
    assert_int_equal(p.params.octave_seeds, 1);
    assert_int_equal(p.params.octave_offsets, 1);
    assert_int_equal(p.params.hash, PERLIN_HASH_AUTO);
    assert_true(!p.params.weights && p.params.weight_count == 0);
    assert_true(p.params.weight_octaves == 0 && p.params.reserved == 0);
    assert_true(p.params.seed == 0 && p.params.frequency == 1 && p.params.lacunarity == 2);
    assert_true(p.params.gain == 0.5 && !p.params.permutation && !p.params.allocate);
    assert_true(!p.params.release && !p.params.user && !p.params.permutation);
    assert_true(p.params.weighted_strength == 0 && p.params.ping_pong_strength == 2);
    assert_true(p.params.ridge_offset == 1 && p.params.ridge_gain == 2);
    for (int a = 0; a < 4; a++)
        assert_int_equal(p.params.period[a], 0);
    assert_int_equal(p.params.rotation, PERLIN_ROTATION_NONE);
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            assert_true(p.params.matrix[a][b] == (a == b));
    assert_int_equal(p.tail[0], 0xcc); /* at most `size` bytes */
    assert_status(perlin_params_init_sized(&p.params, sizeof p - 1), PERLIN_OK, "a later version");
    assert_int_equal(p.params.struct_size, sizeof p - 1);
    assert_memory_equal(p.tail, zeros, TAIL - 1);
    assert_int_equal(p.tail[TAIL - 1], 0xcc);
    assert_status(perlin_params_init_sized(NULL, sizeof p), PERLIN_ERROR_NULL, "NULL");
    memset(&p, 0xcc, sizeof p);
    assert_status(perlin_params_init_sized(&p.params, PARAMS_END - 1), PERLIN_ERROR_STRUCT_SIZE,
                  "too small");
    assert_status(perlin_params_init_sized(&p.params, 0), PERLIN_ERROR_STRUCT_SIZE, "0");
    assert_status(perlin_params_init_sized(&p.params, 4097), PERLIN_ERROR_STRUCT_SIZE, "too large");
    assert_status(perlin_params_init_sized(&p.params, SIZE_MAX), PERLIN_ERROR_STRUCT_SIZE,
                  "the largest");
    for (size_t i = 0; i < sizeof p; i++)
        assert_int_equal(((unsigned char *)&p)[i], 0xcc);
}

static void params_init_published(const struct test_case *test)
{
    struct long_params p, expected, untouched;
    (void)test;
    memset(&untouched, 0xcc, sizeof untouched);
    p = expected = untouched;
    perlin_params_init(&expected.params);
    expected.params.hash = PERLIN_HASH_PERMUTATION;
    expected.params.range = PERLIN_RANGE_RAW;
    expected.params.octave_seeds = expected.params.octave_offsets = 0;
    assert_status(perlin_params_init_published(&p.params), PERLIN_OK, "init");
    assert_memory_equal(&p, &expected, sizeof p);
    for (size_t size = PARAMS_END; size <= sizeof p; size++) {
        perlin_noise *noise;
        p = untouched;
        assert_status(perlin_params_init_published_sized(&p.params, size), PERLIN_OK, "a size");
        expected.params.struct_size = size;
        memset(expected.tail, 0, TAIL);
        assert_memory_equal(&p, &expected, size);
        assert_memory_equal((char *)&p + size, (char *)&untouched + size, sizeof p - size);
        assert_status(perlin_create(&noise, &p.params), PERLIN_OK, "create");
        assert_int_equal(perlin_hash_of(noise), PERLIN_HASH_PERMUTATION);
        perlin_destroy(noise);
    }
    static const size_t wrong[] = {0, PARAMS_END - 1, 4097, SIZE_MAX};
    p = untouched;
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_status(perlin_params_init_published_sized(&p.params, wrong[i]),
                      PERLIN_ERROR_STRUCT_SIZE, "a wrong size");
    assert_status(perlin_params_init_published_sized(NULL, sizeof p), PERLIN_ERROR_NULL, "NULL");
    assert_memory_equal(&p, &untouched, sizeof p);
}

static void grid_init(const struct test_case *test)
{
    struct long_grid g;
    static const unsigned char zeros[TAIL];
    (void)test;
    memset(&g, 0xcc, sizeof g);
    assert_status(perlin_grid_init(&g.grid), PERLIN_OK, "init");
    assert_int_equal(g.grid.struct_size, sizeof(perlin_grid));
    assert_int_equal(g.grid.dims, 0);
    for (int a = 0; a < 4; a++)
        assert_true(g.grid.start[a] == 0 && g.grid.count[a] == 1 && g.grid.step[a] == 0 &&
                    g.grid.period[a] == 0 && g.grid.origin[a] == 0 && g.grid.stride[a] == 0);
    assert_int_equal(g.tail[0], 0xcc);
    assert_status(perlin_grid_init_sized(&g.grid, sizeof g - 1), PERLIN_OK, "a later version");
    assert_int_equal(g.grid.struct_size, sizeof g - 1);
    assert_memory_equal(g.tail, zeros, TAIL - 1);
    assert_int_equal(g.tail[TAIL - 1], 0xcc);
    assert_status(perlin_grid_init_sized(NULL, sizeof g), PERLIN_ERROR_NULL, "NULL");
    memset(&g, 0xcc, sizeof g);
    assert_status(perlin_grid_init_sized(&g.grid, GRID_END - 1), PERLIN_ERROR_STRUCT_SIZE,
                  "too small");
    assert_status(perlin_grid_init_sized(&g.grid, 4097), PERLIN_ERROR_STRUCT_SIZE, "too large");
    for (size_t i = 0; i < sizeof g; i++)
        assert_int_equal(((unsigned char *)&g)[i], 0xcc);
}

static void growing_params(const struct test_case *test)
{
    struct long_params p;
    perlin_noise *noise = NULL;
    (void)test;
    assert_status(perlin_params_init_sized(&p.params, sizeof p), PERLIN_OK, "init");
    assert_status(perlin_create(&noise, &p.params), PERLIN_OK, "a tail of zeros");
    perlin_destroy(noise);
    noise = NULL;
    for (int i = 0; i < TAIL; i++) {
        p.tail[i] = i % 2 ? 1 : 0x80;
        assert_status(perlin_create(&noise, &p.params), PERLIN_ERROR_UNSUPPORTED, "a tail");
        assert_null(noise);
        p.tail[i] = 0;
    }
    static const size_t wrong[] = {0, 1, 8, PARAMS_END - 1, 4097, SIZE_MAX};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        p.params.struct_size = wrong[i];
        assert_status(perlin_create(&noise, &p.params), PERLIN_ERROR_STRUCT_SIZE, "a wrong size");
        assert_null(noise);
    }
    union {
        perlin_params params;
        unsigned char bytes[4096];
    } longest = {.bytes = {0}};
    assert_status(perlin_params_init_sized(&longest.params, sizeof longest), PERLIN_OK, "init");
    assert_status(perlin_create(&noise, &longest.params), PERLIN_OK, "the longest struct");
    perlin_destroy(noise);
}

static void growing_grid(const struct test_case *test)
{
    struct long_grid g;
    perlin_params params;
    perlin_noise *noise;
    float out = 7;
    double wide = 7;
    ptrdiff_t first = 7;
    size_t elements = 7;
    (void)test;
    perlin_params_init(&params);
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_status(perlin_grid_init_sized(&g.grid, sizeof g), PERLIN_OK, "init");
    g.grid.dims = 1;
    g.grid.count[0] = 1;
    static const size_t wrong[] = {0, GRID_END - 1, 4097, SIZE_MAX};
    for (int i = 0; i < TAIL + (int)COUNT_OF(wrong); i++) {
        perlin_status expected = PERLIN_ERROR_UNSUPPORTED;
        if (i < TAIL) {
            g.tail[i] = 1;
        } else {
            g.grid.struct_size = wrong[i - TAIL];
            expected = PERLIN_ERROR_STRUCT_SIZE;
        }
        assert_status(perlin_grid_f32(noise, &g.grid, &out), expected, "grid_f32");
        assert_status(perlin_grid_f64(noise, &g.grid, &wide), expected, "grid_f64");
        assert_status(perlin_grid_extent(&g.grid, &first, &elements), expected, "extent");
        if (i < TAIL)
            g.tail[i] = 0;
    }
    assert_true(out == 7 && wide == 7 && first == 7 && elements == 7);
    g.grid.struct_size = sizeof g;
    assert_status(perlin_grid_f32(noise, &g.grid, &out), PERLIN_OK, "a tail of zeros");
    assert_true(out == 0);
    g.grid.struct_size = GRID_END; /* what lies behind it is not the library's */
    memset((char *)&g + GRID_END, 0xcc, sizeof g - GRID_END);
    assert_status(perlin_grid_f32(noise, &g.grid, &out), PERLIN_OK, "0.3.0's struct");
    perlin_destroy(noise);
}

/* ---- Allocators ------------------------------------------------------------------------------ */

struct heap {
    unsigned char *block; /* a byte off any alignment */
    size_t offset, size;
    int allocated, released, fails;
    void *given, *returned;
};

static void *allocate(void *user, size_t size)
{
    struct heap *const heap = user;
    heap->allocated++;
    heap->size = size;
    if (heap->fails)
        return NULL;
    heap->block = allocate_or_fail(size + 256);
    memset(heap->block, 0xcc, size + 256);
    heap->given = heap->block + heap->offset;
    return heap->given;
}

static void release(void *user, void *p)
{
    struct heap *const heap = user;
    heap->released++;
    heap->returned = p;
    for (size_t i = 0; i < 256 + heap->size; i++) /* nothing outside of what was given */
        if ((i < heap->offset || i >= heap->offset + heap->size) && heap->block[i] != 0xcc)
            fail_msg("wrote outside of the allocation, at %zu", i);
    free(heap->block);
}

static void allocate_anywhere(const struct test_case *test, perlin_params params)
{
    float x[20], out[20], expected[20];
    for (int i = 0; i < 20; i++)
        x[i] = (float)i * 0.3f;
    perlin_noise *noise = create_for(test->subject, &params);
    perlin_points2_f32(noise, 20, x, x, expected);
    perlin_destroy(noise);
    params.allocate = allocate;
    params.release = release;
    for (size_t offset = 0; offset < 130; offset++) {
        struct heap heap = {.offset = offset};
        params.user = &heap;
        noise = create_for(test->subject, &params);
        assert_int_equal(heap.allocated, 1); /* one block */
        assert_int_equal(heap.released, 0);
        perlin_points2_f32(noise, 20, x, x, out);
        assert_int_equal(heap.allocated, 1); /* evaluation allocates nothing */
        assert_same_bits(out, expected, 20, sizeof(float), "memory %zu bytes off", offset);
        perlin_destroy(noise);
        assert_int_equal(heap.released, 1);
        assert_ptr_equal(heap.returned, heap.given);
    }
}

static void allocators(const struct test_case *test)
{
    perlin_params params;
    table_params_init(&params);
    allocate_anywhere(test, params);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octave_seeds = 1;
    allocate_anywhere(test, params);
}

/* How much a noise takes, with one table and with one an octave. */
static void memory(const struct test_case *test)
{
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++)
        for (int is_fractal = 0; is_fractal <= 1; is_fractal++) {
            const size_t most = is_fractal ? 56 * 1024 : 16 * 1024;
            struct heap heap = {.offset = 0};
            params.fractal = is_fractal ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
            params.allocate = allocate;
            params.release = release;
            params.user = &heap;
            perlin_destroy(create_for(test->subject, &params));
            if (heap.size > most)
                fail_msg("basis %u, hash %u: %zu bytes with %u octaves", params.basis, params.hash,
                         heap.size, is_fractal ? params.octaves : 1);
        }
}

static void allocator_errors(const struct test_case *test)
{
    struct heap heap = {.fails = 1};
    perlin_params params;
    perlin_noise *noise = NULL;
    (void)test;
    perlin_params_init(&params);
    params.user = &heap;
    params.allocate = allocate;
    assert_status(perlin_create(&noise, &params), PERLIN_ERROR_ALLOCATOR, "allocate alone");
    params.allocate = NULL;
    params.release = release;
    assert_status(perlin_create(&noise, &params), PERLIN_ERROR_ALLOCATOR, "release alone");
    assert_int_equal(heap.allocated, 0);
    params.allocate = allocate;
    assert_status(perlin_create(&noise, &params), PERLIN_ERROR_MEMORY, "no memory");
    assert_int_equal(heap.allocated, 1);
    assert_int_equal(heap.released, 0);
    params.range = 9; /* mistakes are found before anything is allocated */
    assert_status(perlin_create(&noise, &params), PERLIN_ERROR_RANGE, "range");
    assert_int_equal(heap.allocated, 1);
    assert_null(noise);
}

/* ---- Names and the environment --------------------------------------------------------------- */

enum { LAST_STATUS = PERLIN_ERROR_LEVELS, FIRST_SENTENCE = PERLIN_ERROR_OCTAVE_COUNT };

/* Numbers of statuses that are gone. */
static const perlin_status retired[] = {6, 20, 25, 34};

static int is_retired(perlin_status status)
{
    int is = 0;
    for (size_t i = 0; i < COUNT_OF(retired); i++)
        is |= status == retired[i];
    return is;
}

static void strings(const struct test_case *test)
{
    const char *seen[LAST_STATUS + 1];
    char version[64];
    (void)test;
    for (perlin_status s = PERLIN_OK; s <= LAST_STATUS; s++) {
        if (is_retired(s)) {
            assert_string_equal(perlin_status_string(s), "unknown status");
            seen[s] = "";
            continue;
        }
        seen[s] = perlin_status_string(s);
        assert_non_null(seen[s]);
        assert_true(strlen(seen[s]) > 0);
        for (perlin_status other = PERLIN_OK; other < s; other++)
            assert_string_not_equal(seen[s], seen[other]);
    }
    for (perlin_status s = FIRST_SENTENCE; s <= LAST_STATUS; s++)
        if (strlen(seen[s]) > 80) /* one mistake, and what to do about it */
            fail_msg("too long for one mistake: %s", seen[s]);
    static const perlin_status unknown[] = {LAST_STATUS + 1, 1000, 0x80000000, UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        assert_non_null(perlin_status_string(unknown[i]));
        assert_string_equal(perlin_status_string(unknown[i]), perlin_status_string(unknown[0]));
        for (perlin_status s = PERLIN_OK; s <= LAST_STATUS; s++)
            assert_string_not_equal(perlin_status_string(unknown[i]), seen[s]);
    }
    snprintf(version, sizeof version, "%d.%d.%d", PERLIN_VERSION_MAJOR, PERLIN_VERSION_MINOR,
             PERLIN_VERSION_PATCH);
    assert_string_equal(perlin_version(), version);
    assert_string_equal(perlin_version(), PERLIN_TEST_VERSION); /* the build's */
}

/* The numbers are ABI; test_layout.c holds the other constants. */
static void numbers(const struct test_case *test)
{
    static const char *const names[] = {"auto",   "scalar", "sse2",   "avx2",
                                        "avx512", "neon",   "wasm128"};
    (void)test;
    for (perlin_backend b = 0; b < COUNT_OF(names); b++)
        assert_string_equal(perlin_backend_name(b), names[b]);
    assert_string_equal(perlin_backend_name(7), "unknown");
    assert_string_equal(perlin_backend_name(UINT32_MAX), "unknown");
    assert_int_equal(perlin_backend_available(PERLIN_BACKEND_AUTO), 1);
    assert_int_equal(perlin_backend_available(PERLIN_BACKEND_SCALAR), 1);
    assert_int_equal(perlin_backend_available(7), 0);
    assert_int_equal(perlin_backend_available(UINT32_MAX), 0);
}

static perlin_backend automatic(const char *cap)
{
    perlin_params params;
    perlin_noise *noise;
    if (cap)
        setenv("PERLIN_BACKEND", cap, 1);
    else
        unsetenv("PERLIN_BACKEND");
    perlin_params_init(&params);
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    const perlin_backend backend = perlin_backend_of(noise);
    perlin_destroy(noise);
    return backend;
}

/* Native backends, the best first; the others of a test build are never chosen. */
static void environment(const struct test_case *test)
{
#if defined(__x86_64__) || defined(__i386__)
    static const perlin_backend order[] = {PERLIN_BACKEND_AVX512, PERLIN_BACKEND_AVX2,
                                           PERLIN_BACKEND_SSE2, PERLIN_BACKEND_SCALAR};
#elif defined(__aarch64__)
    static const perlin_backend order[] = {PERLIN_BACKEND_NEON, PERLIN_BACKEND_SCALAR};
#else
    static const perlin_backend order[] = {PERLIN_BACKEND_SSE2, PERLIN_BACKEND_SCALAR};
#endif
    static const char *const ignored[] = {"",    "auto",  "unknown", "AVX2",
                                          "avx", "sse2 ", "mmx",     "7"};
    char *const inherited = getenv("PERLIN_BACKEND") ? strdup(getenv("PERLIN_BACKEND")) : NULL;
    (void)test;
    size_t best = 0;
    while (!perlin_backend_available(order[best]))
        best++;
    assert_int_equal(automatic(NULL), order[best]);
    for (size_t i = 0; i < COUNT_OF(ignored); i++)
        assert_int_equal(automatic(ignored[i]), order[best]);
    for (perlin_backend b = PERLIN_BACKEND_SCALAR; b < PERLIN_BACKENDS; b++) {
        size_t at = 0;
        while (at < COUNT_OF(order) && order[at] != b)
            at++;
        const int known = at < COUNT_OF(order) && perlin_backend_available(b);
        assert_int_equal(automatic(perlin_backend_name(b)), known ? b : order[best]);
    }
    /* Only AUTO is capped. */
    perlin_params params;
    perlin_params_init(&params);
    params.backend = order[best];
    setenv("PERLIN_BACKEND", "scalar", 1);
    perlin_noise *noise;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_int_equal(perlin_backend_of(noise), order[best]);
    perlin_destroy(noise);
    if (inherited)
        setenv("PERLIN_BACKEND", inherited, 1);
    else
        unsetenv("PERLIN_BACKEND");
    free(inherited);
}

/* ---- Kernels of points ----------------------------------------------------------------------- */

static int kernel_calls;

static void count_f32(const perlin_noise *noise, uint32_t dims, size_t count,
                      const float *const coords[], const ptrdiff_t strides[],
                      const struct perlin_sink_f32 *sink)
{
    (void)noise, (void)dims, (void)count, (void)coords, (void)strides, (void)sink;
    kernel_calls++;
}

static void count_wide(const perlin_noise *noise, uint32_t dims, size_t count,
                       const double *const coords[], const ptrdiff_t strides[],
                       const struct perlin_sink_f32 *sink)
{
    (void)noise, (void)dims, (void)count, (void)coords, (void)strides, (void)sink;
    kernel_calls++;
}

static void count_f64(const perlin_noise *noise, uint32_t dims, size_t count,
                      const double *const coords[], const ptrdiff_t strides[],
                      const struct perlin_sink_f64 *sink)
{
    (void)noise, (void)dims, (void)count, (void)coords, (void)strides, (void)sink;
    kernel_calls++;
}

/* Evaluates a noise whose kernels only count. Unlike the scalar ones, they leave the output
   alone. */
static void check_kernels(perlin_noise *noise, uint32_t dims, size_t count)
{
    static const struct perlin_ops_f32 f32 = {.points = count_f32, .points_wide = count_wide};
    static const struct perlin_ops_f64 f64 = {.points = count_f64};
    const int is_for_scalar = count == 1;
    const float x_f32[3] = {0.5f, 1.5f, 2.5f}, *const coords_f32[4] = {x_f32, x_f32, x_f32, x_f32};
    const double x_f64[3] = {0.5, 1.5, 2.5}, *const coords_f64[4] = {x_f64, x_f64, x_f64, x_f64};
    float narrow[3] = {9, 9, 9}, from_wide[3] = {9, 9, 9};
    double wide[3] = {9, 9, 9};
    noise->ops = (struct perlin_ops){&f32, &f64};
    kernel_calls = 0;
    perlin_points_f32(noise, dims, count, coords_f32, NULL, narrow);
    perlin_points_f64_f32(noise, dims, count, coords_f64, NULL, from_wide);
    perlin_points_f64(noise, dims, count, coords_f64, NULL, wide);
    assert_int_equal(kernel_calls, count == 0 || is_for_scalar ? 0 : 3);
    assert_true((narrow[0] < 9) == is_for_scalar);
    assert_true((from_wide[0] < 9) == is_for_scalar);
    assert_true((wide[0] < 9) == is_for_scalar);
}

/* The scalar backend takes a single sample, the noise's backend more. */
static void single_samples(const struct test_case *test)
{
    (void)test;
    perlin_params params;
    for (size_t n = 0; perlin_params_init(&params), set_noise(&params, n); n++) {
        perlin_noise *noise;
        assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
        for (uint32_t dims = 1; dims <= 4; dims++)
            for (size_t count = 0; perlin_has_dims(noise, dims) && count <= 3; count++)
                check_kernels(noise, dims, count);
        perlin_destroy(noise);
    }
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* 40 samples of three octaves by a hash. */
static void sample_by(perlin_basis basis, perlin_hash hash, double out[40], perlin_hash *is)
{
    perlin_params params;
    perlin_grid grid;
    perlin_noise *noise;
    perlin_params_init(&params);
    params.basis = basis;
    params.hash = hash;
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 3;
    params.seed = 77;
    perlin_grid_init(&grid);
    grid.dims = 2;
    grid.count[0] = 10;
    grid.count[1] = 4;
    grid.step[0] = grid.step[1] = 0.37;
    assert_status(perlin_create(&noise, &params), PERLIN_OK, "create");
    assert_status(perlin_grid_f64(noise, &grid, out), PERLIN_OK, "grid");
    *is = perlin_hash_of(noise);
    perlin_destroy(noise);
}

/* AUTO is what perlin_hash_of says. ELIAS's noise is the same whatever hash is asked for, and that
   of others is not. */
static void hashes(const struct test_case *test)
{
    (void)test;
    for (perlin_basis basis = 0; basis < PERLIN_BASES; basis++) {
        double automatic[40], other[40];
        perlin_hash chosen, is;
        sample_by(basis, PERLIN_HASH_AUTO, automatic, &chosen);
        for (perlin_hash h = PERLIN_HASH_INTEGER; h <= PERLIN_HASH_PERMUTATION; h++) {
            if (perlin_bases[basis]->hashes != 0 && !(perlin_bases[basis]->hashes >> h & 1))
                continue;
            sample_by(basis, h, other, &is);
            const int is_same = memcmp(automatic, other, sizeof other) == 0;
            assert_int_equal(is, basis == PERLIN_BASIS_ELIAS ? PERLIN_HASH_AUTO : h);
            assert_int_equal(is_same, is == chosen);
        }
    }
}

int main(void)
{
    add_case(params_init, NULL, F32, 0, "params_init");
    add_case(params_init_published, NULL, F32, 0, "params_init_published");
    add_case(grid_init, NULL, F32, 0, "grid_init");
    add_case(growing_params, NULL, F32, 0, "growing_params");
    add_case(growing_grid, NULL, F32, 0, "growing_grid");
    add_subject_cases("allocators", allocators, 0);
    add_subject_cases("memory", memory, 0);
    add_case(allocator_errors, NULL, F32, 0, "allocator_errors");
    add_case(strings, NULL, F32, 0, "strings");
    add_case(numbers, NULL, F32, 0, "numbers");
    add_case(environment, NULL, F32, 0, "environment");
    add_case(hashes, NULL, F32, 0, "hashes");
    add_case(single_samples, NULL, F32, 0, "single_samples");
    return run_cases("api");
}
