/*
 * Random combinations: the same tree of noises by a backend and by the scalar one.
 */
#ifndef PERLIN_TEST_TREES_H
#define PERLIN_TEST_TREES_H

#include "support.h"

enum { TREE_POSITIONS = 6 };

/* Numbers for a combination of any kind, all valid. *positions and *values are room for a curve. */
void random_combination(struct random *r, perlin_combination *combination, perlin_combine_kind kind,
                        double positions[TREE_POSITIONS], double values[TREE_POSITIONS]);

struct tree {
    perlin_noise *noise, *oracle; /* of the subject's backend, and the scalar one */
    char text[1024];
};

/*
 * Makes a tree that is defined in so many dimensions, of up to `most` combinations. Its inputs have
 * been destroyed: it alone holds them.
 */
void random_tree(struct random *r, const struct subject *subject, uint32_t dims, uint32_t most,
                 struct tree *tree);
void tree_destroy(struct tree *tree);

/* How many inputs a kind has; of a warp one for each of two axes. */
uint32_t inputs_of(perlin_combine_kind kind);

#endif
