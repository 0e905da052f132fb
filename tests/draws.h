/*
 * The generator of docs/parameters.md, written a second time for tests.
 */
#ifndef PERLIN_TEST_DRAWS_H
#define PERLIN_TEST_DRAWS_H

#include <stdint.h>

static inline uint64_t mixed(uint64_t z)
{
    z ^= z >> 30;
    z *= UINT64_C(0xbf58476d1ce4e5b9);
    z ^= z >> 27;
    z *= UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return z;
}

/* Draw number `index`, from 0 on, of the generator that starts at `state`. */
static inline uint64_t draw(uint64_t state, uint64_t index)
{
    return mixed(state + (index + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

/* Where an octave's generator starts. */
static inline uint64_t octave_state(uint64_t seed, uint32_t octave)
{
    return octave == 0 ? seed : mixed(mixed(seed) ^ octave);
}

#endif
