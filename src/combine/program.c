/*
 * Makes a combination's program: its nodes, each noise once at the same coordinates; the frames that
 * these lie in; what is kept; and how much of everything an evaluation (run.h) takes at once.
 */
#include "combined.h"

struct maker {
    struct perlin_program *program;
    uint32_t counted; /* noises by place; of a WARP by one noise once for all axes */
    int fails;
};

/* ---- Frames ---------------------------------------------------------------------------------- */

/* Follows a grid's axes from the outer frame into one that a TRANSFORM makes. */
static void follow_transform(struct perlin_frame *frame, const struct perlin_frame *outer)
{
    const struct perlin_combined *const combined = frame->noise->combined;
    const struct perlin_numbers_f64 *const numbers = &combined->numbers_f64;
    uint32_t seen = 0;
    frame->depends = frame->moves = 0;
    for (uint32_t a = 0; a < frame->dims; a++) {
        int moves = numbers->offset[a] != 0;
        frame->axis[a] = PERLIN_NO_AXIS;
        for (uint32_t b = 0; b < outer->dims; b++) {
            if (combined->left_out[a] >> b & 1)
                continue;
            frame->follows &= frame->axis[a] == PERLIN_NO_AXIS && !(seen >> b & 1);
            moves |= numbers->matrix[a][b] != 1 || (outer->moves >> b & 1);
            seen |= 1u << b;
            frame->axis[a] = outer->axis[b];
            if (outer->axis[b] != PERLIN_NO_AXIS)
                frame->depends |= (uint8_t)(1u << outer->axis[b]);
        }
        frame->moves |= (uint8_t)((uint32_t)moves << a);
    }
}

static uint16_t add_frame(struct maker *maker, uint8_t kind, uint16_t outer, uint32_t dims,
                          uint32_t shift, const perlin_noise *noise)
{
    struct perlin_program *const program = maker->program;
    const struct perlin_frame *const from = &program->frame[outer];
    struct perlin_frame frame = *from;
    if (program->frames == PERLIN_MOST_FRAMES) {
        maker->fails = 1;
        return 0;
    }
    frame.noise = noise;
    frame.kind = kind;
    frame.outer = outer;
    frame.dims = (uint8_t)dims;
    frame.shift = (uint8_t)shift;
    if (kind == PERLIN_FRAME_SHIFT)
        frame.moves = (uint8_t)((1u << dims) - 1);
    if (kind == PERLIN_FRAME_TRANSFORM && from->follows)
        follow_transform(&frame, from);
    frame.follows &= kind != PERLIN_FRAME_WARP;
    if (!frame.follows)
        frame.depends = from->depends;
    if (dims > program->most_dims)
        program->most_dims = dims;
    program->follows &= frame.follows;
    program->is_listed |= frame.follows && frame.moves != 0;
    program->frame[program->frames] = frame;
    return (uint16_t)program->frames++;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static uint16_t add(struct maker *maker, const perlin_noise *noise, uint16_t frame, int counts);

/* The axes of a grid on which a noise without inputs depends. */
static uint8_t own_axes(const perlin_noise *noise, const struct perlin_frame *frame)
{
    const struct perlin_combined *const combined = noise->combined;
    if (combined && combined->kind == PERLIN_COMBINE_COORDINATE && frame->follows) {
        const uint8_t axis = frame->axis[combined->axis];
        return axis == PERLIN_NO_AXIS ? 0 : (uint8_t)(1u << axis);
    }
    const int is_placed = !combined || combined->kind == PERLIN_COMBINE_COORDINATE ||
                          combined->kind == PERLIN_COMBINE_DISTANCE;
    return is_placed ? frame->depends : 0;
}

static void add_input(struct maker *maker, struct perlin_node *node, uint32_t k, uint32_t input,
                      uint16_t frame, int counts)
{
    node->in[k] = add(maker, node->noise->combined->input[input], frame, counts);
    if (!maker->fails)
        node->depends |= maker->program->node[node->in[k]].depends;
}

/* Adds the inputs of a WARP or TRANSFORM, and the frame of the last one. */
static void add_moved(struct maker *maker, struct perlin_node *node, int counts)
{
    struct perlin_program *const program = maker->program;
    const struct perlin_combined *const combined = node->noise->combined;
    const uint32_t dims = program->frame[node->frame].dims;
    uint16_t inner;
    if (combined->kind == PERLIN_COMBINE_TRANSFORM) {
        inner = add_frame(maker, PERLIN_FRAME_TRANSFORM, node->frame,
                          perlin_inner_dims(combined, dims), 0, node->noise);
        add_input(maker, node, 0, 0, inner, counts);
        return;
    }
    const int by_one = perlin_warps_by_one(combined);
    for (uint32_t a = 0; a < dims && !maker->fails; a++) {
        uint16_t frame = node->frame;
        if (by_one && a > 0)
            frame = add_frame(maker, PERLIN_FRAME_SHIFT, node->frame, dims, a, node->noise);
        add_input(maker, node, 1 + a, by_one ? 1 : 1 + a, frame, by_one && a > 0 ? 0 : counts);
    }
    inner = add_frame(maker, PERLIN_FRAME_WARP, node->frame, dims, 0, node->noise);
    program->frame[inner].depends |= node->depends;
    add_input(maker, node, 0, 0, inner, counts);
}

static uint32_t levels_of(const perlin_noise *noise)
{
    return noise->combined ? noise->combined->levels : 0;
}

/* Returns the node of a noise in a frame. */
static uint16_t add(struct maker *maker, const perlin_noise *noise, uint16_t frame, int counts)
{
    struct perlin_program *const program = maker->program;
    const struct perlin_combined *const combined = noise->combined;
    struct perlin_node node = {.noise = noise, .frame = frame, .kept = PERLIN_NOT_KEPT, .uses = 1};
    for (uint32_t n = 0; n < program->nodes; n++)
        if (program->node[n].noise == noise && program->node[n].frame == frame) {
            program->node[n].uses = 2;
            return (uint16_t)n;
        }
    maker->counted += counts ? 1 : 0;
    maker->fails |= maker->counted > PERLIN_MOST_NODES;
    if (maker->fails)
        return 0;
    node.depends = own_axes(noise, &program->frame[frame]);
    if (combined &&
        (combined->kind == PERLIN_COMBINE_WARP || combined->kind == PERLIN_COMBINE_TRANSFORM)) {
        add_moved(maker, &node, counts);
    } else if (combined) {
        for (uint32_t k = 0; k < combined->inputs && !maker->fails; k++)
            add_input(maker, &node, k, k, frame, counts);
        if (combined->inputs >= 2)
            node.first = levels_of(combined->input[1]) > levels_of(combined->input[0]);
    }
    maker->fails |= program->nodes == PERLIN_MOST_STEPS;
    if (maker->fails)
        return 0;
    program->node[program->nodes] = node;
    return (uint16_t)program->nodes++;
}

/* ---- What is kept ---------------------------------------------------------------------------- */

static uint32_t kind_of(const struct perlin_node *node)
{
    return node->noise->combined ? node->noise->combined->kind : PERLIN_COMBINE_KINDS;
}

/* The number of inputs that are nodes. */
static uint32_t inputs_of(const struct perlin_program *program, const struct perlin_node *node)
{
    if (kind_of(node) == PERLIN_COMBINE_WARP)
        return 1u + program->frame[node->frame].dims;
    return node->noise->combined ? node->noise->combined->inputs : 0;
}

static void keep(struct perlin_program *program, struct perlin_node *node)
{
    if (node->kept == PERLIN_NOT_KEPT && kind_of(node) != PERLIN_COMBINE_CONSTANT)
        node->kept = (uint16_t)program->kept++;
}

/* Keeps what is used twice, and what depends on fewer axes than what takes it. */
static void find_kept(struct perlin_program *program)
{
    const uint32_t all = (1u << program->dims) - 1;
    uint32_t missing[4] = {0, 0, 0, 0};
    struct perlin_node *const last = &program->node[program->nodes - 1];
    for (uint32_t n = 0; n < program->nodes; n++) {
        struct perlin_node *const node = &program->node[n];
        if (node->uses > 1)
            keep(program, node);
        for (uint32_t k = 0; k < inputs_of(program, node); k++)
            if (program->node[node->in[k]].depends != node->depends)
                keep(program, &program->node[node->in[k]]);
    }
    if (last->depends != all)
        keep(program, last);
    /* Boxes go on first along the axis that most of these miss, so that they stay. */
    for (uint32_t n = 0; n < program->nodes; n++)
        for (uint32_t a = 0; a < program->dims && program->node[n].kept != PERLIN_NOT_KEPT; a++)
            missing[a] += !(program->node[n].depends >> a & 1);
    for (uint32_t a = 0; a < 4; a++) {
        uint32_t at = a;
        for (; at > 0 && missing[program->order[at - 1]] < missing[a]; at--)
            program->order[at] = program->order[at - 1];
        program->order[at] = (uint8_t)a;
    }
}

/* Marks the nodes whose values may be results: what lies in a last WARP or TRANSFORM, and the sides of a
   last BLEND or SELECT. */
static void find_last(struct perlin_program *program)
{
    program->node[program->nodes - 1].is_last = 1;
    for (uint32_t n = program->nodes; n-- > 0;) {
        const struct perlin_node *const node = &program->node[n];
        const uint32_t kind = kind_of(node);
        const int blends = kind == PERLIN_COMBINE_BLEND || kind == PERLIN_COMBINE_SELECT;
        if (!node->is_last)
            continue;
        if (blends || kind == PERLIN_COMBINE_WARP || kind == PERLIN_COMBINE_TRANSFORM)
            program->node[node->in[0]].is_last = 1;
        if (blends)
            program->node[node->in[1]].is_last = 1;
    }
}

/* ---- What an evaluation takes at once -------------------------------------------------------- */

struct need {
    uint8_t registers[2], coordinates[2], places;
};

static uint8_t greater(uint8_t a, uint32_t b)
{
    return a > b ? a : (uint8_t)b;
}

/* Adds what an input needs while its taker holds so much. */
static void widen(struct need *need, const struct need *input, uint32_t registers,
                  uint32_t with_slopes, const uint32_t coordinates[2], uint32_t places)
{
    need->registers[0] = greater(need->registers[0], input->registers[0] + registers);
    need->registers[1] = greater(need->registers[1], input->registers[1] + with_slopes);
    for (int g = 0; g < 2; g++)
        need->coordinates[g] =
            greater(need->coordinates[g], input->coordinates[g] + coordinates[g]);
    need->places = greater(need->places, input->places + places);
}

/* What a node takes beside its result, as run.h takes it. */
static struct need need_of(const struct perlin_program *program, const struct perlin_node *node,
                           const struct need needs[])
{
    static const uint32_t none[2] = {0, 0};
    const uint32_t kind = kind_of(node), inputs = inputs_of(program, node);
    struct need need = {{0, 0}, {0, 0}, 0};
    if (kind == PERLIN_COMBINE_WARP || kind == PERLIN_COMBINE_TRANSFORM) {
        const struct perlin_frame *const outer = &program->frame[node->frame];
        const int spreads = kind == PERLIN_COMBINE_TRANSFORM && outer->follows;
        const int follows = program->frame[program->node[node->in[0]].frame].follows;
        const uint32_t inner[2] = {1, follows ? 0 : 1u + (uint32_t)spreads};
        const uint32_t shifted[2] = {2, outer->follows ? 1 : 2};
        widen(&need, &needs[node->in[0]], 0, inputs - 1, inner, 1);
        for (uint32_t k = 1; k < inputs; k++) /* slopes need these to the end */
            widen(&need, &needs[node->in[k]], 0, k, shifted, 2);
        return need;
    }
    const uint32_t by = inputs == 3;
    if (by)
        widen(&need, &needs[node->in[2]], by, by, none, 0);
    if (inputs > 0)
        widen(&need, &needs[node->in[node->first]], by, by, none, 0);
    if (inputs > 1) {
        const uint32_t is_apart = program->node[node->in[0]].kept == PERLIN_NOT_KEPT &&
                                  program->node[node->in[1]].kept == PERLIN_NOT_KEPT;
        widen(&need, &needs[node->in[!node->first]], by + is_apart, by + is_apart, none, 0);
    }
    return need;
}

int perlin_program_init(struct perlin_program *program, struct perlin_node node[],
                        struct perlin_frame frame[], const perlin_noise *noise, uint32_t dims)
{
    struct need needs[PERLIN_MOST_STEPS];
    struct maker maker = {.program = program};
    *program = (struct perlin_program){
        .dims = dims, .most_dims = dims, .frames = 1, .follows = 1, .node = node, .frame = frame};
    frame[0] = (struct perlin_frame){.kind = PERLIN_FRAME_CALLERS,
                                     .dims = (uint8_t)dims,
                                     .follows = 1,
                                     .axis = {0, 1, 2, 3},
                                     .depends = (uint8_t)((1u << dims) - 1)};
    add(&maker, noise, 0, 1);
    if (maker.fails)
        return 0;
    find_kept(program);
    find_last(program);
    for (uint32_t n = 0; n < program->nodes; n++)
        needs[n] = need_of(program, &program->node[n], needs);
    const struct need *const all = &needs[program->nodes - 1];
    for (int i = 0; i < 2; i++) {
        program->registers[i] = all->registers[i];
        program->moved[i] = all->coordinates[i];
    }
    program->places = all->places;
    return 1;
}
