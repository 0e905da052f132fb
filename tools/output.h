/*
 * An output file that appears only when it is complete: it is written under a temporary name in the
 * same folder and then renamed. "-" is standard output; a device or pipe is written directly.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct output {
    FILE *file;
    const char *problem; /* what failed, after a function has returned false; errno says why */
    char *path;          /* the final name; NULL where nothing is to be renamed */
    char *temporary;
    unsigned mode; /* permissions of the final file */
};

/* Follows symbolic links. Until the output is committed or discarded, signals are held. */
bool output_open(struct output *output, const char *path);

/* Closes and renames. If that fails, nothing is left. */
bool output_commit(struct output *output);

/* Closes, and removes what has been written. errno is kept. */
void output_discard(struct output *output);

#endif
