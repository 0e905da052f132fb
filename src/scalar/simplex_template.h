/*
 * Noise on simplices in 1 to 4 dimensions, and its slopes, for one lane type. scalar.c includes
 * this file twice, after gradient_template.h. Each lattice point near a place adds the dot product
 * of its gradient and the distance, which fades as the distance grows. Every operation is rounded
 * to REAL where it stands.
 *
 * Sources: Ken Perlin's simplex noise ("Noise hardware", 2001), as Stefan Gustavson explains it
 * ("Simplex noise demystified", 2005); K.jpg's OpenSimplex (2014), from which its lattice, reach and
 * gradients come, and OpenSimplex2 and OpenSimplex2S (2022), from which lattices come.
 */

/* ---- Lattices -------------------------------------------------------------------------------- */

/* The multiple of the coordinates' sum that skews them to cells. */
INLINE REAL LANE(skew)(uint32_t basis, uint32_t dims)
{
    if (has_cubes(basis, dims))
        return 0;
    return (REAL)(is_stretched(basis, dims) ? -unsquash[dims - 1] : squash[dims - 1]);
}

/* The multiple of the sum of skewed coordinates that is subtracted to unskew them. */
INLINE REAL LANE(unskew)(uint32_t basis, uint32_t dims)
{
    if (has_cubes(basis, dims))
        return 0;
    return (REAL)(is_stretched(basis, dims) ? -squash[dims - 1] : unsquash[dims - 1]);
}

/* The distance between one copy of a lattice and the next along each axis, unskewed: half a cube,
   or 1 / sqrt(5). */
static REAL LANE(copy_step)(uint32_t basis, uint32_t dims)
{
    if (has_a4(basis, dims))
        return (REAL)0x1.c9f25c5bfedd9p-2;
    return has_cubes(basis, dims) ? (REAL)0.5 : 0;
}

static REAL LANE(magnitude)(REAL a)
{
    return a < 0 ? -a : a;
}

/* x + (y + (z + w)). Along a row of a grid only x changes. */
INLINE REAL LANE(sum_of)(uint32_t dims, const REAL v[4])
{
    REAL sum = v[dims - 1];
    for (uint32_t a = dims - 1; a-- > 0;)
        sum = v[a] + sum;
    return sum;
}

/* Skews scaled coordinates to those of cells. */
static void LANE(skew_coordinates)(uint32_t basis, uint32_t dims, REAL c[4])
{
    if (LANE(skew)(basis, dims) == 0)
        return;
    const REAL shift = LANE(sum_of)(dims, c) * LANE(skew)(basis, dims);
    for (uint32_t a = 0; a < dims; a++)
        c[a] = c[a] + shift;
}

/* A lattice point near a place: its offset from the place's cell, in cells, and its copy of the
   lattice. */
struct LANE(vertex) {
    int32_t offset[4];
    uint32_t copy;
};

/* The rank of a fraction is the number of smaller ones. Of equal ones that of the later axis counts
   as larger. */
INLINE void LANE(ranks)(uint32_t dims, const REAL fraction[4], uint32_t rank[4])
{
    for (uint32_t a = 0; a < dims; a++)
        rank[a] = 0;
    for (uint32_t a = 0; a < dims; a++)
        for (uint32_t b = a + 1; b < dims; b++) {
            const uint32_t is_larger = fraction[a] > fraction[b];
            rank[a] += is_larger;
            rank[b] += 1 - is_larger;
        }
}

/* The corners of the simplex. They lead from the cell's near corner along the axis of the largest
   fraction, then along that of the second largest, and so on to the far corner. */
INLINE uint32_t LANE(simplex_vertices)(uint32_t dims, const REAL fraction[4],
                                       struct LANE(vertex) vertex[])
{
    uint32_t rank[4] = {0};
    LANE(ranks)(dims, fraction, rank);
    for (uint32_t k = 0; k <= dims; k++) {
        vertex[k].copy = 0;
        for (uint32_t a = 0; a < dims; a++)
            vertex[k].offset[a] = rank[a] + k >= dims;
    }
    return dims + 1;
}

/* The axis of the largest of three numbers; the first if several are equal. */
static uint32_t LANE(largest)(const REAL v[3])
{
    const uint32_t largest = v[1] > v[0];
    return v[2] > v[largest] ? 2 : largest;
}

/* One of two cubic lattices; the points of the second one are at the centres of the first one's
   cubes. Holds the lattice point closest to a place and its distance along each axis. The second
   closest coordinate along an axis is `other` cells from there. */
struct LANE(cube) {
    struct LANE(vertex) closest;
    REAL distance[4];
    int32_t other[4];
};

static struct LANE(cube) LANE(cube)(uint32_t copy, const REAL fraction[4])
{
    struct LANE(cube) cube = {{{0, 0, 0, 0}, copy}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    for (uint32_t a = 0; a < 3; a++) {
        const int is_far = fraction[a] > (REAL)0.5;
        cube.closest.offset[a] = copy == 0 && is_far;
        cube.distance[a] =
            LANE(magnitude)(fraction[a] - (copy == 0 ? (REAL)cube.closest.offset[a] : (REAL)0.5));
        cube.other[a] = is_far == (copy == 0) ? -1 : 1;
    }
    return cube;
}

/* The closest and the second closest point of each lattice. */
static uint32_t LANE(vertices_of_cubes)(const REAL fraction[4], struct LANE(vertex) vertex[])
{
    for (uint32_t copy = 0; copy < 2; copy++) {
        const struct LANE(cube) cube = LANE(cube)(copy, fraction);
        const uint32_t a = LANE(largest)(cube.distance);
        vertex[2 * copy] = vertex[2 * copy + 1] = cube.closest;
        vertex[2 * copy + 1].offset[a] += cube.other[a];
    }
    return 4;
}

/* The closest point of each lattice, and three more. These are, for each axis, the neighbour along
   that axis or along both others, whichever is closer. The two are never both in reach. */
static uint32_t LANE(all_of_cubes)(const REAL fraction[4], struct LANE(vertex) vertex[])
{
    for (uint32_t copy = 0; copy < 2; copy++) {
        const struct LANE(cube) cube = LANE(cube)(copy, fraction);
        const REAL sum = LANE(sum_of)(3, cube.distance);
        *vertex++ = cube.closest;
        for (uint32_t axis = 0; axis < 3; axis++) {
            const int is_along = sum - 2 * cube.distance[axis] < (REAL)0.5;
            *vertex = cube.closest;
            for (uint32_t a = 0; a < 3; a++)
                if ((a == axis) == is_along)
                    vertex->offset[a] += cube.other[a];
            vertex++;
        }
    }
    return 8;
}

/*
 * The closest point of each of five copies of the lattice A4.
 *
 * A fifth fraction makes the sum an integer m. The five are then what floors leave of five numbers
 * with sum 0. The closest lattice point adds 1 to the floors of the m largest (Conway and Sloane,
 * "Fast quantizing", 1982). Each copy is a fifth farther along each axis than the one before, which
 * makes m one less. If m is negative, 1 is subtracted at the -m smallest instead.
 */
static uint32_t LANE(vertices_of_a4)(const REAL fraction[4], struct LANE(vertex) vertex[])
{
    const REAL sum = LANE(sum_of)(4, fraction);
    const int32_t m = (sum > 0) + (sum > 1) + (sum > 2) + (sum > 3);
    const REAL fifth = (REAL)m - sum;
    uint32_t rank[4];
    LANE(ranks)(4, fraction, rank);
    for (uint32_t a = 0; a < 4; a++) {
        const int32_t height = (int32_t)rank[a] + (fraction[a] > fifth) + m;
        for (int32_t copy = 0; copy < 5; copy++) {
            vertex[copy].offset[a] = (height >= 5 + copy) - (height < copy);
            vertex[copy].copy = (uint32_t)copy;
        }
    }
    return 5;
}

/* The cell's near and far corner, and a point to either side of the diagonal between them: the
   corner there or a point outside the cell. */
INLINE uint32_t LANE(all_in_plane)(const REAL fraction[4], struct LANE(vertex) vertex[])
{
    const REAL x = fraction[0], y = fraction[1];
    const int32_t upper = x + y >= 1;
    const int32_t along_x = 2 * x - y >= (REAL)upper, along_y = 2 * y - x >= (REAL)upper;
    vertex[0] = (struct LANE(vertex)){{0, 0}, 0};
    vertex[1] = (struct LANE(vertex)){{1, 1}, 0};
    vertex[2] = (struct LANE(vertex)){{upper - 1 + 2 * along_x, upper}, 0};
    vertex[3] = (struct LANE(vertex)){{upper, upper - 1 + 2 * along_y}, 0};
    return 4;
}

/*
 * Thirty points can be in reach of a place whose fractions fall from x to w; other orders are
 * permutations. They form ten groups of three, and no two of a group are in reach of one place. Two
 * half spaces tell which one may be. A half space holds the fractions f for which t1 f1 + t2 f2 +
 * t3 f3 + t4 f4 + t5 (0.6 * sum) > least.
 */
struct LANE(half) {
    int8_t times[5];
    double least;
};

static int LANE(is_in_half)(const struct LANE(half) * half, const REAL term[5])
{
    REAL total = (REAL)half->times[0] * term[0];
    for (uint32_t i = 1; i < 5; i++)
        total = total + (REAL)half->times[i] * term[i];
    return total > (REAL)half->least;
}

/* Finds a point of each group: the first if the fractions lie in the first half space, else the
   second if in the second, else the third. */
static uint32_t LANE(vertices_of_groups)(const REAL fraction[4], struct LANE(vertex) vertex[])
{
    static const struct {
        int8_t point[3][4];
        struct LANE(half) half[2];
    } group[10] = {
        {{{0, 0, 0, 0}, {1, 1, 0, -1}, {1, 2, 1, 0}},
         {{{0, -1, 0, 1, 0}, -29 / 32.0}, {{0, 0, -1, 0, 0}, -0.5}}},
        {{{1, 1, 1, 1}, {2, 1, 0, 0}, {1, 0, -1, 0}},
         {{{-1, 0, 1, 0, 0}, -29 / 32.0}, {{0, 1, 0, 0, 0}, 0.5}}},
        {{{1, 0, 0, 0}, {1, 1, 2, 1}, {2, 2, 2, 1}},
         {{{0, 0, -1, 0, 0}, -29 / 32.0}, {{0, 0, 0, 1, 0}, 0.5}}},
        {{{1, 1, 1, 0}, {0, -1, 0, 0}, {0, -1, -1, -1}},
         {{{0, 1, 0, 0, 0}, 3 / 32.0}, {{-1, 0, 0, 0, 0}, -0.5}}},
        {{{1, 1, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 1}},
         {{{1, 0, 0, -1, 0}, 3 / 32.0}, {{0, -1, 0, 0, 0}, -0.5}}},
        {{{1, 0, 1, 0}, {0, 0, -1, -1}, {2, 2, 1, 1}},
         {{{1, -3, 3, -1, 0}, -1 / 32.0}, {{0, 0, 0, 0, -1}, -1.2}}},
        {{{1, 2, 1, 1}, {1, 0, 0, 1}, {0, 0, 0, -1}},
         {{{0, 2, 0, 1, 0}, 67 / 32.0}, {{1, 0, 0, 2, -1}, 0.2}}},
        {{{0, 0, -1, 0}, {0, 1, 1, 0}, {2, 1, 1, 1}},
         {{{-1, 0, -2, 0, 0}, -29 / 32.0}, {{-2, 0, 0, -1, 1}, -0.4}}},
        {{{1, 0, 0, -1}, {1, 0, 1, 1}, {0, 1, 0, 0}},
         {{{2, -1, 0, -2, 0}, 37 / 32.0}, {{0, -2, 0, 0, 1}, 0.2}}},
        {{{2, 1, 1, 0}, {0, 0, 1, 0}, {1, 1, 0, 1}},
         {{{2, 0, 1, -2, 0}, 69 / 32.0}, {{0, 0, 2, 0, -1}, -0.2}}},
    };
    uint32_t rank[4];
    REAL term[5] = {0}; /* zeros: a NaN among the fractions leaves some unset */
    LANE(ranks)(4, fraction, rank);
    for (uint32_t a = 0; a < 4; a++)
        term[3 - rank[a]] = fraction[a];
    term[4] = LANE(sum_of)(4, term) * (REAL)0.6;
    for (uint32_t k = 0; k < 10; k++) {
        const int which = LANE(is_in_half)(&group[k].half[0], term)   ? 0
                          : LANE(is_in_half)(&group[k].half[1], term) ? 1
                                                                      : 2;
        for (uint32_t a = 0; a < 4; a++)
            vertex[k].offset[a] = group[k].point[which][3 - rank[a]];
    }
    return 10;
}

/*
 * The closest point of each class. Points whose offsets are equal modulo 2 form a class; they are
 * too far apart for two to be in reach. The closest one is the corner of the cell, or a point two
 * cells from it. That is forth along the axis of the largest fraction among those with offset 0.
 * Or, if two or more offsets are 1, it is back along the axis of the smallest fraction among these.
 * The first of equal axes counts.
 */
static uint32_t LANE(closest_by_class)(uint32_t dims, const REAL fraction[4],
                                       struct LANE(vertex) vertex[])
{
    const REAL sum = LANE(sum_of)(dims, fraction);
    for (uint32_t k = 0; k < 1u << dims; k++) {
        uint32_t ones = 0, axis = dims;
        for (uint32_t a = 0; a < dims; a++)
            ones += k >> a & 1;
        const uint32_t is_back = ones >= 2;
        for (uint32_t a = 0; a < dims; a++) {
            vertex[k].offset[a] = (int32_t)(k >> a & 1);
            if ((k >> a & 1) == is_back &&
                (axis == dims ||
                 (is_back ? fraction[a] < fraction[axis] : fraction[a] > fraction[axis])))
                axis = a;
        }
        if (is_back && fraction[axis] + sum < (REAL)(ones - 1))
            vertex[k].offset[axis] -= 2;
        if (!is_back && fraction[axis] + sum > (REAL)(ones + 2))
            vertex[k].offset[axis] += 2;
    }
    return 1u << dims;
}

/* The lattice points that count at a place, in the order in which they are summed. */
INLINE uint32_t LANE(vertices)(uint32_t basis, uint32_t dims, const REAL fraction[4],
                               struct LANE(vertex) vertex[])
{
    if (has_simplices(basis, dims))
        return LANE(simplex_vertices)(dims, fraction, vertex);
    if (basis == PERLIN_BASIS_OPENSIMPLEX2S && dims == 2)
        return LANE(all_in_plane)(fraction, vertex);
    memset(vertex, 0, MOST_VERTICES * sizeof vertex[0]);
    if (basis == PERLIN_BASIS_OPENSIMPLEX)
        return LANE(closest_by_class)(dims, fraction, vertex);
    if (has_a4(basis, dims))
        return LANE(vertices_of_a4)(fraction, vertex);
    if (has_cubes(basis, dims))
        return basis == PERLIN_BASIS_OPENSIMPLEX2 ? LANE(vertices_of_cubes)(fraction, vertex)
                                                  : LANE(all_of_cubes)(fraction, vertex);
    return LANE(vertices_of_groups)(fraction, vertex);
}

/* How much lower than its offset a vertex is along each axis, unskewed. This is the unskewing,
   minus the distance of its copy. */
INLINE REAL LANE(lift)(uint32_t basis, uint32_t dims, const struct LANE(vertex) * vertex)
{
    int32_t cells = 0;
    for (uint32_t a = 0; a < dims; a++)
        cells += vertex->offset[a];
    return (REAL)cells * LANE(unskew)(basis, dims) -
           (REAL)vertex->copy * LANE(copy_step)(basis, dims);
}

/* ---- Gradients ------------------------------------------------------------------------------- */

/* A component of OPENSIMPLEX's gradients, divided by the greatest sum that K.jpg found. Before
   that, components are 5 and 2 in 2-D, and 11, 4 and 4 in 3-D, in any order and with any signs. */
static REAL LANE(component_of_opensimplex)(uint32_t dims, uint32_t h, uint32_t axis)
{
    static const double in_2d[2] = {2.0 / 47, 5.0 / 47}, in_3d[2] = {4.0 / 103, 11.0 / 103};
    if (dims == 2) {
        const double size = in_2d[axis == (h >> 1 & 1)];
        return (REAL)(h >> (2 + axis) & 1 ? -size : size);
    }
    const uint32_t row = h % 24, octant = row / 3;
    const double size = in_3d[axis == row % 3];
    const uint32_t is_negative = axis == 0 ? !(octant & 1) : octant >> axis & 1;
    return (REAL)(is_negative ? -size : size);
}

/* The dot product of a vector with the gradient for hash h. By tables SIMPLEX uses the sets of
   gradient noise. */
INLINE REAL LANE(simplex_dot)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                              uint32_t h, const REAL v[4])
{
    if (p->is_integer)
        return LANE(integer_dot)(p->integers, dims, h, v);
    if (noise->basis == PERLIN_BASIS_OPENSIMPLEX) {
        REAL sum = LANE(component_of_opensimplex)(dims, h, dims - 1) * v[dims - 1];
        for (uint32_t a = dims - 1; a-- > 0;)
            sum = LANE(component_of_opensimplex)(dims, h, a) * v[a] + sum;
        return sum;
    }
    return LANE(dot)(p, dims, noise->gradients_2d, h, v);
}

/* ---- Raw noise and its slopes ---------------------------------------------------------------- */

/* How a vertex influences a place: the distance d from it, what the squared distance leaves of the
   reach, and the dot product of gradient and distance. */
struct LANE(influence) {
    REAL d[4], left, dot;
    uint32_t hash;
};

/* What vertices of a place share: its distance from its cell's near corner, unskewed, and along each
   axis the hashed cells from one before it to two after. Simplices need only its own and the next. */
struct LANE(around) {
    REAL near_corner[4];
    uint32_t along[4][4];
};

INLINE void LANE(look_around)(uint32_t basis, uint32_t dims, const struct hasher *p,
                              const struct LANE(place) place[4], const REAL fraction[4],
                              struct LANE(around) * around)
{
    const REAL shift = LANE(sum_of)(dims, fraction) * LANE(unskew)(basis, dims);
    const uint32_t is_simplex = has_simplices(basis, dims);
    for (uint32_t a = 0; a < dims; a++) {
        around->near_corner[a] = fraction[a] - shift;
        for (uint32_t k = is_simplex; k < (is_simplex ? 3 : 4); k++)
            around->along[a][k] = along(p, a, place[a].cell + k - 1);
    }
}

INLINE struct LANE(influence)
    LANE(influence)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                    const struct LANE(around) * around, const struct LANE(vertex) * vertex)
{
    struct LANE(influence) of = {.hash = 0};
    const REAL lift = LANE(lift)(noise->basis, dims, vertex);
    REAL square = 0;
    for (uint32_t a = 0; a < dims; a++) {
        of.hash = extend(p, a, of.hash, around->along[a][vertex->offset[a] + 1]);
        of.d[a] = around->near_corner[a] - ((REAL)vertex->offset[a] - lift);
        square = a == 0 ? of.d[0] * of.d[0] : square + of.d[a] * of.d[a];
    }
    if (has_a4(noise->basis, dims) || has_cubes(noise->basis, dims))
        of.hash = perlin_dot(of.hash, p->integers->keys.last[vertex->copy]);
    else
        of.hash = ended(p, dims, of.hash);
    of.left = (REAL)noise->reach[dims - 1] - square;
    of.left = 0 > of.left ? 0 : of.left;
    of.dot = LANE(simplex_dot)(noise, dims, p, of.hash, of.d);
    return of;
}

/* Sums over `count` vertices. */
INLINE REAL LANE(sum_vertices)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                               const struct LANE(around) * around,
                               const struct LANE(vertex) vertex[], uint32_t count)
{
    REAL total = 0;
    for (uint32_t k = 0; k < count; k++) {
        const struct LANE(influence) of = LANE(influence)(noise, dims, p, around, &vertex[k]);
        const REAL squared = of.left * of.left;
        const REAL value = squared * squared * of.dot;
        total = k == 0 ? value : total + value;
    }
    return total;
}

/* The noise of a sample. `basis`, the noise's, is constant where that saves time. */
INLINE REAL LANE(simplex_noise)(const perlin_noise *noise, uint32_t basis, uint32_t dims,
                                const struct hasher *p, const struct LANE(place) place[4])
{
    REAL fraction[4] = {0};
    struct LANE(vertex) vertex[MOST_VERTICES];
    struct LANE(around) around;
    for (uint32_t a = 0; a < dims; a++)
        fraction[a] = place[a].fraction;
    LANE(look_around)(basis, dims, p, place, fraction, &around);
    const uint32_t count = LANE(vertices)(basis, dims, fraction, vertex);
    return LANE(sum_vertices)(noise, dims, p, &around, vertex, count);
}

/* The derivatives of left^4 * dot, summed over vertices. They are by the scaled coordinates, which
   is the same as by the distances. */
INLINE void LANE(simplex_slopes)(const perlin_noise *noise, uint32_t dims, const struct hasher *p,
                                 const struct LANE(place) place[4], REAL slope[4])
{
    REAL fraction[4] = {0};
    struct LANE(vertex) vertex[MOST_VERTICES];
    struct LANE(around) around;
    for (uint32_t a = 0; a < dims; a++)
        fraction[a] = place[a].fraction;
    LANE(look_around)(noise->basis, dims, p, place, fraction, &around);
    const uint32_t count = LANE(vertices)(noise->basis, dims, fraction, vertex);
    memset(slope, 0, 4 * sizeof slope[0]);
    for (uint32_t k = 0; k < count; k++) {
        const struct LANE(influence) of = LANE(influence)(noise, dims, p, &around, &vertex[k]);
        const REAL squared = of.left * of.left;
        const REAL fall = 8 * (squared * of.left * of.dot);
        for (uint32_t a = 0; a < dims; a++) {
            REAL unit[4] = {0, 0, 0, 0};
            unit[a] = 1;
            const REAL g = LANE(simplex_dot)(noise, dims, p, of.hash, unit);
            const REAL value = squared * squared * g - fall * of.d[a];
            slope[a] = slope[a] + value;
        }
    }
}
