/*
 * From a requested backend to its table of kernels.
 */
#ifndef PERLIN_DISPATCH_H
#define PERLIN_DISPATCH_H

#include "../noise/noise.h"

/*
 * Finds the kernels for `backend`; AUTO takes the best of this machine, capped by the environment
 * variable PERLIN_BACKEND. *chosen is the backend found, never AUTO.
 * Errors: BACKEND (unknown constant); UNSUPPORTED (not in this build, or not on this machine).
 */
perlin_status perlin_dispatch(perlin_backend backend, struct perlin_ops *ops,
                              perlin_backend *chosen);

#endif
