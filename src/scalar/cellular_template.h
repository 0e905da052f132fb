/*
 * Cellular noise (Worley, "A Cellular Texture Basis Function", SIGGRAPH 1996) in 1 to 4 dimensions,
 * and its slopes, for one lane type. scalar.c includes this file twice. Every operation is rounded to
 * REAL where it stands.
 *
 * Each cell has one feature point. The nearest points are found exactly: cells are visited by their
 * least distance along each axis, until none that is left can have a point that is near enough.
 */

/* ---- Points ---------------------------------------------------------------------------------- */

/* A feature point, as a sample sees it. */
struct LANE(feature) {
    REAL distance;  /* by which points are ordered: Euclidean ones are squared */
    REAL d[4];      /* the sample's place minus the point's, in cells */
    uint32_t order; /* of points at equal distances the lowest cell is first: by w, z, y, then x */
    uint32_t hash;  /* leads to the value of CELL */
};

/* What a search knows of an axis: offsets of cells by their least distance, nearest first. */
struct LANE(cell_axis) {
    int32_t offset[2 * PERLIN_MOST_REACH + 1];
    REAL least[2 * PERLIN_MOST_REACH + 1];
};

struct LANE(search) {
    const struct perlin_cellular_state *state;
    const struct hasher *hasher;
    const uint32_t *modulus;
    const struct LANE(place) * place;
    uint32_t dims, metric;
    int reach, ranks;
    struct LANE(cell_axis) axis[4];
    int32_t offset[4];               /* of the cell that is visited */
    REAL limit;                      /* cells whose least distance is above this do not matter */
    struct LANE(feature) nearest[4]; /* so many as there are ranks */
    REAL border;                     /* EDGE: the least distance to one */
    struct LANE(feature) beyond;     /* and the point beyond it */
    int is_edge;
};

/* From a point, `place` parts of 2^24 into the cell at an offset, to a sample that is t into its own
   cell. Float samples have whole places, too: then only the difference is rounded. */
INLINE REAL LANE(from_point)(REAL t, int32_t offset, int32_t place)
{
    if (sizeof(REAL) == sizeof(float)) {
        const int32_t at = (int32_t)(t * (REAL)0x1p24);
        return (REAL)(at - offset * PERLIN_CELL_ONE - place) * (REAL)0x1p-24;
    }
    return (t - (REAL)offset) - (REAL)place * (REAL)0x1p-24;
}

/* Adds a distance along an axis, or takes the greater one. */
INLINE REAL LANE(joined)(uint32_t metric, REAL sum, REAL d)
{
    const REAL size = LANE(magnitude)(d);
    switch (metric) {
    case PERLIN_METRIC_MANHATTAN:
        return sum + size;
    case PERLIN_METRIC_CHEBYSHEV:
        return sum > size ? sum : size;
    default:
        return sum + d * d;
    }
}

/* The cell at an offset, modulo the axis's modulus, where 0 means 2^32. */
INLINE uint32_t LANE(cell_at)(uint32_t cell, int32_t offset, uint32_t modulus)
{
    if (modulus == 0)
        return cell + (uint32_t)offset;
    for (; offset > 0; offset--)
        cell = perlin_next_cell(cell, modulus);
    for (; offset < 0; offset++)
        cell = perlin_previous_cell(cell, modulus);
    return cell;
}

/* The point of the cell that is visited. */
static struct LANE(feature) LANE(feature_of)(const struct LANE(search) * s)
{
    struct LANE(feature) feature = {.order = 0};
    uint32_t hash = 0;
    for (uint32_t a = 0; a < s->dims; a++) {
        const uint32_t cell = LANE(cell_at)(s->place[a].cell, s->offset[a], s->modulus[a]);
        hash = extend(s->hasher, a, hash, along(s->hasher, a, cell));
        feature.order |= (uint32_t)(s->offset[a] + 8) << 4 * a;
    }
    const struct perlin_cell_point point = perlin_point_of_hash(ended(s->hasher, s->dims, hash));
    feature.hash = point.first;
    for (uint32_t a = s->dims; a-- > 0;) {
        const uint32_t both = a < 2 ? point.first : point.second;
        const int16_t u = (int16_t)(a % 2 == 0 ? both >> 16 : both);
        const int32_t place = perlin_place_in_cell(u, s->state->jitter);
        feature.d[a] = LANE(from_point)(s->place[a].fraction, s->offset[a], place);
        feature.distance = LANE(joined)(s->metric, feature.distance, feature.d[a]);
    }
    return feature;
}

/* ---- Search ---------------------------------------------------------------------------------- */

INLINE int LANE(is_before)(const struct LANE(feature) * a, const struct LANE(feature) * b)
{
    return a->distance < b->distance || (a->distance == b->distance && a->order < b->order);
}

/* Puts a point in its place among the nearest ones, and lowers the limit to the last of these. */
static void LANE(keep_nearest)(struct LANE(search) * s, struct LANE(feature) feature)
{
    for (int r = 0; r < s->ranks; r++)
        if (LANE(is_before)(&feature, &s->nearest[r])) {
            const struct LANE(feature) next = s->nearest[r];
            s->nearest[r] = feature;
            feature = next;
        }
    s->limit = s->nearest[s->ranks - 1].distance;
}

/* EDGE: the distance to the border between the nearest point's region and that of another, and below
   which squared distance a point can have a nearer one. */
static void LANE(keep_border)(struct LANE(search) * s, struct LANE(feature) feature)
{
    const struct LANE(feature) *const nearest = &s->nearest[0];
    REAL length = 0;
    if (feature.order == nearest->order)
        return;
    for (uint32_t a = s->dims; a-- > 0;)
        length = LANE(joined)(PERLIN_METRIC_EUCLIDEAN, length, feature.d[a] - nearest->d[a]);
    const REAL border =
        (REAL)0.5 * (feature.distance - nearest->distance) / LANE(square_root)(length);
    if (border > s->border || (border == s->border && !LANE(is_before)(&feature, &s->beyond)))
        return;
    s->border = border;
    s->beyond = feature;
    const REAL limit =
        (LANE(square_root)(nearest->distance) + 2 * border) * (REAL)PERLIN_EDGE_MARGIN;
    s->limit = limit * limit;
}

/* Visits cells along an axis and all axes before it. `least` is the distance along the axes after it.
   Rounding is monotonic: it makes no point nearer than its cell. */
static void LANE(visit_cells)(struct LANE(search) * s, uint32_t axis, REAL least)
{
    const struct LANE(cell_axis) *const along_axis = &s->axis[axis];
    for (int k = 0; k <= 2 * s->reach; k++) {
        const REAL distance = LANE(joined)(s->metric, least, along_axis->least[k]);
        if (distance > s->limit)
            return;
        s->offset[axis] = along_axis->offset[k];
        if (axis > 0)
            LANE(visit_cells)(s, axis - 1, distance);
        else if (s->is_edge)
            LANE(keep_border)(s, LANE(feature_of)(s));
        else
            LANE(keep_nearest)(s, LANE(feature_of)(s));
    }
}

/* Orders the cells of each axis: the sample's own one, then by turns those of its nearer and its
   farther side. */
static void LANE(order_cells)(struct LANE(search) * s)
{
    for (uint32_t a = 0; a < s->dims; a++) {
        const REAL t = s->place[a].fraction;
        const int32_t nearer = t < (REAL)0.5 ? -1 : 1;
        s->axis[a].offset[0] = 0;
        s->axis[a].least[0] = 0;
        for (int k = 1; k <= 2 * s->reach; k++) {
            const int32_t offset = (k % 2 ? nearer : -nearer) * ((k + 1) / 2);
            const int32_t side = offset > 0 ? 0 : PERLIN_CELL_ONE;
            s->axis[a].offset[k] = offset;
            s->axis[a].least[k] = LANE(magnitude)(LANE(from_point)(t, offset, side));
        }
    }
}

/* Finds the nearest points, and for EDGE the nearest border. Returns 0 if a coordinate is not
   finite. */
static int LANE(search_cells)(struct LANE(search) * s, const perlin_noise *noise, uint32_t dims,
                              uint32_t octave, const struct hasher *p,
                              const struct LANE(place) place[4])
{
    s->state = noise->state;
    s->hasher = p;
    s->modulus = noise->spectrum.modulus[octave];
    s->place = place;
    s->dims = dims;
    s->metric = s->state->metric;
    s->ranks = perlin_cellular_ranks(s->state->result);
    s->reach = perlin_cellular_reach(s->metric, dims, s->ranks);
    s->is_edge = 0;
    s->limit = (REAL)INFINITY;
    for (uint32_t a = 0; a < dims; a++)
        if (isnan(place[a].fraction))
            return 0;
    for (int r = 0; r < s->ranks; r++)
        s->nearest[r] = (struct LANE(feature)){.distance = (REAL)INFINITY};
    LANE(order_cells)(s);
    LANE(visit_cells)(s, dims - 1, 0);
    if (s->state->result != PERLIN_CELLULAR_EDGE)
        return 1;
    s->is_edge = 1;
    s->reach = PERLIN_EDGE_REACH;
    s->border = s->limit = (REAL)INFINITY;
    LANE(order_cells)(s);
    LANE(visit_cells)(s, dims - 1, 0);
    return 1;
}

/* ---- Results --------------------------------------------------------------------------------- */

/* The distance of the nearest point, of the next one, and so on. */
INLINE REAL LANE(distance_of)(const struct LANE(search) * s, int rank)
{
    const REAL distance = s->nearest[rank].distance;
    return s->metric == PERLIN_METRIC_EUCLIDEAN ? LANE(square_root)(distance) : distance;
}

/* The derivative of that distance by the coordinate of an axis. */
static REAL LANE(distance_slope)(const struct LANE(search) * s, int rank, uint32_t axis)
{
    const REAL *const d = s->nearest[rank].d;
    const REAL sign = d[axis] > 0 ? 1 : d[axis] < 0 ? -1 : 0;
    uint32_t greatest = 0;
    switch (s->metric) {
    case PERLIN_METRIC_EUCLIDEAN_SQUARED:
        return 2 * d[axis];
    case PERLIN_METRIC_MANHATTAN:
        return sign;
    case PERLIN_METRIC_CHEBYSHEV:
        for (uint32_t a = 1; a < s->dims; a++)
            if (LANE(magnitude)(d[a]) > LANE(magnitude)(d[greatest]))
                greatest = a;
        return axis == greatest ? sign : 0;
    default:
        return s->nearest[rank].distance > 0 ? d[axis] / LANE(distance_of)(s, rank) : 0;
    }
}

static REAL LANE(cellular_result)(const struct LANE(search) * s)
{
    switch (s->state->result) {
    case PERLIN_CELLULAR_F2_MINUS_F1:
        return LANE(distance_of)(s, 1) - LANE(distance_of)(s, 0);
    case PERLIN_CELLULAR_F1_PLUS_F2:
        return LANE(distance_of)(s, 0) + LANE(distance_of)(s, 1);
    case PERLIN_CELLULAR_F1_TIMES_F2:
        return LANE(distance_of)(s, 0) * LANE(distance_of)(s, 1);
    case PERLIN_CELLULAR_F1_OVER_F2:
        return s->nearest[1].distance > 0 ? LANE(distance_of)(s, 0) / LANE(distance_of)(s, 1) : 0;
    case PERLIN_CELLULAR_EDGE:
        return s->border;
    case PERLIN_CELLULAR_CELL:
        return (REAL)(int32_t)(s->nearest[0].hash * PERLIN_POINT_VALUE) * (REAL)0x1p-31;
    default:
        return LANE(distance_of)(s, s->ranks - 1);
    }
}

static REAL LANE(cellular_slope)(const struct LANE(search) * s, uint32_t axis)
{
    const REAL f1 = LANE(distance_of)(s, 0), slope = LANE(distance_slope)(s, 0, axis);
    REAL length = 0;
    switch (s->state->result) {
    case PERLIN_CELLULAR_F2_MINUS_F1:
        return LANE(distance_slope)(s, 1, axis) - slope;
    case PERLIN_CELLULAR_F1_PLUS_F2:
        return slope + LANE(distance_slope)(s, 1, axis);
    case PERLIN_CELLULAR_F1_TIMES_F2:
        return slope * LANE(distance_of)(s, 1) + f1 * LANE(distance_slope)(s, 1, axis);
    case PERLIN_CELLULAR_F1_OVER_F2:
        if (!(s->nearest[1].distance > 0))
            return 0;
        return (slope - f1 / LANE(distance_of)(s, 1) * LANE(distance_slope)(s, 1, axis)) /
               LANE(distance_of)(s, 1);
    case PERLIN_CELLULAR_EDGE:
        for (uint32_t a = s->dims; a-- > 0;)
            length =
                LANE(joined)(PERLIN_METRIC_EUCLIDEAN, length, s->beyond.d[a] - s->nearest[0].d[a]);
        return (s->beyond.d[axis] - s->nearest[0].d[axis]) / LANE(square_root)(length);
    case PERLIN_CELLULAR_CELL:
        return 0;
    default:
        return LANE(distance_slope)(s, s->ranks - 1, axis);
    }
}

static REAL LANE(cellular_noise)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                 const struct hasher *p, const struct LANE(place) place[4])
{
    const struct LANE(perlin_affine) affine = p->integers->LANE(scaled).raw[dims - 1];
    struct LANE(search) search;
    if (!LANE(search_cells)(&search, noise, dims, octave, p, place))
        return LANE(perlin_quiet_nan)();
    return LANE(cellular_result)(&search) * affine.scale + affine.bias;
}

static void LANE(cellular_slopes)(const perlin_noise *noise, uint32_t dims, uint32_t octave,
                                  const struct hasher *p, const struct LANE(place) place[4],
                                  REAL slope[4])
{
    const struct LANE(perlin_affine) affine = p->integers->LANE(scaled).raw[dims - 1];
    struct LANE(search) search;
    const int is_finite = LANE(search_cells)(&search, noise, dims, octave, p, place);
    for (uint32_t a = 0; a < dims; a++)
        slope[a] =
            is_finite ? LANE(cellular_slope)(&search, a) * affine.scale : LANE(perlin_quiet_nan)();
}
