/*
 * The vocabularies under test, and the memory of their operands.
 */
#ifndef PERLIN_TEST_UNITS_H
#define PERLIN_TEST_UNITS_H

#include "../support.h"
#include "vocabulary.h"

enum { MAX_LANES = 16, MAX_BYTES = 64 };

/* The table that a case concerns. */
const struct vocabulary *table_of(const struct test_case *test);

/* Each operand has a page of its own, with a trapping page after it. */
enum operand { A, B, C, D, E, OUT, OUT_2, OPERANDS };
extern struct arena pages[OPERANDS];

/* `size` bytes that end at the trapping page. */
void *place_operand(enum operand operand, size_t size);

void fill_bits(struct random *r, void *out, size_t size);
/* Indices 0..n-1, n <= 256. */
void fill_indices(struct random *r, uint8_t *out, size_t count, uint32_t n);

struct vocabulary_case {
    const char *name;
    void (*run)(const struct test_case *test);
    enum lane last_lane; /* F32: of float only; F64: of both */
};

/* Runs each case for each backend and lane type up to last_lane; the exit status of main. */
int run_vocabulary_cases(const char *suite, const struct vocabulary_case *cases, size_t count);

#endif
