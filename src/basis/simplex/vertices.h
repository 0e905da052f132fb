/*
 * The vertices of a block: the offsets of each, and the row of its gradient in the set, found by
 * hashing. A byte each.
 */
#ifndef PERLIN_SIMPLEX_VERTICES_H
#define PERLIN_SIMPLEX_VERTICES_H

#include "box.h"
#include "offsets.h"

/* They lie in the room for edges. */
struct vertices {
    _Alignas(64) uint8_t offsets[MOST_VERTICES][BLOCK], row[MOST_VERTICES][BLOCK];
    struct box box;
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

/* Stores the offsets of all vertices. Clears what lies behind: bytes are looked up beyond n. */
INLINE void store_offsets(const perlin_noise *noise, const struct points *points, int basis,
                          int dims, struct vertices *v)
{
    const size_t n = points->n, behind = (BYTES - n % BYTES) % BYTES;
    const struct perlin_group_offsets *const groups = noise->state; /* of a basis that has them */
    for (size_t i = 0; i < n; i += LANES) {
        vec fraction[4];
        ivec offsets[MOST_VERTICES];
        load_fractions(points, dims, i, fraction);
        find_offsets(basis, dims, fraction, offsets);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++)
            v_store_index(v->offsets[k] + i, offsets[k]);
    }
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        memset(v->offsets[k] + n, 0, behind);
        for (size_t i = 0; i < n && has_groups(basis, dims); i += BYTES) {
            const bytes choice = v_load_bytes(v->offsets[k] + i);
            v_store_bytes(v->offsets[k] + i, v_byte_of_96(groups->of[k], choice));
        }
    }
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* Finds rows in a box that has all axes. */
INLINE void look_up_vertices(const struct points *points, int basis, int dims, struct vertices *v)
{
    for (size_t i = 0; i < points->n; i += BYTES) {
        const bytes lowest = v_load_bytes(v->box.lowest + i);
        UNROLL
        for (int k = 0; k < vertex_count(basis, dims); k++) {
            const bytes place = v_add_bytes(lowest, v_load_bytes(v->offsets[k] + i));
            v_store_bytes(v->row[k] + i, v_byte_of_64(v->box.row[copy_of(basis, dims, k)], place));
        }
    }
}

/* Where a vertex is along an axis, modulo 256; `offsets` are its own. */
INLINE void find_near(const struct points *points, int basis, int dims, int axis,
                      const uint8_t offsets[], uint8_t near[])
{
    const int shift = field_shift(basis, dims, axis);
    for (size_t i = 0; i < points->n; i++)
        near[i] = (uint8_t)(points->cell[axis][i] + least_offset(basis) +
                            (offsets[i] >> shift & field_mask(basis)));
}

/* Its number in a box along two axes. */
INLINE void find_in_box(size_t n, int basis, int dims, const struct box *box,
                        const uint8_t offsets[], uint8_t near[])
{
    for (size_t i = 0; i < n; i++)
        near[i] = (uint8_t)(box->lowest[i] + (offsets[i] & 3) +
                            ((offsets[i] >> 2 & 3) << box_shift(basis, dims, 1)));
}

/* Finds rows by hashing each vertex; such a box has the hashes of the first two axes. */
INLINE void hash_vertices(const struct points *points, int basis, int dims, int in_box,
                          const struct perlin_tables *tables, struct vertices *v)
{
    _Alignas(64) uint8_t near[4][BLOCK] = {{0}}; /* bytes are hashed beyond n */
    const int first = in_box ? 2 : 0;
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        if (in_box)
            find_in_box(points->n, basis, dims, &v->box, v->offsets[k], near[0]);
        UNROLL
        for (int a = first; a < dims; a++)
            find_near(points, basis, dims, a, v->offsets[k], near[a]);
        for (size_t i = 0; i < points->n; i += BYTES) {
            bytes h =
                in_box ? v_byte_of_64(v->box.row[0], v_load_bytes(near[0] + i)) : v_splat_byte(0);
            UNROLL
            for (int a = first; a < dims; a++) {
                const int is_last = a == dims - 1 && !has_copies(basis, dims);
                h = v_byte_at(is_last ? &tables->leaf[dims - 1] : &tables->lut, h,
                              v_load_bytes(near[a] + i));
            }
            if (has_copies(basis, dims))
                h = v_byte_at(&tables->leaf[dims - 1], h,
                              v_splat_byte((uint8_t)copy_of(basis, dims, k)));
            v_store_bytes(v->row[k] + i, h);
        }
    }
}

/* The same by tables of any size. */
INLINE void hash_vertices_any(const struct points *points, int basis, int dims,
                              const struct perlin_tables *tables, struct vertices *v)
{
    const struct any_table table = any_table(tables, dims);
    const int hashed_axes = has_copies(basis, dims) ? dims : dims - 1;
    for (int k = 0; k < vertex_count(basis, dims); k++) {
        for (size_t i = 0; i < points->n; i++) {
            uint32_t h = 0, last = (uint32_t)copy_of(basis, dims, k);
            UNROLL
            for (int a = 0; a < dims; a++) {
                const int field = v->offsets[k][i] >> field_shift(basis, dims, a);
                const int offset = (field & field_mask(basis)) + least_offset(basis);
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

/* Finds the vertices of a block whose points have been placed. */
INLINE void find_vertices(const perlin_noise *noise, struct points *points, int basis, int dims,
                          uint32_t octave)
{
    const struct perlin_tables *const tables = perlin_octave_tables(noise, octave);
    struct vertices *const v = vertices_in(points);
    const int by_bytes = has_kernel_forms(tables);
    const int in_box = by_bytes && enter_box(points, basis, dims, &v->box);
    store_offsets(noise, points, basis, dims, v);
    if (in_box)
        hash_box(basis, dims, tables, &v->box);
    if (in_box && is_whole_box(basis, dims))
        look_up_vertices(points, basis, dims, v);
    else if (in_box)
        hash_vertices(points, basis, dims, 1, tables, v);
    else if (by_bytes)
        hash_vertices(points, basis, dims, 0, tables, v);
    else
        hash_vertices_any(points, basis, dims, tables, v);
}

#endif
