/*
 * A progress bar on standard error.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

/* Draws the bar over the one before. */
void progress_show(uint64_t done, uint64_t total);

/* Takes the bar away, so that its line can have something else. */
void progress_clear(void);

#endif
