/*
 * PNG by libpng. libpng reports errors by longjmp; none crosses this file.
 */
#include "png_writer.h"

#include <png.h>

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

bool png_writer_begin(struct png_writer *writer, FILE *file, uint32_t width, uint32_t height,
                      int channels, int depth)
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
    png_set_IHDR(writer->png, writer->info, width, height, depth,
                 channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
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
