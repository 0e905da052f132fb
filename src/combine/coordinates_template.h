/*
 * What reads coordinates, for one type of them: block.h includes this file twice. COORDINATE is the
 * type, IN(name) appends its suffix, and OF(name) tells functions apart.
 */

static const COORDINATE *OF(along)(const struct program_run *run, uint32_t frame, uint32_t axis)
{
    return run_coordinates(run, frame, axis);
}

OUTLINE void OF(enter_transform)(const struct program_run *run, const struct perlin_frame *frame,
                                 uint32_t inner)
{
    const struct perlin_combined *const combined = frame->noise->combined;
    const struct IN(perlin_numbers) *const numbers = &combined->IN(numbers);
    const uint32_t dims = run->program->frame[frame->outer].dims;
    const size_t n = run->n;
    for (uint32_t a = 0; a < frame->dims; a++) {
        COORDINATE *restrict const to = run_coordinates(run, inner, a);
        const COORDINATE offset = numbers->offset[a];
        int is_first = 1;
        for (uint32_t b = dims; b-- > 0;) {
            const COORDINATE *restrict const c = OF(along)(run, frame->outer, b);
            const COORDINATE entry = numbers->matrix[a][b];
            if (combined->left_out[a] >> b & 1)
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
        else if (combined->numbers_f64.offset[a] != 0)
            for (size_t i = 0; i < n; i++)
                to[i] = to[i] + offset;
    }
}

/* Finds the coordinates of the frame that a step enters. */
OUTLINE void OF(enter)(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    const struct perlin_frame *const frame = &run->program->frame[step->frame];
    const size_t n = run->n;
    if (frame->kind == PERLIN_FRAME_TRANSFORM) {
        OF(enter_transform)(run, frame, step->frame);
        return;
    }
    for (uint32_t a = 0; a < frame->dims; a++) {
        const COORDINATE *restrict const c = OF(along)(run, frame->outer, a);
        COORDINATE *restrict const to = run_coordinates(run, step->frame, a);
        const COORDINATE amplitude = frame->noise->combined->IN(numbers).amplitude;
        const COORDINATE shift = (COORDINATE)perlin_warp_shift[frame->shift];
        if (frame->kind == PERLIN_FRAME_SHIFT) {
            for (size_t i = 0; i < n; i++)
                to[i] = c[i] + shift;
        } else {
            const real *restrict const by = run_plane(run, step->in[a], 0);
            for (size_t i = 0; i < n; i++)
                to[i] = c[i] + amplitude * (COORDINATE)by[i];
        }
    }
}

/* COORDINATE and DISTANCE. */
OUTLINE void OF(lie)(const struct program_run *run, uint32_t at)
{
    const struct perlin_step *const step = &run->program->step[at];
    const struct perlin_combined *const combined = step->noise->combined;
    const uint32_t dims = run->program->frame[step->frame].dims;
    real *const out = run_plane(run, at, 0);
    const COORDINATE *c[4];
    for (uint32_t a = 0; a < dims; a++)
        c[a] = OF(along)(run, step->frame, a);
    if (combined->kind == PERLIN_COMBINE_COORDINATE) {
        for (size_t i = 0; i < run->n; i++)
            out[i] = (real)c[combined->axis][i];
        for (uint32_t a = 0; a < dims && run->has_slopes; a++)
            for (size_t i = 0; i < run->n; i++)
                run_plane(run, at, 1 + a)[i] = a == combined->axis;
        return;
    }
    for (size_t i = 0; i < run->n; i += LANES) {
        vec d[4], sum = v_splat(0);
        for (uint32_t a = 0; a < dims; a++) {
            real difference[LANES];
            for (size_t l = 0; l < LANES; l++)
                difference[l] = (real)(c[a][i + l] - combined->IN(numbers).point[a]);
            d[a] = v_load(difference);
            sum = a == 0 ? (vec)(d[a] * d[a]) : (vec)(sum + d[a] * d[a]);
        }
        const vec distance = v_sqrt(sum);
        v_store(out + i, distance);
        for (uint32_t a = 0; a < dims && run->has_slopes; a++)
            v_store(run_plane(run, at, 1 + a) + i,
                    where((ivec)(distance == v_splat(0)), v_splat(0), d[a] / distance));
    }
}
