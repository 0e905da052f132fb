/*
 * The recorded samples of tests/vectors, computed from the published description by an independent
 * program, against every backend bit for bit: whole files at once, and one point at a time.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct recorded {
    const char *file;
    uint32_t dims, gradients, fractal;
};

static const struct recorded recorded[] = {
    {"noise1", 1, PERLIN_GRADIENTS_DEFAULT, PERLIN_FRACTAL_NONE},
    {"noise2_default", 2, PERLIN_GRADIENTS_DEFAULT, PERLIN_FRACTAL_NONE},
    {"noise2_axis", 2, PERLIN_GRADIENTS_AXIS, PERLIN_FRACTAL_NONE},
    {"noise2_diagonal", 2, PERLIN_GRADIENTS_DIAGONAL, PERLIN_FRACTAL_NONE},
    {"noise2_slice", 2, PERLIN_GRADIENTS_SLICE, PERLIN_FRACTAL_NONE},
    {"noise3", 3, PERLIN_GRADIENTS_DEFAULT, PERLIN_FRACTAL_NONE},
    {"noise4", 4, PERLIN_GRADIENTS_DEFAULT, PERLIN_FRACTAL_NONE},
    {"fbm3", 3, PERLIN_GRADIENTS_DEFAULT, PERLIN_FRACTAL_FBM},
};

enum { MAX_SAMPLES = 4096 };

/* Columns of bit patterns: the coordinates, then the result. */
struct samples {
    size_t count;
    _Alignas(double) unsigned char column[5][MAX_SAMPLES * sizeof(double)];
};

static FILE *open_vectors(const struct recorded *r, enum lane lane)
{
    const char *const folder = getenv("PERLIN_TEST_VECTORS");
    char path[4096];
    if (!folder)
        fail_msg("PERLIN_TEST_VECTORS does not name the folder tests/vectors");
    snprintf(path, sizeof path, "%s/%s_%s.txt", folder, r->file, lane_name(lane));
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s", path);
    return file;
}

/* A line is dims + 1 words in hex, each as wide as the lane's type; comments start with #. */
static void read_vectors(struct samples *samples, const struct recorded *r, enum lane lane)
{
    const size_t size = coord_size(lane);
    FILE *const file = open_vectors(r, lane);
    char line[256];
    samples->count = 0;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#')
            continue;
        char *at = line;
        assert_true(samples->count < MAX_SAMPLES);
        for (uint32_t c = 0; c <= r->dims; c++) {
            char *end;
            const uint64_t wide = strtoull(at, &end, 16);
            const uint32_t narrow = (uint32_t)wide;
            while (*at == ' ')
                at++;
            if ((size_t)(end - at) != 2 * size)
                fail_msg("%s: malformed line: %s", r->file, line);
            memcpy(&samples->column[c][samples->count * size],
                   lane == F32 ? (const void *)&narrow : (const void *)&wide, size);
            at = end;
        }
        if (*at != '\n')
            fail_msg("%s: malformed line: %s", r->file, line);
        samples->count++;
    }
    fclose(file);
    if (samples->count < 1000)
        fail_msg("%s: only %zu samples", r->file, samples->count);
}

static void vectors(const struct test_case *test)
{
    static struct samples samples;
    static _Alignas(double) unsigned char out[MAX_SAMPLES * sizeof(double)];
    const struct recorded *const r = &recorded[test->dims]; /* here the index of a file */
    const size_t size = coord_size(test->lane);
    read_vectors(&samples, r, test->lane);

    perlin_params params;
    perlin_params_init_published(&params);
    params.gradients = r->gradients;
    params.fractal = r->fractal;
    if (r->fractal == PERLIN_FRACTAL_FBM) {
        params.frequency = 0.37;
        params.octaves = 5;
        params.lacunarity = 1.97;
        params.gain = 0.55;
    }
    perlin_noise *const noise = create_for(test->subject, &params);
    const unsigned char *const expected = samples.column[r->dims];

    const void *coords[4];
    for (uint32_t d = 0; d < r->dims; d++)
        coords[d] = samples.column[d];
    assert_status(evaluate_points(test->lane, noise, r->dims, samples.count, coords, NULL, out),
                  PERLIN_OK, r->file);
    assert_same_bits(out, expected, samples.count, size, "%s, all at once", r->file);

    memset(out, 0xcc, sizeof out);
    for (size_t i = 0; i < samples.count; i++) {
        for (uint32_t d = 0; d < r->dims; d++)
            coords[d] = &samples.column[d][i * size];
        evaluate_points(test->lane, noise, r->dims, 1, coords, NULL, &out[i * size]);
    }
    assert_same_bits(out, expected, samples.count, size, "%s, one at a time", r->file);
    perlin_destroy(noise);
}

int main(void)
{
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        for (enum lane lane = F32; lane <= F64; lane++)
            for (uint32_t i = 0; i < COUNT_OF(recorded); i++)
                add_case(vectors, subject_at(s), lane, i, "%s_%s/%s", recorded[i].file,
                         lane_name(lane), subject_at(s)->name);
    return run_cases("vectors");
}
