/*
 * The names of a backend's tables: the build defines BACKEND, as perlin_avx2 for one.
 */
#ifndef PERLIN_SIMD_TABLE_H
#define PERLIN_SIMD_TABLE_H

#define JOINED_(a, b) a##b
#define JOINED(a, b)  JOINED_(a, b)
#define TABLE(name)   JOINED(BACKEND, name)

#endif
