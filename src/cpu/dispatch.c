/*
 * Chooses the backend. The build defines PERLIN_HAVE_x for each backend it compiled, and in tests
 * PERLIN_FOREIGN_x for those compiled through SIMDe. These run on any CPU, and AUTO never chooses
 * them.
 */
#include "dispatch.h"

#include "../noise/backend.h"
#include "backends.h"
#include "cpu.h"

#include <stdlib.h>
#include <string.h>

#define NAMED(constant, name) [PERLIN_BACKEND_##constant] = #name,
static const char *const names[PERLIN_BACKENDS] = {"auto", "scalar",
                                                   PERLIN_EACH_VECTOR_BACKEND(NAMED)};

#define DECLARED(constant, name)                                                                   \
    extern const struct perlin_ops_f32 perlin_##name##_f32;                                        \
    extern const struct perlin_ops_f64 perlin_##name##_f64;                                        \
    extern const struct perlin_ops_f32 perlin_##name##_combined_f32;                               \
    extern const struct perlin_ops_f64 perlin_##name##_combined_f64;
PERLIN_EACH_VECTOR_BACKEND(DECLARED)

struct variant {
    perlin_backend backend;
    uint32_t needs;                  /* PERLIN_CPU_ */
    struct perlin_ops ops, combined; /* of combinations */
};

/* Best first. AUTO does not look past SCALAR. */
static const struct variant variants[] = {
#ifdef PERLIN_HAVE_AVX512
    {PERLIN_BACKEND_AVX512,
     PERLIN_CPU_AVX512,
     {&perlin_avx512_f32, &perlin_avx512_f64},
     {&perlin_avx512_combined_f32, &perlin_avx512_combined_f64}},
#endif
#ifdef PERLIN_HAVE_AVX2
    {PERLIN_BACKEND_AVX2,
     PERLIN_CPU_AVX2,
     {&perlin_avx2_f32, &perlin_avx2_f64},
     {&perlin_avx2_combined_f32, &perlin_avx2_combined_f64}},
#endif
#ifdef PERLIN_HAVE_SSE2
    {PERLIN_BACKEND_SSE2,
     PERLIN_CPU_SSE2,
     {&perlin_sse2_f32, &perlin_sse2_f64},
     {&perlin_sse2_combined_f32, &perlin_sse2_combined_f64}},
#endif
#ifdef PERLIN_HAVE_SSE2_BY_SIMDE /* architectures without a backend of their own */
    {PERLIN_BACKEND_SSE2,
     0,
     {&perlin_sse2_f32, &perlin_sse2_f64},
     {&perlin_sse2_combined_f32, &perlin_sse2_combined_f64}},
#endif
#ifdef PERLIN_HAVE_NEON
    {PERLIN_BACKEND_NEON,
     PERLIN_CPU_NEON,
     {&perlin_neon_f32, &perlin_neon_f64},
     {&perlin_neon_combined_f32, &perlin_neon_combined_f64}},
#endif
#ifdef PERLIN_HAVE_WASM128
    {PERLIN_BACKEND_WASM128,
     PERLIN_CPU_WASM128,
     {&perlin_wasm128_f32, &perlin_wasm128_f64},
     {&perlin_wasm128_combined_f32, &perlin_wasm128_combined_f64}},
#endif
    {PERLIN_BACKEND_SCALAR,
     0,
     {&perlin_scalar_f32, &perlin_scalar_f64},
     {&perlin_scalar_f32, &perlin_scalar_f64}},
#ifdef PERLIN_FOREIGN_SSE2
    {PERLIN_BACKEND_SSE2,
     0,
     {&perlin_sse2_f32, &perlin_sse2_f64},
     {&perlin_sse2_combined_f32, &perlin_sse2_combined_f64}},
#endif
#ifdef PERLIN_FOREIGN_AVX2
    {PERLIN_BACKEND_AVX2,
     0,
     {&perlin_avx2_f32, &perlin_avx2_f64},
     {&perlin_avx2_combined_f32, &perlin_avx2_combined_f64}},
#endif
#ifdef PERLIN_FOREIGN_NEON
    {PERLIN_BACKEND_NEON,
     0,
     {&perlin_neon_f32, &perlin_neon_f64},
     {&perlin_neon_combined_f32, &perlin_neon_combined_f64}},
#endif
};
enum { VARIANT_COUNT = sizeof variants / sizeof variants[0] };

static const struct variant *find(perlin_backend backend)
{
    const uint32_t features = perlin_cpu_features();
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (variants[i].backend == backend && (variants[i].needs & ~features) == 0)
            return &variants[i];
    return NULL;
}

/* The first variant that this machine supports, starting from `cap`, or from the best one. */
static const struct variant *best(const struct variant *cap)
{
    const uint32_t features = perlin_cpu_features();
    const struct variant *v = cap ? cap : variants;
    while (v->needs & ~features)
        v++;
    return v;
}

/* The variant that the environment variable PERLIN_BACKEND names, if AUTO may choose it; else NULL.
   */
static const struct variant *environment_cap(void)
{
    const char *const name = getenv("PERLIN_BACKEND");
    if (!name)
        return NULL;
    for (const struct variant *v = variants;; v++) {
        if (strcmp(name, perlin_backend_name(v->backend)) == 0)
            return v;
        if (v->backend == PERLIN_BACKEND_SCALAR)
            return NULL;
    }
}

static perlin_status choose(perlin_backend backend, const struct variant **chosen)
{
    if (backend >= PERLIN_BACKENDS)
        return PERLIN_ERROR_BACKEND;
    const struct variant *const v =
        backend == PERLIN_BACKEND_AUTO ? best(environment_cap()) : find(backend);
    *chosen = v;
    return v ? PERLIN_OK : PERLIN_ERROR_UNSUPPORTED;
}

perlin_status perlin_dispatch(perlin_backend backend, struct perlin_ops *ops,
                              perlin_backend *chosen)
{
    const struct variant *v;
    const perlin_status status = choose(backend, &v);
    if (status == PERLIN_OK) {
        *ops = v->ops;
        *chosen = v->backend;
    }
    return status;
}

perlin_status perlin_dispatch_combined(perlin_backend backend, struct perlin_ops *ops,
                                       perlin_backend *chosen)
{
    const struct variant *v;
    const perlin_status status = choose(backend, &v);
    if (status == PERLIN_OK) {
        *ops = v->combined;
        *chosen = v->backend;
    }
    return status;
}

const char *perlin_backend_name(perlin_backend backend)
{
    return backend < PERLIN_BACKENDS ? names[backend] : "unknown";
}

int perlin_backend_available(perlin_backend backend)
{
    return backend == PERLIN_BACKEND_AUTO || (backend < PERLIN_BACKENDS && find(backend));
}
