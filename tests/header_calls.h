/*
 * Calls every inline function of perlin.h, and those that return a sample, in what C11 and C++11
 * have in common. Returns 0 if all is well.
 */
#ifndef PERLIN_TEST_HEADER_CALLS_H
#define PERLIN_TEST_HEADER_CALLS_H

static int header_calls(void)
{
    const float f[2] = {0.5f, 3.0f};
    const double d[2] = {0.5, 3.0};
    float out[2];
    double wide[2];
    perlin_params params;
    perlin_grid grid;
    perlin_output output;
    perlin_noise *noise;
    int wrong = 0;
    wrong += perlin_params_init_published(&params) != PERLIN_OK;
    wrong += perlin_params_init(&params) != PERLIN_OK;
    wrong += perlin_grid_init(&grid) != PERLIN_OK;
    wrong += perlin_output_init(&output) != PERLIN_OK;
    if (perlin_create(&noise, &params) != PERLIN_OK)
        return 1;
    wrong += perlin_points1_f32(noise, 2, f, out) != PERLIN_OK;
    wrong += perlin_points2_f32(noise, 2, f, f, out) != PERLIN_OK;
    wrong += perlin_points3_f32(noise, 2, f, f, f, out) != PERLIN_OK;
    wrong += perlin_points4_f32(noise, 2, f, f, f, f, out) != PERLIN_OK;
    wrong += perlin_points1_f64(noise, 2, d, wide) != PERLIN_OK;
    wrong += perlin_points2_f64(noise, 2, d, d, wide) != PERLIN_OK;
    wrong += perlin_points3_f64(noise, 2, d, d, d, wide) != PERLIN_OK;
    wrong += perlin_points4_f64(noise, 2, d, d, d, d, wide) != PERLIN_OK;
    wrong += perlin_points1_f64_f32(noise, 2, d, out) != PERLIN_OK;
    wrong += perlin_points2_f64_f32(noise, 2, d, d, out) != PERLIN_OK;
    wrong += perlin_points3_f64_f32(noise, 2, d, d, d, out) != PERLIN_OK;
    wrong += perlin_points4_f64_f32(noise, 2, d, d, d, d, out) != PERLIN_OK;
    out[0] = perlin_at1_f32(noise, 3) + perlin_at2_f32(noise, 3, 4) +
             perlin_at3_f32(noise, 3, 4, 5) + perlin_at4_f32(noise, 3, 4, 5, 6);
    wrong += out[0] < 0 || out[0] > 0; /* lattice points */
    out[0] = perlin_at1_f64_f32(noise, 3) + perlin_at2_f64_f32(noise, 3, 4) +
             perlin_at3_f64_f32(noise, 3, 4, 5) + perlin_at4_f64_f32(noise, 3, 4, 5, 6);
    wrong += out[0] < 0 || out[0] > 0;
    wide[0] = perlin_at1_f64(noise, 3) + perlin_at2_f64(noise, 3, 4) +
              perlin_at3_f64(noise, 3, 4, 5) + perlin_at4_f64(noise, 3, 4, 5, 6);
    wrong += wide[0] < 0 || wide[0] > 0;
    perlin_combination twice;
    perlin_noise *sum;
    wrong += perlin_combination_init(&twice, PERLIN_COMBINE_ADD) != PERLIN_OK;
    twice.input[0] = twice.input[1] = noise;
    if (perlin_combine(&sum, &twice) != PERLIN_OK)
        return 1;
    out[0] = perlin_at2_f32(sum, 3, 4);
    wrong += out[0] < 0 || out[0] > 0;
    perlin_destroy(sum);
    wrong += out[1] < 0 || out[1] > 0 || wide[1] < 0 || wide[1] > 0; /* a lattice point */
    perlin_destroy(noise);
    return wrong;
}

#endif
