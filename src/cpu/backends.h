/*
 * The backends in the order of their constants, PERLIN_BACKEND_. dispatch.c, the tests and the
 * command read this list. The second name is that of the folder, of the tables and of
 * perlin_backend_name; PERLIN_CPU_ and the first one say which features a backend needs.
 */
#ifndef PERLIN_BACKENDS_H
#define PERLIN_BACKENDS_H

#define PERLIN_EACH_VECTOR_BACKEND(backend)                                                        \
    backend(SSE2, sse2) backend(AVX2, avx2) backend(AVX512, avx512) backend(NEON, neon)            \
        backend(WASM128, wasm128)

/* How many constants there are: AUTO, SCALAR, and these. */
#define PERLIN_COUNT_BACKEND(constant, name) +1
enum { PERLIN_BACKENDS = 2 PERLIN_EACH_VECTOR_BACKEND(PERLIN_COUNT_BACKEND) };
#undef PERLIN_COUNT_BACKEND

#endif
