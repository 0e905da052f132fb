/*
 * Noise on simplices by the integer hash, in float, at coordinates in double. Places are integers,
 * so that distances from lattice points are exact, however these are found. scalar.c includes this
 * file after simplex_template.h.
 *
 * A place Q and a lattice point P with cells i, of which n is the sum, in copy q of the lattice:
 *
 *     Q_a = floor(c_a) * 2^24 + rint(frac(c_a) * 2^24)     modulo 2^32
 *     P_a = i_a * 2^24 - n * unskew + q * step             modulo 2^32
 *     d_a = (float)(int32)(Q_a - P_a) * 2^-24
 *
 * The squared reach is less than where points begin to count that a place's simplex does not have, by
 * 2^-20, or 2^-18 in 4-D; in 1-D the basis says so already. All others add 0 then, so that any set of
 * points that has those in reach gives the same sum
 * (scripts/proofs.md). Points are added in the order of their copies, then of w, z, y and x.
 */

/* The bits of a fraction in a place. */
enum { PLACE_BITS = 24 };
#define CELL (INT64_C(1) << PLACE_BITS)

/* True if float results of coordinates in double are found by places. */
INLINE int has_lattice_places(const perlin_noise *noise)
{
    return is_on_simplices(noise) && noise->hash == PERLIN_HASH_INTEGER;
}

struct lattice {
    int64_t unskew;
    uint32_t basis, dims, step;
    float reach;
};

static float lattice_reach(const perlin_noise *noise, uint32_t dims)
{
    static const double margin[4] = {0, 0x1p-20, 0x1p-20, 0x1p-18};
    return (float)(noise->reach[dims - 1] - margin[dims - 1]);
}

static struct lattice lattice_of(const perlin_noise *noise, uint32_t dims)
{
    const uint32_t basis = noise->basis;
    return (struct lattice){.unskew = (int64_t)rint(unskew_f64(basis, dims) * (double)CELL),
                            .basis = basis,
                            .dims = dims,
                            .step = (uint32_t)rint(copy_step_f64(basis, dims) * (double)CELL),
                            .reach = lattice_reach(noise, dims)};
}

/* A place; the skewed cell that has it, and how far into that it is, rounded down. */
struct lattice_place {
    uint32_t at[4], cell[4];
    float fraction[4];
};

static int64_t floored_quotient(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* By integers, which are exact for coordinates below 2^52. The sum of skewed coordinates is n + r / d,
   in cells / 2^24, where d is what unskewing leaves of a step along each axis. */
static struct lattice_place lattice_place(const struct lattice *lattice, const double c[4])
{
    const uint32_t dims = lattice->dims;
    const int64_t unskew = lattice->unskew, d = CELL - dims * unskew;
    int64_t floors[4], rest[4], cells = 0, rests = 0;
    struct lattice_place place;
    for (uint32_t a = 0; a < dims; a++) {
        const double low = floor(c[a]);
        floors[a] = (int64_t)low;
        rest[a] = (int64_t)rint((c[a] - low) * (double)CELL);
        place.at[a] = ((uint32_t)floors[a] << PLACE_BITS) + (uint32_t)rest[a];
        cells += floors[a];
        rests += rest[a];
    }
    const int64_t q = floored_quotient(cells, d), scaled = (cells - q * d) * CELL + rests;
    const int64_t n = q * CELL + floored_quotient(scaled, d);
    const int64_t r = scaled - floored_quotient(scaled, d) * d;
    const int64_t whole = floored_quotient(n, CELL), lift = (n - whole * CELL) * unskew;
    const int64_t cells_up = floored_quotient(lift, CELL);
    for (uint32_t a = 0; a < dims; a++) {
        const int64_t t = rest[a] + (lift - cells_up * CELL) + floored_quotient(unskew * r, d);
        const int64_t up = floored_quotient(t, CELL);
        place.cell[a] = (uint32_t)(floors[a] + whole * unskew + cells_up + up);
        place.fraction[a] = (float)(t - up * CELL) * 0x1p-24f;
    }
    return place;
}

/* True if vertex b is before a in the order of the sum. */
static int is_before(uint32_t dims, const struct vertex_f32 *b, const struct vertex_f32 *a)
{
    if (a->copy != b->copy)
        return b->copy < a->copy;
    for (uint32_t axis = dims; axis-- > 0;)
        if (a->offset[axis] != b->offset[axis])
            return b->offset[axis] < a->offset[axis];
    return 0;
}

static void sort_vertices(uint32_t dims, uint32_t count, struct vertex_f32 vertex[])
{
    for (uint32_t k = 1; k < count; k++)
        for (uint32_t i = k; i > 0 && is_before(dims, &vertex[i], &vertex[i - 1]); i--) {
            const struct vertex_f32 later = vertex[i - 1];
            vertex[i - 1] = vertex[i];
            vertex[i] = later;
        }
}

/* What a lattice point does to a place that is d from it: what the squared distance leaves of the
   reach, and the dot product of its gradient, whose hash is given, with d. */
struct effect {
    float d[4], left, dot;
    uint32_t hash;
};

static struct effect effect_of(const struct lattice *lattice, const struct hasher *p,
                               const struct lattice_place *place, const struct vertex_f32 *vertex)
{
    const uint32_t dims = lattice->dims, unskew = (uint32_t)lattice->unskew;
    struct effect of = {.left = lattice->reach};
    uint32_t cell[4], n = 0;
    for (uint32_t a = 0; a < dims; a++) {
        cell[a] = place->cell[a] + (uint32_t)vertex->offset[a];
        n += cell[a];
        of.hash = extend(p, a, of.hash, along(p, a, cell[a]));
    }
    if (dims == 1 || lattice->step > 0)
        of.hash = perlin_dot(of.hash, p->integers->keys.last[vertex->copy]);
    for (uint32_t a = dims; a-- > 0;) {
        const uint32_t at = (cell[a] << PLACE_BITS) - n * unskew + vertex->copy * lattice->step;
        of.d[a] = (float)(int32_t)(place->at[a] - at) * 0x1p-24f;
        of.left = of.left - of.d[a] * of.d[a];
    }
    if (of.left < 0)
        of.left = 0;
    of.dot = integer_dot_f32(p->integers, dims, of.hash, of.d);
    return of;
}

/* Adds an octave at the scaled coordinates c to a total, which is returned, and to slopes in units
   of the lattice if that is not NULL. */
static float add_lattice_octave(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                const double c[4], float total, float slope[4])
{
    const struct hasher hasher = hasher_of(noise, octave, 1);
    const struct lattice lattice = lattice_of(noise, dims);
    struct vertex_f32 vertex[MOST_VERTICES];
    int is_far = 0;
    for (uint32_t a = 0; a < dims; a++) {
        if (!isfinite(c[a])) {
            for (uint32_t b = 0; slope && b < dims; b++)
                slope[b] = NAN;
            return NAN;
        }
        is_far |= fabs(c[a]) >= 0x1p52;
    }
    if (is_far)
        return total;
    const struct lattice_place place = lattice_place(&lattice, c);
    const uint32_t count = vertices_f32(lattice.basis, dims, place.fraction, vertex);
    sort_vertices(dims, count, vertex);
    for (uint32_t k = 0; k < count; k++) {
        const struct effect of = effect_of(&lattice, &hasher, &place, &vertex[k]);
        const float squared = of.left * of.left, fall = 8 * (squared * of.left * of.dot);
        total = total + squared * squared * of.dot;
        for (uint32_t a = 0; slope && a < dims; a++) {
            float unit[4] = {0, 0, 0, 0};
            unit[a] = 1;
            const float g = integer_dot_f32(hasher.integers, dims, of.hash, unit);
            slope[a] = slope[a] + (squared * squared * g - fall * of.d[a]);
        }
    }
    return total;
}

/* The sum of the octaves at coordinates that have been rotated, and its slopes if `slopes` is not
   NULL. Octaves of a plain sum are added to one total, from +0 on. */
static float sum_of_lattice(const perlin_noise *noise, uint32_t dims, const double c[4],
                            struct slopes_f32 *slopes)
{
    struct sum_f32 sum = {0, 1};
    for (uint32_t o = 0; o < noise->spectrum.octaves; o++) {
        double scaled[4];
        float slope[4] = {0, 0, 0, 0};
        for (uint32_t a = 0; a < dims; a++)
            scaled[a] = c[a] * noise->spectrum.frequency[o] + noise->spectrum.offset[o][a];
        const float raw = add_lattice_octave(
            noise, dims, o, scaled, noise->is_scaled ? sum.total : 0, slopes ? slope : NULL);
        if (slopes)
            *slopes = add_slopes_f32(noise, dims, o, sum, *slopes, raw, slope);
        if (noise->is_scaled)
            sum.total = raw;
        else
            sum = add_octave_f32(noise, dims, o, sum, raw);
    }
    return sum.total;
}

#undef CELL
