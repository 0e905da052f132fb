/*
 * What kernels of grids work on. A tile is a stretch of samples along x. A strip is a few rows of a
 * tile that lie in one cell of y, z and w.
 */
#ifndef PERLIN_STRIP_H
#define PERLIN_STRIP_H

#include "store.h"

enum {
    MAX_TILE = 512 / sizeof(real), /* samples in a tile */
    MAX_NODES = 2 * MAX_TILE,      /* lattice points along x around them */
    MAX_ROWS = 128 / sizeof(real), /* rows in a strip */
    ROWS_ALONG_Y = 256 / sizeof(real),
    PLANES_ALONG_Z = 16 /* planes in a band of rows */
};
_Static_assert(MAX_TILE <= 256, "run_of is of bytes");

/* Samples along an axis: their cells, and what kernels need of their fractions, for example
   interpolation weights. Arrays are padded to whole vectors. */
struct axis {
    uint32_t *cell;
    real *weight[4]; /* filled by weigh_function */
};

/* Fills `weight` for n samples. weight[0] holds their fractions before. */
typedef void weigh_function(const perlin_noise *noise, int dims, int has_slopes, size_t n,
                            const struct axis *axis);

/*
 * A tile. Samples that share a cell along x are a run. Nodes are the lattice points that runs use:
 * run r lies between nodes r, r + right and so on. If each run's cell is the one after the last
 * run's, runs share nodes, and `right` is 1.
 */
struct tile {
    size_t n;
    int32_t runs, nodes, right;
    _Alignas(64) real weight[4][MAX_TILE + LANES];
    uint8_t run_of[MAX_TILE + LANES];                   /* by sample */
    uint32_t hash[MAX_NODES + LANES];                   /* the integer hash of x, by node */
    _Alignas(64) uint8_t hash_byte[MAX_NODES + BEHIND]; /* or by tables p[X] */
};

/* What has changed since the last strip. Each value implies the ones before it. */
enum { NEW_ROWS, NEW_PLANE, NEW_CELL, NEW_TILE };

struct strip {
    const perlin_noise *noise;
    const struct perlin_tables *tables;     /* or else: */
    const struct perlin_integers *integers; /* by the integer hash */
    const uint32_t *modulus;
    size_t rows;
    uint32_t cell[4];    /* along y, z and w */
    struct axis axis[4]; /* y: from the first row on; z and w: this sample */
    int change;
};

/* Evaluates a strip. Kernels keep STATE_ROOM bytes of `state` from strip to strip. */
typedef void strip_kernel(const perlin_noise *noise, const struct tile *tile,
                          const struct strip *strip, void *state, const struct store *to);
enum { STATE_ROOM = 7424, STATE_ALIGNMENT = 4 * sizeof(vec) };
#define FITS_IN_STATE(type)                                                                        \
    _Static_assert(sizeof(type) <= STATE_ROOM && _Alignof(type) <= STATE_ALIGNMENT, #type)

/* A basis's kernels for tiles. `strips` stores noise and `added` adds it; `slopes` does either, as the
   store says. */
struct tile_kernels {
    int places;  /* nodes along x that a sample uses */
    size_t tile; /* the longest tile */
    weigh_function *weigh;
    strip_kernel *strips, *added, *slopes;
};

#endif
