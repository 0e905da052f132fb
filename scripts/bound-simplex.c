/*
 * Proves the bounds of noise on simplices, by branch and bound; scripts/bound-simplex compiles and runs this,
 * scripts/proofs.md explains it.
 */
#include "../src/noise/noise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GRADIENTS = 160, MOST_VERTICES = 512, MOST_SIDES = 16, MOST_BOXES = 1 << 24 };

/* A part of a cell in which the lattice points that count stay the same: where side . (1, f) >= 0 for each side, f being
   fractions. The place is f less unskew times the sum of f. */
struct part {
    int dims, vertices, sides;
    double reach, unskew;
    double vertex[MOST_VERTICES][4]; /* unskewed */
    double side[MOST_SIDES][5];
    int gradients;
    double gradient[MOST_GRADIENTS][4], longest;
    double slack; /* what is added to each g . d */
};

struct box {
    double middle[4]; /* of places */
};

static double dot(int dims, const double a[], const double b[])
{
    double sum = 0;
    for (int i = 0; i < dims; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The distance of a place from a lattice point. */
static void distance(const struct part *p, const double place[4], int k, double d[4])
{
    for (int a = 0; a < p->dims; a++)
        d[a] = place[a] - p->vertex[k][a];
}

/* The largest value that any gradients give at a place. */
static double peak(const struct part *p, const double place[4])
{
    double total = 0, d[4];
    for (int k = 0; k < p->vertices; k++) {
        double most = 0;
        distance(p, place, k, d);
        const double left = fmax(0, p->reach - dot(p->dims, d, d));
        for (int g = 0; g < p->gradients; g++)
            most = fmax(most, dot(p->dims, p->gradient[g], d) + p->slack);
        total += pow(left, 4) * most;
    }
    return total;
}

/* Whether a place, or one of a box of half-width h, is on the right sides: f = place + skew * (the place's sum). */
static int is_inside(const struct part *p, const double place[4], double h)
{
    const double skew = p->unskew / (1 - p->dims * p->unskew);
    for (int s = 0; s < p->sides; s++) {
        const double *const side = p->side[s] + 1;
        double value = p->side[s][0], sum = 0, most = 0;
        for (int a = 0; a < p->dims; a++)
            sum += side[a];
        for (int a = 0; a < p->dims; a++) {
            const double along = side[a] + skew * sum;
            value += along * place[a];
            most += fabs(along) * h;
        }
        if (value + most < 0)
            return 0;
    }
    return 1;
}

/* A lattice point as seen from a box: bounds of what is left, of the distance and of its square. */
struct view {
    double d[4], length, radius, least_left, most_left, farthest;
};

static struct view view_from(const struct part *p, const double place[4], double h, int k)
{
    struct view v = {.radius = h * sqrt(p->dims)};
    distance(p, place, k, v.d);
    v.length = sqrt(dot(p->dims, v.d, v.d));
    const double nearest = fmax(0, v.length - v.radius);
    v.farthest = fmin(v.length + v.radius, sqrt(p->reach));
    v.most_left = fmax(0, p->reach - nearest * nearest);
    v.least_left = fmax(0, p->reach - v.farthest * v.farthest);
    return v;
}

/*
 * At least the largest second derivative of left^4 (g . d) in any direction, in the box, and 0. With w = g . d + slack it is that of
 * 48 left^2 w d d' - 8 left^3 (w 1 + g d' + d g'), of which the former has none above 48 left^2 w |d|^2, the latter none above
 * 8 left^3 (|g| |d| - 2 w).
 */
static double curve_in(const struct view *v, double w, double length_of_g)
{
    const double most_w = fmax(0, w + length_of_g * v->radius),
                 least_w = w - length_of_g * v->radius;
    const double excess = length_of_g * v->farthest - 2 * least_w;
    const double left = excess > 0 ? v->most_left : v->least_left;
    return fmax(0, 48 * pow(v->most_left, 2) * most_w * pow(v->farthest, 2) +
                       8 * pow(left, 3) * excess);
}

/*
 * At least the largest value in a box of half-width h. Each gradient's term at a vertex is at most its tangent plane at
 * the middle plus half the largest second derivative times the square of the distance; sums of maxima of planes are
 * convex, so that they are largest at a corner of the box. (Where nothing is left all derivatives but the fourth are 0.)
 */
static double bound_in(const struct part *p, const double place[4], double h)
{
    const int corners = 1 << p->dims;
    double corner[16] = {0}, greatest = 0;
    for (int k = 0; k < p->vertices; k++) {
        const struct view v = view_from(p, place, h, k);
        if (v.most_left <= 0)
            continue;
        const double left = fmax(0, p->reach - v.length * v.length), cubed = left * left * left;
        double most[16] = {0};
        for (int g = 0; g < p->gradients; g++) {
            const double *const gradient = p->gradient[g];
            const double w = dot(p->dims, gradient, v.d) + p->slack;
            double start = cubed * left * w + curve_in(&v, w, p->longest) * v.radius * v.radius / 2;
            double slope[4] = {0}, steepest = 0;
            for (int a = 0; a < p->dims; a++) {
                slope[a] = cubed * left * gradient[a] - 8 * cubed * v.d[a] * w;
                steepest += fabs(slope[a]) * h;
            }
            if (start + steepest <= 0)
                continue;
            for (int c = 0; c < corners; c++) {
                double value = start;
                for (int a = 0; a < p->dims; a++)
                    value += (c >> a & 1 ? h : -h) * slope[a];
                most[c] = fmax(most[c], value);
            }
        }
        for (int c = 0; c < corners; c++)
            corner[c] += most[c];
    }
    for (int c = 0; c < corners; c++)
        greatest = fmax(greatest, corner[c]);
    return greatest;
}

/* The middle and the half-width of a box around all places of a cell. */
static double first_box(const struct part *p, struct box *box)
{
    const double own = 1 - p->unskew, others = (p->dims - 1) * -p->unskew;
    const double least = fmin(0, own) + fmin(0, others), most = fmax(0, own) + fmax(0, others);
    for (int a = 0; a < 4; a++)
        box->middle[a] = (least + most) / 2;
    return (most - least) / 2;
}

/* Whether no place exceeds the bound. Raises *best to the largest value met. */
static int holds(const struct part *p, double bound, double *best, double at[4])
{
    struct box *boxes = malloc(sizeof *boxes);
    size_t count = 1;
    for (double h = boxes ? first_box(p, boxes) : 0; count > 0 && boxes; h /= 2) {
        size_t left = 0;
        for (size_t i = 0; i < count; i++) {
            const struct box b = boxes[i];
            if (!is_inside(p, b.middle, h))
                continue;
            const double value = is_inside(p, b.middle, 0) ? peak(p, b.middle) : 0;
            if (value > *best) {
                *best = value;
                memcpy(at, b.middle, sizeof b.middle);
            }
            if (bound_in(p, b.middle, h) > bound)
                boxes[left++] = b;
        }
        if (*best > bound || left << p->dims > MOST_BOXES) {
            free(boxes);
            return 0;
        }
        struct box *const halves = malloc((left << p->dims) * sizeof *halves + 1);
        count = 0;
        for (size_t i = 0; halves && i < left; i++)
            for (int c = 0; c < 1 << p->dims; c++, count++)
                for (int a = 0; a < 4; a++)
                    halves[count].middle[a] =
                        boxes[i].middle[a] + (a < p->dims ? (c >> a & 1 ? h / 2 : -h / 2) : 0);
        free(boxes);
        boxes = halves;
    }
    const int is_done = boxes != NULL;
    free(boxes);
    return is_done;
}

/* ---- Gradient sets -------------------------------------------------------------------------------- */

static void add_gradient(struct part *p, double x, double y, double z, double w)
{
    const double g[4] = {x, y, z, w};
    memcpy(p->gradient[p->gradients++], g, sizeof g);
}

/* All vectors that signs and permutations make of one. */
static void add_signed(struct part *p, const double from[4])
{
    for (int order = 0; order < 256; order++) {
        int axis[4], is_permutation = 1;
        for (int a = 0; a < 4; a++)
            axis[a] = order >> 2 * a & 3;
        for (int a = 0; a < 4; a++)
            for (int b = 0; b < a; b++)
                is_permutation &= axis[a] != axis[b];
        for (int a = p->dims; a < 4; a++)
            is_permutation &= axis[a] == a;
        for (int sign = 0; is_permutation && sign < 1 << p->dims; sign++) {
            double g[4] = {0, 0, 0, 0};
            int is_new = 1;
            for (int a = 0; a < p->dims; a++)
                g[axis[a]] = from[a] == 0 ? 0 : sign >> a & 1 ? -from[a] : from[a];
            for (int i = 0; i < p->gradients; i++)
                is_new &= memcmp(p->gradient[i], g, sizeof g) != 0;
            if (is_new)
                memcpy(p->gradient[p->gradients++], g, sizeof g);
        }
    }
}

/* ---- Lattices ------------------------------------------------------------------------------------- */

/* A lattice point: its offset in cells, and what is added to each component from elsewhere. */
static void add_vertex(struct part *p, const double offset[4], double lift)
{
    double sum = 0;
    for (int a = 0; a < p->dims; a++)
        sum += offset[a];
    for (int a = 0; a < p->dims; a++)
        p->vertex[p->vertices][a] = offset[a] - p->unskew * sum + lift;
    p->vertices++;
}

/* side . (1, f) >= 0. */
static void add_side(struct part *p, double constant, double x, double y, double z, double w)
{
    const double side[5] = {constant, x, y, z, w};
    memcpy(p->side[p->sides++], side, sizeof side);
}

/* 1 >= f0 >= f1 >= ... >= 0, which any order is made by permutations that lattice and gradients share. */
static void add_order(struct part *p)
{
    for (int a = 0; a <= p->dims; a++) {
        double side[5] = {a == 0};
        if (a > 0)
            side[a] = 1;
        if (a < p->dims)
            side[1 + a] = -1;
        add_side(p, side[0], side[1], side[2], side[3], side[4]);
    }
}

static void simplex(struct part *p, double reach)
{
    p->unskew = p->dims == 1 ? 0 : (1 - 1 / sqrt(p->dims + 1)) / p->dims;
    p->reach = reach;
    add_order(p);
    for (int k = 0; k <= p->dims; k++) {
        double offset[4] = {0, 0, 0, 0};
        for (int a = 0; a < k; a++)
            offset[a] = 1;
        add_vertex(p, offset, 0);
    }
}

/*
 * All points of a skewed lattice that are in reach where f0 >= f1 >= ... The places tried are all those with multiples of
 * 1/15, which each face of that part has its own of: so one is within 1/30 an axis of the closest place, and farther, squared,
 * by dims / 900 at most, times 3 or 4 where cells are stretched.
 */
static void all_in_reach(struct part *p, double unskew, double reach)
{
    p->unskew = unskew;
    p->reach = reach;
    add_order(p);
    for (int k = 0; k < 256 >> 2 * (4 - p->dims); k++) {
        double offset[4], corner[4], d[4];
        int is_near = 0;
        for (int a = 0; a < 4; a++)
            offset[a] = a < p->dims ? (k >> 2 * a & 3) - 1 : 0;
        add_vertex(p, offset, 0);
        for (int i = 0; i < 1 << 16 && !is_near;
             i++) { /* any place within a little more than the reach? */
            for (int a = 0; a < p->dims; a++)
                corner[a] = fmin((i >> 4 * a & 15) / 15.0, a > 0 ? corner[a - 1] : 1);
            distance(p, corner, p->vertices - 1, d);
            is_near = dot(p->dims, d, d) < reach * 1.025;
        }
        p->vertices -= !is_near;
    }
}

/*
 * A whole cell, for sets without symmetry. Its diagonal ends at (diagonal, diagonal, ...). The
 * lattice may have copies: each is moved from the one before by 1 / copies of that diagonal. The
 * peak repeats with this step, so f0 need only range from 0 to 1 / copies. Sets contain the
 * negatives of their gradients, so the peak at 1 / copies - f is that at f, and half the range of
 * f1 is enough. Takes all lattice points in reach of first_box, whose offsets lie well within the
 * range tried here.
 */
static void whole_cell(struct part *p, double diagonal, int copies, double reach)
{
    enum { LEAST = -4, STEPS = 10 };
    struct box box;
    p->unskew = (1 - diagonal) / p->dims;
    p->reach = reach;
    for (int a = 0; a < p->dims; a++) {
        const double least = a == 1 ? 0.5 / copies : 0;
        const double most = a == 0 ? 1.0 / copies : a == 1 ? least + 0.5 : 1;
        add_side(p, -least, a == 0, a == 1, a == 2, a == 3);
        add_side(p, most, -(a == 0), -(a == 1), -(a == 2), -(a == 3));
    }
    const double h = first_box(p, &box);
    for (int k = 0; k < copies * pow(STEPS, p->dims); k++) {
        double offset[4] = {0, 0, 0, 0}, d[4], square = 0;
        for (int a = 0, rest = k / copies; a < p->dims; a++, rest /= STEPS)
            offset[a] = LEAST + rest % STEPS;
        add_vertex(p, offset, diagonal * (k % copies) / copies);
        distance(p, box.middle, p->vertices - 1, d);
        for (int a = 0; a < p->dims; a++)
            square += pow(fmax(0, fabs(d[a]) - h), 2);
        p->vertices -= square > reach * 1.01;
    }
}

/* ---- Results -------------------------------------------------------------------------------------- */

static int failures;

static double bound_of(double scale)
{
    return (1 - 0x1p-15) / scale;
}

/* Tells the largest value met and the bound, and whether that is one. */
static void prove(const char *name, struct part *p, double bound)
{
    double best = 0, at[4] = {0, 0, 0, 0};
    for (int g = 0; g < p->gradients; g++)
        p->longest = fmax(p->longest, sqrt(dot(p->dims, p->gradient[g], p->gradient[g])));
    const int is_proved = holds(p, bound, &best, at);
    failures += !is_proved;
    printf("%-28s %.9g at %.5f %.5f %.5f %.5f, %s %.9g\n", name, best, at[0], at[1], at[2], at[3],
           is_proved ? "proved to be at most" : "NOT PROVED to be at most", bound);
    fflush(stdout);
}

static void prove_of_tables(const char *name, struct part *p, const perlin_params *params)
{
    const double scale = perlin_bases[params->basis]->octave_scale(params, (uint32_t)p->dims);
    prove(name, p, bound_of(scale));
}

static struct part part_in(int dims)
{
    return (struct part){.dims = dims};
}

static void prove_simplex(void)
{
    static const char *const names[] = {"DEFAULT", "AXIS", "DIAGONAL", "SLICE"};
    static const double from[][4] = {{1, 2, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 2, 0, 0}};
    perlin_params params = {.basis = PERLIN_BASIS_SIMPLEX};
    struct part p = part_in(1);
    char name[64];
    simplex(&p, 1);
    add_gradient(&p, 8, 0, 0, 0);
    add_gradient(&p, -8, 0, 0, 0);
    prove_of_tables("SIMPLEX 1-D", &p, &params);
    for (uint32_t set = 0; set <= PERLIN_GRADIENTS_SLICE; set++) {
        p = part_in(2);
        simplex(&p, 0.5);
        add_signed(&p, from[set]);
        params.gradients = set;
        snprintf(name, sizeof name, "SIMPLEX 2-D %s", names[set]);
        prove_of_tables(name, &p, &params);
    }
    for (int kind = 0; kind < 4; kind++) {
        const int dims = kind < 2 ? 3 : 4, is_published = kind & 1;
        p = part_in(dims);
        simplex(&p, is_published ? 0.6 : 0.5);
        add_signed(&p, dims == 3 ? (const double[4]){1, 1, 0, 0} : (const double[4]){1, 1, 1, 0});
        params.gradients = PERLIN_GRADIENTS_DEFAULT;
        params.simplex_radius = is_published ? PERLIN_RADIUS_PUBLISHED : PERLIN_RADIUS_CONTINUOUS;
        snprintf(name, sizeof name, "SIMPLEX %d-D%s", dims, is_published ? " PUBLISHED" : "");
        prove_of_tables(name, &p, &params);
    }
}

static void prove_opensimplex(void)
{
    const perlin_params params = {.basis = PERLIN_BASIS_OPENSIMPLEX};
    struct part p = part_in(2);
    all_in_reach(&p, (1 - sqrt(3)) / 2, 2);
    add_signed(&p, (const double[4]){5.0 / 47, 2.0 / 47, 0, 0});
    prove_of_tables("OPENSIMPLEX 2-D", &p, &params);
    p = part_in(3);
    all_in_reach(&p, -1.0 / 3, 2);
    add_signed(&p, (const double[4]){11.0 / 103, 4.0 / 103, 4.0 / 103, 0});
    prove_of_tables("OPENSIMPLEX 3-D", &p, &params);
}

/* ---- The integer hash ----------------------------------------------------------------------------- */

static void add_integer_set(struct part *p)
{
    static const float rows_3d[8][3] = {
        {-0.3134087f, -0.9376841f, 0.1500784f}, {-0.1987047f, -0.2198055f, 0.9550927f},
        {0.8864386f, -0.4064064f, -0.2214959f}, {0.3983922f, -0.8649748f, 0.3051266f},
        {-0.2221963f, 0.6322439f, 0.7422240f},  {0.8597201f, 0.3230117f, -0.3956575f},
        {-0.6440438f, 0.1754863f, -0.7445886f}, {0.6256098f, 0.5509779f, 0.5523004f}};
    static const float rows_4d[8][4] = {{-0.4214438f, -0.6738260f, -0.1343156f, 0.5918639f},
                                        {-0.4118188f, 0.5389705f, -0.6250465f, -0.3863068f},
                                        {0.3921177f, 0.8475987f, 0.3008275f, 0.1931914f},
                                        {-0.3783182f, 0.2197401f, 0.8890767f, 0.1346559f},
                                        {-0.3185250f, -0.1847783f, -0.2447014f, -0.8969504f},
                                        {0.9482772f, -0.1110843f, -0.1523744f, -0.2553676f},
                                        {0.4089432f, -0.6612270f, 0.4776819f, -0.4091018f},
                                        {0.4325712f, 0.0800845f, 0.6318717f, -0.6381276f}};
    if (p->dims == 1)
        add_signed(p, (const double[4]){1, 0, 0, 0});
    if (p->dims == 2)
        add_signed(p, (const double[4]){0.92387953f, 0.38268343f, 0, 0});
    for (int i = 0; i < 32 && p->dims > 2; i++) {
        const float *const r = p->dims == 3 ? rows_3d[i & 7] : rows_4d[i & 7];
        const double sign = i & 8 ? -1 : 1, sign_of_x = i & 16 ? -sign : sign;
        if (p->dims == 4)
            add_gradient(p, sign_of_x * r[0], sign * r[1], sign * r[2], sign * r[3]);
        else if (i < 16)
            add_gradient(p, sign * r[0], sign * r[1], sign * r[2], 0);
    }
}

/*
 * Proves a bound, and that no result in float leaves its range. scripts/proofs.md counts the rounding
 * errors, in units of u: what is left is wrong by at most 32, g . d by at most 20, and all that
 * follows multiplies the noise by at most 1 + 55 u.
 */
static void prove_integer(const char *name, int dims, double diagonal, int copies, double reach,
                          double scale)
{
    const double u = 0x1p-24;
    struct part p = part_in(dims);
    whole_cell(&p, diagonal, copies, reach);
    add_integer_set(&p);
    prove(name, &p, bound_of(scale));
    p.reach += 32 * u;
    p.slack = 20 * u;
    prove("  with rounding errors", &p, (1 - 55 * u) / scale);
}

static void prove_integer_hash(void)
{
    const double a4 = sqrt(5);
    prove_integer("INTEGER SIMPLEX 1-D", 1, 1, 1, 1 - 0x1p-20, 0x1.9485a369850bp+1);
    prove_integer("INTEGER SIMPLEX 2-D", 2, 1 / sqrt(3), 1, 0.5, 0x1.9024ea5a3702bp+6);
    prove_integer("INTEGER SIMPLEX 3-D", 3, 0.5, 1, 0.5, 0x1.aea12579b2e04p+6);
    prove_integer("INTEGER SIMPLEX 4-D", 4, 1 / a4, 1, 0.5, 0x1.b25c4725d6b09p+6);
    prove_integer("INTEGER OPENSIMPLEX2 3-D", 3, 1, 2, 0.5, 0x1.aebd270e11787p+6);
    prove_integer("INTEGER OPENSIMPLEX2 4-D", 4, a4, 5, 0.5, 0x1.b25c4725d6b09p+6);
    prove_integer("INTEGER OPENSIMPLEX2S 2-D", 2, 1 / sqrt(3), 1, 2.0 / 3, 0x1.28d4a68cc424dp+4);
    prove_integer("INTEGER OPENSIMPLEX2S 3-D", 3, 1, 2, 0.75, 0x1.716d1add70fedp+3);
    prove_integer("INTEGER OPENSIMPLEX2S 4-D", 4, 1 / a4, 1, 0.8, 0x1.15c10f27fba7bp+3);
}

int main(void)
{
    prove_simplex();
    prove_opensimplex();
    prove_integer_hash();
    puts(failures > 0 ? "some bounds are not proved" : "every bound holds");
    return failures > 0;
}
