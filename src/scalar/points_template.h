/*
 * Samples at points, for one type of coordinates and one of results. scalar.c includes this file
 * last, once for each pair. COORDINATE and REAL are the types, IN(name) and LANE(name) append their
 * suffixes, and FUNCTION(name) that of the pair. HAS_LATTICE_PLACES is defined for the pair of which
 * noise on simplices by the integer hash has a definition of its own (lattice_places.h).
 */

/* Finds the cells and fractions of a point in an octave. */
INLINE void FUNCTION(places)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                             const COORDINATE c[4], struct LANE(place) place[4])
{
    COORDINATE scaled[4];
    for (uint32_t d = 0; d < dims; d++)
        scaled[d] = c[d] * (COORDINATE)noise->spectrum.frequency[octave] +
                    (COORDINATE)noise->spectrum.offset[octave][d];
    if (is_on_simplices(noise))
        IN(skew_coordinates)(noise->basis, dims, scaled);
    for (uint32_t d = 0; d < dims; d++)
        place[d] = is_of(noise, PERLIN_BASIS_CELLULAR)
                       ? FUNCTION(whole_place)(scaled[d], noise->spectrum.modulus[octave][d])
                       : FUNCTION(place)(scaled[d], noise->spectrum.modulus[octave][d]);
}

/* ---- One sample: rotation, octaves, range ---------------------------------------------------- */

/* The sum of the octaves at coordinates that have been rotated. */
INLINE REAL FUNCTION(sum_in)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4])
{
    struct LANE(sum) sum = {0, 1};
#ifdef HAS_LATTICE_PLACES
    if (has_lattice_places(noise))
        return sum_of_lattice(noise, dims, c, NULL);
#endif
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        struct LANE(place) place[4];
        FUNCTION(places)(noise, dims, o, c, place);
        sum = LANE(add_octave)(noise, dims, o, sum, LANE(raw)(noise, dims, o, place));
    }
    return sum.total;
}

INLINE REAL FUNCTION(sample_in)(const perlin_noise *noise, uint32_t dims,
                                const COORDINATE coordinate[4])
{
    COORDINATE rotated[4];
    const COORDINATE *const c = IN(rotate)(noise, dims, coordinate, rotated);
    return LANE(finish)(noise, dims, FUNCTION(sum_in)(noise, dims, c));
}

static REAL FUNCTION(leaf)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4])
{
    switch (dims) {
    case 1:
        return FUNCTION(sample_in)(noise, 1, c);
    case 2:
        return FUNCTION(sample_in)(noise, 2, c);
    case 3:
        return FUNCTION(sample_in)(noise, 3, c);
    default:
        return FUNCTION(sample_in)(noise, 4, c);
    }
}

/* The same of a noise that is_lone, without the steps that change nothing then. */
INLINE REAL FUNCTION(lone_of)(const perlin_noise *noise, uint32_t dims, int is_simplex,
                              const COORDINATE c[4])
{
    const struct hasher hasher = hasher_of(noise, 0, 1), *const p = &hasher;
    const COORDINATE frequency = (COORDINATE)noise->spectrum.frequency[0];
    struct LANE(place) place[4];
    COORDINATE scaled[4];
    REAL raw;
    for (uint32_t d = 0; d < dims; d++)
        scaled[d] = c[d] * frequency;
    if (is_simplex)
        IN(skew_coordinates)(PERLIN_BASIS_SIMPLEX, dims, scaled);
    for (uint32_t d = 0; d < dims; d++)
        place[d] = FUNCTION(place)(scaled[d], 0);
    if (is_simplex)
        raw = LANE(simplex_noise)(noise, PERLIN_BASIS_SIMPLEX, dims, p, place);
    else if (is_of(noise, PERLIN_BASIS_VALUE))
        raw = LANE(value_noise)(noise, dims, p, place) * p->integers->LANE(scaled).factor[dims - 1];
    else
        raw = LANE(integer_noise)(p, dims, place);
    raw = raw + noise->LANE(output)[dims - 1].bias; /* never -0 */
    return isnan(raw) ? LANE(perlin_quiet_nan)() : raw;
}

/* Not inlined: all that leaf may do takes registers and stack. */
#define LONE(dims)                                                                                 \
    static __attribute__((noinline)) REAL FUNCTION(lone##dims)(const perlin_noise *noise,          \
                                                               const COORDINATE c[4])              \
    {                                                                                              \
        return sizeof(COORDINATE) == sizeof(REAL) && is_on_simplices(noise)                        \
                   ? FUNCTION(lone_of)(noise, dims, 1, c)                                          \
                   : FUNCTION(lone_of)(noise, dims, 0, c);                                         \
    }

LONE(1)
LONE(2)
LONE(3)
#undef LONE

static REAL FUNCTION(lone)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4])
{
    return dims == 2   ? FUNCTION(lone2)(noise, c)
           : dims == 3 ? FUNCTION(lone3)(noise, c)
                       : FUNCTION(lone1)(noise, c);
}

/* One sample, and its slopes. */
static REAL FUNCTION(leaf_slopes)(const perlin_noise *noise, uint32_t dims,
                                  const COORDINATE coordinate[4], REAL slope[4])
{
    struct LANE(sum) sum = {0, 1};
    struct LANE(slopes) slopes = {{0}, {0}};
    COORDINATE rotated[4];
    const COORDINATE *const c = IN(rotate)(noise, dims, coordinate, rotated);
    uint32_t octaves = noise->spectrum.octaves;
#ifdef HAS_LATTICE_PLACES
    if (has_lattice_places(noise)) {
        sum.total = sum_of_lattice(noise, dims, c, &slopes);
        octaves = 0;
    }
#endif
    for (uint32_t o = 0; o < octaves; o++) {
        struct LANE(place) place[4];
        REAL octave_slope[4];
        FUNCTION(places)(noise, dims, o, c, place);
        const REAL raw = LANE(raw)(noise, dims, o, place);
        LANE(raw_slopes)(noise, dims, o, place, octave_slope);
        slopes = LANE(add_slopes)(noise, dims, o, sum, slopes, raw, octave_slope);
        sum = LANE(add_octave)(noise, dims, o, sum, raw);
    }
    LANE(finish_slopes)(noise, dims, slopes.total, slope);
    return LANE(finish)(noise, dims, sum.total);
}

/* ---- Any noise ------------------------------------------------------------------------------- */

#include "combined_template.h"

REAL FUNCTION(perlin_sample)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4])
{
    const int has_places = sizeof(COORDINATE) > sizeof(REAL) && is_on_simplices(noise);
    if (noise->is_lone[dims - 1] && !has_places)
        return FUNCTION(lone)(noise, dims, c);
    if (noise->combined)
        return LANE(canonical)(FUNCTION(combined_sample)(noise, dims, c, NULL));
    return FUNCTION(leaf)(noise, dims, c);
}

static REAL FUNCTION(sample_slopes)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4],
                                    REAL slope[4])
{
    if (!noise->combined)
        return FUNCTION(leaf_slopes)(noise, dims, c, slope);
    const REAL result = FUNCTION(combined_sample)(noise, dims, c, slope);
    for (uint32_t a = 0; a < dims; a++)
        slope[a] = LANE(canonical)(slope[a]);
    return LANE(canonical)(result);
}

/* Writes a sample, and its slopes if they are wanted, to element `at` of the outputs. */
static void FUNCTION(put_sample)(const perlin_noise *noise, uint32_t dims, const COORDINATE c[4],
                                 const struct LANE(perlin_sink) * sink, ptrdiff_t at)
{
    REAL slope[4];
    if (sink->slope[0]) {
        const REAL result = FUNCTION(sample_slopes)(noise, dims, c, slope);
        LANE(put_slopes)(sink, dims, at, result, slope);
    } else
        LANE(put)(sink, at, FUNCTION(perlin_sample)(noise, dims, c));
}

static void FUNCTION(points)(const perlin_noise *noise, uint32_t dims, size_t count,
                             const COORDINATE *const coords[], const ptrdiff_t strides[],
                             const struct LANE(perlin_sink) * sink)
{
    for (size_t i = 0; i < count; i++) {
        COORDINATE c[4];
        for (uint32_t d = 0; d < dims; d++)
            c[d] = coords[d][(ptrdiff_t)i * strides[d]];
        FUNCTION(put_sample)(noise, dims, c, sink, (ptrdiff_t)i);
    }
}
