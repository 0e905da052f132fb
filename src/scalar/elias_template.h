/*
 * The noise of Hugo Elias ("Perlin Noise", 1998) in 1 to 3 dimensions, and its slopes, for one lane
 * type. scalar.c includes this file twice, after value_template.h. Every operation is rounded to
 * REAL where it stands.
 */

/* The value at a lattice point: 1 - h / 2^30, rounded once. */
static REAL LANE(elias_value)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                              const uint32_t cell[4])
{
    const struct perlin_elias_state *const state = noise->state;
    const struct perlin_elias *const k = &state->constants[octave];
    uint32_t n = cell[0];
    for (uint32_t a = 1; a < dims; a++)
        n += k->factor[a - 1] * cell[a];
    const uint32_t m = (n << 13 ^ n) + state->salt;
    const uint32_t h = (m * (m * m * k->cubic + k->linear) + k->constant) & 0x7fffffff;
    return (REAL)(1073741824 - (int32_t)h) / 1073741824;
}

/* The mean of a value and its neighbours: a quarter, a half and a quarter along each axis, the last
   axis first. */
static REAL LANE(elias_smoothed)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                 const uint32_t cell[4])
{
    REAL v[81]; /* 27 are used; compilers do not see that dims is at most 3 */
    uint32_t corners = 1;
    for (uint32_t a = 0; a < dims; a++)
        corners *= 3;
    for (uint32_t c = 0; c < corners; c++) { /* base-3 digits; x's is the lowest */
        uint32_t around[4] = {0};
        for (uint32_t a = 0, digits = c; a < dims; a++, digits /= 3) {
            const uint32_t modulus = noise->spectrum.modulus[octave][a];
            around[a] = digits % 3 == 0   ? perlin_previous_cell(cell[a], modulus)
                        : digits % 3 == 1 ? cell[a]
                                          : perlin_next_cell(cell[a], modulus);
        }
        v[c] = LANE(elias_value)(noise, dims, octave, around);
    }
    while (corners > 1) {
        corners /= 3;
        for (uint32_t c = 0; c < corners; c++)
            v[c] = (REAL)0.25 * v[c] + (REAL)0.5 * v[c + corners] + (REAL)0.25 * v[c + 2 * corners];
    }
    return v[0];
}

/* The values at the corners of a cell, numbered as for value noise. */
static void LANE(elias_values)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                               const struct LANE(place) place[4], REAL value[16])
{
    const struct perlin_elias_state *const state = noise->state;
    for (uint32_t corner = 0; corner < 1u << dims; corner++) {
        uint32_t cell[4] = {0};
        for (uint32_t a = 0; a < dims; a++)
            cell[a] = corner >> a & 1 ? place[a].next : place[a].cell;
        value[corner] = state->smoothing ? LANE(elias_smoothed)(noise, dims, octave, cell)
                                         : LANE(elias_value)(noise, dims, octave, cell);
    }
}

static REAL LANE(elias_noise)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                              const struct LANE(place) place[4])
{
    REAL value[16];
    LANE(elias_values)(noise, dims, octave, place, value);
    return LANE(between_values)(noise, dims, place, value);
}

static void LANE(elias_slopes)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                               const struct LANE(place) place[4], REAL slope[4])
{
    REAL value[16];
    LANE(elias_values)(noise, dims, octave, place, value);
    LANE(slopes_between_values)(noise, dims, place, value, slope);
}
