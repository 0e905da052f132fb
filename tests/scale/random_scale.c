/*
 * Random samples by the million: every entry of the table, points of 1 to 4 dimensions in each lane
 * and grids, on each backend against the scalar one.
 *
 *     random_scale COUNT SECONDS [ENTRY]
 *
 * COUNT samples for each entry, like 1e7; it stops after SECONDS for an entry. ENTRY is a part of
 * the entries' names ("grid", "f32_3d"), to run only those. PERLIN_TEST_SEED seeds it: run several
 * processes with different seeds.
 *
 * Coordinates are random bits, lattice points and their neighbours, huge, tiny and ordinary;
 * parameters are of every kind. Prints the samples compared. Exits with 1 at the first difference,
 * with 77 where there is no backend to compare.
 */
#include "../support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 4096, NOISE_BATCHES = 2 /* before new parameters */ };

enum kind { POINTS, GRID };

struct entry {
    enum kind kind;
    enum lane lane;
    uint32_t dims;
    char name[32];
};

/* The noises of one set of parameters, the scalar one first; NULL: the backend is not here. */
struct noises {
    perlin_params params;
    uint8_t permutation[256];
    perlin_noise *noise[SUBJECT_COUNT];
};

static struct {
    double coords[4][BATCH], expected[BATCH], actual[BATCH]; /* room for either type */
} memory;

static void noises_create(struct noises *noises, struct random *r, uint32_t dims)
{
    random_params(r, &noises->params, dims, noises->permutation);
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        noises->noise[s] =
            subject_at(s)->skipped ? NULL : create_for(subject_at(s), &noises->params);
}

static void noises_destroy(struct noises *noises)
{
    for (size_t s = 0; s < SUBJECT_COUNT; s++)
        perlin_destroy(noises->noise[s]);
}

/* ---- One batch: the samples compared for each backend ---------------------------------------- */

static void fill_axis(struct random *r, enum lane lane, void *out)
{
    switch (random_below(r, 4)) {
    case 0:
        fill_coordinates(r, lane, ORDINARY, out, BATCH);
        break;
    case 1:
        for (size_t i = 0; i < BATCH * coord_size(lane); i += sizeof(uint64_t)) {
            const uint64_t bits = random_u64(r);
            memcpy((char *)out + i, &bits, sizeof bits);
        }
        break;
    default:
        fill_coordinates(r, lane, MIXED, out, BATCH);
    }
}

static size_t points_batch(const struct entry *entry, struct random *r, const struct noises *noises)
{
    const void *const coords[4] = {memory.coords[0], memory.coords[1], memory.coords[2],
                                   memory.coords[3]};
    const size_t count = BATCH - random_below(r, 70);
    for (uint32_t d = 0; d < entry->dims; d++)
        fill_axis(r, entry->lane, memory.coords[d]);
    evaluate_points(entry->lane, noises->noise[0], entry->dims, count, coords, NULL,
                    memory.expected);
    for (size_t s = 1; s < SUBJECT_COUNT; s++) {
        if (!noises->noise[s])
            continue;
        evaluate_points(entry->lane, noises->noise[s], entry->dims, count, coords, NULL,
                        memory.actual);
        assert_same_bits(memory.actual, memory.expected, count, result_size(entry->lane),
                         "%s, %s, %s", entry->name, subject_at(s)->name, describe(&noises->params));
    }
    return count;
}

static void random_grid(struct random *r, uint32_t dims, perlin_grid *grid)
{
    static const double steps[] = {0x1p-6, 0.125, 0.01,    0.3,    0.9, 1,
                                   1.5,    7.3,   0x1p-20, 1e-300, 1e6};
    perlin_grid_init(grid);
    grid->dims = dims;
    random_counts(r, grid, BATCH);
    for (uint32_t a = 0; a < dims; a++) {
        fill_coordinates(r, F64, MIXED, &grid->origin[a], 1);
        if (!isfinite(grid->origin[a]) || random_chance(r, 2))
            grid->origin[a] = random_real(r, -300, 300);
        fill_coordinates(r, F64, MIXED, &grid->step[a], 1);
        if (!isfinite(grid->step[a]) || !random_chance(r, 4))
            grid->step[a] =
                steps[random_below(r, COUNT_OF(steps))] * (random_chance(r, 4) ? -1 : 1);
        grid->start[a] = random_between(r, -1000000, 1000000);
        if (random_chance(r, 2))
            grid->start[a] %= 5000;
    }
    take_one_at_steps_of_zero(grid);
}

static size_t grid_batch(const struct entry *entry, struct random *r, const struct noises *noises)
{
    perlin_grid grid;
    random_grid(r, entry->dims, &grid);
    size_t count = 1;
    for (uint32_t a = 0; a < grid.dims; a++)
        count *= grid.count[a];
    evaluate_grid(entry->lane, noises->noise[0], &grid, memory.expected);
    for (size_t s = 1; s < SUBJECT_COUNT; s++) {
        if (!noises->noise[s])
            continue;
        memset(memory.actual, 0xa5, sizeof memory.actual);
        evaluate_grid(entry->lane, noises->noise[s], &grid, memory.actual);
        assert_same_bits(memory.actual, memory.expected, count, result_size(entry->lane),
                         "%s, %s, %s, %s", entry->name, subject_at(s)->name,
                         describe(&noises->params), describe_grid(&grid));
    }
    return count;
}

/* ---- Entries --------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The samples compared. */
static double run_entry(const struct entry *entry, double count, double seconds)
{
    struct test_case test = {.lane = entry->lane, .dims = entry->dims};
    memcpy(test.name, entry->name, sizeof entry->name);
    struct random r = random_for(&test);
    const double start = now();
    double compared = 0;
    while (compared < count && now() - start < seconds) {
        struct noises noises;
        noises_create(&noises, &r, entry->dims);
        for (int b = 0; b < NOISE_BATCHES && compared < count; b++)
            compared += (double)(entry->kind == POINTS ? points_batch(entry, &r, &noises)
                                                       : grid_batch(entry, &r, &noises));
        noises_destroy(&noises);
    }
    printf("%-18s %.3g samples in %.1f s%s\n", entry->name, compared, now() - start,
           compared < count ? " (out of time)" : "");
    fflush(stdout);
    return compared;
}

static struct entry entry_of(enum kind kind, enum lane lane, uint32_t dims)
{
    struct entry entry = {kind, lane, dims, ""};
    snprintf(entry.name, sizeof entry.name, "%s_%s_%ud", kind == POINTS ? "points" : "grid",
             lane_name(lane), dims);
    return entry;
}

int main(int argc, char **argv)
{
    const double count = argc > 1 ? strtod(argv[1], NULL) : 0;
    const double seconds = argc > 2 ? strtod(argv[2], NULL) : 0;
    const char *const part = argc > 3 ? argv[3] : "";
    size_t backends = 0, entries = 0;
    double compared = 0;
    if (argc > 4 || !(count >= 1) || !(seconds > 0)) {
        fprintf(stderr, "usage: random_scale COUNT SECONDS [ENTRY]\n");
        return 2;
    }
    for (size_t s = 1; s < SUBJECT_COUNT; s++)
        backends += !subject_at(s)->skipped;
    for (enum kind kind = POINTS; kind <= GRID; kind++)
        for (enum lane lane = F32; lane <= (kind == POINTS ? F64_F32 : F64); lane++)
            for (uint32_t dims = 1; dims <= 4; dims++) {
                const struct entry entry = entry_of(kind, lane, dims);
                if (!strstr(entry.name, part))
                    continue;
                compared += run_entry(&entry, count, seconds);
                entries++;
            }
    printf("%zu entries, %.4g samples, each compared on %zu backends with the scalar one\n",
           entries, compared, backends);
    if (backends == 0)
        return 77; /* skipped */
    return entries > 0 && compared > 0 ? 0 : 1;
}
