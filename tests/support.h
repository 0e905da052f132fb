/*
 * What the tests share: a seeded generator, values that break things, the backends under test,
 * buffers between guard pages, and comparison by bits.
 *
 * Every test executable is a suite of cases. A case that concerns a backend is registered once for
 * each backend, under a name like "points_f32_3d/avx2"; where the machine or the build lacks it,
 * the case shows as skipped.
 *
 * Environment: PERLIN_TEST_SEED, a number, seeds everything; PERLIN_TEST_COUNT, a factor like 0.1
 * or 50, scales the number of random trials; PERLIN_TEST_SECONDS, 20 by default, is the time for an
 * executable's random trials. Each case has an equal share, so that more backends, dimensions or
 * noises do not make the run longer.
 */
#ifndef PERLIN_TEST_SUPPORT_H
#define PERLIN_TEST_SUPPORT_H

#include "../src/basis/basis.h"
#include "../src/cpu/backends.h"
#include "perlin/perlin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* ---- Lanes: the three kinds of evaluation behind one type-less interface --------------------- */

enum lane { F32, F64, F64_F32 };

const char *lane_name(enum lane lane);
size_t coord_size(enum lane lane);  /* bytes of a coordinate */
size_t result_size(enum lane lane); /* bytes of a result */

/* These take turns between three kinds of functions: the plain ones, those named _into, which must
   do the same without an output, and those with gradients, which are compared with the scalar
   backend's on the way. */
perlin_status evaluate_points(enum lane lane, const perlin_noise *noise, uint32_t dims,
                              size_t count, const void *const coords[], const ptrdiff_t strides[],
                              void *out);
/* lane is F32 or F64. */
perlin_status evaluate_grid(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                            void *out);

perlin_status evaluate_points_into(enum lane lane, const perlin_noise *noise, uint32_t dims,
                                   size_t count, const void *const coords[],
                                   const ptrdiff_t strides[], const perlin_output *output,
                                   void *out, void *bounds);
perlin_status evaluate_grid_into(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                                 const perlin_output *output, void *out, void *bounds);

/* gradient: dims arrays of results. */
perlin_status evaluate_points_gradient(enum lane lane, const perlin_noise *noise, uint32_t dims,
                                       size_t count, const void *const coords[],
                                       const ptrdiff_t strides[], void *out,
                                       void *const gradient[]);
perlin_status evaluate_grid_gradient(enum lane lane, const perlin_noise *noise,
                                     const perlin_grid *grid, void *out, void *const gradient[]);
perlin_status evaluate_normals(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                               double height, void *const normal[3]);

/* A single sample. */
void evaluate_at(enum lane lane, const perlin_noise *noise, uint32_t dims,
                 const void *const coords[], void *out);

/* ---- Outputs, in plain C --------------------------------------------------------------------- */

/* Writes element i of the expected output of a function named _into; `result` is that of the
   function without _into. */
void expect_output(enum lane lane, const perlin_output *output, const void *result,
                   const void *before, size_t i, void *out);

/* The least and the greatest of some elements, of the result's type. */
struct bounds {
    double least, greatest;
};

extern const struct bounds no_bounds; /* of no elements */

double element_of(enum lane lane, const void *array, size_t i);
void widen(struct bounds *bounds, double value);
struct bounds read_bounds(enum lane lane, const void *bounds);
/* Those of both parts, as perlin.h says how. */
struct bounds merge_bounds(struct bounds a, struct bounds b);
void assert_bounds(struct bounds actual, struct bounds expected);

/* The normal, three elements, that element i of a gradient makes; lane is F32 or F64. */
void expect_normal(enum lane lane, double height, void *const gradient[2], size_t i, void *normal);

/* ---- Gradients, on the way ------------------------------------------------------------------- */

/*
 * Evaluates with a gradient, which is compared with the scalar backend's and then dropped. Returns
 * 0 if that cannot be done: with too many samples, no output, or one that is an input. *status and
 * the output are untouched then.
 */
int check_points_gradient(enum lane lane, const perlin_noise *noise, uint32_t dims, size_t count,
                          const void *const coords[], const ptrdiff_t strides[], void *out,
                          perlin_status *status);
int check_grid_gradient(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                        void *out, perlin_status *status);

/* ---- Random numbers -------------------------------------------------------------------------- */

struct random {
    uint64_t state;
};

uint64_t random_u64(struct random *r);
uint32_t random_below(struct random *r, uint32_t n);                 /* 0..n-1 */
int32_t random_between(struct random *r, int32_t low, int32_t high); /* both included */
double random_real(struct random *r, double low, double high);
int random_chance(struct random *r, uint32_t one_in);

/* `n` scaled by PERLIN_TEST_COUNT, at least 1. */
size_t scaled(size_t n);
/* The same, at most `n`. */
size_t scaled_down(size_t n);

/* `for (struct trials t = trials(n); next_trial(&t);)`: scaled(n) trials, fewer if the time of the
   case is used up, but one at least. */
struct trials {
    size_t number; /* of the trial, from 0 */
    size_t count;
};
struct trials trials(size_t n);
int next_trial(struct trials *t);

/* ---- Values ---------------------------------------------------------------------------------- */

enum pool {
    ORDINARY, /* within a few thousand cells of 0 */
    LEAST,    /* 0 and its nearest neighbours: multiples of the least subnormal number */
    MIXED /* lattice points and their neighbours, huge, subnormal, NaN, infinity, random bits... */
};

/* Fills an array of coordinates of the lane's type. */
void fill_coordinates(struct random *r, enum lane lane, enum pool pool, void *out, size_t count);

/* Those of perlin_params_init_published. */
perlin_params raw_noise_params(void);

/* The defaults, but by tables, whatever AUTO stands for. */
void table_params_init(perlin_params *params);

/* Whether the noise of these parameters has so many dimensions. */
int has_dims(const perlin_params *params, uint32_t dims);

/* Sets the hash. By INTEGER also drops what only tables take: gradient sets, radii, tables. */
void set_hash(perlin_params *params, perlin_hash hash);

/* Each basis by each hash that it has is a noise; one with a hash of its own has AUTO. Sets the basis
   and the hash of noise number `index`, if there is one. */
int set_noise(perlin_params *params, size_t index);
void random_noise(struct random *r, perlin_params *params);

/* A metric, a result and a jitter of cellular noise. */
void random_cells(struct random *r, perlin_params *params);

/* Noise whose totals near 0 are subnormal for many seeds, of one octave or of several with the same
   weight. */
void random_least_params(struct random *r, perlin_params *params, uint32_t dims);
/* Valid parameters of every kind, for noise of so many dimensions; *permutation is room for a table
   that they may point to. */
void random_params(struct random *r, perlin_params *params, uint32_t dims,
                   uint8_t permutation[256]);

/* Counts for the grid's dims, of `most` samples together; and periods of some axes. */
void random_counts(struct random *r, perlin_grid *grid, size_t most);
/* Counts beyond what kernels take at once, along several axes or one. */
void large_counts(struct random *r, perlin_grid *grid);
/* A first index near 0, beyond what a double holds, or at either end of what there is. */
int64_t extreme_start(struct random *r, size_t count);
/* Moves an axis, given its count and step, to where steps round: to indices beyond 2^53, of which
   the origin takes the coordinate away, or to a far origin. */
void round_steps(struct random *r, perlin_grid *grid, uint32_t axis);
/* A step of 0 is allowed on axes of one sample: sets the count to 1 where a step is 0. Call it
   before or after random_strides. */
void take_one_at_steps_of_zero(perlin_grid *grid);
/* Strides that fit the counts: axes in any order, of any sign, with and without gaps. */
void random_strides(struct random *r, perlin_grid *grid);

/* ---- Backends under test --------------------------------------------------------------------- */

struct subject {
    const char *name;
    perlin_backend backend;
    int is_foreign;      /* compiled through SIMDe, for tests only */
    const char *skipped; /* why it cannot run here, or NULL */
};

/* All but AUTO and the last, WASM128: its digests are taken in node (scripts/wasm.sh). */
enum { SUBJECT_COUNT = PERLIN_BACKENDS - 2, FIRST_VECTOR_SUBJECT = 1 };

/* The scalar backend first. */
const struct subject *subject_at(size_t index);

/* Whether only the scalar backend has the noise of these parameters. */
int is_scalar_noise(const perlin_params *params);

/* Makes a noise with the subject's backend, or with the scalar one if only that has it; the test fails
   if it cannot. */
perlin_noise *create_for(const struct subject *subject, const perlin_params *params);
perlin_noise *create_scalar(const perlin_params *params);
/* With every parameter at its default, but the range RAW. */
perlin_noise *create_raw(const struct subject *subject);

/* ---- Suites ---------------------------------------------------------------------------------- */

struct test_case {
    char name[64];
    void (*run)(const struct test_case *test);
    const struct subject *subject; /* NULL where no backend is concerned */
    enum lane lane;
    uint32_t dims;
};

/* The generator of a case: its numbers do not depend on which other cases run. */
struct random random_for(const struct test_case *test);

void add_case(void (*run)(const struct test_case *test), const struct subject *subject,
              enum lane lane, uint32_t dims, const char *format, ...) PRINTF_LIKE(5, 6);
/* "name/backend" for each subject from `first` on. */
void add_subject_cases(const char *name, void (*run)(const struct test_case *test), size_t first);
/* "name_lane_dims/backend" for each subject from `first` on, the lanes F32..last_lane, dims
   1..4. */
void add_table_cases(const char *name, void (*run)(const struct test_case *test), size_t first,
                     enum lane last_lane);

/* Ends the running case as skipped. */
void skip_case(const char *why);

/* Runs the cases; the exit status of main: 77, which the build counts as skipped, if all were
   skipped. */
int run_cases(const char *suite);

/* ---- Buffers between guard pages ------------------------------------------------------------- */

/* [start, end) is writable; touching the byte before or after it is a fault. */
struct arena {
    unsigned char *start, *end;
};

struct arena arena_create(size_t least_size);
void arena_destroy(struct arena *arena);
/* `size` bytes flush against the end or the start. */
void *arena_place(const struct arena *arena, size_t size, int at_end);
size_t page_size(void);
/* `pages` writable pages, page_size() * 2 apart, with a trapping page on each side of each. */
struct arena comb_create(size_t pages);

void *allocate_or_fail(size_t size);

/* ---- Comparison ------------------------------------------------------------------------------ */

/* The first of `count` elements of `size` bytes (4 or 8) that differ in a bit, or -1. */
ptrdiff_t first_difference(const void *a, const void *b, size_t count, size_t size);

/* Fails unless all elements are the same bits; the message says what was computed. */
void assert_same_bits(const void *actual, const void *expected, size_t count, size_t size,
                      const char *format, ...) PRINTF_LIKE(5, 6);

void assert_status(perlin_status actual, perlin_status expected, const char *what);

uint32_t bits_f32(float value);
uint64_t bits_f64(double value);
float from_bits_f32(uint32_t bits);
double from_bits_f64(uint64_t bits);

/* Fails unless noise has this value at a point, in all three lanes; both types hold it exactly. */
void check_value(const struct test_case *test, const perlin_params *params, uint32_t dims, double x,
                 double y, double z, double w, double expected);

/* "fbm of 5 octaves, range 0, ..." in a static buffer. */
const char *describe(const perlin_params *params);
const char *describe_grid(const perlin_grid *grid);

#endif
