/*
 * One backend's vocabulary for one lane type, as a table. The build defines
 *   VEC_HEADER   "sse2/vec_f32.h", say
 *   VOCABULARY   the name of the table
 *   FLOAT_LANES  1 or 0
 */
#include VEC_HEADER

#include "engine/cells.h"
#include "vocabulary.h"

static void copy(void *out, const void *a)
{
    v_store(out, v_load(a));
}

static void store_part(void *out, const void *a, size_t n)
{
    v_store_part(out, v_load(a), n);
}

static void copy_index(uint8_t *out, const uint8_t *a)
{
    v_store_index(out, v_load_index(a));
}

static void splat(void *out, const void *x)
{
    real value;
    memcpy(&value, x, sizeof value);
    v_store(out, v_splat(value));
}

static ivec load_integers(const void *a)
{
    ivec integers;
    memcpy(&integers, a, sizeof integers);
    return integers;
}

static void store_integers(void *out, ivec a)
{
    memcpy(out, &a, sizeof a);
}

static void load_index(void *out, const uint8_t *a)
{
    store_integers(out, v_load_index(a));
}

static void splat_index(void *out, int32_t i)
{
    store_integers(out, v_splat_index(i));
}

static void integers_of_words(void *out, const uint32_t *a)
{
    store_integers(out, v_load_words(a));
}

static void words_of_integers(uint32_t *out, const void *a)
{
    v_store_words(out, load_integers(a));
}

static void add(void *out, const void *a, const void *b, const void *c)
{
    (void)c;
    v_store(out, v_load(a) + v_load(b));
}

static void subtract(void *out, const void *a, const void *b, const void *c)
{
    (void)c;
    v_store(out, v_load(a) - v_load(b));
}

static void multiply(void *out, const void *a, const void *b, const void *c)
{
    (void)c;
    v_store(out, v_load(a) * v_load(b));
}

static void multiply_then_add(void *out, const void *a, const void *b, const void *c)
{
    v_store(out, v_load(a) * v_load(b) + v_load(c));
}

static void mul_add_exact(void *out, const void *a, const void *b, const void *c)
{
    v_store(out, v_mul_add_exact(v_load(a), v_load(b), v_load(c)));
}

static int any(const void *mask)
{
    return v_any(load_integers(mask));
}

static void canonical(void *out, const void *a)
{
    v_store(out, v_canonical(v_load(a)));
}

static void index_difference(uint8_t *out, const uint8_t *a, int32_t b)
{
    v_store_index(out, v_load_index(a) - v_splat_index(b));
}

#if FLOAT_LANES
static void round_down(void *out, const void *a)
{
    v_store(out, v_floor(v_load(a)));
}

static void place_f32(uint32_t *cell, void *fraction, const void *from)
{
    const vec c = v_load(from);
    vec rest;
    ivec cells = place_floats(c, &rest);
    if (v_any(~squares_are_near(c * c))) {
        const struct wide wide = widened(c);
        cells = place_any(&wide, 0, 0, &rest);
    }
    v_store_words(cell, cells);
    v_store(fraction, rest);
}

#endif

static struct wide load_wide(const double *a)
{
    struct wide wide;
    memcpy(&wide, a, sizeof wide);
    return wide;
}

static void floor_doubles(double *out, const double *a)
{
    struct wide wide = load_wide(a);
    for (int p = 0; p < PARTS; p++)
        wide.part[p] = v_floor_doubles(wide.part[p]);
    memcpy(out, &wide, sizeof wide);
}

static void narrow(void *out, const double *a)
{
    v_store(out, v_narrow(load_wide(a)));
}

static void low_words(uint32_t *out, const double *a)
{
    v_store_words(out, v_low_words(load_wide(a)));
}

/* ---- For the integer hash --------------------------------------------------------------------- */

static hash_vec load_hashes(const uint32_t *a)
{
    hash_vec hashes;
    memcpy(&hashes, a, sizeof hashes);
    return hashes;
}

static void dot(uint32_t *out, const uint32_t *a, const uint32_t *b)
{
    const hash_vec hashes = v_dot(load_hashes(a), load_hashes(b));
    memcpy(out, &hashes, sizeof hashes);
}

static void place(void *integers, void *fraction, const void *a)
{
    vec rest;
    store_integers(integers, v_place(v_load(a), &rest));
    v_store(fraction, rest);
}

static void negate_by(void *out, const void *a, const void *by)
{
    v_store(out, v_negate_by(v_load(a), load_integers(by)));
}

static void lesser(void *out, const void *a, const void *b)
{
    v_store(out, v_min(v_load(a), v_load(b)));
}

static void greater(void *out, const void *a, const void *b)
{
    v_store(out, v_max(v_load(a), v_load(b)));
}

static void root(void *out, const void *a)
{
    v_store(out, v_sqrt(v_load(a)));
}

static int any_less(const void *a, const void *b)
{
    return v_any_less(v_load(a), v_load(b));
}

static void near_element(void *out, const void *table, const void *index)
{
    v_store(out, v_near(table, load_integers(index)));
}

static void positive(void *out, const void *a)
{
    v_store(out, v_positive(v_load(a)));
}

static void values(void *first, void *difference, const uint32_t *a, const uint32_t *b)
{
    vec of[2];
    v_values(load_hashes(a), load_hashes(b), &of[0], &of[1]);
    v_store(first, of[0]);
    v_store(difference, of[1]);
}

static lane_mask mask_of(enum mask mask, const void *const compared[3])
{
    const vec a = v_load(compared[0]), b = v_load(compared[1]), c = v_load(compared[2]);
    switch (mask) {
    case GREATER:
        return v_greater(a, b);
    case AT_LEAST:
        return v_at_least(a, b);
    case NOT:
        return (lane_mask)~v_greater(a, b);
    case AND:
        return v_greater(a, b) & v_at_least(b, c);
    default:
        return v_greater(a, b) | v_at_least(b, c);
    }
}

static void choose(void *out, enum mask mask, const void *const compared[3], const void *set,
                   const void *clear)
{
    store_integers(out,
                   v_choose(mask_of(mask, compared), load_integers(set), load_integers(clear)));
}

static void only(void *out, enum mask mask, const void *const compared[3], const void *a)
{
    v_store(out, v_only(mask_of(mask, compared), v_load(a)));
}

INLINE void look_up_gradient(void *out[], int dims, const void *column, const void *row)
{
    struct v_gradients gradients;
    vec gradient[4];
    v_gradients_init(&gradients, dims, (const real(*)[16])column);
    v_gradient(&gradients, dims, load_integers(row), gradient);
    for (int a = 0; a < dims; a++)
        v_store(out[a], gradient[a]);
}

static void gradient(void *out[], int dims, const void *column, const void *row)
{
    switch (dims) {
    case 1:
        look_up_gradient(out, 1, column, row);
        break;
    case 2:
        look_up_gradient(out, 2, column, row);
        break;
    case 3:
        look_up_gradient(out, 3, column, row);
        break;
    default:
        look_up_gradient(out, 4, column, row);
    }
}

/* ---- Cells ------------------------------------------------------------------------------------ */

static void place_f64(uint32_t *cell, void *fraction, const double *from)
{
    const struct wide c = load_wide(from);
    vec rest;
    longs far = {0};
    ivec cells = place_doubles(c, 0, &rest, &far);
    if (are_far(far))
        cells = place_any(&c, 0, 0, &rest);
    v_store_words(cell, cells);
    v_store(fraction, rest);
}

static void divide(uint32_t *cell, const double *from, uint32_t modulus)
{
    const struct wide c = load_wide(from);
    v_store_words(cell, divided_cells(&c, modulus));
}

/* ---- Bytes and look-ups ----------------------------------------------------------------------- */

static void copy_bytes(uint8_t *out, const uint8_t *a)
{
    v_store_bytes(out, v_load_bytes(a));
}

static void splat_byte(uint8_t *out, uint8_t a)
{
    v_store_bytes(out, v_splat_byte(a));
}

static void add_bytes(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
    v_store_bytes(out, v_add_bytes(v_load_bytes(a), v_load_bytes(b)));
}

static void byte_at(uint8_t *out, const struct perlin_bytes *table, const uint8_t *a,
                    const uint8_t *b)
{
    v_store_bytes(out, v_byte_at(table, v_load_bytes(a), v_load_bytes(b)));
}

static void pair_at(uint8_t *here, uint8_t *next, const struct perlin_bytes *table,
                    const uint8_t *a, const uint8_t *b)
{
    const struct v_pair pair = v_pair_at(table, v_load_bytes(a), v_load_bytes(b));
    v_store_bytes(here, pair.here);
    v_store_bytes(next, pair.next);
}

static void sign_rows(void *out[], const void *table, const uint8_t *row)
{
    vec column[4];
    v_sign_rows(table, row, column);
    for (int a = 0; a < 4; a++)
        v_store(out[a], column[a]);
}

static void store_pairs(void *here[], void *next[], const vec column[2][4])
{
    for (int a = 0; a < 4; a++) {
        v_store(here[a], column[0][a]);
        v_store(next[a], column[1][a]);
    }
}

static void row_pairs(void *here[], void *next[], const void *table, int count, const uint8_t *pair)
{
    vec column[2][4];
    v_row_pairs(table, count == 8 ? 8 : 16, pair, column[0], column[1]);
    store_pairs(here, next, (const vec(*)[4])column);
}

static void sign_row_pairs(void *here[], void *next[], const void *table, const uint8_t *pair)
{
    vec column[2][4];
    v_sign_row_pairs(table, pair, column[0], column[1]);
    store_pairs(here, next, (const vec(*)[4])column);
}

extern const struct vocabulary VOCABULARY;
const struct vocabulary VOCABULARY = {
#ifdef PERLIN_SIMDE
    .through_simde = 1,
#endif
    .lanes = LANES,
    .bytes = BYTES,
    .real_size = sizeof(real),
    .integer_size = sizeof(integer),
    .vec_size = sizeof(vec),
    .ivec_size = sizeof(ivec),
    .copy = copy,
    .store_part = store_part,
    .copy_index = copy_index,
    .splat = splat,
    .load_index = load_index,
    .splat_index = splat_index,
    .load_words = integers_of_words,
    .store_words = words_of_integers,
    .arithmetic = {[ADD] = add,
                   [SUBTRACT] = subtract,
                   [MULTIPLY] = multiply,
                   [MULTIPLY_THEN_ADD] = multiply_then_add,
                   [MUL_ADD_EXACT] = mul_add_exact},
    .any = any,
    .canonical = canonical,
    .index_difference = index_difference,
#if FLOAT_LANES
    .floor = round_down,
    .place_f32 = place_f32,
#endif
    .floor_doubles = floor_doubles,
    .narrow = narrow,
    .low_words = low_words,
    .dot = dot,
    .place = place,
    .negate_by = negate_by,
    .positive = positive,
    .min = lesser,
    .max = greater,
    .sqrt = root,
    .any_less = any_less,
    .near = near_element,
    .values = values,
    .choose = choose,
    .only = only,
    .gradient_rows = V_ROWS,
    .gradient = gradient,
    .place_f64 = place_f64,
    .divide = divide,
    .copy_bytes = copy_bytes,
    .splat_byte = splat_byte,
    .add_bytes = add_bytes,
    .byte_at = byte_at,
    .pair_at = pair_at,
    .sign_rows = sign_rows,
    .row_pairs = row_pairs,
    .sign_row_pairs = sign_row_pairs,
};
