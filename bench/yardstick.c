/*
 * Written from the description of the algorithm (Ken Perlin, "Improving Noise", SIGGRAPH 2002):
 * cell, fraction, fade, hash, gradient, lerp. Compiled for the baseline of its architecture at -O2,
 * without vectorisation, whatever the flags of the build.
 */
#include "yardstick.h"

#include <math.h>

static int p[512]; /* the permutation twice, so that p[i] + 1 needs no wrap */

void yardstick_init(const uint8_t permutation[256])
{
    for (int i = 0; i < 512; i++)
        p[i] = permutation[i & 255];
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float lerp(float t, float a, float b)
{
    return a + t * (b - a);
}

/* The dot product with one of the 12 directions to a cube's edges, 4 of them twice. */
static float gradient(int hash, float x, float y, float z)
{
    const int h = hash & 15;
    const float u = h < 8 ? x : y;
    const float v = h < 4 ? y : h == 12 || h == 14 ? x : z;
    return ((h & 1) ? -u : u) + ((h & 2) ? -v : v);
}

/* Not inlined: a caller's loop must not share work between points. */
__attribute__((noinline)) float yardstick_noise3(float x, float y, float z)
{
    const int X = (int)floorf(x) & 255, Y = (int)floorf(y) & 255, Z = (int)floorf(z) & 255;
    x -= floorf(x);
    y -= floorf(y);
    z -= floorf(z);
    const float u = fade(x), v = fade(y), w = fade(z);

    const int A = p[X] + Y, AA = p[A] + Z, AB = p[A + 1] + Z;
    const int B = p[X + 1] + Y, BA = p[B] + Z, BB = p[B + 1] + Z;

    const float x1 = x - 1.0f, y1 = y - 1.0f, z1 = z - 1.0f;
    const float front = lerp(v, lerp(u, gradient(p[AA], x, y, z), gradient(p[BA], x1, y, z)),
                             lerp(u, gradient(p[AB], x, y1, z), gradient(p[BB], x1, y1, z)));
    const float back =
        lerp(v, lerp(u, gradient(p[AA + 1], x, y, z1), gradient(p[BA + 1], x1, y, z1)),
             lerp(u, gradient(p[AB + 1], x, y1, z1), gradient(p[BB + 1], x1, y1, z1)));
    return lerp(w, front, back);
}

void yardstick_plane(int k, float *out)
{
    const float step = 1.0f / 64.0f;
    for (int j = 0; j < YARDSTICK_SIDE; j++)
        for (int i = 0; i < YARDSTICK_SIDE; i++)
            *out++ = yardstick_noise3((float)i * step, (float)j * step, (float)k * step);
}
