/*
 * The lattices of noise on simplices. A vertex is a lattice point whose gradient counts at a
 * sample. Its offsets are its coordinates less those of the sample's cell.
 */
#ifndef PERLIN_SIMPLEX_LATTICES_H
#define PERLIN_SIMPLEX_LATTICES_H

#include "../../engine/lattice.h"

/* Which vertices a sample has. offsets.h has a function for each rule. */
enum vertex_rule {
    CORNERS_OF_SIMPLEX,
    TWO_OF_EACH_CUBES,  /* of two lattices of cubes, each with its points in the other's middles */
    FOUR_OF_EACH_CUBES, /* of the same */
    ONE_OF_EACH_A4,     /* of five copies of the lattice A4 */
    FOUR_IN_PLANE,
    ONE_OF_EACH_GROUP
};

/* A lattice in so many dimensions. Kernels are templates of it: compilers know all of this. */
struct lattice {
    enum vertex_rule rule;
    int dims, vertices;
    int least, most;  /* the range of offsets along an axis */
    int copies;       /* how many copies of the lattice there are */
    double copy_step; /* how far each copy is from the one before along each axis, unskewed */
    double unskew;    /* to unskew a point, this times its sum is taken from each coordinate */
    int first_bit[5]; /* of each axis in packed offsets; after the last axis, how many bits */
    struct lattice_places places;
};

/* To skew a point, this times its sum is added to each coordinate. Lattices whose cells are
   stretched along the diagonal, not squashed, are skewed by -UNSKEW and unskewed by -SKEW. */
#define SKEW_2D   0x1.76cf5d0b09955p-2
#define SKEW_3D   0x1.5555555555555p-2
#define SKEW_4D   0x1.3c6ef372fe95p-2
#define UNSKEW_2D 0x1.b0cb174df99c7p-3
#define UNSKEW_3D 0x1.5555555555555p-3
#define UNSKEW_4D 0x1.1b06d1d200913p-3
#define A4_STEP   0x1.c9f25c5bfedd9p-2 /* 1 / sqrt(5) */

/* clang-format off */
/* The same in cells / 2^24 (engine/lattice.h), with the number of copies. */
#define PLACED_1D               {SIMPLEX_2D, 1, 1, 0, 0} /* kinds are those of tiles */
#define PLACED_2D(kind)   {kind, 2, 1, 3545443, 0}
#define PLACED_3D               {SIMPLEX_3D, 3, 1, 2796203, 0}
#define PLACED_4D(kind)   {kind, 4, 1, 2318554, 0}
#define PLACED_CUBE(kind) {kind, 3, 2, 0, 8388608}
#define PLACED_A4               {OPENSIMPLEX2_4D, 4, 5, -5184445, 7502999}

static const struct lattice
    /*                 rule, dims, vertices, offsets, copies, step, unskew, first bits, places */
    simplex1        = {CORNERS_OF_SIMPLEX, 1, 2,  0,1, 1, 0,       0,         {0,6}, PLACED_1D},
    simplex2        = {CORNERS_OF_SIMPLEX, 2, 3,  0,1, 1, 0,       UNSKEW_2D, {0,3,6}, PLACED_2D(SIMPLEX_2D)},
    simplex3        = {CORNERS_OF_SIMPLEX, 3, 4,  0,1, 1, 0,       UNSKEW_3D, {0,2,4,6}, PLACED_3D},
    simplex4        = {CORNERS_OF_SIMPLEX, 4, 5,  0,1, 1, 0,       UNSKEW_4D, {0,2,4,5,6}, PLACED_4D(SIMPLEX_4D)},
    opensimplex2_3  = {TWO_OF_EACH_CUBES,  3, 4, -1,1, 2, 0.5,     0,         {0,2,4,6}, PLACED_CUBE(OPENSIMPLEX2_3D)},
    opensimplex2_4  = {ONE_OF_EACH_A4,     4, 5, -1,2, 5, A4_STEP, -SKEW_4D,  {0,2,4,6,8}, PLACED_A4},
    opensimplex2s_2 = {FOUR_IN_PLANE,      2, 4, -1,2, 1, 0,       UNSKEW_2D, {0,3,6}, PLACED_2D(OPENSIMPLEX2S_2D)},
    opensimplex2s_3 = {FOUR_OF_EACH_CUBES, 3, 8, -1,1, 2, 0.5,     0,         {0,2,4,6}, PLACED_CUBE(OPENSIMPLEX2S_3D)},
    opensimplex2s_4 = {ONE_OF_EACH_GROUP,  4,10, -1,2, 1, 0,       UNSKEW_4D, {0,2,4,6,8}, PLACED_4D(OPENSIMPLEX2S_4D)};
/* clang-format on */

enum { MOST_VERTICES = 10 };

/* Which copy a vertex belongs to: the first ones to the first copy, and so on. */
INLINE int copy_of(const struct lattice *lattice, int vertex)
{
    return vertex * lattice->copies / lattice->vertices;
}

/* ---- Packed offsets -------------------------------------------------------------------------- */

/*
 * A vertex's offsets are packed into a byte: each, less the least one, in bits of its own. They are
 * added and subtracted like numbers.
 */
INLINE int bits_of_axis(const struct lattice *lattice, int axis)
{
    return lattice->first_bit[axis + 1] - lattice->first_bit[axis];
}

/* A step of so many cells along an axis. */
INLINE ivec step_along(const struct lattice *lattice, int axis, int cells)
{
    return v_splat_index(cells * (1 << lattice->first_bit[axis]));
}

/* The cell's near corner: offsets of 0. */
INLINE ivec near_corner(const struct lattice *lattice)
{
    int packed = 0;
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        packed -= lattice->least * (1 << lattice->first_bit[a]);
    return v_splat_index(packed);
}

/* The corner across from it: offsets of 1. */
INLINE ivec far_corner(const struct lattice *lattice)
{
    ivec packed = near_corner(lattice);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        packed = packed + step_along(lattice, a, 1);
    return packed;
}

/* Unpacks an offset. Its bits become part of a floating-point number, in which the last of them is
   worth 1. */
INLINE vec offset_along(const struct lattice *lattice, int axis, ivec packed)
{
    const int first = lattice->first_bit[axis], bits = bits_of_axis(lattice, axis);
    const real last_bit_is_1 = sizeof(real) == sizeof(float) ? (real)0x1p23 : (real)0x1p52;
    const real whole = last_bit_is_1 / (real)(1 << first);
    const ivec offset = packed & v_splat_index(((1 << bits) - 1) << first);
    return (vec)(offset | (ivec)v_splat(whole)) - v_splat(whole - (real)lattice->least);
}

/* The sum from the last one on: x + (y + (z + w)). */
INLINE vec sum_of(int count, const vec v[])
{
    vec sum = v[count - 1];
    UNROLL
    for (int a = count - 2; a >= 0; a--)
        sum = v[a] + sum;
    return sum;
}

/* Unskews the position of a vertex from the near corner of a sample's cell. */
INLINE void unskew_vertex(const struct lattice *lattice, int vertex, vec position[4])
{
    const real from_first_copy = (real)copy_of(lattice, vertex) * (real)lattice->copy_step;
    vec cells = sum_of(lattice->dims, position);
    if (lattice->rule == CORNERS_OF_SIMPLEX || lattice->unskew == 0)
        cells = v_splat((real)vertex); /* the same, or is multiplied by 0 */
    const vec lift = cells * v_splat((real)lattice->unskew) - v_splat(from_first_copy);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        position[a] = position[a] - lift;
}

/* How far samples are from the near corners of their cells, unskewed. */
INLINE void from_near_corner(const struct lattice *lattice, const vec fraction[4], vec near[4])
{
    const vec shift = sum_of(lattice->dims, fraction) * v_splat((real)lattice->unskew);
    UNROLL
    for (int a = 0; a < lattice->dims; a++)
        near[a] = fraction[a] - shift;
}

/* ---- What a vertex adds ---------------------------------------------------------------------- */

/* The sum over vertices, and its slopes if asked for. */
struct vertex_sum {
    vec value, slope[4];
};

/* What is left of the squared reach of a gradient at a distance d, or 0. */
INLINE vec left_of_reach(int dims, vec squared, const vec d[4])
{
    vec square = d[0] * d[0];
    UNROLL
    for (int a = 1; a < dims; a++)
        square = square + d[a] * d[a];
    return v_positive(squared - square);
}

/* The same, from the last axis on. */
INLINE vec left_from_last(int dims, vec squared, const vec d[4])
{
    UNROLL
    for (int a = dims - 1; a >= 0; a--)
        squared = squared - d[a] * d[a];
    return v_positive(squared);
}

/* Adds a vertex: its gradient's dot product with d, times left^4. The first one may start the sum.
   Only slopes need the gradient itself. */
INLINE void add_faded(int dims, int has_slopes, int is_first, vec left, vec dot,
                      const vec gradient[4], const vec d[4], struct vertex_sum *sum)
{
    const vec squared = left * left, value = squared * squared * dot;
    sum->value = is_first ? value : (vec)(sum->value + value);
    if (!has_slopes)
        return;
    const vec fall = v_splat(8) * (squared * left * dot);
    UNROLL
    for (int a = 0; a < dims; a++)
        sum->slope[a] = sum->slope[a] + (squared * squared * gradient[a] - fall * d[a]);
}

#endif
