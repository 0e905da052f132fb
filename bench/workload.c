/*
 * workload BACKEND CALLS: evaluates the 3-D grid 64^3 at step 1/64, float, CALLS times on one
 * backend. scripts/count-instructions counts what it executes.
 */
#include "perlin/perlin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 64 };

static int check(perlin_status status)
{
    if (status != PERLIN_OK)
        fprintf(stderr, "workload: %s\n", perlin_status_string(status));
    return status == PERLIN_OK;
}

int main(int argc, char **argv)
{
    static float out[SIDE * SIDE * SIDE];
    perlin_params params;
    perlin_grid grid;
    perlin_noise *noise;

    if (argc != 3) {
        fprintf(stderr, "usage: workload BACKEND CALLS\n");
        return 2;
    }
    perlin_params_init(&params);
    params.hash = PERLIN_HASH_PERMUTATION;
    while (strcmp(perlin_backend_name(params.backend), argv[1]) != 0) {
        if (strcmp(perlin_backend_name(params.backend), "unknown") == 0) {
            fprintf(stderr, "workload: no backend is called %s\n", argv[1]);
            return 2;
        }
        params.backend++;
    }
    perlin_grid_init(&grid);
    grid.dims = 3;
    for (int axis = 0; axis < 3; axis++) {
        grid.count[axis] = SIDE;
        grid.step[axis] = 1.0 / 64.0;
    }
    if (!check(perlin_create(&noise, &params)))
        return 1;
    for (int call = atoi(argv[2]); call > 0; call--)
        if (!check(perlin_grid_f32(noise, &grid, out)))
            return 1;
    perlin_destroy(noise);
    return 0;
}
