/*
 * Architectures without a backend of their own have no features to detect.
 */
#include "cpu.h"

uint32_t perlin_cpu_detect(void)
{
    return 0;
}
