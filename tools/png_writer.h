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

/* Grey (channels 1) or RGB (3), `depth` bits a channel, 8 or 16. */
bool png_writer_begin(struct png_writer *writer, FILE *file, uint32_t width, uint32_t height,
                      int channels, int depth);

/* Appends rows: 16-bit channels have their high byte first. */
bool png_writer_rows(struct png_writer *writer, const uint8_t *rows, size_t row_bytes,
                     uint32_t count);

bool png_writer_end(struct png_writer *writer);

/* Releases what the writer holds; allowed at any time, also after a failed begin. */
void png_writer_free(struct png_writer *writer);

#endif
