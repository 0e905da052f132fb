/*
 * The bytes of a fuzzer's input, consumed from the front. Past the end every byte is 0, so that any
 * input, however short, means something.
 */
#ifndef PERLIN_FUZZ_INPUT_H
#define PERLIN_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct input {
    const uint8_t *data;
    size_t size;
};

static inline void take_bytes(struct input *in, void *out, size_t size)
{
    const size_t n = size < in->size ? size : in->size;
    memset(out, 0, size);
    if (n > 0) {
        memcpy(out, in->data, n);
        in->data += n;
        in->size -= n;
    }
}

static inline uint8_t take_u8(struct input *in)
{
    uint8_t value;
    take_bytes(in, &value, sizeof value);
    return value;
}

static inline uint32_t take_u32(struct input *in)
{
    uint32_t value;
    take_bytes(in, &value, sizeof value);
    return value;
}

static inline uint64_t take_u64(struct input *in)
{
    uint64_t value;
    take_bytes(in, &value, sizeof value);
    return value;
}

/* 0..n-1, from one byte; n is at most 256. */
static inline uint32_t take_below(struct input *in, uint32_t n)
{
    return take_u8(in) % n;
}

/* low..high, from one byte, with small magnitudes where the byte is small or close to 256. */
static inline ptrdiff_t take_between(struct input *in, ptrdiff_t low, ptrdiff_t high)
{
    const ptrdiff_t value = (int8_t)take_u8(in);
    return value < low || value > high ? low + (value & 127) % (high - low + 1) : value;
}

#endif
