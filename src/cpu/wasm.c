/*
 * WebAssembly. A module cannot ask its engine for simd128: one that has such instructions anywhere
 * is not loaded where they are unknown. So a module that runs may use what it was built with.
 */
#include "cpu.h"

uint32_t perlin_cpu_detect(void)
{
    return PERLIN_CPU_WASM128;
}
