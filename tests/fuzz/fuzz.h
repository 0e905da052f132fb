/*
 * What the fuzz targets share: a check that ends the process, blocks of memory of exactly the size
 * that a call may touch, parameters out of raw bytes, and which mistakes the documentation finds in
 * them.
 *
 * A target is one LLVMFuzzerTestOneInput. Linked with libFuzzer it fuzzes; linked with runner.c it
 * runs the files of a corpus under any compiler.
 *
 * The oracles: every backend gives the scalar backend's bits; a status is the one that the
 * documentation gives; an error writes nothing; work that is split gives the bits of the whole.
 */
#ifndef PERLIN_FUZZ_H
#define PERLIN_FUZZ_H

#include "../support.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process unless `ok`. */
void check(int ok, const char *format, ...) PRINTF_LIKE(2, 3);

/* ---- Blocks ---------------------------------------------------------------------------------- */

/*
 * `size` bytes that end where their allocation ends, so that the address sanitizer sees a byte read
 * or written past them. `lead` bytes before them move them off the allocator's alignment; the
 * sanitizer sees reads of these too, and block_free that one was written.
 */
struct block {
    unsigned char *memory, *start;
    size_t lead, size;
};

enum { CANARY = 0xa5 };

/* All canaries. */
struct block block_create(size_t size, size_t lead);
void block_free(struct block *block);

/* A caller's struct whose first field is its size: it has that many bytes, and at least those of
   the field. */
struct sized {
    struct block block;
    size_t size;
    int tail_is_zero; /* what this version does not know of it */
};

/* The size that a caller gives a struct of `known` bytes: mostly these, but also fewer or more. */
size_t take_size(struct input *in, size_t known);

/*
 * Such a struct of `size` bytes, with the contents of *value, of `known` bytes. Fields of *value
 * that do not fit become those of *defaults, unless `size` is below `first`, the size in the first
 * release that has the struct.
 */
struct sized take_sized(struct input *in, size_t size, void *value, const void *defaults,
                        size_t known, size_t first);

/* ---- Statuses -------------------------------------------------------------------------------- */

/* A set of statuses, each a bit. */
typedef uint64_t mistakes;

static inline mistakes mistake(int there, perlin_status status)
{
    return there ? UINT64_C(1) << status : 0;
}

/* Saturates: what is too much stays too much. */
static inline uint64_t product(uint64_t a, uint64_t b)
{
    return b > 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static inline uint64_t sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t magnitude(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (uint64_t)stride : (uint64_t)stride;
}

/* OK without a mistake, else one of them: the header does not say which comes first. */
void check_status(perlin_status status, mistakes found, const char *what);

/*
 * Checks what a function named _init_sized did to a block. It wrote *defaults, `known` bytes that
 * begin with their size, and then zeros; or nothing, if the block is smaller than `first`.
 */
void check_init(const struct block *block, perlin_status status, void *defaults, size_t known,
                size_t first, const char *what);

/* ---- Parameters ------------------------------------------------------------------------------ */

/* All fields from raw bytes, except those about memory (struct_size, permutation, allocator). Some
   are then made valid. The backend is AUTO. */
void take_params(struct input *in, perlin_params *params);

/* Any permutation of 0..255. */
void take_table(struct input *in, uint8_t table[256]);

/* The hash that a noise of these parameters has. */
perlin_hash hash_for(const perlin_params *params);

/* The mistakes in those fields. */
mistakes params_mistakes(const perlin_params *params);

/* A noise of the same parameters for every backend that runs here, the scalar one first. */
struct noises {
    size_t count;
    perlin_noise *noise[SUBJECT_COUNT];
    perlin_backend backend[SUBJECT_COUNT]; /* of combinations of them */
    const char *name[SUBJECT_COUNT];
};

/* 0 if the parameters are invalid. */
int noises_create(struct noises *noises, const perlin_params *params);
void noises_destroy(struct noises *noises);

/* ---- Samples --------------------------------------------------------------------------------- */

/* Coordinates of the lane's type: the input's raw bits, and when these are used up generated
   ones. */
void take_coordinates(struct input *in, struct random *generated, enum lane lane, void *out,
                      size_t count);

/* What a sample gives: EITHER where it takes the rotation itself to tell whether it overflows. */
enum outcome { A_NUMBER, THE_NAN, EITHER };

/* coords are a sample's coordinates, of the lane's type. */
enum outcome outcome_of(const perlin_params *params, enum lane lane, uint32_t dims,
                        const void *const coords[]);

/* A result of a sample: as expected, never -0, within the range. */
void check_result(const perlin_params *params, enum lane lane, const void *result,
                  enum outcome outcome);

#endif
