/*
 * PNG by libpng. libpng reports errors by longjmp; none crosses this file.
 */
#include "png_writer.h"

#include <png.h>
#include <zlib.h>

#include <string.h>

static void on_error(png_structp png, png_const_charp text)
{
    struct png_writer *const writer = png_get_error_ptr(png);
    snprintf(writer->error, sizeof writer->error, "%s", text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

/*
 * Noise has few repeated strings, so searching for them costs most of the time and gains nothing.
 * The mean of neighbours as filter, and runs of equal bytes alone, take a tenth of the time of
 * zlib's level 6 with libpng's choice of filters. Files have the same size, except of flat colours.
 */
static void set_fast(png_structp png)
{
    png_set_compression_level(png, 1);
    png_set_compression_strategy(png, Z_RLE);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_AVG);
}

static void set_compression(png_structp png, int level)
{
    if (level < 0) {
        set_fast(png);
        return;
    }
    png_set_compression_level(png, level);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, level == 0 ? PNG_FILTER_NONE : PNG_ALL_FILTERS);
}

bool png_writer_begin(struct png_writer *writer, FILE *file, const struct png_format *format)
{
    memset(writer, 0, sizeof *writer);
    strcpy(writer->error, "out of memory");
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
    if (!writer->png)
        return false;
    writer->info = png_create_info_struct(writer->png);
    if (!writer->info)
        return false;
    if (setjmp(png_jmpbuf((png_structp)writer->png)))
        return false;
    png_init_io(writer->png, file);
    png_set_IHDR(writer->png, writer->info, format->width, format->height, format->depth,
                 format->channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    set_compression(writer->png, format->compression);
    png_write_info(writer->png, writer->info);
    return true;
}

bool png_writer_rows(struct png_writer *writer, const uint8_t *rows, size_t row_bytes,
                     uint32_t count)
{
    if (setjmp(png_jmpbuf((png_structp)writer->png)))
        return false;
    for (uint32_t y = 0; y < count; y++)
        png_write_row(writer->png, rows + y * row_bytes);
    return true;
}

bool png_writer_end(struct png_writer *writer)
{
    if (setjmp(png_jmpbuf((png_structp)writer->png)))
        return false;
    png_write_end(writer->png, writer->info);
    return true;
}

void png_writer_free(struct png_writer *writer)
{
    png_structp png = writer->png;
    png_infop info = writer->info;
    png_destroy_write_struct(&png, &info);
    writer->png = NULL;
    writer->info = NULL;
}
