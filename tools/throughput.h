/*
 * A quick look at speed. For comparisons worth publishing use perlin-bench.
 */
#ifndef THROUGHPUT_H
#define THROUGHPUT_H

#include <perlin/perlin.h>

/* Prints million samples a second of each function on each of the backends. */
perlin_status throughput_print(const perlin_backend backends[], int count);

#endif
