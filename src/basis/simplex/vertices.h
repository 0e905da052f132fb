/*
 * The vertices of a block of samples, a byte each: their packed offsets, and the rows of their
 * gradients in the set, found by hashing.
 */
#ifndef PERLIN_SIMPLEX_VERTICES_H
#define PERLIN_SIMPLEX_VERTICES_H

#include "../../engine/place.h"
#include "../../engine/store.h"
#include "../perlin/gradient.h"
#include "offsets.h"

/* Arrays by sample are read in whole registers, beyond n. */
struct vertices {
    _Alignas(64) uint8_t offsets[MOST_VERTICES][BLOCK], row[MOST_VERTICES][BLOCK];
    /* While points are hashed: their coordinates, modulo 256, and hashes of x alone, by offset. */
    _Alignas(64) uint8_t near[4][BLOCK], hash_of_x[4][BLOCK], hash[BLOCK];
};

/* Clears what lies past n bytes in the last register of them. */
INLINE void clear_behind(uint8_t *p, size_t n)
{
    memset(p + n, 0, (BYTES - n % BYTES) % BYTES);
}

INLINE void store_offsets(const struct lattice *lattice, const struct points *points,
                          struct vertices *v)
{
    for (size_t i = 0; i < points->n; i += LANES) {
        vec fraction[4];
        ivec offsets[MOST_VERTICES];
        load_fractions(points, lattice->dims, i, fraction);
        find_offsets(lattice, fraction, offsets);
        UNROLL
        for (int k = 0; k < lattice->vertices; k++)
            v_store_index(v->offsets[k] + i, offsets[k]);
    }
    for (int k = 0; k < lattice->vertices; k++)
        clear_behind(v->offsets[k], points->n);
}

/* Adds coordinates along an axis to the hashes of those before. The last axis yields rows. */
INLINE bytes hash_along(const struct lattice *lattice, const struct perlin_tables *tables, bytes h,
                        int axis, const uint8_t near[])
{
    const int is_last = axis == lattice->dims - 1;
    return v_byte_at(is_last ? &tables->leaf[axis] : &tables->lut, h, v_load_bytes(near));
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* An offset along an axis. */
INLINE int unpacked(const struct lattice *lattice, int axis, uint8_t packed)
{
    const int mask = (1 << bits_of_axis(lattice, axis)) - 1;
    return (packed >> lattice->first_bit[axis] & mask) + lattice->least;
}

/* Hashes the x of all offsets: vertices share these. */
INLINE void hash_x(const struct lattice *lattice, const struct perlin_tables *tables,
                   const struct points *points, struct vertices *v)
{
    for (int k = 0; k <= lattice->most - lattice->least; k++) {
        const bytes offset = v_splat_byte((uint8_t)(lattice->least + k));
        for (size_t i = 0; i < points->n; i += BYTES)
            v_store_bytes(v->hash_of_x[k] + i,
                          hash_along(lattice, tables, offset, 0, points->cell[0] + i));
    }
}

/* Picks those of a vertex. Packed offsets have x in the lowest bits. */
INLINE void pick_hash_of_x(const struct lattice *lattice, size_t n, int vertex, struct vertices *v)
{
    for (size_t i = 0; i < n; i++) {
        const uint8_t packed = v->offsets[vertex][i];
        const uint8_t h0 = v->hash_of_x[0][i], h1 = v->hash_of_x[1][i];
        const uint8_t h2 = v->hash_of_x[2][i], h3 = v->hash_of_x[3][i];
        const uint8_t h01 = packed & 1 ? h1 : h0, h23 = packed & 1 ? h3 : h2;
        v->hash[i] = lattice->most - lattice->least > 1 && packed & 2 ? h23 : h01;
    }
}

INLINE void find_rows(const struct lattice *lattice, const struct perlin_tables *tables,
                      const struct points *points, struct vertices *v)
{
    const size_t n = (points->n + BYTES - 1) / BYTES * BYTES; /* whole registers are hashed */
    hash_x(lattice, tables, points, v);
    for (int k = 0; k < lattice->vertices; k++) {
        pick_hash_of_x(lattice, n, k, v);
        UNROLL
        for (int a = 1; a < lattice->dims; a++)
            for (size_t i = 0; i < n; i++)
                v->near[a][i] =
                    (uint8_t)(points->cell[a][i] + unpacked(lattice, a, v->offsets[k][i]));
        for (size_t i = 0; i < n; i += BYTES) {
            bytes h = v_load_bytes(v->hash + i);
            UNROLL
            for (int a = 1; a < lattice->dims; a++)
                h = hash_along(lattice, tables, h, a, v->near[a] + i);
            v_store_bytes(v->row[k] + i, h);
        }
    }
}

/* The same by tables of any size. */
INLINE void find_rows_any(const struct lattice *lattice, const struct perlin_tables *tables,
                          const struct points *points, struct vertices *v)
{
    const struct any_table table = any_table(tables, lattice->dims);
    for (int k = 0; k < lattice->vertices; k++) {
        for (size_t i = 0; i < points->n; i++) {
            uint32_t h = 0;
            UNROLL
            for (int a = 0; a < lattice->dims; a++) {
                const int offset = unpacked(lattice, a, v->offsets[k][i]);
                const uint32_t at = h + points->any_cell[a][i] + (uint32_t)offset;
                h = a < lattice->dims - 1 ? table.permutation[at & table.mask]
                                          : table.leaf[at & table.mask];
            }
            v->row[k][i] = (uint8_t)h;
        }
    }
}

/* Whether the set has more than 32 gradients. */
INLINE int is_large(const struct lattice *lattice, const perlin_noise *noise)
{
    return lattice->dims > 2 && lattice->rule == CORNERS_OF_SIMPLEX &&
           perlin_is_large(noise, (uint32_t)lattice->dims);
}

/* Finds the vertices of a block whose points have been placed. */
INLINE void find_vertices(const struct lattice *lattice, const perlin_noise *noise,
                          const struct points *points, uint32_t octave, struct vertices *v)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    store_offsets(lattice, points, v);
    if (has_kernel_forms(tables))
        find_rows(lattice, tables, points, v);
    else
        find_rows_any(lattice, tables, points, v);
}

#endif
