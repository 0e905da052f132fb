/*
 * Bounds of noise on simplices, by branch and bound; scripts/bound-simplex compiles and runs this, docs/range.md
 * explains it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_GRADIENTS = 160, MOST_VERTICES = 40, MOST_SIDES = 9, MOST_BOXES = 1 << 24 };

/* A part of a cell in which the lattice points that count stay the same: where side . (1, f) >= 0 for each side. */
struct part {
    int dims, vertices, sides;
    double reach, unskew;            /* the place is f less unskew times the sum of f */
    double vertex[MOST_VERTICES][4]; /* unskewed */
    double side[MOST_SIDES][5];
    int gradients;
    double gradient[MOST_GRADIENTS][4];
};

struct box {
    double middle[4];
};

static double dot(int dims, const double a[], const double b[])
{
    double sum = 0;
    for (int i = 0; i < dims; i++)
        sum += a[i] * b[i];
    return sum;
}

static void distance(const struct part *p, const double f[4], int k, double d[4])
{
    double sum = 0;
    for (int a = 0; a < p->dims; a++)
        sum += f[a];
    for (int a = 0; a < p->dims; a++)
        d[a] = f[a] - p->unskew * sum - p->vertex[k][a];
}

/* The largest value that any gradients give at a place. */
static double peak(const struct part *p, const double f[4])
{
    double total = 0, d[4];
    for (int k = 0; k < p->vertices; k++) {
        double most = 0;
        distance(p, f, k, d);
        const double left = fmax(0, p->reach - dot(p->dims, d, d));
        for (int g = 0; g < p->gradients; g++)
            most = fmax(most, dot(p->dims, p->gradient[g], d));
        total += pow(left, 4) * most;
    }
    return total;
}

static int is_inside(const struct part *p, const double f[4], double slack)
{
    for (int s = 0; s < p->sides; s++) {
        double value = p->side[s][0], most = 0;
        for (int a = 0; a < p->dims; a++) {
            value += p->side[s][1 + a] * f[a];
            most += fabs(p->side[s][1 + a]) * slack;
        }
        if (value + most < 0)
            return 0;
    }
    return 1;
}

/*
 * At least the largest value in a box of half-width h. Each gradient's term at a vertex is at most its tangent plane at
 * the middle plus half the largest second derivative times the square of the distance; sums of maxima of planes are
 * convex, so that they are largest at a corner of the box.
 */
static double bound_in(const struct part *p, const double f[4], double h)
{
    static double at[MOST_GRADIENTS], along[MOST_GRADIENTS][4];
    double corner[16] = {0}, rest = 0, longest = 0;
    const double diagonal = fabs(1 - p->dims * p->unskew);
    const double radius = h * sqrt(p->dims) * fmax(1, diagonal);
    for (int g = 0; g < p->gradients; g++)
        longest = fmax(longest, sqrt(dot(p->dims, p->gradient[g], p->gradient[g])));
    for (int k = 0; k < p->vertices; k++) {
        double d[4], slope[4];
        distance(p, f, k, d);
        const double length = sqrt(dot(p->dims, d, d));
        const double nearest = fmax(0, length - radius), left_most = p->reach - nearest * nearest;
        if (left_most <= 0)
            continue;
        const double left = fmax(0, p->reach - length * length);
        const double cubed = left * left * left;
        const double farthest = fmin(length + radius, sqrt(p->reach));
        const double curve = longest * (48 * pow(left_most, 2) * pow(farthest, 3) +
                                        16 * pow(left_most, 3) * farthest);
        rest += curve * radius * radius / 2;
        double most[16];
        for (int c = 0; c < 1 << p->dims; c++)
            most[c] = 0;
        for (int g = 0; g < p->gradients; g++) {
            const double w = dot(p->dims, p->gradient[g], d);
            at[g] = cubed * left * w;
            /* by d, then by f: the matrix that unskews is symmetric */
            double sum = 0;
            for (int a = 0; a < p->dims; a++) {
                slope[a] = cubed * left * p->gradient[g][a] - 8 * cubed * d[a] * w;
                sum += slope[a];
            }
            for (int a = 0; a < p->dims; a++)
                along[g][a] = slope[a] - p->unskew * sum;
            for (int c = 0; c < 1 << p->dims; c++) {
                double value = at[g];
                for (int a = 0; a < p->dims; a++)
                    value += (c >> a & 1 ? h : -h) * along[g][a];
                most[c] = fmax(most[c], value);
            }
        }
        for (int c = 0; c < 1 << p->dims; c++)
            corner[c] += most[c];
    }
    double most = 0;
    for (int c = 0; c < 1 << p->dims; c++)
        most = fmax(most, corner[c]);
    return most + rest;
}

/* Raises *best to the largest value met, and returns at least the largest that there is. */
static double search(const struct part *p, double tolerance, double *best, double at[4])
{
    struct box *boxes = malloc(sizeof *boxes), *halves;
    size_t count = 1;
    double bound = *best;
    for (int a = 0; a < 4; a++)
        boxes[0].middle[a] = 0.5;
    for (double h = 0.5; count > 0; h /= 2) {
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
            const double most = bound_in(p, b.middle, h);
            if (most > *best * (1 + tolerance))
                boxes[left++] = b;
            else
                bound = fmax(bound, most);
        }
        halves = malloc((left << p->dims) * sizeof *halves + 1);
        if (!halves || left << p->dims > MOST_BOXES) {
            fprintf(stderr, "too many boxes\n");
            exit(1);
        }
        count = 0;
        for (size_t i = 0; i < left; i++)
            for (int c = 0; c < 1 << p->dims; c++, count++)
                for (int a = 0; a < 4; a++)
                    halves[count].middle[a] =
                        boxes[i].middle[a] + (a < p->dims ? (c >> a & 1 ? h / 2 : -h / 2) : 0);
        free(boxes);
        boxes = halves;
    }
    free(boxes);
    return fmax(bound, *best);
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

static void add_circle(struct part *p, int count)
{
    for (int i = 0; i < count; i++) {
        const double angle = (i + 0.5) * 2 * 3.14159265358979323846 / count;
        add_gradient(p, cos(angle), sin(angle), 0, 0);
    }
}

static void add_48(struct part *p)
{
    add_signed(p, (const double[4]){2.22474487139, 2.22474487139, 1, 0});
    add_signed(p, (const double[4]){3.0862664687972017, 1.1721513422464978, 0, 0});
}

/* Every permutation of five vectors and their negatives. */
static void add_160(struct part *p)
{
    static const double from[][4] = {
        {-0.6740059517812944, 0.5794684678643381, -0.3239847771997537, -0.3239847771997537},
        {-0.7504883828755602, 0.5029860367700724, -0.4004672082940195, 0.15296486218853164},
        {-0.8828161875373585, 0.4553054119602712, 0.08164729285680945, 0.08164729285680945},
        {-0.753341017856078, -0.37968289875261624, -0.37968289875261624, -0.37968289875261624},
        {-0.7821684431180708, -0.4321472685365301, -0.4321472685365301, 0.12128480194602098},
        {-0.8586508742123365, -0.508629699630796, 0.044802370851755174, 0.044802370851755174},
        {-0.9982828964265062, -0.03381941603233842, -0.03381941603233842, -0.03381941603233842},
    };
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++)
        for (int order = 0; order < 256; order++) {
            double g[4] = {0, 0, 0, 0};
            int seen = 0, is_new = 1;
            for (int a = 0; a < 4; a++) {
                g[order >> 2 * a & 3] = from[i][a];
                seen |= 1 << (order >> 2 * a & 3);
            }
            for (int k = 0; k < p->gradients; k++)
                is_new &= memcmp(p->gradient[k], g, sizeof g) != 0;
            if (seen == 15 && is_new) {
                add_gradient(p, g[0], g[1], g[2], g[3]);
                add_gradient(p, -g[0], -g[1], -g[2], -g[3]);
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

/* f0 >= f1 >= ..., which any order is made by permutations that lattice and gradients share. */
static void add_order(struct part *p)
{
    for (int a = 0; a + 1 < p->dims; a++) {
        p->side[p->sides][1 + a] = 1;
        p->side[p->sides][2 + a] = -1;
        p->sides++;
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

/* side . (1, f) >= 0. */
static void add_side(struct part *p, double constant, double x, double y, double z, double w)
{
    const double side[5] = {constant, x, y, z, w};
    memcpy(p->side[p->sides++], side, sizeof side);
}

/* Two lattices of cubes, of each the closest and the second closest point: where 1/2 >= x >= y >= z. */
static void cubes(struct part *p)
{
    p->reach = 0.6;
    add_order(p);
    add_side(p, 0.5, -1, 0, 0, 0);
    add_vertex(p, (const double[4]){0, 0, 0, 0}, 0);
    add_vertex(p, (const double[4]){1, 0, 0, 0}, 0);
    add_vertex(p, (const double[4]){0, 0, 0, 0}, 0.5);
    add_vertex(p, (const double[4]){0, 0, -1, 0}, 0.5);
}

/* Two lattices of cubes, all in reach. */
static void all_cubes(struct part *p)
{
    p->reach = 0.75;
    add_order(p);
    add_side(p, 0.5, -1, 0, 0, 0);
    for (int k = 0; k < 8; k++) {
        add_vertex(p, (const double[4]){k & 1, k >> 1 & 1, k >> 2, 0}, 0);
        add_vertex(p, (const double[4]){-(k & 1), -(k >> 1 & 1), -(k >> 2), 0}, 0.5);
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

/* Five copies of A4, where f0 >= f1 >= ...: parts by the sum's ceiling m and by how many are above m less the sum. */
static int copies_of_a4(const struct part *from, struct part parts[])
{
    int count = 0;
    for (int m = 1; m <= 4; m++)
        for (int above = 0; above <= 4; above++) {
            struct part *const p = &parts[count++];
            *p = *from;
            p->unskew = (1 - sqrt(5)) / 4;
            p->reach = 0.6;
            add_order(p);
            add_side(p, 1 - m, 1, 1, 1, 1);
            add_side(p, m, -1, -1, -1, -1);
            for (int a = 0; a < 4; a++) {
                const int sign = a < above ? 1 : -1;
                double side[4];
                for (int b = 0; b < 4; b++)
                    side[b] = sign * (a == b ? 2 : 1);
                add_side(p, -sign * m, side[0], side[1], side[2], side[3]);
            }
            for (int copy = 0; copy < 5; copy++) {
                double offset[4];
                for (int a = 0; a < 4; a++) {
                    const int height = 3 - a + (a < above) + m;
                    offset[a] = (height >= 5 + copy) - (height < copy);
                }
                add_vertex(p, offset, 0.2 * copy * sqrt(5));
            }
        }
    return count;
}

/* ---- Results -------------------------------------------------------------------------------------- */

static void report(const char *name, const struct part parts[], int count)
{
    double best = 0, bound = 0, at[4] = {0, 0, 0, 0};
    const double tolerance = parts[0].dims == 4 ? 1e-3 : 1e-5;
    for (int i = 0; i < count; i++)
        bound = fmax(bound, search(&parts[i], tolerance, &best, at));
    for (int i = 0; count > 1 && i < count; i++) /* again, from the best of all */
        bound = fmax(i == 0 ? 0 : bound, search(&parts[i], tolerance, &best, at));
    printf("%-28s %.9g %.9g %a at %.5f %.5f %.5f %.5f, %d gradients\n", name, best, bound,
           (1 - 0x1p-15) / bound, at[0], at[1], at[2], at[3], parts[0].gradients);
    fflush(stdout);
}

int main(void)
{
    struct part p;
    memset(&p, 0, sizeof p);
    p.dims = 1;
    simplex(&p, 1);
    add_gradient(&p, 8, 0, 0, 0);
    add_gradient(&p, -8, 0, 0, 0);
    report("SIMPLEX 1-D", &p, 1);
    for (int set = 0; set < 4; set++) {
        static const char *const names[] = {"DEFAULT", "AXIS", "DIAGONAL", "EVEN"};
        static const double from[][4] = {{1, 2, 0, 0}, {1, 0, 0, 0}, {1, 1, 0, 0}};
        char name[64];
        memset(&p, 0, sizeof p);
        p.dims = 2;
        simplex(&p, 0.5);
        if (set < 3)
            add_signed(&p, from[set]);
        else
            add_circle(&p, 16);
        snprintf(name, sizeof name, "SIMPLEX 2-D %s", names[set]);
        report(name, &p, 1);
    }
    for (int kind = 0; kind < 8; kind++) {
        char name[64];
        memset(&p, 0, sizeof p);
        p.dims = kind < 4 ? 3 : 4;
        simplex(&p, kind & 1 ? 0.6 : 0.5);
        if (!(kind & 2))
            add_signed(&p,
                       kind < 4 ? (const double[4]){1, 1, 0, 0} : (const double[4]){1, 1, 1, 0});
        else if (kind < 4)
            add_48(&p);
        else
            add_160(&p);
        snprintf(name, sizeof name, "SIMPLEX %d-D%s%s", p.dims, kind & 2 ? " EVEN" : "",
                 kind & 1 ? " PUBLISHED" : "");
        report(name, &p, 1);
    }
    static struct part parts[25];
    memset(&p, 0, sizeof p);
    p.dims = 2;
    simplex(&p, 0.5);
    add_circle(&p, 24);
    report("OPENSIMPLEX2 2-D", &p, 1);
    memset(&p, 0, sizeof p);
    p.dims = 3;
    cubes(&p);
    add_48(&p);
    report("OPENSIMPLEX2 3-D", &p, 1);
    memset(&p, 0, sizeof p);
    p.dims = 4;
    add_160(&p);
    report("OPENSIMPLEX2 4-D", parts, copies_of_a4(&p, parts));
    memset(&p, 0, sizeof p);
    p.dims = 2;
    all_in_reach(&p, (1 - 1 / sqrt(3)) / 2, 2.0 / 3);
    add_circle(&p, 24);
    report("OPENSIMPLEX2S 2-D", &p, 1);
    memset(&p, 0, sizeof p);
    p.dims = 3;
    all_cubes(&p);
    add_48(&p);
    report("OPENSIMPLEX2S 3-D", &p, 1);
    memset(&p, 0, sizeof p);
    p.dims = 4;
    all_in_reach(&p, (1 - 1 / sqrt(5)) / 4, 0.8);
    add_160(&p);
    report("OPENSIMPLEX2S 4-D", &p, 1);
    memset(&p, 0, sizeof p);
    p.dims = 2;
    all_in_reach(&p, (1 - sqrt(3)) / 2, 2);
    add_signed(&p, (const double[4]){5.0 / 47, 2.0 / 47, 0, 0});
    report("OPENSIMPLEX 2-D", &p, 1);
    memset(&p, 0, sizeof p);
    p.dims = 3;
    all_in_reach(&p, -1.0 / 3, 2);
    add_signed(&p, (const double[4]){11.0 / 103, 4.0 / 103, 4.0 / 103, 0});
    report("OPENSIMPLEX 3-D", &p, 1);
    return 0;
}
