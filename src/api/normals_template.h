/*
 * Turns gradients into normals, for one type. normals.c includes this file twice. REAL is the type,
 * and LANE(name) appends its suffix. Every operation is rounded to REAL where it stands.
 */

/* Makes every NaN the same NaN, and every zero +0: -0 + 0 is +0. */
static REAL LANE(canonical)(REAL value, REAL nan)
{
    const REAL positive = value + 0;
    return positive == positive ? positive : nan;
}

/* Turns n gradients, in x and y, into normals. Samples are adjacent and there are no branches, so
   that compilers vectorise it. */
static void LANE(normalise)(size_t n, REAL height, REAL nan, REAL *restrict x, REAL *restrict y,
                            REAL *restrict z)
{
    for (size_t i = 0; i < n; i++) {
        const REAL nx = -height * x[i], ny = -height * y[i];
        const REAL length = LANE(root)(nx * nx + ny * ny + 1);
        x[i] = LANE(canonical)(nx / length, nan);
        y[i] = LANE(canonical)(ny / length, nan);
        z[i] = LANE(canonical)(1 / length, nan);
    }
}

static void LANE(copy)(size_t n, const REAL *from, ptrdiff_t from_stride, REAL *to,
                       ptrdiff_t to_stride)
{
    for (size_t i = 0; i < n; i++)
        to[(ptrdiff_t)i * to_stride] = from[(ptrdiff_t)i * from_stride];
}

/* Normalises part of a row whose samples are not adjacent, by way of arrays in which they are. */
static void LANE(normalise_apart)(size_t n, REAL height, REAL nan, REAL *const normal[3],
                                  ptrdiff_t at, ptrdiff_t stride)
{
    REAL adjacent[3][CHUNK];
    for (int a = 0; a < 2; a++)
        LANE(copy)(n, normal[a] + at, stride, adjacent[a], 1);
    LANE(normalise)(n, height, nan, adjacent[0], adjacent[1], adjacent[2]);
    for (int a = 0; a < 3; a++)
        LANE(copy)(n, adjacent[a], 1, normal[a] + at, stride);
}

void LANE(perlin_normals)(const perlin_grid *grid, double height, REAL *const normal[3])
{
    const ptrdiff_t stride = grid->stride[0];
    const size_t samples = grid->count[0];
    const REAL nan = LANE(perlin_quiet_nan)(), h = (REAL)height;
    for (size_t row = 0; row < grid->count[1]; row++) {
        const ptrdiff_t at = (ptrdiff_t)row * grid->stride[1];
        if (stride == 1) {
            LANE(normalise)(samples, h, nan, normal[0] + at, normal[1] + at, normal[2] + at);
            continue;
        }
        for (size_t i = 0; i < samples; i += CHUNK) {
            const size_t n = samples - i < CHUNK ? samples - i : CHUNK;
            LANE(normalise_apart)(n, h, nan, normal, at + (ptrdiff_t)i * stride, stride);
        }
    }
}
