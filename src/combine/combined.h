/*
 * What a combination keeps: its inputs and numbers, and its programs: the noises of its tree, each
 * once a place, for vector backends. api/combine.c checks and fills these, program.c makes the
 * programs. The scalar backend follows the tree.
 */
#ifndef PERLIN_COMBINED_H
#define PERLIN_COMBINED_H

#include "../noise/noise.h"

enum {
    PERLIN_MOST_NODES = 64,         /* noises and combinations, by place */
    PERLIN_MOST_LEVELS = 16,        /* of combinations */
    PERLIN_MOST_EVALUATIONS = 4096, /* of a sample that follows the tree */
    PERLIN_MOST_STEPS = 240,        /* nodes of a program */
    PERLIN_MOST_FRAMES = 96,        /* of a program */
    PERLIN_MOST_POSITIONS = 32,
    PERLIN_COMBINE_KINDS = PERLIN_COMBINE_WARP + 1
};

/* Of WARP by one noise: what is added to all coordinates to find that of an axis. */
static const double perlin_warp_shift[4] = {0, 8209.25, 16421.75, 24631.375};

/* The numbers of a combination, rounded to a type. Edges and rates are those of one or two steps:
   t = (v - edge) * rate. */
struct perlin_numbers_f32 {
    float value, scale, bias, lower, upper, middle, smoothness, amplitude;
    float edge[2], rate[2];
    float point[4], matrix[4][4], offset[4];
    /* Pieces of a curve, or terrace, from position i on: value and three factors, or the next position's
       distance and its reciprocal. */
    float position[PERLIN_MOST_POSITIONS], piece[PERLIN_MOST_POSITIONS][4];
};
struct perlin_numbers_f64 {
    double value, scale, bias, lower, upper, middle, smoothness, amplitude;
    double edge[2], rate[2];
    double point[4], matrix[4][4], offset[4];
    double position[PERLIN_MOST_POSITIONS], piece[PERLIN_MOST_POSITIONS][4];
};

/* A noise or combination, evaluated in a frame. Inputs come before what takes them. */
struct perlin_node {
    const perlin_noise *noise;
    uint16_t frame, in[5]; /* the nodes that it takes; of a WARP the base, then each axis's */
    uint16_t kept;         /* a register that keeps its value for later uses, or PERLIN_NOT_KEPT */
    uint8_t uses;
    uint8_t first;   /* of two inputs: the one that needs more registers */
    uint8_t depends; /* on these axes of a grid: a bit for each */
    uint8_t is_last; /* its value is the result of the program */
};
enum { PERLIN_NOT_KEPT = UINT16_MAX, PERLIN_NO_AXIS = 4 };

/* Coordinates: frame 0 has the caller's, others those that a WARP or TRANSFORM makes for its input.
   They may follow a grid: axis a lies along the grid's axis[a], or along none (PERLIN_NO_AXIS). */
enum { PERLIN_FRAME_CALLERS, PERLIN_FRAME_SHIFT, PERLIN_FRAME_TRANSFORM, PERLIN_FRAME_WARP };
struct perlin_frame {
    const perlin_noise *noise; /* the combination */
    uint16_t outer;
    uint8_t kind, dims, follows, axis[4];
    uint8_t moves;   /* along these axes the grid's line is moved or stretched: a bit for each */
    uint8_t depends; /* on these axes of a grid */
    uint8_t shift;   /* which of perlin_warp_shift */
};

/* A combination in so many dimensions, and what its evaluation takes at once beside the result and
   what is kept. Each index [s] is without slopes, then with them; [g] at points, then on grids. */
struct perlin_program {
    uint32_t dims, most_dims; /* of the caller; of any frame */
    uint32_t nodes, frames, kept;
    uint32_t registers[2],
        moved[2];             /* [s] of values, [g] of coordinates that are not the caller's */
    uint32_t places;          /* frames that lie in each other */
    int follows, is_listed;   /* all frames; some frame whose grid's line is moved */
    uint8_t order[4];         /* axes, the one along which boxes go on first */
    struct perlin_node *node; /* the last one is the result */
    struct perlin_frame *frame;
};

struct perlin_combined {
    uint32_t kind, inputs, axis, dims, positions;
    uint32_t levels, evaluations;
    uint32_t left_out[4]; /* of a matrix's row: bit b: entry b is 0 */
    const perlin_noise *input[5];
    const struct perlin_program *program[4]; /* by dims - 1; NULL where it is not defined */
    struct perlin_numbers_f32 numbers_f32;
    struct perlin_numbers_f64 numbers_f64;
};

/* True if input[1] gives all axes of a warp their noise. */
static inline int perlin_warps_by_one(const struct perlin_combined *combined)
{
    return combined->inputs == 2;
}

/* The dimensions of the input of a TRANSFORM. */
static inline uint32_t perlin_inner_dims(const struct perlin_combined *combined, uint32_t dims)
{
    return combined->kind == PERLIN_COMBINE_TRANSFORM && combined->dims > 0 ? combined->dims : dims;
}

/*
 * Makes the program of a combination in so many dimensions, of which it is defined. Returns 0 if
 * that takes too many nodes or frames. There is room for PERLIN_MOST_STEPS nodes and
 * PERLIN_MOST_FRAMES frames.
 */
int perlin_program_init(struct perlin_program *program, struct perlin_node node[],
                        struct perlin_frame frame[], const perlin_noise *noise, uint32_t dims);

/* Sets noise->bounds of a combination, whose inputs have theirs. Needs the default FP environment. */
PERLIN_GUARDED void perlin_combined_bounds(perlin_noise *noise);

#endif
