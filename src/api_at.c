/*
 * Single samples: a call over one point, whose status becomes a NaN.
 */
#include "noise.h"

float perlin_at1_f32(const perlin_noise *noise, float x)
{
    float value = perlin_quiet_nan_f32();
    perlin_points1_f32(noise, 1, &x, &value);
    return value;
}

float perlin_at2_f32(const perlin_noise *noise, float x, float y)
{
    float value = perlin_quiet_nan_f32();
    perlin_points2_f32(noise, 1, &x, &y, &value);
    return value;
}

float perlin_at3_f32(const perlin_noise *noise, float x, float y, float z)
{
    float value = perlin_quiet_nan_f32();
    perlin_points3_f32(noise, 1, &x, &y, &z, &value);
    return value;
}

float perlin_at4_f32(const perlin_noise *noise, float x, float y, float z, float w)
{
    float value = perlin_quiet_nan_f32();
    perlin_points4_f32(noise, 1, &x, &y, &z, &w, &value);
    return value;
}

double perlin_at1_f64(const perlin_noise *noise, double x)
{
    double value = perlin_quiet_nan_f64();
    perlin_points1_f64(noise, 1, &x, &value);
    return value;
}

double perlin_at2_f64(const perlin_noise *noise, double x, double y)
{
    double value = perlin_quiet_nan_f64();
    perlin_points2_f64(noise, 1, &x, &y, &value);
    return value;
}

double perlin_at3_f64(const perlin_noise *noise, double x, double y, double z)
{
    double value = perlin_quiet_nan_f64();
    perlin_points3_f64(noise, 1, &x, &y, &z, &value);
    return value;
}

double perlin_at4_f64(const perlin_noise *noise, double x, double y, double z, double w)
{
    double value = perlin_quiet_nan_f64();
    perlin_points4_f64(noise, 1, &x, &y, &z, &w, &value);
    return value;
}

float perlin_at1_f64_f32(const perlin_noise *noise, double x)
{
    const double *const coords[1] = {&x};
    float value = perlin_quiet_nan_f32();
    perlin_points_f64_f32(noise, 1, 1, coords, NULL, &value);
    return value;
}

float perlin_at2_f64_f32(const perlin_noise *noise, double x, double y)
{
    const double *const coords[2] = {&x, &y};
    float value = perlin_quiet_nan_f32();
    perlin_points_f64_f32(noise, 2, 1, coords, NULL, &value);
    return value;
}

float perlin_at3_f64_f32(const perlin_noise *noise, double x, double y, double z)
{
    const double *const coords[3] = {&x, &y, &z};
    float value = perlin_quiet_nan_f32();
    perlin_points_f64_f32(noise, 3, 1, coords, NULL, &value);
    return value;
}

float perlin_at4_f64_f32(const perlin_noise *noise, double x, double y, double z, double w)
{
    const double *const coords[4] = {&x, &y, &z, &w};
    float value = perlin_quiet_nan_f32();
    perlin_points_f64_f32(noise, 4, 1, coords, NULL, &value);
    return value;
}
