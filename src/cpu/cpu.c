/*
 * Caches the CPU's features. This is the library's only mutable global state.
 */
#include "cpu.h"

#ifdef __STDC_NO_ATOMICS__ /* a feature that C11 lets compilers leave out */
uint32_t perlin_cpu_features(void)
{
    return perlin_cpu_detect();
}
#else
#include <stdatomic.h>

uint32_t perlin_cpu_features(void)
{
    enum { KNOWN = 1u << 30 };
    static atomic_uint cache;
    /* Relaxed order is enough: nothing else is published, and racing threads write the same value.
       */
    uint32_t features = atomic_load_explicit(&cache, memory_order_relaxed);
    if (!(features & KNOWN)) {
        features = perlin_cpu_detect() | KNOWN;
        atomic_store_explicit(&cache, features, memory_order_relaxed);
    }
    return features & ~(uint32_t)KNOWN;
}
#endif
