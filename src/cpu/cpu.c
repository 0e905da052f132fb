/*
 * The cache of the CPU's features: the library's only mutable global state.
 */
#include "cpu.h"

#include <stdatomic.h>

uint32_t perlin_cpu_features(void)
{
    enum { KNOWN = 1u << 30 };
    static atomic_uint cache;
    /* Relaxed is enough: the value stands for itself, and threads that race write the same one. */
    uint32_t features = atomic_load_explicit(&cache, memory_order_relaxed);
    if (!(features & KNOWN)) {
        features = perlin_cpu_detect() | KNOWN;
        atomic_store_explicit(&cache, features, memory_order_relaxed);
    }
    return features & ~(uint32_t)KNOWN;
}
