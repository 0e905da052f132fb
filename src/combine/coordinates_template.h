/*
 * What moves and reads coordinates, for one type of them: run.h includes this file twice. COORDINATE
 * is the type, IN(name) appends its suffix, and OF(name) tells functions apart.
 */

/* Those that a TRANSFORM makes along an axis, from the ones of the frame around it. */
OUTLINE void OF(transform)(const struct perlin_combined *combined, uint32_t axis, uint32_t dims,
                           size_t n, const void *const from[4], void *result)
{
    const struct IN(perlin_numbers) *const numbers = &combined->IN(numbers);
    COORDINATE *restrict const to = result;
    const COORDINATE offset = numbers->offset[axis];
    int is_first = 1;
    for (uint32_t b = dims; b-- > 0;) {
        const COORDINATE *restrict const c = from[b];
        const COORDINATE entry = numbers->matrix[axis][b];
        if (combined->left_out[axis] >> b & 1)
            continue;
        if (is_first)
            for (size_t i = 0; i < n; i++)
                to[i] = entry * c[i];
        else
            for (size_t i = 0; i < n; i++)
                to[i] = entry * c[i] + to[i];
        is_first = 0;
    }
    if (is_first)
        for (size_t i = 0; i < n; i++)
            to[i] = offset;
    else if (combined->numbers_f64.offset[axis] != 0)
        for (size_t i = 0; i < n; i++)
            to[i] = to[i] + offset;
}

/* c + amplitude * by, or c + amplitude if `by` is NULL. The result may lie where c lies. */
OUTLINE void OF(move)(const void *c, COORDINATE amplitude, const real *by, size_t n, void *result)
{
    COORDINATE *const to = result;
    const COORDINATE *const from = c;
    if (by)
        for (size_t i = 0; i < n; i++)
            to[i] = from[i] + amplitude * (COORDINATE)by[i];
    else
        for (size_t i = 0; i < n; i++)
            to[i] = from[i] + amplitude;
}

/* COORDINATE and DISTANCE. Slopes follow, `plane` elements apart, unless that is 0. */
OUTLINE void OF(lie)(const struct perlin_combined *combined, uint32_t dims, size_t n,
                     const void *const from[4], real *out, size_t plane)
{
    for (size_t i = 0; i < n; i += LANES) {
        const size_t left = least(LANES, n - i);
        vec d[4], sum = v_splat(0);
        for (uint32_t a = 0; a < dims; a++) {
            const COORDINATE *const c = from[a];
            real lane[LANES] = {0};
            if (combined->kind == PERLIN_COMBINE_COORDINATE && a != combined->axis)
                continue;
            for (size_t l = 0; l < left; l++)
                lane[l] = (real)(c[i + l] - combined->IN(numbers).point[a]);
            d[a] = v_load(lane);
            sum = a == 0 ? (vec)(d[a] * d[a]) : (vec)(sum + d[a] * d[a]);
        }
        const int is_coordinate = combined->kind == PERLIN_COMBINE_COORDINATE;
        const vec value = is_coordinate ? d[combined->axis] : v_sqrt(sum);
        store_within(out, i, n, value);
        for (uint32_t a = 0; a < dims && plane > 0; a++) {
            vec slope = v_splat(a == combined->axis ? 1 : 0);
            if (!is_coordinate)
                slope = where((ivec)(value == v_splat(0)), v_splat(0), d[a] / value);
            store_within(out + (1 + a) * plane, i, n, slope);
        }
    }
}
