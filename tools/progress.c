/*
 * The bar is a line without an end: a carriage return goes back to its start.
 */
#include "progress.h"

#include <stdio.h>

enum { CELLS = 40, LENGTH = CELLS + 7 }; /* "[####....]  42%" */

void progress_show(uint64_t done, uint64_t total)
{
    const int percent = (int)(done * 100 / total);
    char bar[CELLS + 1];
    for (int i = 0; i < CELLS; i++)
        bar[i] = i * 100 < percent * CELLS ? '#' : '.';
    bar[CELLS] = '\0';
    fprintf(stderr, "\r[%s] %3d%%", bar, percent);
    fflush(stderr);
}

void progress_clear(void)
{
    fprintf(stderr, "\r%*s\r", LENGTH, "");
    fflush(stderr);
}
