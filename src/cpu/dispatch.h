/*
 * Finds the function tables of a requested backend.
 */
#ifndef PERLIN_DISPATCH_H
#define PERLIN_DISPATCH_H

#include "../noise/noise.h"

/*
 * Finds the functions of `backend`. AUTO takes the best backend of this machine, up to the one that
 * the environment variable PERLIN_BACKEND names. *chosen is the backend found, never AUTO. Errors:
 * BACKEND (unknown constant); UNSUPPORTED (not in this build, or not on this machine).
 */
perlin_status perlin_dispatch(perlin_backend backend, struct perlin_ops *ops,
                              perlin_backend *chosen);

/* The same of the functions that evaluate combinations. */
perlin_status perlin_dispatch_combined(perlin_backend backend, struct perlin_ops *ops,
                                       perlin_backend *chosen);

#endif
