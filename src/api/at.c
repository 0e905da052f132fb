/*
 * The public functions for single samples. On every backend the scalar code evaluates them; the
 * bits are the same. An error becomes a NaN.
 */
#include "../cpu/fpenv.h"
#include "../scalar/scalar.h"

static float at_f32(const perlin_noise *noise, uint32_t dims, const float coordinate[4])
{
    if (!noise || !perlin_has_dims(noise, dims))
        return perlin_quiet_nan_f32();
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    const float value = perlin_sample_f32(noise, dims, coordinate);
    perlin_fpenv_end(fpenv);
    return value;
}

float perlin_at1_f32(const perlin_noise *noise, float x)
{
    const float coordinate[4] = {x};
    return at_f32(noise, 1, coordinate);
}

float perlin_at2_f32(const perlin_noise *noise, float x, float y)
{
    const float coordinate[4] = {x, y};
    return at_f32(noise, 2, coordinate);
}

float perlin_at3_f32(const perlin_noise *noise, float x, float y, float z)
{
    const float coordinate[4] = {x, y, z};
    return at_f32(noise, 3, coordinate);
}

float perlin_at4_f32(const perlin_noise *noise, float x, float y, float z, float w)
{
    const float coordinate[4] = {x, y, z, w};
    return at_f32(noise, 4, coordinate);
}

static double at_f64(const perlin_noise *noise, uint32_t dims, const double coordinate[4])
{
    if (!noise || !perlin_has_dims(noise, dims))
        return perlin_quiet_nan_f64();
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    const double value = perlin_sample_f64(noise, dims, coordinate);
    perlin_fpenv_end(fpenv);
    return value;
}

double perlin_at1_f64(const perlin_noise *noise, double x)
{
    const double coordinate[4] = {x};
    return at_f64(noise, 1, coordinate);
}

double perlin_at2_f64(const perlin_noise *noise, double x, double y)
{
    const double coordinate[4] = {x, y};
    return at_f64(noise, 2, coordinate);
}

double perlin_at3_f64(const perlin_noise *noise, double x, double y, double z)
{
    const double coordinate[4] = {x, y, z};
    return at_f64(noise, 3, coordinate);
}

double perlin_at4_f64(const perlin_noise *noise, double x, double y, double z, double w)
{
    const double coordinate[4] = {x, y, z, w};
    return at_f64(noise, 4, coordinate);
}

static float at_f64_f32(const perlin_noise *noise, uint32_t dims, const double coordinate[4])
{
    if (!noise || !perlin_has_dims(noise, dims))
        return perlin_quiet_nan_f32();
    const struct perlin_fpenv fpenv = perlin_fpenv_begin();
    const float value = perlin_sample_f64_f32(noise, dims, coordinate);
    perlin_fpenv_end(fpenv);
    return value;
}

float perlin_at1_f64_f32(const perlin_noise *noise, double x)
{
    const double coordinate[4] = {x};
    return at_f64_f32(noise, 1, coordinate);
}

float perlin_at2_f64_f32(const perlin_noise *noise, double x, double y)
{
    const double coordinate[4] = {x, y};
    return at_f64_f32(noise, 2, coordinate);
}

float perlin_at3_f64_f32(const perlin_noise *noise, double x, double y, double z)
{
    const double coordinate[4] = {x, y, z};
    return at_f64_f32(noise, 3, coordinate);
}

float perlin_at4_f64_f32(const perlin_noise *noise, double x, double y, double z, double w)
{
    const double coordinate[4] = {x, y, z, w};
    return at_f64_f32(noise, 4, coordinate);
}
