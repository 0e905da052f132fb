/*
 * Where the rows of an image go: a PNG, or their bytes as they are.
 */
#ifndef SINK_H
#define SINK_H

#include "png_writer.h"
#include "raster.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sink {
    struct png_writer png;
    FILE *plain; /* in its place, unless NULL */
};

/* After false, sink_explain says why. sink_free is allowed then, and at any time later. */
bool sink_begin(struct sink *sink, const struct raster *raster, FILE *file);
bool sink_rows(struct sink *sink, const uint8_t *rows, size_t row_bytes, uint32_t count);
bool sink_end(struct sink *sink);
void sink_free(struct sink *sink);

void sink_explain(const struct sink *sink, char *text, size_t size);

#endif
