/*
 * Streams the rows of an image to a file as PNG.
 */
#ifndef PNG_WRITER_H
#define PNG_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct png_writer {
    void *png, *info; /* libpng's */
    char error[128];  /* after a function has returned false */
};

struct png_format {
    uint32_t width, height;
    int channels;    /* 1: grey, 3: RGB */
    int depth;       /* bits a channel, 8 or 16 */
    int compression; /* zlib's level, 0 to 9; -1: what is fast for noise */
};

bool png_writer_begin(struct png_writer *writer, FILE *file, const struct png_format *format);

/* Appends rows: 16-bit channels have their high byte first. */
bool png_writer_rows(struct png_writer *writer, const uint8_t *rows, size_t row_bytes,
                     uint32_t count);

bool png_writer_end(struct png_writer *writer);

/* Releases what the writer holds; allowed at any time, also after a failed begin. */
void png_writer_free(struct png_writer *writer);

#endif
