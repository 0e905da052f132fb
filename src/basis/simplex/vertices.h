/*
 * The vertices of a block of samples, a byte each: their packed offsets, and the rows of their
 * gradients in the set, found by hashing.
 */
#ifndef PERLIN_SIMPLEX_VERTICES_H
#define PERLIN_SIMPLEX_VERTICES_H

#include "../../engine/integers.h"
#include "../../engine/store.h"
#include "../perlin/gradient.h"
#include "offsets.h"

enum { BOX = 64 };

/* They lie in a block's room for edges. Arrays by sample are read in whole registers, beyond n. */
struct vertices {
    _Alignas(64) uint8_t offsets[MOST_VERTICES][BLOCK], row[MOST_VERTICES][BLOCK];
    /*
     * A box of 64 lattice points. Samples of a grid share vertices: where one box has all vertices
     * of a block, its points are hashed once, and vertices are looked up in it.
     */
    _Alignas(64) uint8_t box_row[2][BOX];     /* rows by copy of the lattice and point */
    _Alignas(64) uint8_t place_in_box[BLOCK]; /* of the point with the least offsets */
    /* While points are hashed: their coordinates, modulo 256, and hashes of x alone, by offset. */
    _Alignas(64) uint8_t near[4][BLOCK], hash_of_x[4][BLOCK], hash[BLOCK];
};

INLINE struct vertices *vertices_in(struct points *points)
{
    _Static_assert(sizeof(struct vertices) <= sizeof points->edge, "room for vertices");
    return (struct vertices *)(void *)points->edge;
}

INLINE void load_fractions(const struct points *points, int dims, size_t i, vec fraction[4])
{
    UNROLL
    for (int a = 0; a < dims; a++)
        fraction[a] = v_load(points->fraction[a] + i);
}

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

/* Adds coordinates along an axis to the hashes of those before. */
INLINE bytes hash_along(const struct lattice *lattice, const struct perlin_tables *tables, bytes h,
                        int axis, const uint8_t near[])
{
    const int is_last = axis == lattice->dims - 1 && lattice->copies == 1;
    return v_byte_at(is_last ? &tables->leaf[axis] : &tables->lut, h, v_load_bytes(near));
}

/* From hashes of points to rows of gradients. Copies of a lattice are hashed by number, too. */
INLINE bytes row_of_copy(const struct lattice *lattice, const struct perlin_tables *tables, bytes h,
                         int copy)
{
    const bytes number = v_splat_byte((uint8_t)copy);
    return lattice->copies == 1 ? h : v_byte_at(&tables->leaf[lattice->dims - 1], h, number);
}

/* ---- By a box -------------------------------------------------------------------------------- */

INLINE int has_box(const struct lattice *lattice)
{
    return lattice->first_bit[lattice->dims] == 6;
}

/*
 * Puts a block's cells into a box that begins at the lower one of the first sample's and the last
 * one's; returns whether all fit. Most blocks of scattered points fail with these two. Large tables
 * and blocks that kernels place in registers use no box.
 */
INLINE int enter_box(const struct lattice *lattice, struct points *points)
{
    hash_vec far = splat_hash(0); /* bit 31: `up` was above `most` */
    uint32_t low[4], most[4], any_far = 0;
    if (!has_box(lattice) || points->cells == WIDE || !points->are_placed)
        return 0;
    UNROLL
    for (int a = 0; a < lattice->dims; a++) {
        const uint32_t first = points->any_cell[a][0], last = points->any_cell[a][points->n - 1];
        const int offsets = lattice->most - lattice->least;
        most[a] = (uint32_t)((1 << bits_of_axis(lattice, a)) - 1 - offsets);
        low[a] = last - first <= most[a] ? first : last;
        points->box_low[a] = low[a] + (uint32_t)lattice->least;
        if (first - low[a] > most[a] || last - low[a] > most[a])
            return 0;
    }
    for (size_t i = 0; i < points->n; i += LANES) {
        hash_vec place = splat_hash(0);
        UNROLL
        for (int a = 0; a < lattice->dims; a++) {
            const hash_vec up = load_hashes(points->any_cell[a] + i) - low[a];
            place += up << lattice->first_bit[a];
            far |= up | (up + (INT32_MAX - most[a]));
        }
        v_store_index(vertices_in(points)->place_in_box + i, index_of_hashes(place));
    }
    clear_behind(vertices_in(points)->place_in_box, points->n);
    for (int l = 0; l < LANES; l++)
        any_far |= far[l];
    return any_far >> 31 == 0;
}

/* Finds the rows of the box's points by tables. */
INLINE void hash_box(const struct lattice *lattice, const struct perlin_tables *tables,
                     const uint32_t low[4], struct vertices *v)
{
    UNROLL
    for (int a = 0; a < lattice->dims; a++) {
        const int mask = (1 << bits_of_axis(lattice, a)) - 1;
        for (int i = 0; i < BOX; i++)
            v->near[a][i] = (uint8_t)((int)low[a] + (i >> lattice->first_bit[a] & mask));
    }
    for (size_t i = 0; i < BOX; i += BYTES) {
        bytes h = v_splat_byte(0);
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            h = hash_along(lattice, tables, h, a, v->near[a] + i);
        UNROLL
        for (int copy = 0; copy < lattice->copies; copy++)
            v_store_bytes(v->box_row[copy] + i, row_of_copy(lattice, tables, h, copy));
    }
}

/* Looks the vertices' rows up in the box. */
INLINE void find_rows_in_box(const struct lattice *lattice, size_t n, struct vertices *v)
{
    for (size_t i = 0; i < n; i += BYTES) {
        const bytes place = v_load_bytes(v->place_in_box + i);
        UNROLL
        for (int k = 0; k < lattice->vertices; k++) {
            const bytes point = v_add_bytes(place, v_load_bytes(v->offsets[k] + i));
            v_store_bytes(v->row[k] + i, v_byte_of_64(v->box_row[copy_of(lattice, k)], point));
        }
    }
}

/* ---- One at a time --------------------------------------------------------------------------- */

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
        for (int a = 1; a < lattice->dims; a++)
            for (size_t i = 0; i < n; i++)
                v->near[a][i] =
                    (uint8_t)(points->cell[a][i] + unpacked(lattice, a, v->offsets[k][i]));
        for (size_t i = 0; i < n; i += BYTES) {
            bytes h = v_load_bytes(v->hash + i);
            UNROLL
            for (int a = 1; a < lattice->dims; a++)
                h = hash_along(lattice, tables, h, a, v->near[a] + i);
            v_store_bytes(v->row[k] + i, row_of_copy(lattice, tables, h, copy_of(lattice, k)));
        }
    }
}

/* The same by tables of any size. */
INLINE void find_rows_any(const struct lattice *lattice, const struct perlin_tables *tables,
                          const struct points *points, struct vertices *v)
{
    const struct any_table table = any_table(tables, lattice->dims);
    const int hashed_axes = lattice->copies > 1 ? lattice->dims : lattice->dims - 1;
    for (int k = 0; k < lattice->vertices; k++) {
        for (size_t i = 0; i < points->n; i++) {
            uint32_t h = 0, last = (uint32_t)copy_of(lattice, k);
            UNROLL
            for (int a = 0; a < lattice->dims; a++) {
                const int offset = unpacked(lattice, a, v->offsets[k][i]);
                const uint32_t near = points->any_cell[a][i] + (uint32_t)offset;
                if (a < hashed_axes)
                    h = table.permutation[(h + near) & table.mask];
                else
                    last = near;
            }
            v->row[k][i] = table.leaf[(h + last) & table.mask];
        }
    }
}

/* Whether the set has more than 32 gradients: known beforehand but for simplex noise
   (perlin_basis_info). */
INLINE int is_large(const struct lattice *lattice, const perlin_noise *noise)
{
    if (lattice->dims < 3 || lattice->rule == ONE_OF_EACH_CLASS)
        return 0;
    return lattice->rule != CORNERS_OF_SIMPLEX || perlin_is_large(noise, (uint32_t)lattice->dims);
}

/* ---- By the integer hash --------------------------------------------------------------------- */

/* An offset along an axis times the axis's factor. */
INLINE hash_vec offset_product(const struct lattice *lattice, const struct hash_constants *k,
                               int axis, hash_vec packed)
{
    const hash_vec factor = k->cell_factor[axis];
    const int mask = (1 << bits_of_axis(lattice, axis)) - 1;
    const hash_vec up = packed >> lattice->first_bit[axis] & (uint32_t)mask;
    if (lattice->most - lattice->least > 1)
        return (up + (uint32_t)lattice->least) * factor;
    return (-up & factor) + (uint32_t)lattice->least * factor;
}

/* The row of a vertex's gradient, in a copy of the lattice, from the hash of its coordinates. Of sets
   with mirror images bits on top tell the signs. */
INLINE ivec row_of_vertex(const struct lattice *lattice, const perlin_noise *noise,
                          const struct row_rule *rule, const struct hash_constants *k, int copy,
                          hash_vec h)
{
    const int dims = lattice->dims;
    if (dims == 1)
        h = hash_step(k, 1, h, splat_hash(0));
    if (lattice->copies > 1)
        h = hash_step_by(k, 4, h, (uint32_t)copy);
    if (is_large(lattice, noise) && dims == 3)
        return v_one_of(24, index_of_hashes(h << 1)) | index_of_hashes(h >> 31 << 5);
    if (is_large(lattice, noise))
        return v_one_of(160, index_of_hashes(h));
    if (dims == 2 && noise->basis != PERLIN_BASIS_SIMPLEX)
        return v_one_of(6, index_of_hashes(h << 2)) | index_of_hashes(h >> 30 << 3);
    return row_of_hash(rule, dims, k, h);
}

/* How integer hashes select rows of the 2-D sets: simplices have no slice. */
INLINE struct row_rule rule_of_simplices(const perlin_noise *noise)
{
    struct row_rule rule = row_rule(noise);
    rule.is_slice = 0;
    return rule;
}

/* Finds the rows of a block. */
INLINE void find_rows_by_integers(const struct lattice *lattice, const perlin_noise *noise,
                                  const struct points *points, uint32_t octave, struct vertices *v)
{
    const struct row_rule rule = rule_of_simplices(noise);
    struct hash_constants constants;
    hash_constants_init(&constants, noise->spectrum.key[octave]);
    for (size_t i = 0; i < points->n; i += LANES) {
        hash_vec cell[4];
        UNROLL
        for (int a = 0; a < lattice->dims; a++)
            cell[a] = load_hashes(points->any_cell[a] + i) * constants.cell_factor[a];
        for (int k = 0; k < lattice->vertices; k++) {
            const hash_vec packed = hashes_of_index(v_load_index(v->offsets[k] + i));
            hash_vec h = splat_hash(0);
            UNROLL
            for (int a = 0; a < lattice->dims; a++)
                h = hash_step(&constants, a, h,
                              cell[a] + offset_product(lattice, &constants, a, packed));
            v_store_index(v->row[k] + i,
                          row_of_vertex(lattice, noise, &rule, &constants, copy_of(lattice, k), h));
        }
    }
}

/* Finds the rows of the box's points. */
OUTLINE void hash_box_by_integers(const struct lattice *lattice, const perlin_noise *noise,
                                  uint32_t octave, const uint32_t low[4], struct vertices *v)
{
    const struct row_rule rule = rule_of_simplices(noise);
    struct hash_constants k;
    hash_constants_init(&k, noise->spectrum.key[octave]);
    for (uint32_t i = 0; i < BOX; i += LANES) {
        uint32_t point[LANES];
        hash_vec h = splat_hash(0);
        for (uint32_t l = 0; l < LANES; l++)
            point[l] = i + l;
        for (int a = 0; a < lattice->dims; a++) {
            const uint32_t mask = (1u << bits_of_axis(lattice, a)) - 1;
            const hash_vec up = load_hashes(point) >> lattice->first_bit[a] & mask;
            h = hash_step(&k, a, h, (up + low[a]) * k.cell_factor[a]);
        }
        for (int copy = 0; copy < lattice->copies; copy++)
            v_store_index(v->box_row[copy] + i, row_of_vertex(lattice, noise, &rule, &k, copy, h));
    }
}

/* Finds the vertices of a block whose points have been placed, and entered a box if they fit. */
INLINE void find_vertices(const struct lattice *lattice, const perlin_noise *noise,
                          struct points *points, uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    const int is_integer = lattice->rule != ONE_OF_EACH_CLASS && points->cells == INTEGERS;
    struct vertices *const v = vertices_in(points);
    store_offsets(lattice, points, v);
    if (has_box(lattice) && points->is_in_box) {
        if (is_integer)
            hash_box_by_integers(lattice, noise, octave, points->box_low, v);
        else
            hash_box(lattice, tables, points->box_low, v);
        find_rows_in_box(lattice, points->n, v);
    } else if (is_integer) {
        find_rows_by_integers(lattice, noise, points, octave, v);
    } else if (!has_kernel_forms(tables)) {
        find_rows_any(lattice, tables, points, v);
    } else {
        find_rows(lattice, tables, points, v);
    }
}

#endif
