/*
 * Improved Perlin noise in 1 to 4 dimensions, and its slopes, for one lane type. scalar.c includes
 * this file twice. REAL is the type to compute in, and LANE(name) appends its suffix. Every
 * operation is rounded to REAL where it stands.
 */

static REAL LANE(fade)(REAL t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static REAL LANE(lerp)(REAL t, REAL a, REAL b)
{
    return a + t * (b - a);
}

/* ---- Gradients: their dot product with the distance from a corner of hash h ------------------ */

/* Slopes 1 to 8, negated by bit 3 (Gustavson, noise1234, 2003). */
INLINE REAL LANE(gradient1)(uint32_t h, REAL x)
{
    static const REAL slope[16] = {1, 2, 3, 4, 5, 6, 7, 8, -1, -2, -3, -4, -5, -6, -7, -8};
    return slope[h & 15] * x;
}

/* The sets that perlin.h lists. SLICE is missing: noise2 takes the 3-D noise at z = 0. */
INLINE REAL LANE(gradient2)(uint32_t set, uint32_t hash, REAL x, REAL y)
{
    const uint32_t h = hash & 15;
    if (set == PERLIN_GRADIENTS_AXIS) {
        const REAL along = h & 2 ? y : x;
        return h & 1 ? -along : along;
    }
    if (set == PERLIN_GRADIENTS_DIAGONAL)
        return (h & 1 ? -x : x) + (h & 2 ? -y : y);
    static const REAL knight[8][2] = {{1, 2}, {-1, 2}, {1, -2}, {-1, -2},
                                      {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};
    const REAL *const g = knight[h & 7];
    return g[0] * x + g[1] * y;
}

/* The 12 edges of a cube, four of them twice (Perlin 2002). */
INLINE REAL LANE(gradient3)(uint32_t hash, REAL x, REAL y, REAL z)
{
    static const REAL edge[16][3] = {{1, 1, 0}, {-1, 1, 0}, {1, -1, 0}, {-1, -1, 0},
                                     {1, 0, 1}, {-1, 0, 1}, {1, 0, -1}, {-1, 0, -1},
                                     {0, 1, 1}, {0, -1, 1}, {0, 1, -1}, {0, -1, -1},
                                     {1, 1, 0}, {0, -1, 1}, {-1, 1, 0}, {0, -1, -1}};
    const REAL *const g = edge[hash & 15];
    return g[0] * x + g[1] * y + g[2] * z;
}

/* The 32 edges of a hypercube. h / 8 tells which component is 0, w first (Gustavson 2003). */
INLINE REAL LANE(gradient4)(uint32_t hash, REAL x, REAL y, REAL z, REAL w)
{
    static const REAL edge[32][4] = {
        {1, 1, 1, 0},    {-1, 1, 1, 0},  {1, -1, 1, 0},   {-1, -1, 1, 0},  {1, 1, -1, 0},
        {-1, 1, -1, 0},  {1, -1, -1, 0}, {-1, -1, -1, 0}, {1, 1, 0, 1},    {-1, 1, 0, 1},
        {1, -1, 0, 1},   {-1, -1, 0, 1}, {1, 1, 0, -1},   {-1, 1, 0, -1},  {1, -1, 0, -1},
        {-1, -1, 0, -1}, {1, 0, 1, 1},   {-1, 0, 1, 1},   {1, 0, -1, 1},   {-1, 0, -1, 1},
        {1, 0, 1, -1},   {-1, 0, 1, -1}, {1, 0, -1, -1},  {-1, 0, -1, -1}, {0, 1, 1, 1},
        {0, -1, 1, 1},   {0, 1, -1, 1},  {0, -1, -1, 1},  {0, 1, 1, -1},   {0, -1, 1, -1},
        {0, 1, -1, -1},  {0, -1, -1, -1}};
    const REAL *const g = edge[hash & 31];
    return g[0] * x + (g[1] * y + (g[2] * z + g[3] * w));
}

/* The same at a corner: the hash of the axes before is extended by the last cell. */
INLINE REAL LANE(corner2)(const struct hasher *p, uint32_t set, uint32_t hash, uint32_t Y, REAL x,
                          REAL y)
{
    return LANE(gradient2)(set, extend(p, 1, hash, Y), x, y);
}

INLINE REAL LANE(corner3)(const struct hasher *p, uint32_t hash, uint32_t Z, REAL x, REAL y, REAL z)
{
    return LANE(gradient3)(extend(p, 2, hash, Z), x, y, z);
}

/* ---- Raw noise ------------------------------------------------------------------------------- */

INLINE REAL LANE(noise1)(const struct hasher *p, struct LANE(place) px)
{
    const REAL x = px.fraction;
    return LANE(lerp)(LANE(fade)(x), LANE(gradient1)(extend(p, 0, 0, px.cell), x),
                      LANE(gradient1)(extend(p, 0, 0, px.next), x - 1));
}

INLINE REAL LANE(noise3)(const struct hasher *p, struct LANE(place) px, struct LANE(place) py,
                         struct LANE(place) pz)
{
    const uint32_t Y = py.cell, Y1 = py.next, Z = pz.cell, Z1 = pz.next;
    const REAL x = px.fraction, y = py.fraction, z = pz.fraction;
    const REAL u = LANE(fade)(x), v = LANE(fade)(y), w = LANE(fade)(z);
    const uint32_t A = extend(p, 0, 0, px.cell), AA = extend(p, 1, A, Y), AB = extend(p, 1, A, Y1);
    const uint32_t B = extend(p, 0, 0, px.next), BA = extend(p, 1, B, Y), BB = extend(p, 1, B, Y1);
    return LANE(lerp)(w,
                      LANE(lerp)(v,
                                 LANE(lerp)(u, LANE(corner3)(p, AA, Z, x, y, z),
                                            LANE(corner3)(p, BA, Z, x - 1, y, z)),
                                 LANE(lerp)(u, LANE(corner3)(p, AB, Z, x, y - 1, z),
                                            LANE(corner3)(p, BB, Z, x - 1, y - 1, z))),
                      LANE(lerp)(v,
                                 LANE(lerp)(u, LANE(corner3)(p, AA, Z1, x, y, z - 1),
                                            LANE(corner3)(p, BA, Z1, x - 1, y, z - 1)),
                                 LANE(lerp)(u, LANE(corner3)(p, AB, Z1, x, y - 1, z - 1),
                                            LANE(corner3)(p, BB, Z1, x - 1, y - 1, z - 1))));
}

INLINE REAL LANE(noise2)(const struct hasher *p, uint32_t set, struct LANE(place) px,
                         struct LANE(place) py)
{
    if (set == PERLIN_GRADIENTS_SLICE)
        return LANE(noise3)(p, px, py, (struct LANE(place)){0, 1, 0});
    const uint32_t Y = py.cell, Y1 = py.next;
    const REAL x = px.fraction, y = py.fraction;
    const REAL u = LANE(fade)(x), v = LANE(fade)(y);
    const uint32_t A = extend(p, 0, 0, px.cell), B = extend(p, 0, 0, px.next);
    return LANE(lerp)(
        v, LANE(lerp)(u, LANE(corner2)(p, set, A, Y, x, y), LANE(corner2)(p, set, B, Y, x - 1, y)),
        LANE(lerp)(u, LANE(corner2)(p, set, A, Y1, x, y - 1),
                   LANE(corner2)(p, set, B, Y1, x - 1, y - 1)));
}

/* 4-D loops over the 16 corners. Bits 0, 1, 2, 3 of a corner mean +1 along x, y, z, w. */
INLINE REAL LANE(noise4)(const struct hasher *p, const struct LANE(place) place[4])
{
    REAL value[16];
    for (uint32_t corner = 0; corner < 16; corner++) {
        const uint32_t i = corner & 1, j = corner >> 1 & 1, k = corner >> 2 & 1, l = corner >> 3;
        const uint32_t hx = extend(p, 0, 0, i ? place[0].next : place[0].cell);
        const uint32_t hxy = extend(p, 1, hx, j ? place[1].next : place[1].cell);
        const uint32_t hxyz = extend(p, 2, hxy, k ? place[2].next : place[2].cell);
        const uint32_t hxyzw = extend(p, 3, hxyz, l ? place[3].next : place[3].cell);
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

/* By the integer hash, in any number of dimensions. */
INLINE REAL LANE(integer_noise)(const struct hasher *p, uint32_t dims,
                                const struct LANE(place) place[4])
{
    uint32_t side[4][2];
    REAL value[16] = {0}, distance[4][2];
    for (uint32_t a = 0; a < dims; a++) {
        side[a][0] = along(p, a, place[a].cell);
        side[a][1] = along(p, a, place[a].next);
        distance[a][0] = place[a].fraction;
        distance[a][1] = place[a].fraction - 1;
    }
    UNROLL
    for (uint32_t corner = 0; corner < 1u << dims; corner++) {
        uint32_t hash = 0;
        REAL d[4];
        for (uint32_t a = 0; a < dims; a++) {
            hash = extend(p, a, hash, side[a][corner >> a & 1]);
            d[a] = distance[a][corner >> a & 1];
        }
        value[corner] = LANE(integer_dot)(p->integers, dims, ended(p, dims, hash), d);
    }
    UNROLL
    for (uint32_t axis = 0; axis < dims; axis++) {
        const REAL t = LANE(fade)(place[axis].fraction);
        UNROLL
        for (uint32_t c = 0; c < 1u << (dims - 1 - axis); c++)
            value[c] = LANE(lerp)(t, value[2 * c], value[2 * c + 1]);
    }
    return value[0];
}

INLINE REAL LANE(gradient_noise)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                                 const struct LANE(place) place[4])
{
    if (p->is_integer)
        return LANE(integer_noise)(p, dims, place);
    switch (dims) {
    case 1:
        return LANE(noise1)(p, place[0]);
    case 2:
        return LANE(noise2)(p, noise->gradients_2d, place[0], place[1]);
    case 3:
        return LANE(noise3)(p, place[0], place[1], place[2]);
    default:
        return LANE(noise4)(p, place);
    }
}

/* ---- Slopes: derivatives in lattice units ---------------------------------------------------- */

/* The derivative of fade: 30 t^2 (t - 1)^2. */
static REAL LANE(fade_slope)(REAL t)
{
    return 30 * t * t * (t * (t - 2) + 1);
}

/* The dot product of a vector with the gradient for hash h. */
INLINE REAL LANE(dot)(const struct hasher *p, uint32_t dims, uint32_t set, uint32_t h,
                      const REAL v[4])
{
    if (p->is_integer)
        return LANE(integer_dot)(p->integers, dims, h, v);
    switch (dims) {
    case 1:
        return LANE(gradient1)(h, v[0]);
    case 2:
        return LANE(gradient2)(set, h, v[0], v[1]);
    case 3:
        return LANE(gradient3)(h, v[0], v[1], v[2]);
    default:
        return LANE(gradient4)(h, v[0], v[1], v[2], v[3]);
    }
}

/* The gradients around a place, and their dot products there. Bit a of a corner means +1 along axis
   a. */
struct LANE(cell) {
    uint32_t dims, corners;
    REAL t[4], fade[4];
    REAL value[16];
    REAL gradient[4][16]; /* by component */
};

INLINE void LANE(enter_cell)(struct LANE(cell) * cell, const struct hasher *p, uint32_t dims,
                             uint32_t set, const struct LANE(place) place[4])
{
    cell->dims = dims;
    cell->corners = 1u << dims;
    for (uint32_t a = 0; a < dims; a++) {
        cell->t[a] = place[a].fraction;
        cell->fade[a] = LANE(fade)(place[a].fraction);
    }
    for (uint32_t corner = 0; corner < cell->corners; corner++) {
        uint32_t hash = 0;
        REAL distance[4] = {0, 0, 0, 0};
        for (uint32_t a = 0; a < dims; a++) {
            const uint32_t side = corner >> a & 1;
            hash = extend(p, a, hash, along(p, a, side ? place[a].next : place[a].cell));
            distance[a] = place[a].fraction - (REAL)side;
        }
        hash = ended(p, dims, hash);
        cell->value[corner] = LANE(dot)(p, dims, set, hash, distance);
        for (uint32_t a = 0; a < dims; a++) {
            REAL unit[4] = {0, 0, 0, 0};
            unit[a] = 1;
            cell->gradient[a][corner] = LANE(dot)(p, dims, set, hash, unit);
        }
    }
}

/* G: component `axis` of the gradients, interpolated along the last axis first and x last. */
static REAL LANE(mean_gradient)(const struct LANE(cell) * cell, uint32_t axis)
{
    REAL g[16];
    memcpy(g, cell->gradient[axis], sizeof g);
    for (uint32_t a = cell->dims, corners = cell->corners; a-- > 0;) {
        corners /= 2;
        for (uint32_t c = 0; c < corners; c++)
            g[c] = LANE(lerp)(cell->fade[a], g[c], g[c + corners]);
    }
    return g[0];
}

/* D: the derivative of the noise by the fade of `axis`. It is the difference of the two values that
   are lerped along that axis. x is interpolated first. */
static REAL LANE(mean_difference)(const struct LANE(cell) * cell, uint32_t axis)
{
    REAL v[16];
    memcpy(v, cell->value, sizeof v);
    for (uint32_t a = 0, corners = cell->corners; a < cell->dims; a++) {
        corners /= 2;
        for (uint32_t c = 0; c < corners; c++)
            v[c] = a == axis ? v[2 * c + 1] - v[2 * c]
                             : LANE(lerp)(cell->fade[a], v[2 * c], v[2 * c + 1]);
    }
    return v[0];
}

/* The derivatives of an octave's raw noise, in units of its lattice. They follow from the product
   rule, since both the corners' values and the fades depend on the place. */
INLINE void LANE(gradient_slopes)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                                  const struct LANE(place) place[4], REAL slope[4])
{
    struct LANE(cell) cell;
    if (dims == 2 && !p->is_integer && noise->gradients_2d == PERLIN_GRADIENTS_SLICE) {
        const struct LANE(place) at_zero[4] = {place[0], place[1], {0, 1, 0}};
        LANE(enter_cell)(&cell, p, 3, 0, at_zero);
    } else {
        LANE(enter_cell)(&cell, p, dims, noise->gradients_2d, place);
    }
    for (uint32_t a = 0; a < dims; a++)
        slope[a] = LANE(mean_gradient)(&cell, a) +
                   LANE(fade_slope)(cell.t[a]) * LANE(mean_difference)(&cell, a);
}
