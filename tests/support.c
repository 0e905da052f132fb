/*
 * Lanes, random numbers, guarded buffers and comparison. See support.h.
 */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/mman.h>
#include <unistd.h>

/* ---- Lanes ----------------------------------------------------------------------------------- */

const char *lane_name(enum lane lane)
{
    static const char *const names[] = {[F32] = "f32", [F64] = "f64", [F64_F32] = "f64_f32"};
    return names[lane];
}

size_t coord_size(enum lane lane)
{
    return lane == F32 ? sizeof(float) : sizeof(double);
}

size_t result_size(enum lane lane)
{
    return lane == F64 ? sizeof(double) : sizeof(float);
}

perlin_status evaluate_points_into(enum lane lane, const perlin_noise *noise, uint32_t dims,
                                   size_t count, const void *const coords[],
                                   const ptrdiff_t strides[], const perlin_output *output,
                                   void *out, void *bounds)
{
    const float *floats[4];
    const double *doubles[4];
    for (uint32_t d = 0; d < dims && d < 4; d++) { /* more is a mistake that is to be found */
        floats[d] = coords[d];
        doubles[d] = coords[d];
    }
    switch (lane) {
    case F32:
        return perlin_points_into_f32(noise, dims, count, floats, strides, output, out, bounds);
    case F64:
        return perlin_points_into_f64(noise, dims, count, doubles, strides, output, out, bounds);
    default:
        return perlin_points_into_f64_f32(noise, dims, count, doubles, strides, output, out,
                                          bounds);
    }
}

perlin_status evaluate_grid_into(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                                 const perlin_output *output, void *out, void *bounds)
{
    return lane == F64 ? perlin_grid_into_f64(noise, grid, output, out, bounds)
                       : perlin_grid_into_f32(noise, grid, output, out, bounds);
}

/* Which function this call's turn is. */
enum turn { PLAIN, INTO, GRADIENT, TURNS };

static enum turn next_turn(void)
{
    static _Atomic unsigned calls;
    return (enum turn)(calls++ % TURNS);
}

perlin_status evaluate_points(enum lane lane, const perlin_noise *noise, uint32_t dims,
                              size_t count, const void *const coords[], const ptrdiff_t strides[],
                              void *out)
{
    const float *floats[4];
    const double *doubles[4];
    double bounds[2];
    for (uint32_t d = 0; d < dims && d < 4; d++) { /* more is a mistake that is to be found */
        floats[d] = coords[d];
        doubles[d] = coords[d];
    }
    perlin_status status;
    const enum turn turn = next_turn();
    if (turn == INTO)
        return evaluate_points_into(lane, noise, dims, count, coords, strides, NULL, out, bounds);
    if (turn == GRADIENT &&
        check_points_gradient(lane, noise, dims, count, coords, strides, out, &status))
        return status;
    switch (lane) {
    case F32:
        return perlin_points_f32(noise, dims, count, floats, strides, out);
    case F64:
        return perlin_points_f64(noise, dims, count, doubles, strides, out);
    default:
        return perlin_points_f64_f32(noise, dims, count, doubles, strides, out);
    }
}

perlin_status evaluate_grid(enum lane lane, const perlin_noise *noise, const perlin_grid *grid,
                            void *out)
{
    double bounds[2];
    perlin_status status;
    const enum turn turn = next_turn();
    if (turn == INTO)
        return evaluate_grid_into(lane, noise, grid, NULL, out, bounds);
    if (turn == GRADIENT && check_grid_gradient(lane, noise, grid, out, &status))
        return status;
    return lane == F64 ? perlin_grid_f64(noise, grid, out) : perlin_grid_f32(noise, grid, out);
}

/* ---- Random numbers: SplitMix64 -------------------------------------------------------------- */

uint64_t random_u64(struct random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t random_below(struct random *r, uint32_t n)
{
    return (uint32_t)((random_u64(r) >> 32) * n >> 32);
}

int32_t random_between(struct random *r, int32_t low, int32_t high)
{
    return low + (int32_t)random_below(r, (uint32_t)(high - low) + 1);
}

double random_real(struct random *r, double low, double high)
{
    return low + (high - low) * ((double)(random_u64(r) >> 11) * 0x1p-53);
}

int random_chance(struct random *r, uint32_t one_in)
{
    return random_below(r, one_in) == 0;
}

/* ---- Guarded buffers ------------------------------------------------------------------------- */

size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static unsigned char *map_trapping(size_t size)
{
    void *const base = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        fail_msg("mmap of %zu bytes failed", size);
    return base;
}

static void make_writable(void *start, size_t size)
{
    if (mprotect(start, size, PROT_READ | PROT_WRITE) != 0)
        fail_msg("mprotect failed");
}

struct arena arena_create(size_t least_size)
{
    const size_t page = page_size();
    const size_t size = (least_size + page - 1) / page * page;
    unsigned char *const base = map_trapping(size + 2 * page);
    make_writable(base + page, size);
    return (struct arena){base + page, base + page + size};
}

struct arena comb_create(size_t pages)
{
    const size_t page = page_size();
    unsigned char *const base = map_trapping((2 * pages + 1) * page);
    for (size_t i = 0; i < pages; i++)
        make_writable(base + (2 * i + 1) * page, page);
    return (struct arena){base + page, base + 2 * pages * page};
}

void arena_destroy(struct arena *arena)
{
    const size_t page = page_size();
    munmap(arena->start - page, (size_t)(arena->end - arena->start) + 2 * page);
}

void *arena_place(const struct arena *arena, size_t size, int at_end)
{
    if (size > (size_t)(arena->end - arena->start))
        fail_msg("%zu bytes do not fit into the arena", size);
    return at_end ? arena->end - size : arena->start;
}

void *allocate_or_fail(size_t size)
{
    void *const p = malloc(size > 0 ? size : 1);
    if (!p)
        fail_msg("out of memory: %zu bytes", size);
    return p;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

uint32_t bits_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t bits_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

float from_bits_f32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double from_bits_f64(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

ptrdiff_t first_difference(const void *a, const void *b, size_t count, size_t size)
{
    if (memcmp(a, b, count * size) == 0)
        return -1;
    size_t i = 0;
    while (memcmp((const char *)a + i * size, (const char *)b + i * size, size) == 0)
        i++;
    return (ptrdiff_t)i;
}

static unsigned long long element_bits(const void *array, ptrdiff_t index, size_t size)
{
    const char *const element = (const char *)array + index * (ptrdiff_t)size;
    uint32_t word;
    uint64_t bits;
    if (size == sizeof word) {
        memcpy(&word, element, sizeof word);
        return word;
    }
    memcpy(&bits, element, sizeof bits);
    return bits;
}

void assert_same_bits(const void *actual, const void *expected, size_t count, size_t size,
                      const char *format, ...)
{
    const ptrdiff_t i = first_difference(actual, expected, count, size);
    if (i < 0)
        return;
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fail_msg("%s: element %td of %zu is %0*llx, expected %0*llx", what, i, count, (int)(2 * size),
             element_bits(actual, i, size), (int)(2 * size), element_bits(expected, i, size));
}

void assert_status(perlin_status actual, perlin_status expected, const char *what)
{
    if (actual != expected)
        fail_msg("%s: status %u (%s), expected %u (%s)", what, actual, perlin_status_string(actual),
                 expected, perlin_status_string(expected));
}
