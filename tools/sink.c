/*
 * Rows to a file.
 */
#include "sink.h"

#include <errno.h>
#include <string.h>

bool sink_begin(struct sink *sink, const struct raster *raster, FILE *file)
{
    memset(sink, 0, sizeof *sink);
    errno = 0;
    if (raster->format != RASTER_PNG) {
        sink->plain = file;
        return true;
    }
    const struct png_format format = {.width = raster->size[0],
                                      .height = raster->size[1],
                                      .channels = raster_channels(raster),
                                      .depth = raster->depth,
                                      .compression = raster->compression};
    return png_writer_begin(&sink->png, file, &format);
}

bool sink_rows(struct sink *sink, const uint8_t *rows, size_t row_bytes, uint32_t count)
{
    errno = 0;
    if (sink->plain)
        return fwrite(rows, row_bytes, count, sink->plain) == count;
    return png_writer_rows(&sink->png, rows, row_bytes, count);
}

bool sink_end(struct sink *sink)
{
    errno = 0;
    return sink->plain ? true : png_writer_end(&sink->png); /* fflush is the output's */
}

void sink_free(struct sink *sink)
{
    png_writer_free(&sink->png);
}

/* libpng says only "Write Error"; errno knows why. */
void sink_explain(const struct sink *sink, char *text, size_t size)
{
    const int reason = errno;
    snprintf(text, size, "%s%s%s", sink->plain ? "cannot write" : sink->png.error,
             reason ? ": " : "", reason ? strerror(reason) : "");
}
