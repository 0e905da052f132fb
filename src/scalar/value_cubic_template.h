/*
 * Value noise by cubic splines in 1 to 4 dimensions, and its slopes, for one lane type. scalar.c
 * includes this file twice, after value_template.h. Every operation is rounded to REAL where it
 * stands.
 */

/* The weights of the values at cells X-1, X, X+1 and X+2 at a fraction: the splines of Edwin
   Catmull and Raphael Rom ("A Class of Local Interpolating Splines", 1974). */
static void LANE(spline_weights)(REAL t, REAL weight[4])
{
    weight[0] = t * (t * (1 - (REAL)0.5 * t) - (REAL)0.5);
    weight[1] = t * t * ((REAL)1.5 * t - (REAL)2.5) + 1;
    weight[2] = t * (t * (2 - (REAL)1.5 * t) + (REAL)0.5);
    weight[3] = t * t * ((REAL)0.5 * t - (REAL)0.5);
}

/* The derivatives of the weights. */
static void LANE(spline_weight_slopes)(REAL t, REAL weight[4])
{
    weight[0] = t * (2 - (REAL)1.5 * t) - (REAL)0.5;
    weight[1] = t * ((REAL)4.5 * t - 5);
    weight[2] = t * (4 - (REAL)4.5 * t) + (REAL)0.5;
    weight[3] = t * ((REAL)1.5 * t - 1);
}

/* The values around a cell. Base-4 digit a of a corner's number selects one of four along axis a.
   */
static void LANE(spline_values)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                const struct hasher *p, const struct LANE(place) place[4],
                                REAL value[256])
{
    uint32_t cell[4][4];
    for (uint32_t a = 0; a < dims; a++) {
        const uint32_t modulus = noise->spectrum.modulus[octave][a];
        cell[a][0] = perlin_previous_cell(place[a].cell, modulus);
        cell[a][1] = place[a].cell;
        cell[a][2] = place[a].next;
        cell[a][3] = perlin_next_cell(place[a].next, modulus);
        for (uint32_t k = 0; k < 4; k++)
            cell[a][k] = along(p, a, cell[a][k]);
    }
    for (uint32_t corner = 0; corner < 1u << 2 * dims; corner++) {
        uint32_t hash = 0;
        for (uint32_t a = 0; a < dims; a++)
            hash = extend(p, a, hash, cell[a][corner >> 2 * a & 3]);
        value[corner] = LANE(lattice_value)(ended(p, dims, hash));
    }
}

/* Interpolates along the last axis first and x last. Along axis `differs` it uses the derivatives
   of the weights; dims means no axis. */
static REAL LANE(spline)(uint32_t dims, const struct LANE(place) place[4], const REAL value[256],
                         uint32_t differs)
{
    REAL v[256];
    memcpy(v, value, (1u << 2 * dims) * sizeof v[0]);
    for (uint32_t a = dims; a-- > 0;) {
        const uint32_t corners = 1u << 2 * a;
        REAL weight[4];
        if (a == differs)
            LANE(spline_weight_slopes)(place[a].fraction, weight);
        else
            LANE(spline_weights)(place[a].fraction, weight);
        for (uint32_t c = 0; c < corners; c++) {
            REAL sum = weight[0] * v[c];
            for (uint32_t k = 1; k < 4; k++)
                sum = sum + weight[k] * v[c + k * corners];
            v[c] = sum;
        }
    }
    return v[0];
}

static REAL LANE(value_cubic_noise)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                    const struct hasher *p, const struct LANE(place) place[4])
{
    REAL value[256];
    LANE(spline_values)(noise, dims, octave, p, place, value);
    return LANE(spline)(dims, place, value, dims);
}

/* The derivatives of an octave's raw noise, in units of its lattice. */
static void LANE(value_cubic_slopes)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                     const struct hasher *p, const struct LANE(place) place[4],
                                     REAL slope[4])
{
    REAL value[256];
    LANE(spline_values)(noise, dims, octave, p, place, value);
    for (uint32_t a = 0; a < dims; a++)
        slope[a] = LANE(spline)(dims, place, value, a);
}
