/*
 * What outputs, bounds and normals are to be, in plain C; single samples. See support.h.
 */
#include "support.h"

#include <math.h>
#include <string.h>

/* A zero is +0, a NaN the quiet one. */
static float settled_f32(float value)
{
    return isnan(value) ? from_bits_f32(0x7fc00000) : value == 0.0f ? 0.0f : value;
}

static double settled_f64(double value)
{
    return isnan(value) ? from_bits_f64(UINT64_C(0x7ff8000000000000)) : value == 0.0 ? 0.0 : value;
}

/* Volatile keeps the operations apart. */
static float output_f32(const perlin_output *output, float result, float before)
{
    volatile float value = result * (float)output->scale;
    value = value + (float)output->bias;
    if (output->accumulate)
        value = before + value;
    return settled_f32(value);
}

static double output_f64(const perlin_output *output, double result, double before)
{
    volatile double value = result * output->scale;
    value = value + output->bias;
    if (output->accumulate)
        value = before + value;
    return settled_f64(value);
}

void expect_output(enum lane lane, const perlin_output *output, const void *result,
                   const void *before, size_t i, void *out)
{
    if (lane == F64)
        ((double *)out)[i] =
            output_f64(output, ((const double *)result)[i], ((const double *)before)[i]);
    else
        ((float *)out)[i] =
            output_f32(output, ((const float *)result)[i], ((const float *)before)[i]);
}

const struct bounds no_bounds = {HUGE_VAL, -HUGE_VAL};

double element_of(enum lane lane, const void *array, size_t i)
{
    return lane == F64 ? ((const double *)array)[i] : (double)((const float *)array)[i];
}

void widen(struct bounds *bounds, double value)
{
    if (value < bounds->least)
        bounds->least = value;
    if (value > bounds->greatest)
        bounds->greatest = value;
}

struct bounds read_bounds(enum lane lane, const void *bounds)
{
    return (struct bounds){element_of(lane, bounds, 0), element_of(lane, bounds, 1)};
}

struct bounds merge_bounds(struct bounds a, struct bounds b)
{
    return (struct bounds){a.least < b.least ? a.least : b.least,
                           a.greatest > b.greatest ? a.greatest : b.greatest};
}

void assert_bounds(struct bounds actual, struct bounds expected)
{
    assert_same_bits(&actual, &expected, 2, sizeof(double), "bounds");
}

static void normal_f32(float height, float gx, float gy, float normal[3])
{
    volatile float x = -height * gx, y = -height * gy;
    volatile float xx = x * x, yy = y * y;
    volatile float sum = xx + yy;
    sum = sum + 1;
    volatile float length = sqrtf(sum);
    normal[0] = settled_f32(x / length);
    normal[1] = settled_f32(y / length);
    normal[2] = settled_f32(1 / length);
}

static void normal_f64(double height, double gx, double gy, double normal[3])
{
    volatile double x = -height * gx, y = -height * gy;
    volatile double xx = x * x, yy = y * y;
    volatile double sum = xx + yy;
    sum = sum + 1;
    volatile double length = sqrt(sum);
    normal[0] = settled_f64(x / length);
    normal[1] = settled_f64(y / length);
    normal[2] = settled_f64(1 / length);
}

void expect_normal(enum lane lane, double height, void *const gradient[2], size_t i, void *normal)
{
    if (lane == F64)
        normal_f64(height, ((const double *)gradient[0])[i], ((const double *)gradient[1])[i],
                   normal);
    else
        normal_f32((float)height, ((const float *)gradient[0])[i], ((const float *)gradient[1])[i],
                   normal);
}

static float at_f32(const perlin_noise *noise, uint32_t dims, const float c[4])
{
    switch (dims) {
    case 1:
        return perlin_at1_f32(noise, c[0]);
    case 2:
        return perlin_at2_f32(noise, c[0], c[1]);
    case 3:
        return perlin_at3_f32(noise, c[0], c[1], c[2]);
    default:
        return perlin_at4_f32(noise, c[0], c[1], c[2], c[3]);
    }
}

static double at_f64(const perlin_noise *noise, uint32_t dims, const double c[4])
{
    switch (dims) {
    case 1:
        return perlin_at1_f64(noise, c[0]);
    case 2:
        return perlin_at2_f64(noise, c[0], c[1]);
    case 3:
        return perlin_at3_f64(noise, c[0], c[1], c[2]);
    default:
        return perlin_at4_f64(noise, c[0], c[1], c[2], c[3]);
    }
}

static float at_f64_f32(const perlin_noise *noise, uint32_t dims, const double c[4])
{
    switch (dims) {
    case 1:
        return perlin_at1_f64_f32(noise, c[0]);
    case 2:
        return perlin_at2_f64_f32(noise, c[0], c[1]);
    case 3:
        return perlin_at3_f64_f32(noise, c[0], c[1], c[2]);
    default:
        return perlin_at4_f64_f32(noise, c[0], c[1], c[2], c[3]);
    }
}

void evaluate_at(enum lane lane, const perlin_noise *noise, uint32_t dims,
                 const void *const coords[], void *out)
{
    float narrow[4] = {0};
    double wide[4] = {0};
    for (uint32_t d = 0; d < dims; d++)
        memcpy(lane == F32 ? (void *)&narrow[d] : &wide[d], coords[d], coord_size(lane));
    if (lane != F64) {
        const float value =
            lane == F32 ? at_f32(noise, dims, narrow) : at_f64_f32(noise, dims, wide);
        memcpy(out, &value, sizeof value);
    } else {
        const double value = at_f64(noise, dims, wide);
        memcpy(out, &value, sizeof value);
    }
}
