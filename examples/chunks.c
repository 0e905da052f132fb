/*
 * A world computed in chunks by threads, as a game does it.
 *
 * All chunks share one noise, one origin and one step: they differ in `start` alone. Neighbours
 * share the samples along their common edge, which come out as the same bits in both, so that
 * meshes built from the chunks meet without a seam; and the chunks together are what one call for
 * the whole world gives. This program checks both and fails if a bit differs.
 */
#include "perlin/perlin.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELLS = 64,                  /* a chunk's side, in mesh cells */
    SIDE = CELLS + 1,            /* its samples: one more, on the edge shared with the next chunk */
    CHUNKS = 8,                  /* the world's side, in chunks */
    FIRST = -CHUNKS / 2 * CELLS, /* the index of the world's first sample */
    WORLD = CHUNKS * CELLS + 1,  /* the world's side, in samples */
    THREADS = 4
};

struct chunk {
    float height[SIDE][SIDE]; /* [y][x] */
};

struct world {
    const perlin_noise *noise;      /* immutable: shared by all threads */
    struct chunk (*chunks)[CHUNKS]; /* [y][x] */
    atomic_int next;                /* the first chunk that no thread has taken */
    atomic_uint status;
};

/* Samples `side` by `side` from the index (x, y) on. */
static perlin_grid area(int64_t x, int64_t y, size_t side)
{
    perlin_grid grid;
    perlin_grid_init(&grid);
    grid.dims = 2;
    for (int axis = 0; axis < 2; axis++) {
        grid.count[axis] = side;
        grid.step[axis] = 0.01; /* need not be exact in binary */
        grid.origin[axis] = 1234.5;
    }
    grid.start[0] = x;
    grid.start[1] = y;
    return grid;
}

/* One job: each thread takes chunks until none is left. */
static void *work(void *argument)
{
    struct world *const world = argument;
    int i;
    while ((i = atomic_fetch_add(&world->next, 1)) < CHUNKS * CHUNKS) {
        const int x = i % CHUNKS, y = i / CHUNKS;
        const perlin_grid grid = area(FIRST + x * CELLS, FIRST + y * CELLS, SIDE);
        const perlin_status status =
            perlin_grid_f32(world->noise, &grid, &world->chunks[y][x].height[0][0]);
        if (status != PERLIN_OK)
            atomic_store(&world->status, status);
    }
    return NULL;
}

static perlin_status compute(struct world *world)
{
    pthread_t threads[THREADS];
    int started = 0;
    while (started < THREADS && pthread_create(&threads[started], NULL, work, world) == 0)
        started++;
    work(world); /* this thread helps, and suffices if no other could be started */
    while (started > 0)
        pthread_join(threads[--started], NULL);
    return atomic_load(&world->status);
}

static int same_bits(const float *a, const float *b, size_t count)
{
    return memcmp(a, b, count * sizeof *a) == 0;
}

/* Counts the edges that neighbours share and those that differ. */
static int check_edges(const struct world *world, int *differing)
{
    int edges = 0;
    for (int y = 0; y < CHUNKS; y++) {
        for (int x = 0; x < CHUNKS; x++) {
            const struct chunk *const chunk = &world->chunks[y][x];
            if (x + 1 < CHUNKS) {
                const struct chunk *const right = &world->chunks[y][x + 1];
                int same = 1;
                for (int row = 0; row < SIDE; row++)
                    same &= same_bits(&chunk->height[row][CELLS], &right->height[row][0], 1);
                *differing += !same;
                edges++;
            }
            if (y + 1 < CHUNKS) {
                const struct chunk *const below = &world->chunks[y + 1][x];
                *differing += !same_bits(chunk->height[CELLS], below->height[0], SIDE);
                edges++;
            }
        }
    }
    return edges;
}

/* Counts the chunks that differ from the same samples of `whole`, [WORLD][WORLD]. */
static int check_whole(const struct world *world, const float *whole)
{
    int differing = 0;
    for (int y = 0; y < CHUNKS; y++) {
        for (int x = 0; x < CHUNKS; x++) {
            int same = 1;
            for (int row = 0; row < SIDE; row++)
                same &= same_bits(world->chunks[y][x].height[row],
                                  whole + (y * CELLS + row) * WORLD + x * CELLS, SIDE);
            differing += !same;
        }
    }
    return differing;
}

static perlin_noise *create_noise(void)
{
    perlin_params params;
    perlin_noise *noise = NULL;
    perlin_params_init(&params);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.seed = 2002;
    const perlin_status status = perlin_create(&noise, &params);
    if (status != PERLIN_OK)
        fprintf(stderr, "chunks: %s\n", perlin_status_string(status));
    return noise;
}

static int run(struct world *world, float *whole)
{
    const perlin_grid grid = area(FIRST, FIRST, WORLD);
    perlin_status status = compute(world);
    if (status == PERLIN_OK)
        status = perlin_grid_f32(world->noise, &grid, whole);
    if (status != PERLIN_OK) {
        fprintf(stderr, "chunks: %s\n", perlin_status_string(status));
        return 1;
    }
    int torn = 0;
    const int edges = check_edges(world, &torn);
    const int wrong = check_whole(world, whole);
    printf("%d chunks of %dx%d samples, backend %s\n", CHUNKS * CHUNKS, SIDE, SIDE,
           perlin_backend_name(perlin_backend_of(world->noise)));
    printf("%d of %d shared edges are the same bits in both chunks\n", edges - torn, edges);
    printf("%d of %d chunks are the same bits as one call for the whole world\n",
           CHUNKS * CHUNKS - wrong, CHUNKS * CHUNKS);
    return torn != 0 || wrong != 0;
}

int main(void)
{
    perlin_noise *const noise = create_noise();
    struct world world = {.noise = noise, .chunks = malloc(CHUNKS * sizeof *world.chunks)};
    float *const whole = malloc(sizeof(float) * WORLD * WORLD);
    int result = 1;
    if (noise && world.chunks && whole)
        result = run(&world, whole);
    free(whole);
    free(world.chunks);
    perlin_destroy(noise);
    return result;
}
