/* What a user of an installed copy has: a program that compiles in C and C++. */
#include <perlin/perlin.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
    char expected[32];
    float sample;
    perlin_params params;
    perlin_noise *noise;

    snprintf(expected, sizeof expected, "%d.%d.%d", PERLIN_VERSION_MAJOR, PERLIN_VERSION_MINOR,
             PERLIN_VERSION_PATCH);
    if (strcmp(perlin_version(), expected) != 0) {
        fprintf(stderr, "the header is of %s, the library of %s\n", expected, perlin_version());
        return 1;
    }
    if (perlin_params_init(&params) != PERLIN_OK || perlin_create(&noise, &params) != PERLIN_OK)
        return 1;
    sample = perlin_at2_f32(noise, 0.5f, 0.25f);
    perlin_destroy(noise);
    return !(sample >= -1.0f && sample <= 1.0f && sample != 0.0f);
}
