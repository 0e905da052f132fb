/*
 * A program built with -Ofast. Linking that way adds start-up code (crtfastmath) which sets
 * flush-to-zero for the whole process, and the library still has to give the recorded bits.
 *
 *     fast_consumer VECTORS       VECTORS is the folder tests/vectors
 *
 * Exits with 77, skipped, where the compiler adds no such code.
 */
#include "perlin/perlin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether half of the smallest normal number is 0 here. Looks at bits, since -Ofast may drop a
   comparison. */
static int flushes_to_zero(void)
{
    volatile float normal = 0x1p-126f, half = 0.5f;
    const float subnormal = normal * half;
    uint32_t bits;
    memcpy(&bits, &subnormal, sizeof bits);
    return bits == 0;
}

/* A line's 4-byte or 8-byte words; the number of words. */
static int read_words(const char *line, size_t size, unsigned char words[5][8])
{
    int n = 0;
    char *end;
    for (; n < 5; n++, line = end) {
        const uint64_t wide = strtoull(line, &end, 16);
        const uint32_t narrow = (uint32_t)wide;
        if (end == line)
            break;
        memcpy(words[n], size == 4 ? (const void *)&narrow : (const void *)&wide, size);
    }
    return n;
}

static perlin_status evaluate(const perlin_noise *noise, uint32_t dims, size_t size,
                              unsigned char words[5][8], void *out)
{
    const float *floats[4];
    const double *doubles[4];
    for (uint32_t d = 0; d < dims; d++) {
        floats[d] = (const void *)words[d];
        doubles[d] = (const void *)words[d];
    }
    return size == 4 ? perlin_points_f32(noise, dims, 1, floats, NULL, out)
                     : perlin_points_f64(noise, dims, 1, doubles, NULL, out);
}

/* The samples of a file that a backend gets wrong; -1 if it cannot be read. */
static long wrong_samples(const char *folder, uint32_t dims, size_t size, perlin_backend backend)
{
    static const char *const names[] = {"noise1", "noise2_default", "noise3", "noise4"};
    char path[4096], line[256];
    perlin_params params;
    perlin_noise *noise;
    long samples = 0, wrong = 0;
    snprintf(path, sizeof path, "%s/%s_f%d.txt", folder, names[dims - 1], size == 4 ? 32 : 64);
    FILE *const file = fopen(path, "r");
    if (!file)
        return -1;
    perlin_params_init_published(&params);
    params.backend = backend;
    if (perlin_create(&noise, &params) != PERLIN_OK) {
        fclose(file);
        return -1;
    }
    while (fgets(line, sizeof line, file)) {
        _Alignas(8) unsigned char words[5][8], out[8];
        if (line[0] == '#')
            continue;
        samples++;
        if (read_words(line, size, words) != (int)dims + 1 ||
            evaluate(noise, dims, size, words, out) != PERLIN_OK ||
            memcmp(out, words[dims], size) != 0)
            wrong++;
    }
    perlin_destroy(noise);
    fclose(file);
    return samples < 1000 ? -1 : wrong;
}

/* 1-D noise next to 0 is subnormal, for which the recorded files have no sample: p[0] = 151, so the
   slope is 8, and noise is 8 * x where x is too small for fade(x) to matter. */
static int is_subnormal_kept(perlin_backend backend)
{
    const uint32_t x_bits = 0x00001234, expected = 8 * x_bits;
    float x, out = 0;
    uint32_t bits;
    perlin_params params;
    perlin_noise *noise;
    memcpy(&x, &x_bits, sizeof x);
    perlin_params_init_published(&params);
    params.backend = backend;
    if (perlin_create(&noise, &params) != PERLIN_OK)
        return 0;
    perlin_points1_f32(noise, 1, &x, &out);
    perlin_destroy(noise);
    memcpy(&bits, &out, sizeof bits);
    return bits == expected;
}

int main(int argc, char **argv)
{
    int failed = 0;
    if (argc != 2) {
        fprintf(stderr, "usage: fast_consumer VECTORS\n");
        return 2;
    }
    if (!flushes_to_zero()) {
        printf("SKIPPED: this compiler's -Ofast does not set flush-to-zero\n");
        return 77;
    }
    for (perlin_backend b = PERLIN_BACKEND_SCALAR; strcmp(perlin_backend_name(b), "unknown") != 0;
         b++) {
        if (!perlin_backend_available(b))
            continue;
        for (uint32_t dims = 1; dims <= 4; dims++)
            for (size_t size = 4; size <= 8; size += 4) {
                const long wrong = wrong_samples(argv[1], dims, size, b);
                if (wrong != 0) {
                    printf("%s, %u-D, %zu bytes: %ld samples are wrong\n", perlin_backend_name(b),
                           dims, size, wrong);
                    failed = 1;
                }
            }
        if (!is_subnormal_kept(b)) {
            printf("%s: a subnormal result was flushed\n", perlin_backend_name(b));
            failed = 1;
        }
    }
    if (!flushes_to_zero()) {
        printf("the library has changed the caller's flush-to-zero\n");
        failed = 1;
    }
    return failed;
}
