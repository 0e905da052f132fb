/*
 * Compiled as the yardstick is: for the baseline of its architecture at -O2, without vectorisation.
 */
#include "plain.h"

#include "../src/noise/noise.h"

void plain_init(struct plain_keys *plain, const perlin_noise *noise, uint32_t dims)
{
    const struct perlin_integers *const from = noise->integers;
    memcpy(plain->key, from->keys.axis, sizeof plain->key);
    memcpy(plain->mask, from->keys.mask, sizeof plain->mask);
    for (uint32_t a = 0; a < dims; a++)
        memcpy(plain->gradient[a], from->scaled_f32.gradient[perlin_first_column(dims) + a],
               sizeof plain->gradient[a]);
    plain->factor = from->scaled_f32.factor[dims - 1];
}

/* The product of the low halves plus that of the high ones. */
static uint32_t dot(uint32_t a, uint32_t b)
{
    const int32_t low = (int16_t)a * (int16_t)b, high = (int16_t)(a >> 16) * (int16_t)(b >> 16);
    return (uint32_t)low + (uint32_t)high;
}

static uint32_t axis_hash(const struct plain_keys *p, int axis, int32_t cell)
{
    const uint32_t t = dot((uint32_t)cell + 0x4b400000u, p->key[axis]);
    return dot(t, t) ^ (t + p->mask[axis]);
}

static int32_t cell_of(float c)
{
    const int32_t cell = (int32_t)c;
    return cell - ((float)cell > c);
}

static float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

static float lerp(float t, float a, float b)
{
    return a + t * (b - a);
}

static float gradient2(const struct plain_keys *p, uint32_t hash, float x, float y)
{
    const uint32_t row = hash >> 13 & 15;
    return p->gradient[0][row] * x + p->gradient[1][row] * y;
}

static float gradient3(const struct plain_keys *p, uint32_t hash, float x, float y, float z)
{
    const uint32_t row = hash >> 13 & 15;
    return p->gradient[0][row] * x + (p->gradient[1][row] * y + p->gradient[2][row] * z);
}

/* Functions are not inlined: a caller's loop must not share work between points. */
#define SAMPLE __attribute__((noinline)) float

SAMPLE plain_perlin2(const struct plain_keys *p, float x, float y, float unused)
{
    (void)unused;
    const int32_t i = cell_of(x), j = cell_of(y);
    const uint32_t a = axis_hash(p, 0, i), b = axis_hash(p, 0, i + 1);
    const uint32_t c = axis_hash(p, 1, j), d = axis_hash(p, 1, j + 1);
    x -= (float)i, y -= (float)j;
    const float u = fade(x), v = fade(y), x1 = x - 1, y1 = y - 1;
    return lerp(v, lerp(u, gradient2(p, dot(a, c), x, y), gradient2(p, dot(b, c), x1, y)),
                lerp(u, gradient2(p, dot(a, d), x, y1), gradient2(p, dot(b, d), x1, y1)));
}

SAMPLE plain_perlin3(const struct plain_keys *p, float x, float y, float z)
{
    const int32_t i = cell_of(x), j = cell_of(y), k = cell_of(z);
    const uint32_t a = axis_hash(p, 0, i), b = axis_hash(p, 0, i + 1);
    const uint32_t c = axis_hash(p, 1, j), d = axis_hash(p, 1, j + 1);
    const uint32_t ac = dot(a, c), bc = dot(b, c), ad = dot(a, d), bd = dot(b, d);
    x -= (float)i, y -= (float)j, z -= (float)k;
    const float u = fade(x), v = fade(y), x1 = x - 1, y1 = y - 1;
    float side[2];
    for (int s = 0; s < 2; s++) {
        const uint32_t e = axis_hash(p, 2, k + s);
        const float to = z - (float)s;
        side[s] = lerp(
            v, lerp(u, gradient3(p, dot(ac, e), x, y, to), gradient3(p, dot(bc, e), x1, y, to)),
            lerp(u, gradient3(p, dot(ad, e), x, y1, to), gradient3(p, dot(bd, e), x1, y1, to)));
    }
    return lerp(fade(z), side[0], side[1]);
}

static float value(uint32_t hash)
{
    return (float)(int32_t)(hash << 15);
}

SAMPLE plain_value2(const struct plain_keys *p, float x, float y, float unused)
{
    (void)unused;
    const int32_t i = cell_of(x), j = cell_of(y);
    const uint32_t a = axis_hash(p, 0, i), b = axis_hash(p, 0, i + 1);
    const uint32_t c = axis_hash(p, 1, j), d = axis_hash(p, 1, j + 1);
    const float u = fade(x - (float)i), v = fade(y - (float)j);
    return p->factor * lerp(u, lerp(v, value(dot(a, c)), value(dot(a, d))),
                            lerp(v, value(dot(b, c)), value(dot(b, d))));
}

static float corner(const struct plain_keys *p, uint32_t hash, float x, float y)
{
    const float left = 0.5f - (x * x + y * y), square = left * left;
    return left > 0 ? square * square * gradient2(p, hash, x, y) : 0;
}

SAMPLE plain_simplex2(const struct plain_keys *p, float x, float y, float unused)
{
    (void)unused;
    const float shift = (x + y) * 0.3660254037844386f, unskew = 0.21132486540518712f;
    const float u = x + shift, v = y + shift;
    const int32_t i = cell_of(u), j = cell_of(v);
    const float s = u - (float)i, t = v - (float)j, lift = (s + t) * unskew;
    const int32_t along_x = s > t, along_y = !along_x;
    x = s - lift, y = t - lift;
    const uint32_t near = dot(axis_hash(p, 0, i), axis_hash(p, 1, j));
    const uint32_t middle = dot(axis_hash(p, 0, i + along_x), axis_hash(p, 1, j + along_y));
    const uint32_t far = dot(axis_hash(p, 0, i + 1), axis_hash(p, 1, j + 1));
    return corner(p, near, x, y) +
           corner(p, middle, x - ((float)along_x - unskew), y - ((float)along_y - unskew)) +
           corner(p, far, x - (1 - 2 * unskew), y - (1 - 2 * unskew));
}
