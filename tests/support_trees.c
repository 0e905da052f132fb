/*
 * Random combinations. See trees.h.
 */
#include "trees.h"

#include <stdio.h>
#include <string.h>

enum { MOST_LEAVES = 4, MOST_NODES = 24 };

uint32_t inputs_of(perlin_combine_kind kind)
{
    if (kind <= PERLIN_COMBINE_DISTANCE)
        return 0;
    if (kind < PERLIN_COMBINE_ADD || kind == PERLIN_COMBINE_TRANSFORM)
        return 1;
    return kind < PERLIN_COMBINE_BLEND ? 2 : 3;
}

/* Turns, moves, scales, exchanges axes, or leaves some out. */
static void random_transform(struct random *r, perlin_combination *c)
{
    const uint32_t way = random_below(r, 5);
    for (uint32_t a = 0; a < 4; a++)
        for (uint32_t b = 0; b < 4; b++) {
            double entry = a == b;
            if (way == 1)
                entry = random_real(r, -1, 1);
            else if (way == 2)
                entry = b == (a + 1) % 4 ? random_real(r, 0.5, 2) : 0;
            else if (way == 3)
                entry = a == b ? random_real(r, 0.3, 3) : random_chance(r, 6) ? 0.5 : 0;
            else if (way == 4)
                entry = a == b && !random_chance(r, 3);
            c->matrix[a][b] = entry;
        }
    for (uint32_t a = 0; a < 4 && random_chance(r, 2); a++)
        c->offset[a] = random_chance(r, 3) ? 0 : random_real(r, -3, 3);
    c->dims = random_chance(r, 2) ? 0 : 1 + random_below(r, 4);
}

void random_combination(struct random *r, perlin_combination *c, perlin_combine_kind kind,
                        double positions[TREE_POSITIONS], double values[TREE_POSITIONS])
{
    assert_status(perlin_combination_init(c, kind), PERLIN_OK, "init");
    c->value = random_real(r, -1, 1);
    c->scale = random_real(r, -2, 2);
    c->bias = random_real(r, -1, 1);
    c->lower = random_real(r, -0.8, 0);
    c->upper = random_real(r, 0.01, 0.8);
    c->falloff = random_chance(r, 2) ? 0 : random_real(r, 0.001, (c->upper - c->lower) / 2);
    c->smoothness = random_real(r, 0.01, 1);
    c->amplitude = random_real(r, -1, 1);
    for (int a = 0; a < 4; a++)
        c->point[a] = random_real(r, -2, 2);
    c->axis = random_below(r, 2);
    if (kind == PERLIN_COMBINE_TRANSFORM)
        random_transform(r, c);
    c->curve = random_below(r, 2);
    c->position_count = 2 + random_below(r, TREE_POSITIONS - 1);
    c->positions = positions;
    c->values = values;
    double position = random_real(r, -1, 0);
    for (uint32_t i = 0; i < c->position_count; i++) {
        positions[i] = position;
        values[i] = random_real(r, -1, 1);
        position += random_real(r, 0.01, 0.5);
    }
}

struct grove {
    const struct subject *subject;
    perlin_noise *noise[MOST_NODES], *oracle[MOST_NODES];
    uint32_t count;
};

static void add_leaf(struct random *r, struct grove *grove, uint32_t dims)
{
    uint8_t table[256];
    perlin_params params;
    random_params(r, &params, dims, table);
    if (!random_chance(r, 3)) /* mostly what worlds are made of */
        params.frequency = random_real(r, 0.1, 3);
    grove->noise[grove->count] = create_for(grove->subject, &params);
    grove->oracle[grove->count++] = create_scalar(&params);
}

/* Draws inputs from what there is, late ones rather than early ones. */
static uint32_t draw_input(struct random *r, const struct grove *grove)
{
    const uint32_t late = grove->count < 3 ? grove->count : 3;
    return random_chance(r, 2) ? grove->count - 1 - random_below(r, late)
                               : random_below(r, grove->count);
}

static void add_combination(struct random *r, struct grove *grove, struct tree *tree)
{
    const perlin_combine_kind kind = random_below(r, PERLIN_COMBINE_WARP + 1);
    double positions[TREE_POSITIONS], values[TREE_POSITIONS];
    perlin_combination c;
    uint32_t in[5], inputs = inputs_of(kind);
    if (kind == PERLIN_COMBINE_WARP)
        inputs = 2 + random_below(r, 4);
    random_combination(r, &c, kind, positions, values);
    for (uint32_t i = 0; i < inputs; i++) {
        in[i] = draw_input(r, grove);
        c.input[i] = grove->oracle[in[i]];
    }
    c.backend = PERLIN_BACKEND_SCALAR;
    const perlin_status status = perlin_combine(&grove->oracle[grove->count], &c);
    for (uint32_t i = 0; i < inputs; i++)
        c.input[i] = grove->noise[in[i]];
    c.backend = grove->subject->backend;
    assert_status(perlin_combine(&grove->noise[grove->count], &c), status, "a tree");
    if (status != PERLIN_OK) { /* too large, or of no dimensions */
        assert_true(status == PERLIN_ERROR_STEPS || status == PERLIN_ERROR_LEVELS ||
                    status == PERLIN_ERROR_COMMON_DIMS);
        return;
    }
    const size_t used = strlen(tree->text);
    snprintf(tree->text + used, sizeof tree->text - used, " %u:%u(%u %u %u)", grove->count, kind,
             inputs > 0 ? in[0] : 0, inputs > 1 ? in[1] : 0, inputs > 2 ? in[2] : 0);
    grove->count++;
}

void random_tree(struct random *r, const struct subject *subject, uint32_t dims, uint32_t most,
                 struct tree *tree)
{
    for (;;) {
        struct grove grove = {.subject = subject};
        double bounds[2];
        tree->text[0] = 0;
        const uint32_t leaves = 1 + random_below(r, MOST_LEAVES);
        const uint32_t combinations = 1 + random_below(r, most);
        while (grove.count < leaves)
            add_leaf(r, &grove, dims);
        for (uint32_t i = 0; i < combinations; i++)
            add_combination(r, &grove, tree);
        const uint32_t top = grove.count - 1;
        const int is_one =
            top >= leaves && perlin_bounds(grove.noise[top], dims, bounds) == PERLIN_OK;
        for (uint32_t i = 0; i < top + !is_one; i++) {
            perlin_destroy(grove.noise[i]);
            perlin_destroy(grove.oracle[i]);
        }
        tree->noise = grove.noise[top];
        tree->oracle = grove.oracle[top];
        if (is_one)
            return;
    }
}

void tree_destroy(struct tree *tree)
{
    perlin_destroy(tree->noise);
    perlin_destroy(tree->oracle);
}
