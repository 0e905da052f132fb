/*
 * The combinations that golden digests are made of, for selftest.c. Together they have each kind.
 * Numbers have no meaning; they are exact on every machine.
 */
#ifndef SELFTEST_TREES_H
#define SELFTEST_TREES_H

#include <perlin/perlin.h>

#include <stddef.h>

enum selftest_tree {
    TREE_NONE,
    TREE_SUMS,    /* arithmetic, curves */
    TREE_CHOICES, /* least and greatest, sides of blends */
    TREE_PLACES,  /* warps, and what lies at coordinates */
    TREE_MAPS,    /* transforms, also from fewer dimensions */
    TREE_COUNT
};

enum { MOST_NOISES = 24, POSITIONS = 4 };

/* A tree being made. After an error nothing more is made. */
struct maker {
    perlin_backend backend;
    perlin_status status;
    perlin_noise *made[MOST_NOISES];
    size_t count;
};

static perlin_combination of_kind(struct maker *maker, perlin_combine_kind kind,
                                  const perlin_noise *a, const perlin_noise *b,
                                  const perlin_noise *c)
{
    perlin_combination combination;
    const perlin_status status = perlin_combination_init(&combination, kind);
    if (maker->status == PERLIN_OK)
        maker->status = status;
    combination.backend = maker->backend;
    combination.input[0] = a;
    combination.input[1] = b;
    combination.input[2] = c;
    return combination;
}

static const perlin_noise *make(struct maker *maker, const perlin_combination *combination)
{
    perlin_noise *noise = NULL;
    if (maker->status == PERLIN_OK)
        maker->status = perlin_combine(&noise, combination);
    if (maker->status == PERLIN_OK)
        maker->made[maker->count++] = noise;
    return noise;
}

/* A combination by the defaults of its kind. */
static const perlin_noise *plain(struct maker *maker, perlin_combine_kind kind,
                                 const perlin_noise *a, const perlin_noise *b)
{
    const perlin_combination combination = of_kind(maker, kind, a, b, NULL);
    return make(maker, &combination);
}

static const perlin_noise *scaled(struct maker *maker, const perlin_noise *a, double scale,
                                  double bias)
{
    perlin_combination combination = of_kind(maker, PERLIN_COMBINE_SCALE_BIAS, a, NULL, NULL);
    combination.scale = scale;
    combination.bias = bias;
    return make(maker, &combination);
}

static const perlin_noise *stepped(struct maker *maker, const perlin_noise *a)
{
    perlin_combination combination = of_kind(maker, PERLIN_COMBINE_SMOOTHSTEP, a, NULL, NULL);
    combination.lower = -0x1.1p-2;
    combination.upper = 0x1.3p-1;
    return make(maker, &combination);
}

/* The least or greatest, smoothed. */
static const perlin_noise *smooth(struct maker *maker, perlin_combine_kind kind,
                                  const perlin_noise *a, const perlin_noise *b)
{
    perlin_combination combination = of_kind(maker, kind, a, b, NULL);
    combination.smoothness = 0x1.3p-2;
    return make(maker, &combination);
}

static const perlin_noise *curved(struct maker *maker, perlin_combine_kind kind,
                                  const perlin_noise *a, perlin_curve curve)
{
    static const double positions[POSITIONS] = {-0x1.8p-1, -0x1.1p-3, 0x1.3p-2, 0x1.ap-1};
    static const double values[POSITIONS] = {-0x1.2p-1, 0x1.4p-2, 0x1.7p-2, 0x1.9p0};
    perlin_combination combination = of_kind(maker, kind, a, NULL, NULL);
    combination.curve = curve;
    combination.position_count = POSITIONS;
    combination.positions = positions;
    combination.values = values;
    return make(maker, &combination);
}

/* The noise elsewhere: coordinates are scaled and moved, so that they still follow a grid. */
static const perlin_noise *elsewhere(struct maker *maker, const perlin_noise *noise)
{
    perlin_combination combination = of_kind(maker, PERLIN_COMBINE_TRANSFORM, noise, NULL, NULL);
    for (int a = 0; a < 4; a++) {
        combination.matrix[a][a] = a == 0 ? 0x1.3p-1 : 1;
        combination.offset[a] = 0x1.7p4 * (a + 1);
    }
    return make(maker, &combination);
}

/* ---- Trees ----------------------------------------------------------------------------------- */

static void make_sums(struct maker *maker, const perlin_noise *a, const perlin_noise *b)
{
    const perlin_noise *const product =
        plain(maker, PERLIN_COMBINE_MULTIPLY, scaled(maker, a, 0x1.7p0, -0x1.3p-3), b);
    const perlin_noise *const difference =
        plain(maker, PERLIN_COMBINE_SUBTRACT,
              curved(maker, PERLIN_COMBINE_CURVE, a, PERLIN_CURVE_STRAIGHT),
              curved(maker, PERLIN_COMBINE_TERRACE, b, PERLIN_CURVE_STRAIGHT));
    plain(maker, PERLIN_COMBINE_ADD, product, difference);
}

static void make_choices(struct maker *maker, const perlin_noise *a, const perlin_noise *b)
{
    perlin_combination constant = of_kind(maker, PERLIN_COMBINE_CONSTANT, NULL, NULL, NULL);
    perlin_combination select;
    constant.value = 0x1.5p-3;
    const perlin_noise *const low =
        smooth(maker, PERLIN_COMBINE_SMOOTH_MINIMUM, a,
               plain(maker, PERLIN_COMBINE_MINIMUM, b, make(maker, &constant)));
    const perlin_noise *const high = plain(
        maker, PERLIN_COMBINE_SMOOTH_MAXIMUM, b,
        plain(maker, PERLIN_COMBINE_MAXIMUM, a, plain(maker, PERLIN_COMBINE_ABSOLUTE, b, NULL)));
    select = of_kind(maker, PERLIN_COMBINE_SELECT, stepped(maker, a),
                     plain(maker, PERLIN_COMBINE_CLAMP, b, NULL),
                     curved(maker, PERLIN_COMBINE_CURVE, a, PERLIN_CURVE_CUBIC));
    select.lower = 0x1.1p-3;
    select.upper = 0x1.3p-1;
    select.falloff = 0x1.3p-4;
    const perlin_combination blend =
        of_kind(maker, PERLIN_COMBINE_BLEND, low, high, make(maker, &select));
    make(maker, &blend);
}

static void make_places(struct maker *maker, const perlin_noise *a, const perlin_noise *b)
{
    perlin_combination warp = of_kind(maker, PERLIN_COMBINE_WARP, a, b, NULL);
    perlin_combination distance = of_kind(maker, PERLIN_COMBINE_DISTANCE, NULL, NULL, NULL);
    warp.amplitude = 0x1.6p-1;
    const perlin_noise *const warped = make(maker, &warp);
    warp = of_kind(maker, PERLIN_COMBINE_WARP, warped, a, NULL);
    warp.amplitude = -0x1.2p-2;
    const perlin_noise *const twice = make(maker, &warp);
    for (int i = 0; i < 4; i++)
        distance.point[i] = 0x1.3p2 - i;
    const perlin_noise *const near =
        stepped(maker, scaled(maker, make(maker, &distance), 0x1p-5, -0x1p-4));
    const perlin_noise *const x = plain(maker, PERLIN_COMBINE_COORDINATE, NULL, NULL);
    plain(maker, PERLIN_COMBINE_ADD, twice,
          plain(maker, PERLIN_COMBINE_MULTIPLY, near, scaled(maker, x, 0x1p-7, 0)));
}

static void make_maps(struct maker *maker, const perlin_noise *a, const perlin_noise *b)
{
    perlin_combination map = of_kind(maker, PERLIN_COMBINE_TRANSFORM, a, NULL, NULL);
    perlin_combination turned = of_kind(maker, PERLIN_COMBINE_TRANSFORM, b, NULL, NULL);
    map.dims = 1;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            turned.matrix[i][k] = (i == k ? 0x1.4p-1 : 0) + 0x1.1p-3 * (i - k);
    turned.offset[1] = -0x1.9p1;
    plain(maker, PERLIN_COMBINE_ADD, make(maker, &map), make(maker, &turned));
}

/* Makes a combination of a noise, which may be destroyed then. */
static perlin_status selftest_combine(enum selftest_tree tree, perlin_backend backend,
                                      const perlin_noise *noise, perlin_noise **combined)
{
    static void (*const makers[TREE_COUNT])(struct maker *, const perlin_noise *,
                                            const perlin_noise *) = {NULL, make_sums, make_choices,
                                                                     make_places, make_maps};
    struct maker maker = {.backend = backend, .status = PERLIN_OK};
    const perlin_noise *const other = elsewhere(&maker, noise);
    makers[tree](&maker, noise, other);
    const size_t kept = maker.status == PERLIN_OK ? 1 : 0; /* the last one: it holds the others */
    for (size_t i = 0; i + kept < maker.count; i++)
        perlin_destroy(maker.made[i]);
    if (kept)
        *combined = maker.made[maker.count - 1];
    return maker.status;
}

#endif
