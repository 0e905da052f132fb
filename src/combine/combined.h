/*
 * What a combination keeps: its inputs and numbers, for the scalar backend, which follows the tree, and
 * its programs, in which the tree is flattened for vector backends. api/combine.c checks and fills these,
 * program.c makes the programs.
 */
#ifndef PERLIN_COMBINED_H
#define PERLIN_COMBINED_H

#include "../noise/noise.h"

enum {
    PERLIN_MOST_NODES = 64,         /* noises and combinations, by place */
    PERLIN_MOST_LEVELS = 16,        /* of combinations */
    PERLIN_MOST_EVALUATIONS = 4096, /* of a sample that follows the tree */
    PERLIN_MOST_STEPS = 240,        /* of a program */
    PERLIN_MOST_FRAMES = 96,        /* of a program */
    /* Sides of blends, of which each takes two steps and has others in its sides; and 0. */
    PERLIN_MOST_CONTEXTS = PERLIN_MOST_STEPS + 1,
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

/* What a step of a program does. The kinds of combinations come first: of these COORDINATE to BLEND are
   steps, but SELECT is a SELECTOR and a BLEND. */
enum {
    PERLIN_STEP_NOISE = PERLIN_COMBINE_KINDS,
    PERLIN_STEP_SELECTOR, /* SELECT's s */
    PERLIN_STEP_DECIDE,   /* finds which sides of a blend are needed, from what blends them */
    PERLIN_STEP_ENTER,    /* finds the coordinates of a frame */
    PERLIN_STEP_LEAVE     /* brings a result, and its slopes, from a frame to the one around it */
};

/*
 * A step. `in` are steps whose results it takes, `out` is a register for its own. Steps run only where
 * their context is needed: context 0 always is, others are sides of blends. For a DECIDE, sides[0] and
 * [1] are those of its blend.
 */
struct perlin_step {
    uint8_t kind, frame, in[4], context, sides[2];
    uint8_t out[2];  /* without slopes, and with them: these keep the noises of a warp to its end */
    uint8_t last;    /* of an ENTER: the step that leaves */
    uint8_t depends; /* on these axes of a grid: a bit for each */
    uint8_t grid_out;                 /* its register where grids are evaluated as such */
    const struct perlin_noise *noise; /* a NOISE, or the combination that the step is of */
};

/* Coordinates. Frame 0 has the caller's. */
enum { PERLIN_FRAME_CALLERS, PERLIN_FRAME_SHIFT, PERLIN_FRAME_TRANSFORM, PERLIN_FRAME_WARP };
struct perlin_frame {
    uint8_t kind, outer, dims, slot;
    uint8_t shift;   /* which of perlin_warp_shift */
    uint8_t enter;   /* the step */
    uint8_t follows; /* grids: axis a lies along the grid's axis[a], or along none (4) */
    uint8_t axis[4];
    const struct perlin_noise *noise; /* the combination */
};

/* The steps of a combination in so many dimensions. */
struct perlin_program {
    uint32_t dims, most_dims; /* of the caller; of any frame */
    uint32_t steps, frames, contexts;
    uint32_t registers[2], slots; /* of values, without slopes and with them, and of coordinates */
    uint32_t grid_registers;      /* of values that depend on all axes of a grid */
    struct perlin_frame frame[PERLIN_MOST_FRAMES];
    struct perlin_step *step;
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
 * Flattens the combination in so many dimensions, of which it is defined. Returns 0 if that takes too
 * many nodes, steps or frames. `steps` has room for PERLIN_MOST_STEPS.
 */
int perlin_program_init(struct perlin_program *program, struct perlin_step steps[],
                        const perlin_noise *noise, uint32_t dims);

/* Sets noise->bounds of a combination, whose inputs have theirs. Needs the default FP environment. */
PERLIN_GUARDED void perlin_combined_bounds(perlin_noise *noise);

#endif
