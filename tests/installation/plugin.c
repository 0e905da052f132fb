/* A plugin: a shared library that links the static one, and exports one function of its own. */
#include <perlin/perlin.h>

float plugin_sample(float x);
float plugin_sample(float x)
{
    const float *coords[1];
    float result = 0.0f;
    perlin_params params;
    perlin_noise *noise;

    coords[0] = &x;
    if (perlin_params_init(&params) == PERLIN_OK && perlin_create(&noise, &params) == PERLIN_OK) {
        perlin_points_f32(noise, 1, 1, coords, NULL, &result);
        perlin_destroy(noise);
    }
    return result;
}
