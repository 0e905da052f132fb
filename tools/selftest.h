/*
 * Golden digests: for each function and set-up of a noise, a hash of its results at fixed inputs.
 * The constants in golden.h hold for every backend, compiler and architecture.
 */
#ifndef SELFTEST_H
#define SELFTEST_H

#include <perlin/perlin.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* One digest: which function is called, on a noise of which set-up, in how many dimensions. */
struct selftest_case {
    const struct selftest_setup *setup;
    int function;
    bool gradients;
    uint32_t dims;
    char name[64]; /* "fbm grid_f32 3-D", "fbm grid_f32 3-D gradient" */
};

/* Fills *test with the case of an index; false past the last. */
bool selftest_case_at(size_t index, struct selftest_case *test);

/* Whether only the scalar backend has the noise of a case. */
bool selftest_is_scalar(const struct selftest_case *test);

/* Makes the noise of a case with a backend. */
perlin_status selftest_create(const struct selftest_case *test, perlin_backend backend,
                              perlin_noise **noise);

/* Computes the digest of a case with its noise. */
perlin_status selftest_digest(const struct selftest_case *test, const perlin_noise *noise,
                              uint64_t *digest);

/* Makes that noise with a backend, and computes the digest. */
perlin_status selftest_run(const struct selftest_case *test, perlin_backend backend,
                           uint64_t *digest);

/* The constant that belongs to a case; false if golden.h lacks it. */
bool selftest_golden(const struct selftest_case *test, uint64_t *digest);

/* The number of constants. */
size_t selftest_golden_count(void);

/* Prints golden.h anew, from the scalar backend. */
perlin_status selftest_print(FILE *file);

#endif
