/*
 * Value noise in 1 to 4 dimensions, and its slopes, for one lane type. scalar.c includes this file
 * twice, after gradient_template.h. Every operation is rounded to REAL where it stands.
 */

/* ---- Interpolation: the weight of the far value at a fraction -------------------------------- */

/* sin(pi w / 2) / w as a polynomial in w^2, for w up to 1/2. Its relative error is below 7e-12. */
static const double LANE(sine)[5] = {0x1.921fb5443b587p+0, -0x1.4abbce56ae6e6p-1,
                                     0x1.466bbac8a54e8p-4, -0x1.32ca9d79fc665p-8,
                                     0x1.4bc85ccb213adp-13};

/* (1 - cos(pi t)) / 2 is the square of sin(pi t / 2). Beyond 1/2 it is 1 minus the square for 1 -
   t. */
static REAL LANE(cosine_ease)(REAL t)
{
    const REAL w = t > (REAL)0.5 ? 1 - t : t, x = w * w;
    REAL p = (REAL)LANE(sine)[4];
    for (int i = 3; i >= 0; i--)
        p = p * x + (REAL)LANE(sine)[i];
    const REAL s = w * p, square = s * s;
    return t > (REAL)0.5 ? 1 - square : square;
}

/* The derivative of cosine_ease: twice the sine times its derivative. */
static REAL LANE(cosine_ease_slope)(REAL t)
{
    const REAL w = t > (REAL)0.5 ? 1 - t : t, x = w * w;
    REAL p = (REAL)LANE(sine)[4], q = 9 * (REAL)LANE(sine)[4];
    for (int i = 3; i >= 0; i--) {
        p = p * x + (REAL)LANE(sine)[i];
        q = q * x + (REAL)(2 * i + 1) * (REAL)LANE(sine)[i];
    }
    return 2 * (w * p) * q;
}

INLINE REAL LANE(ease)(uint32_t interpolation, REAL t)
{
    switch (interpolation) {
    case PERLIN_INTERPOLATION_LINEAR:
        return t;
    case PERLIN_INTERPOLATION_COSINE:
        return LANE(cosine_ease)(t);
    case PERLIN_INTERPOLATION_CUBIC:
        return t * t * (3 - 2 * t);
    default:
        return LANE(fade)(t);
    }
}

static REAL LANE(ease_slope)(uint32_t interpolation, REAL t)
{
    switch (interpolation) {
    case PERLIN_INTERPOLATION_LINEAR:
        return t - t + 1; /* NaN if t is NaN */
    case PERLIN_INTERPOLATION_COSINE:
        return LANE(cosine_ease_slope)(t);
    case PERLIN_INTERPOLATION_CUBIC:
        return 6 * t * (1 - t);
    default:
        return LANE(fade_slope)(t);
    }
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The value at a lattice point with this hash: one of 2^17, times 2^31. The octave's factor takes
   that back. */
INLINE REAL LANE(lattice_value)(uint32_t hash)
{
    return (REAL)(int32_t)(hash << PERLIN_VALUE_SHIFT);
}

/* The values at the corners of a cell. Bit a of a corner means +1 along axis a. */
INLINE void LANE(corner_values)(const struct hasher *p, uint32_t dims,
                                const struct LANE(place) place[4], REAL value[16])
{
    uint32_t side[4][2];
    for (uint32_t a = 0; a < dims; a++) {
        side[a][0] = along(p, a, place[a].cell);
        side[a][1] = along(p, a, place[a].next);
    }
    UNROLL
    for (uint32_t corner = 0; corner < 1u << dims; corner++) {
        uint32_t hash = 0;
        for (uint32_t a = 0; a < dims; a++)
            hash = extend(p, a, hash, side[a][corner >> a & 1]);
        value[corner] = LANE(lattice_value)(ended(p, dims, hash));
    }
}

/* Interpolates along the last axis first and x last, so that grids have less to do for each x.
   Overwrites the values. */
INLINE REAL LANE(between_values)(const perlin_noise *noise, uint32_t dims,
                                 const struct LANE(place) place[4], REAL value[16])
{
    UNROLL
    for (uint32_t a = dims; a-- > 0;) {
        const REAL t = LANE(ease)(noise->interpolation, place[a].fraction);
        UNROLL
        for (uint32_t c = 0; c < 1u << a; c++)
            value[c] = LANE(lerp)(t, value[c], value[c + (1u << a)]);
    }
    return value[0];
}

/* The derivatives of between_values, in units of the lattice. Takes differences along one axis, and
   interpolates along the others. */
static void LANE(slopes_between_values)(const perlin_noise *noise, uint32_t dims,
                                        const struct LANE(place) place[4], const REAL value[16],
                                        REAL slope[4])
{
    for (uint32_t axis = 0; axis < dims; axis++) {
        REAL v[16];
        memcpy(v, value, (1u << dims) * sizeof v[0]);
        for (uint32_t a = dims, corners = 1u << dims; a-- > 0;) {
            const REAL t = LANE(ease)(noise->interpolation, place[a].fraction);
            corners /= 2;
            for (uint32_t c = 0; c < corners; c++)
                v[c] = a == axis ? v[c + corners] - v[c] : LANE(lerp)(t, v[c], v[c + corners]);
        }
        slope[axis] = LANE(ease_slope)(noise->interpolation, place[axis].fraction) * v[0];
    }
}

INLINE REAL LANE(value_noise)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                              const struct LANE(place) place[4])
{
    REAL value[16];
    LANE(corner_values)(p, dims, place, value);
    return LANE(between_values)(noise, dims, place, value);
}

static void LANE(value_slopes)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                               const struct LANE(place) place[4], REAL slope[4])
{
    REAL value[16];
    LANE(corner_values)(p, dims, place, value);
    LANE(slopes_between_values)(noise, dims, place, value, slope);
}
