/*
 * Every float: 1-D noise of all 2^32 bit patterns, or of a slice of them, on each backend against
 * the scalar one.
 *
 *     exhaustive1 BACKEND FIRST COUNT [THREADS]
 *     exhaustive1 BACKEND --long [THREADS]         all 2^32
 *
 * BACKEND is a name like avx512, or "all". The slice holds the bit patterns FIRST..FIRST+COUNT-1.
 * It runs each kernel that floats can be given to: points in float, and in double for a result in
 * float.
 *
 * Prints a digest for each kernel and backend. A digest is a sum over samples, so those of slices
 * add up to that of the whole (modulo 2^64). Exits with 1 if a backend differs or the digests of
 * the whole are not those below.
 */
#include "../support.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL_FLOATS (UINT64_C(1) << 32)

enum { BLOCK = 4096, MOST_THREADS = 64 };

struct kernel {
    enum lane lane;
    const char *name;
    uint64_t digest; /* of all floats */
};

static const struct kernel kernels[] = {
    {F32, "points1_f32", UINT64_C(0x29660e6ef71a8891)},
    {F64_F32, "points1_f64_f32", UINT64_C(0x29660e6ef71a8891)},
};

/* What a thread does: the blocks that it takes from the shared slice. */
struct work {
    const struct kernel *kernel;
    const perlin_noise *noise[SUBJECT_COUNT]; /* the scalar one first; NULL: not run */
    uint64_t first, end;
    atomic_uint_fast64_t next;
};

struct worker {
    pthread_t thread;
    struct work *work;
    uint64_t digest[SUBJECT_COUNT];
};

/* Depends on every bit of a sample's input and output (the finalizer of MurmurHash3). */
static uint64_t digest_of(uint32_t input, uint32_t output)
{
    uint64_t z = (uint64_t)input << 32 | output;
    z = (z ^ z >> 33) * UINT64_C(0xff51afd7ed558ccd);
    z = (z ^ z >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return z ^ z >> 33;
}

static void evaluate_block(const struct work *work, const perlin_noise *noise, uint64_t first,
                           size_t count, float out[BLOCK])
{
    static _Thread_local float narrow[BLOCK];
    static _Thread_local double wide[BLOCK];
    const void *const coords[1] = {work->kernel->lane == F32 ? (const void *)narrow : wide};
    for (size_t i = 0; i < count; i++) {
        narrow[i] = from_bits_f32((uint32_t)(first + i));
        wide[i] = (double)narrow[i];
    }
    if (evaluate_points(work->kernel->lane, noise, 1, count, coords, NULL, out) != PERLIN_OK) {
        fprintf(stderr, "%s: evaluation failed\n", work->kernel->name);
        exit(1);
    }
}

static uint64_t digest_block(uint64_t first, size_t count, const float out[])
{
    uint64_t digest = 0;
    for (size_t i = 0; i < count; i++)
        digest += digest_of((uint32_t)(first + i), bits_f32(out[i]));
    return digest;
}

static void compare_block(const struct work *work, size_t s, uint64_t first, size_t count,
                          const float actual[], const float expected[])
{
    const ptrdiff_t at = first_difference(actual, expected, count, sizeof actual[0]);
    if (at < 0)
        return;
    fprintf(stderr,
            "FAILED %s %s: the float %#010" PRIx64 " gives %#010x, the scalar backend %#010x\n",
            work->kernel->name, subject_at(s)->name, first + (uint64_t)at, bits_f32(actual[at]),
            bits_f32(expected[at]));
    exit(1);
}

static void *run_worker(void *argument)
{
    struct worker *const worker = argument;
    struct work *const work = worker->work;
    float expected[BLOCK], actual[BLOCK];
    for (;;) {
        const uint64_t first = atomic_fetch_add(&work->next, BLOCK);
        if (first >= work->end)
            return NULL;
        const size_t count = work->end - first < BLOCK ? (size_t)(work->end - first) : BLOCK;
        evaluate_block(work, work->noise[0], first, count, expected);
        worker->digest[0] += digest_block(first, count, expected);
        for (size_t s = 1; s < SUBJECT_COUNT; s++) {
            if (!work->noise[s])
                continue;
            evaluate_block(work, work->noise[s], first, count, actual);
            compare_block(work, s, first, count, actual, expected);
            worker->digest[s] += digest_block(first, count, actual);
        }
    }
}

/* 1 if the digests are all the same, and of the whole the known one. */
static int report(const struct work *work, const struct worker workers[], unsigned threads)
{
    uint64_t expected = 0;
    int right = 1;
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        uint64_t digest = 0;
        if (!work->noise[s])
            continue;
        for (unsigned t = 0; t < threads; t++)
            digest += workers[t].digest[s];
        if (s == 0)
            expected = digest;
        right &= digest == expected;
        printf("%-16s %-12s %" PRIu64 " floats, digest %016" PRIx64 "\n", work->kernel->name,
               subject_at(s)->name, work->end - work->first, digest);
    }
    fflush(stdout);
    if (work->end - work->first == ALL_FLOATS && expected != work->kernel->digest) {
        printf("FAILED %s: the digest of all floats is not %016" PRIx64 "\n", work->kernel->name,
               work->kernel->digest);
        return 0;
    }
    if (!right)
        printf("FAILED %s: the digests differ\n", work->kernel->name);
    return right;
}

static int run_kernel(const struct kernel *kernel, perlin_noise *const noise[], uint64_t first,
                      uint64_t count, unsigned threads)
{
    struct work work = {.kernel = kernel, .first = first, .end = first + count, .next = first};
    struct worker workers[MOST_THREADS] = {0};
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        work.noise[s] = noise[s];
    for (unsigned t = 0; t < threads; t++) {
        workers[t].work = &work;
        if (pthread_create(&workers[t].thread, NULL, run_worker, &workers[t]) != 0) {
            fprintf(stderr, "no thread\n");
            exit(1);
        }
    }
    for (unsigned t = 0; t < threads; t++)
        pthread_join(workers[t].thread, NULL);
    return report(&work, workers, threads);
}

/* The scalar noise, and those of the backends that `name` asks for; exits if there is none. */
static void create_noises(const char *name, perlin_noise *noise[SUBJECT_COUNT])
{
    size_t found = 0;
    for (size_t s = 0; s < SUBJECT_COUNT; s++) {
        const struct subject *const subject = subject_at(s);
        const int asked = strcmp(name, "all") == 0 || strcmp(name, subject->name) == 0;
        noise[s] = (asked || s == 0) && !subject->skipped ? create_raw(subject) : NULL;
        found += asked && noise[s];
    }
    if (found == 0) {
        fprintf(stderr, "%s: no such backend here\n", name);
        exit(1);
    }
}

static uint64_t number(const char *text)
{
    char *end;
    const uint64_t value = strtoull(text, &end, 0);
    if (end == text || *end) {
        fprintf(stderr, "%s: not a number\n", text);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    const int all = argc >= 3 && strcmp(argv[2], "--long") == 0;
    const int rest = all ? 3 : 4; /* of the arguments */
    if (argc < rest || argc > rest + 1) {
        fprintf(stderr, "usage: exhaustive1 BACKEND FIRST COUNT [THREADS]\n"
                        "       exhaustive1 BACKEND --long [THREADS]\n");
        return 2;
    }
    const uint64_t first = all ? 0 : number(argv[2]), count = all ? ALL_FLOATS : number(argv[3]);
    const uint64_t threads = argc > rest ? number(argv[rest]) : 1;
    if (first > ALL_FLOATS || count < 1 || count > ALL_FLOATS - first || threads < 1 ||
        threads > MOST_THREADS) {
        fprintf(stderr, "not a slice of the 2^32 floats, or not 1 to %d threads\n", MOST_THREADS);
        return 2;
    }
    perlin_noise *noise[SUBJECT_COUNT];
    int right = 1;
    create_noises(argv[1], noise);
    for (size_t k = 0; k < COUNT_OF(kernels); k++)
        right &= run_kernel(&kernels[k], noise, first, count, (unsigned)threads);
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        perlin_destroy(noise[s]);
    return right ? 0 : 1;
}
