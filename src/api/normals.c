/*
 * The normals of a terrain, from its gradient; perlin.h has the formula. This is plain C, because
 * sums, products, divisions and square roots round alike everywhere, and the noise takes most of
 * the time.
 */
#include "../noise/noise.h"
#include "api.h"

#include <math.h>

/* Samples per copy, if samples are not adjacent. */
enum { CHUNK = 256 };

static float root_f32(float a)
{
    return sqrtf(a);
}

static double root_f64(double a)
{
    return sqrt(a);
}

#define REAL       float
#define LANE(name) name##_f32
#include "normals_template.h"
#undef REAL
#undef LANE

#define REAL       double
#define LANE(name) name##_f64
#include "normals_template.h"
#undef REAL
#undef LANE
