/*
 * Improved Perlin noise of 1 to 4 dimensions for one lane type: scalar.c includes this file twice,
 * with REAL the type computed in and LANE(name) the name's form for it. Every operation is rounded to
 * REAL where it stands.
 */

static REAL LANE(fade)(REAL t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static REAL LANE(lerp)(REAL t, REAL a, REAL b)
{
    return a + t * (b - a);
}

/* ---- Gradients: the dot product with the distance to a corner of hash h ------------------------- */

/* Slopes 1 to 8, negated by bit 3 (Gustavson, noise1234, 2003). */
static REAL LANE(gradient1)(uint32_t h, REAL x)
{
    const REAL slope = (REAL)(1 + (h & 7));
    return (h & 8 ? -slope : slope) * x;
}

/* The sets that perlin.h lists; SLICE is noise2's affair. */
static REAL LANE(gradient2)(uint32_t set, uint32_t h, REAL x, REAL y)
{
    if (set == PERLIN_GRADIENTS_AXIS) {
        const REAL along = h & 2 ? y : x;
        return h & 1 ? -along : along;
    }
    if (set == PERLIN_GRADIENTS_DIAGONAL)
        return (h & 1 ? -x : x) + (h & 2 ? -y : y);
    const REAL one = h & 4 ? y : x; /* the component of size 1, and that of size 2 */
    const REAL two = h & 4 ? x : y;
    return (h & 1 ? -one : one) + (h & 2 ? -2 : 2) * two;
}

/* The 12 edges of a cube, 4 of them twice (Perlin 2002). */
static REAL LANE(gradient3)(uint32_t hash, REAL x, REAL y, REAL z)
{
    const uint32_t h = hash & 15;
    const REAL u = h < 8 ? x : y;
    const REAL v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return (h & 1 ? -u : u) + (h & 2 ? -v : v);
}

/* The 32 edges of a hypercube: h / 8 says which component is left out, w first (Gustavson 2003). */
static REAL LANE(gradient4)(uint32_t hash, REAL x, REAL y, REAL z, REAL w)
{
    const uint32_t h = hash & 31;
    const REAL a = h < 24 ? x : y;
    const REAL b = h < 16 ? y : z;
    const REAL c = h < 8 ? z : w;
    return (h & 1 ? -a : a) + ((h & 2 ? -b : b) + (h & 4 ? -c : c));
}

/* ---- Raw noise ---------------------------------------------------------------------------------- */

static REAL LANE(noise1)(const struct perlin_tables *p, struct LANE(place) px)
{
    const uint32_t X = px.cell;
    const REAL x = px.fraction;
    return LANE(lerp)(LANE(fade)(x), LANE(gradient1)(permute(p, X), x),
                      LANE(gradient1)(permute(p, X + 1), x - 1));
}

static REAL LANE(noise3)(const struct perlin_tables *p, struct LANE(place) px,
                         struct LANE(place) py, struct LANE(place) pz)
{
    const uint32_t X = px.cell, Y = py.cell, Z = pz.cell;
    const REAL x = px.fraction, y = py.fraction, z = pz.fraction;
    const REAL u = LANE(fade)(x), v = LANE(fade)(y), w = LANE(fade)(z);
    const uint32_t A = permute(p, X) + Y, AA = permute(p, A) + Z, AB = permute(p, A + 1) + Z;
    const uint32_t B = permute(p, X + 1) + Y, BA = permute(p, B) + Z, BB = permute(p, B + 1) + Z;
    return LANE(lerp)(
        w,
        LANE(lerp)(v,
                   LANE(lerp)(u, LANE(gradient3)(permute(p, AA), x, y, z),
                              LANE(gradient3)(permute(p, BA), x - 1, y, z)),
                   LANE(lerp)(u, LANE(gradient3)(permute(p, AB), x, y - 1, z),
                              LANE(gradient3)(permute(p, BB), x - 1, y - 1, z))),
        LANE(lerp)(v,
                   LANE(lerp)(u, LANE(gradient3)(permute(p, AA + 1), x, y, z - 1),
                              LANE(gradient3)(permute(p, BA + 1), x - 1, y, z - 1)),
                   LANE(lerp)(u, LANE(gradient3)(permute(p, AB + 1), x, y - 1, z - 1),
                              LANE(gradient3)(permute(p, BB + 1), x - 1, y - 1, z - 1))));
}

static REAL LANE(noise2)(const struct perlin_tables *p, uint32_t set, struct LANE(place) px,
                         struct LANE(place) py)
{
    if (set == PERLIN_GRADIENTS_SLICE)
        return LANE(noise3)(p, px, py, (struct LANE(place)){0, 0});
    const uint32_t X = px.cell, Y = py.cell;
    const REAL x = px.fraction, y = py.fraction;
    const REAL u = LANE(fade)(x), v = LANE(fade)(y);
    const uint32_t A = permute(p, X) + Y, B = permute(p, X + 1) + Y;
    return LANE(lerp)(v,
                      LANE(lerp)(u, LANE(gradient2)(set, permute(p, A), x, y),
                                 LANE(gradient2)(set, permute(p, B), x - 1, y)),
                      LANE(lerp)(u, LANE(gradient2)(set, permute(p, A + 1), x, y - 1),
                                 LANE(gradient2)(set, permute(p, B + 1), x - 1, y - 1)));
}

/* In 4-D the 16 corners are visited in a loop: bits 0, 1, 2, 3 of a corner say +1 along x, y, z, w. */
static REAL LANE(noise4)(const struct perlin_tables *p, const struct LANE(place) place[4])
{
    REAL value[16];
    for (uint32_t corner = 0; corner < 16; corner++) {
        const uint32_t i = corner & 1, j = corner >> 1 & 1, k = corner >> 2 & 1, l = corner >> 3;
        const uint32_t hx = permute(p, place[0].cell + i);
        const uint32_t hxy = permute(p, hx + place[1].cell + j);
        const uint32_t hxyz = permute(p, hxy + place[2].cell + k);
        const uint32_t hxyzw = permute(p, hxyz + place[3].cell + l);
        value[corner] =
            LANE(gradient4)(hxyzw, place[0].fraction - (REAL)i, place[1].fraction - (REAL)j,
                            place[2].fraction - (REAL)k, place[3].fraction - (REAL)l);
    }
    for (uint32_t axis = 0, corners = 8; axis < 4; axis++, corners /= 2) {
        const REAL t = LANE(fade)(place[axis].fraction);
        for (uint32_t c = 0; c < corners; c++)
            value[c] = LANE(lerp)(t, value[2 * c], value[2 * c + 1]);
    }
    return value[0];
}

/* ---- Fractal and range --------------------------------------------------------------------------- */

static REAL LANE(raw)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                      const struct LANE(place) place[4])
{
    const struct perlin_tables *const p = perlin_octave_tables(noise, octave);
    switch (dims) {
    case 1:
        return LANE(noise1)(p, place[0]);
    case 2:
        return LANE(noise2)(p, noise->gradients, place[0], place[1]);
    case 3:
        return LANE(noise3)(p, place[0], place[1], place[2]);
    default:
        return LANE(noise4)(p, place);
    }
}

/* Adds an octave to the total; the first starts it. */
static REAL LANE(add_octave)(const perlin_noise *noise, uint32_t octave, REAL total, REAL value)
{
    const REAL weighted = (REAL)noise->spectrum.weight[octave] * value;
    return octave == 0 ? weighted : total + weighted;
}

static REAL LANE(finish)(const perlin_noise *noise, uint32_t dims, REAL total)
{
    const REAL scale = noise->LANE(output)[dims - 1].scale; /* S; unused by RAW and RAW_UNIT */
    REAL value = total;
    if (noise->range == PERLIN_RANGE_SIGNED)
        value = total * scale;
    else if (noise->range == PERLIN_RANGE_UNIT)
        value = total * scale * (REAL)0.5 + (REAL)0.5;
    else if (noise->range == PERLIN_RANGE_RAW_UNIT)
        value = total * (REAL)0.5 + (REAL)0.5;
    if (isnan(value))
        return LANE(canonical_nan)();
    return value == 0 ? 0 : value; /* -0 becomes +0 */
}
