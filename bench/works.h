// What is measured. Lists for different backends have the same entries in the same order.
#ifndef PERLIN_BENCH_WORKS_H
#define PERLIN_BENCH_WORKS_H

#include "race.h"

#include "perlin/perlin.h"

#include <vector>

// The backends that this machine can run, plain C first.
std::vector<perlin_backend> available_backends();

// Every combination of interest.
std::vector<Work> all_works(perlin_backend backend);

// The rows of the summary.
std::vector<Work> summary_works(perlin_backend backend);

// Bases but gradient noise.
std::vector<Work> basis_works(perlin_backend backend);

// A work that does more than another one.
struct Feature {
    Work work, base;
};

// The features of a noise beyond plain ones and fBm.
std::vector<Feature> feature_works(perlin_backend backend);

// Noises by the integer hash, beside the same by permutation tables.
std::vector<Feature> hash_works(perlin_backend backend);

// A call as small as they come, and the same samples as part of a larger one.
Work chunk_work(perlin_backend backend);
Work chunks_work(perlin_backend backend);

// A 3-D chunk of thread 0 or 1, each with its own output.
Work thread_work(perlin_backend backend, int thread);

// Multiplications and additions in registers, which threads share nothing of.
Work multiply_add_work();

// What speeds are compared with.
Work yardstick_work();
Work memset_work(); // items are floats

// Single samples of the library, each row beside the same in plain C; whether their bits are equal.
std::vector<Work> single_works();
bool plain_agrees();

// Whether the yardstick computes the noise that the library does, bit for bit.
bool yardstick_agrees();

#endif
