#include "works.h"
#include "plain.h"
#include "yardstick.h"

#include <array>
#include <benchmark/benchmark.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

static void require(perlin_status status)
{
    if (status == PERLIN_OK)
        return;
    std::fprintf(stderr, "perlin-bench: %s\n", perlin_status_string(status));
    std::exit(1);
}

std::vector<perlin_backend> available_backends()
{
    std::vector<perlin_backend> backends;
    for (perlin_backend backend = PERLIN_BACKEND_SCALAR;
         std::strcmp(perlin_backend_name(backend), "unknown") != 0; backend++)
        if (perlin_backend_available(backend))
            backends.push_back(backend);
    return backends;
}

// ---- Ingredients ------------------------------------------------------------------------------

using Noise = std::shared_ptr<const perlin_noise>;

// By tables, unless a work asks for the integer hash.
static perlin_params default_params(perlin_backend backend)
{
    perlin_params params;
    require(perlin_params_init(&params));
    params.backend = backend;
    params.hash = PERLIN_HASH_PERMUTATION;
    return params;
}

static Noise create(const perlin_params &params)
{
    perlin_noise *noise;
    require(perlin_create(&noise, &params));
    return Noise(noise, [noise](const perlin_noise *) { perlin_destroy(noise); });
}

static Noise plain(perlin_backend backend)
{
    return create(default_params(backend));
}

// Six octaves.
static Noise fractal_of(perlin_backend backend, uint32_t fractal, double weighted_strength = 0)
{
    perlin_params params = default_params(backend);
    params.fractal = fractal;
    params.octaves = 6;
    params.weighted_strength = weighted_strength;
    return create(params);
}

static Noise fbm(perlin_backend backend)
{
    return fractal_of(backend, PERLIN_FRACTAL_FBM);
}

struct Shaped {
    const char *name;
    uint32_t fractal;
    double weighted_strength;
};

static constexpr Shaped SHAPED[] = {{"weighted fBm 6 ", PERLIN_FRACTAL_FBM, 0.5},
                                    {"billow 6 ", PERLIN_FRACTAL_BILLOW, 0},
                                    {"ridged 6 ", PERLIN_FRACTAL_RIDGED, 0},
                                    {"weighted ridged 6 ", PERLIN_FRACTAL_RIDGED, 0.5},
                                    {"ping-pong 6 ", PERLIN_FRACTAL_PING_PONG, 0},
                                    {"multifractal 6 ", PERLIN_FRACTAL_MULTIFRACTAL, 0}};

// One output for all, so that each finds its memory as warm as the next. Pages that no work of a
// run touches cost nothing.
static constexpr size_t OUTPUT_BYTES = size_t{4096} * 4096 * sizeof(double);

template <typename T> static T *output()
{
    static void *const memory = std::aligned_alloc(4096, OUTPUT_BYTES);
    if (!memory)
        std::abort();
    return static_cast<T *>(memory);
}

static constexpr size_t POINTS = 4096; // inputs and output fit the first two levels of cache

// Coordinates anywhere in the 256 cells of a period, the same on every machine. They are aligned to
// cache lines, as the output is. Linkers may not do so, and AVX-512 is a tenth slower if all its
// loads cross a line.
template <typename T> static const std::array<std::array<T, POINTS>, 4> &random_coordinates()
{
    alignas(64) static const auto coordinates = [] {
        std::array<std::array<T, POINTS>, 4> c;
        uint64_t state = 1;
        for (auto &axis : c)
            for (T &x : axis) {
                state = state * 6364136223846793005u + 1442695040888963407u;
                x = static_cast<T>(state >> 40) * static_cast<T>(0x1p-16);
            }
        return c;
    }();
    return coordinates;
}

// ---- Kinds of work ----------------------------------------------------------------------------

template <typename In, typename Out>
using PointsFunction = perlin_status (*)(const perlin_noise *, uint32_t, size_t, const In *const[],
                                         const ptrdiff_t[], Out *);

template <typename In, typename Out>
static Work points(const Noise &noise, const std::string &name, uint32_t dims,
                   PointsFunction<In, Out> evaluate)
{
    const auto &c = random_coordinates<In>();
    const std::array<const In *, 4> coords = {c[0].data(), c[1].data(), c[2].data(), c[3].data()};
    return {name, POINTS, [=] {
                require(evaluate(noise.get(), dims, POINTS, coords.data(), nullptr, output<Out>()));
            }};
}

static Work points_f32(const Noise &noise, const std::string &name, uint32_t dims)
{
    return points<float, float>(noise, name + " float", dims, perlin_points_f32);
}

// `count` 3-D points a call, with coordinates `stride` apart: 1 is packed, 3 is x, y, z, x, y, z
// and so on.
static Work few_points_f32(const Noise &noise, const std::string &name, size_t count,
                           ptrdiff_t stride)
{
    const auto &c = random_coordinates<float>();
    const ptrdiff_t axis = stride == 1 ? POINTS : 1;
    const float *const x = c[0].data();
    const std::array<const float *, 3> coords = {x, x + axis, x + 2 * axis};
    const std::array<ptrdiff_t, 3> strides = {stride, stride, stride};
    return {name + " float", static_cast<double>(count), [=] {
                require(perlin_points_f32(noise.get(), 3, count, coords.data(), strides.data(),
                                          output<float>()));
            }};
}

static Work points_f64(const Noise &noise, const std::string &name, uint32_t dims)
{
    return points<double, double>(noise, name + " double", dims, perlin_points_f64);
}

static Work points_f64_f32(const Noise &noise, const std::string &name, uint32_t dims)
{
    return points<double, float>(noise, name + " double to float", dims, perlin_points_f64_f32);
}

static perlin_grid cube(uint32_t dims, size_t side, double step)
{
    perlin_grid grid;
    require(perlin_grid_init(&grid));
    grid.dims = dims;
    for (uint32_t axis = 0; axis < dims; axis++) {
        grid.count[axis] = side;
        grid.step[axis] = step;
    }
    return grid;
}

static double samples(const perlin_grid &grid)
{
    double product = 1;
    for (uint32_t axis = 0; axis < grid.dims; axis++)
        product *= static_cast<double>(grid.count[axis]);
    return product;
}

static Work grid_f32(const Noise &noise, const std::string &name, const perlin_grid &grid)
{
    return {name + " float", samples(grid),
            [=] { require(perlin_grid_f32(noise.get(), &grid, output<float>())); }};
}

static Work grid_f64(const Noise &noise, const std::string &name, const perlin_grid &grid)
{
    return {name + " double", samples(grid),
            [=] { require(perlin_grid_f64(noise.get(), &grid, output<double>())); }};
}

// ---- The lists --------------------------------------------------------------------------------

struct Step {
    const char *name;
    double value;
};

static constexpr Step STEP_128TH = {"1/128", 1.0 / 128}, STEP_64TH = {"1/64", 1.0 / 64},
                      STEP_16TH = {"1/16", 1.0 / 16}, STEP_3_10THS = {"0.3", 0.3},
                      STEP_17_10THS = {"1.7", 1.7};

static constexpr Step STEPS[] = {{"1/256", 1.0 / 256},
                                 STEP_128TH,
                                 STEP_64TH,
                                 {"1/32", 1.0 / 32},
                                 STEP_16TH,
                                 {"1/8", 1.0 / 8},
                                 {"1/4", 1.0 / 4},
                                 STEP_3_10THS,
                                 {"1/2", 1.0 / 2},
                                 {"0.8", 0.8},
                                 {"1", 1},
                                 STEP_17_10THS,
                                 {"4", 4}};

static std::string dimensions(uint32_t dims)
{
    return std::to_string(dims) + "-D";
}

static std::string grid_name(uint32_t dims, size_t side, const char *step)
{
    const std::string power = dims == 1 ? "" : "^" + std::to_string(dims);
    return dimensions(dims) + " grid " + std::to_string(side) + power + " step " + step;
}

static void add_points(std::vector<Work> &works, const Noise &noise, const std::string &name,
                       uint32_t dims)
{
    works.push_back(points_f32(noise, name, dims));
    works.push_back(points_f64(noise, name, dims));
    works.push_back(points_f64_f32(noise, name, dims));
}

static void add_grid(std::vector<Work> &works, const Noise &noise, const std::string &name,
                     const perlin_grid &grid)
{
    works.push_back(grid_f32(noise, name, grid));
    works.push_back(grid_f64(noise, name, grid));
}

static void add_cube(std::vector<Work> &works, const Noise &noise, const std::string &kind,
                     uint32_t dims, size_t side, const Step &step)
{
    add_grid(works, noise, kind + grid_name(dims, side, step.name), cube(dims, side, step.value));
}

static constexpr struct {
    uint32_t dims;
    size_t side;
} CUBES[] = {{1, 4096}, {2, 256}, {2, 4096}, {3, 64}, {4, 16}};

// What engines ask for, with shared borders too.
static constexpr struct {
    uint32_t dims;
    size_t side;
} CHUNKS[] = {{2, 16}, {2, 17}, {2, 32}, {3, 16}, {3, 33}};

std::vector<Work> all_works(perlin_backend backend)
{
    const Noise noise = plain(backend), fractal = fbm(backend);
    std::vector<Work> works;
    for (uint32_t dims = 1; dims <= 4; dims++)
        add_points(works, noise, dimensions(dims) + " points", dims);
    for (const auto &c : CUBES)
        for (const Step &step : STEPS)
            add_cube(works, noise, "", c.dims, c.side, step);
    for (const auto &c : CHUNKS) {
        add_cube(works, noise, "", c.dims, c.side, STEP_64TH);
        add_cube(works, fractal, "fBm 6 ", c.dims, c.side, STEP_64TH);
    }
    // At coarse steps most octaves look every sample up.
    for (const Step &step : {STEP_128TH, STEP_16TH, STEP_17_10THS}) {
        add_cube(works, fractal, "fBm 6 ", 2, 256, step);
        add_cube(works, fractal, "fBm 6 ", 3, 64, step);
    }
    add_points(works, fractal, "fBm 6 2-D points", 2);
    add_points(works, fractal, "fBm 6 3-D points", 3);
    for (const Shaped &s : SHAPED) {
        const Noise shaped = fractal_of(backend, s.fractal, s.weighted_strength);
        add_cube(works, shaped, s.name, 2, 256, STEP_128TH);
        add_cube(works, shaped, s.name, 3, 64, STEP_128TH);
        add_points(works, shaped, std::string(s.name) + "3-D points", 3);
    }
    return works;
}

// Scaled, biased or added, and with its bounds.
static Work grid_into_f32(const Noise &noise, const std::string &name, const perlin_grid &grid,
                          bool accumulate)
{
    perlin_output to;
    require(perlin_output_init(&to));
    to.scale = accumulate ? 0 : 0.5; // what adds up over many rounds stays finite
    to.bias = accumulate ? 0 : 0.5;
    to.accumulate = accumulate;
    return {name + " float", samples(grid), [=] {
                float bounds[2];
                require(perlin_grid_into_f32(noise.get(), &grid, &to, output<float>(), bounds));
            }};
}

// Repeats after so many cells: after three a division tells which, after four a mask.
static Noise tiled(perlin_backend backend, uint32_t fractal, uint32_t cells = 3)
{
    perlin_params params = default_params(backend);
    params.fractal = fractal;
    for (uint32_t &period : params.period)
        period = cells;
    return create(params);
}

static Noise rotated(perlin_backend backend, uint32_t rotation)
{
    perlin_params params = default_params(backend);
    params.rotation = rotation;
    params.matrix[0][1] = 0.5; // of MATRIX: it leans
    return create(params);
}

// One call a sample.
static Work single_samples_f32(const Noise &noise, const std::string &name)
{
    const auto &c = random_coordinates<float>();
    return {name + " float", POINTS, [=, &c] {
                float *const out = output<float>();
                for (size_t i = 0; i < POINTS; i++)
                    out[i] = perlin_at3_f32(noise.get(), c[0][i], c[1][i], c[2][i]);
            }};
}

// One call a sample, along a line at steps of 1/64: of the library, and of the yardstick.
template <typename Sample> static Work line(const std::string &name, const Sample &sample)
{
    return {name + " float", POINTS, [=] {
                float *const out = output<float>();
                for (size_t i = 0; i < POINTS; i++)
                    out[i] = sample(static_cast<float>(i) / 64, 0.3f, 0.7f);
            }};
}

static Work line_of_samples_f32(const Noise &noise, const std::string &name)
{
    return line(name,
                [=](float x, float y, float z) { return perlin_at3_f32(noise.get(), x, y, z); });
}

// Room for a result and its gradient, each an array of its own.
template <typename T> static std::array<T *, 4> gradient_output(double samples)
{
    std::array<T *, 4> arrays;
    for (size_t axis = 0; axis < arrays.size(); axis++)
        arrays[axis] = output<T>() + (1 + axis) * static_cast<size_t>(samples);
    return arrays;
}

static Work grid_gradient_f32(const Noise &noise, const std::string &name, const perlin_grid &grid)
{
    const auto gradient = gradient_output<float>(samples(grid));
    return {name + " float", samples(grid), [=] {
                require(
                    perlin_grid_gradient_f32(noise.get(), &grid, output<float>(), gradient.data()));
            }};
}

static Work grid_gradient_f64(const Noise &noise, const std::string &name, const perlin_grid &grid)
{
    const auto gradient = gradient_output<double>(samples(grid));
    return {name + " double", samples(grid), [=] {
                require(perlin_grid_gradient_f64(noise.get(), &grid, output<double>(),
                                                 gradient.data()));
            }};
}

static Work points_gradient_f32(const Noise &noise, const std::string &name, uint32_t dims)
{
    const auto &c = random_coordinates<float>();
    const std::array<const float *, 4> coords = {c[0].data(), c[1].data(), c[2].data(),
                                                 c[3].data()};
    const auto gradient = gradient_output<float>(POINTS);
    return {name + " float", POINTS, [=] {
                require(perlin_points_gradient_f32(noise.get(), dims, POINTS, coords.data(),
                                                   nullptr, output<float>(), gradient.data()));
            }};
}

static Work normals_f32(const Noise &noise, const std::string &name, const perlin_grid &grid)
{
    const auto normal = gradient_output<float>(samples(grid));
    return {name + " float", samples(grid),
            [=] { require(perlin_grid_normals_f32(noise.get(), &grid, 1, normal.data())); }};
}

// A grid of a noise with a feature, beside one of a noise without.
static void add_feature(std::vector<Feature> &features, const Noise &noise, const Noise &base,
                        const std::string &feature, const std::string &kind, uint32_t dims,
                        size_t side, const Step &step)
{
    const perlin_grid grid = cube(dims, side, step.value);
    const std::string name = kind + grid_name(dims, side, step.name);
    features.push_back({grid_f32(noise, feature + name, grid), grid_f32(base, name, grid)});
}

static void add_lattices(std::vector<Feature> &features, perlin_backend backend)
{
    const Noise noise = plain(backend);
    const Noise lattice = tiled(backend, PERLIN_FRACTAL_NONE);
    const auto add_points = [&](const std::string &name, const Noise &of) {
        for (uint32_t dims = 2; dims <= 3; dims++) {
            const std::string points = dimensions(dims) + " points";
            features.push_back(
                {points_f32(of, name + points, dims), points_f32(noise, points, dims)});
        }
    };
    for (const Step &step : {STEP_64TH, STEP_16TH, STEP_17_10THS})
        add_feature(features, lattice, noise, "tiled, ", "", 3, 64, step);
    add_points("tiled, ", lattice);
    add_points("tiled by 4, ", tiled(backend, PERLIN_FRACTAL_NONE, 4));
    add_feature(features, lattice, noise, "tiled, ", "", 2, 256, STEP_64TH);
    add_feature(features, lattice, noise, "tiled, ", "", 4, 16, STEP_64TH);
    const perlin_grid c = cube(3, 64, STEP_64TH.value);
    const std::string name = grid_name(3, 64, STEP_64TH.name);
    features.push_back({grid_f64(lattice, "tiled, " + name, c), grid_f64(noise, name, c)});
    const Noise tiled_fbm = tiled(backend, PERLIN_FRACTAL_FBM), fractal = fbm(backend);
    add_feature(features, tiled_fbm, fractal, "tiled, ", "fBm 6 ", 2, 256, STEP_128TH);
    add_feature(features, tiled_fbm, fractal, "tiled, ", "fBm 6 ", 3, 64, STEP_128TH);
}

static void add_rotations(std::vector<Feature> &features, perlin_backend backend)
{
    const auto add = [&](uint32_t rotation, const char *kind, uint32_t dims, size_t side,
                         const Step &step) {
        const Noise noise = rotated(backend, rotation);
        const perlin_grid grid = cube(dims, side, step.value);
        features.push_back({grid_f32(noise, kind + grid_name(dims, side, step.name), grid),
                            points_f64_f32(noise, dimensions(dims) + " points", dims)});
    };
    for (const Step &step : {STEP_64TH, STEP_16TH, STEP_3_10THS})
        add(PERLIN_ROTATION_XY, "rotated, beside its points, ", 3, 64, step);
    add(PERLIN_ROTATION_XYZ, "rotated, beside its points, ", 4, 16, STEP_64TH);
    add(PERLIN_ROTATION_MATRIX, "by a matrix, beside its points, ", 2, 256, STEP_64TH);
}

static void add_outputs(std::vector<Feature> &features, perlin_backend backend)
{
    const Noise noise = plain(backend);
    for (const bool accumulate : {false, true}) {
        const char *const kind = accumulate ? "added, with bounds, " : "scaled, with bounds, ";
        for (const auto &c : {cube(2, 256, STEP_64TH.value), cube(3, 64, STEP_64TH.value)}) {
            const std::string name = grid_name(c.dims, c.count[0], STEP_64TH.name);
            features.push_back(
                {grid_into_f32(noise, kind + name, c, accumulate), grid_f32(noise, name, c)});
        }
    }
    const Work packed = few_points_f32(noise, "3-D points, 256 a call", 256, 1);
    features.push_back(
        {few_points_f32(noise, "255 a call beside 256, 3-D points", 255, 1), packed});
    features.push_back(
        {few_points_f32(noise, "interleaved, 256 a call, 3-D points", 256, 3), packed});
    features.push_back({single_samples_f32(noise, "single samples, beside 3-D points"),
                        points_f32(noise, "3-D points", 3)});
    const Work samples = line_of_samples_f32(noise, "single samples along a line");
    features.push_back({line_of_samples_f32(noise, "single samples along a line, beside plain C"),
                        line("plain C", yardstick_noise3)});
    features.push_back(
        {line_of_samples_f32(fbm(backend), "fBm 6 single samples along a line, beside one octave"),
         samples});
}

static void add_fractals(std::vector<Feature> &features, perlin_backend backend)
{
    const Noise base = fbm(backend);
    for (const Shaped &s : SHAPED) {
        const Noise shaped = fractal_of(backend, s.fractal, s.weighted_strength);
        add_feature(features, shaped, base, s.name, "", 2, 256, STEP_128TH);
        add_feature(features, shaped, base, s.name, "", 3, 64, STEP_128TH);
    }
}

// Beside the noise alone.
static void add_gradients(std::vector<Feature> &features, perlin_backend backend)
{
    const Noise noise = plain(backend), fractal = fbm(backend);
    const auto grid = [&](const Noise &n, const std::string &kind, uint32_t dims, size_t side,
                          const Step &step) {
        const perlin_grid c = cube(dims, side, step.value);
        const std::string name = kind + grid_name(dims, side, step.name);
        features.push_back({grid_gradient_f32(n, "gradients, " + name, c), grid_f32(n, name, c)});
    };
    grid(noise, "", 2, 256, STEP_64TH);
    grid(noise, "", 3, 64, STEP_64TH);
    grid(noise, "", 3, 64, STEP_16TH);
    grid(noise, "", 4, 16, STEP_64TH);
    grid(fractal, "fBm 6 ", 2, 256, STEP_128TH);
    grid(fractal, "fBm 6 ", 3, 64, STEP_128TH);
    for (const Shaped &s : SHAPED)
        grid(fractal_of(backend, s.fractal, s.weighted_strength), s.name, 3, 64, STEP_128TH);
    const perlin_grid c = cube(3, 64, STEP_64TH.value);
    const std::string cubic = grid_name(3, 64, STEP_64TH.name);
    features.push_back(
        {grid_gradient_f64(noise, "gradients, " + cubic, c), grid_f64(noise, cubic, c)});
    features.push_back({points_gradient_f32(noise, "gradients, 2-D points", 2),
                        points_f32(noise, "2-D points", 2)});
    features.push_back({points_gradient_f32(noise, "gradients, 3-D points", 3),
                        points_f32(noise, "3-D points", 3)});
    const perlin_grid plane = cube(2, 256, STEP_64TH.value);
    const std::string name = grid_name(2, 256, STEP_64TH.name);
    features.push_back(
        {normals_f32(noise, "normals, " + name, plane), grid_f32(noise, name, plane)});
}

std::vector<Feature> feature_works(perlin_backend backend)
{
    std::vector<Feature> features;
    add_lattices(features, backend);
    add_rotations(features, backend);
    add_outputs(features, backend);
    add_fractals(features, backend);
    add_gradients(features, backend);
    return features;
}

std::vector<Work> summary_works(perlin_backend backend)
{
    const Noise noise = plain(backend), fractal = fbm(backend);
    std::vector<Work> works;
    add_cube(works, noise, "", 2, 256, STEP_64TH);
    for (const Step &step : {STEP_64TH, STEP_16TH, STEP_3_10THS, STEP_17_10THS})
        add_cube(works, noise, "", 3, 64, step);
    add_cube(works, noise, "", 4, 16, STEP_64TH);
    for (uint32_t dims = 2; dims <= 3; dims++) {
        works.push_back(points_f32(noise, dimensions(dims) + " points", dims));
        works.push_back(points_f64(noise, dimensions(dims) + " points", dims));
    }
    add_cube(works, fractal, "fBm 6 ", 2, 256, STEP_128TH);
    add_cube(works, fractal, "fBm 6 ", 3, 64, STEP_128TH);
    return works;
}

// By the integer hash, but for ELIAS, which has its own.
static Noise of_basis(perlin_backend backend, uint32_t basis, uint32_t octaves = 1)
{
    perlin_params params = default_params(backend);
    params.basis = basis;
    params.hash = PERLIN_HASH_INTEGER;
    params.fractal = octaves > 1 ? PERLIN_FRACTAL_FBM : PERLIN_FRACTAL_NONE;
    params.octaves = octaves;
    return create(params);
}

static void add_chunks(std::vector<Work> &works, perlin_backend backend, const std::string &name,
                       uint32_t basis)
{
    for (const auto &c : CHUNKS) {
        const std::string grid = grid_name(c.dims, c.side, STEP_64TH.name);
        const perlin_grid chunk = cube(c.dims, c.side, STEP_64TH.value);
        works.push_back(grid_f32(of_basis(backend, basis), name + grid, chunk));
        works.push_back(grid_f32(of_basis(backend, basis, 6), name + "fBm 6 " + grid, chunk));
    }
}

std::vector<Work> basis_works(perlin_backend backend)
{
    static constexpr struct {
        const char *name;
        uint32_t basis, least_dims, most_dims;
    } bases[] = {{"value ", PERLIN_BASIS_VALUE, 1, 4},
                 {"value-cubic ", PERLIN_BASIS_VALUE_CUBIC, 1, 4},
                 {"elias ", PERLIN_BASIS_ELIAS, 1, 3},
                 {"simplex ", PERLIN_BASIS_SIMPLEX, 2, 4},
                 {"opensimplex2 ", PERLIN_BASIS_OPENSIMPLEX2, 2, 4},
                 {"opensimplex2s ", PERLIN_BASIS_OPENSIMPLEX2S, 2, 4},
                 {"cellular ", PERLIN_BASIS_CELLULAR, 2, 4}};
    static constexpr size_t sides[] = {0, 4096, 256, 64, 16};
    std::vector<Work> works;
    for (const auto &b : bases) {
        const Noise noise = of_basis(backend, b.basis);
        for (uint32_t dims = b.least_dims; dims <= b.most_dims; dims++) {
            add_cube(works, noise, b.name, dims, sides[dims], STEP_64TH);
            add_cube(works, noise, b.name, dims, sides[dims], STEP_17_10THS);
            works.push_back(points_f32(noise, b.name + dimensions(dims) + " points", dims));
            works.push_back(points_f64(noise, b.name + dimensions(dims) + " points", dims));
        }
        add_chunks(works, backend, b.name, b.basis);
    }
    add_chunks(works, backend, "perlin ", PERLIN_BASIS_PERLIN);
    return works;
}

// What it takes to make a noise and to destroy it.
static Work creation(const perlin_params &params, const std::string &name)
{
    return {name, 1, [=] { create(params); }};
}

std::vector<Feature> hash_works(perlin_backend backend)
{
    const perlin_grid c = cube(3, 64, STEP_64TH.value);
    std::vector<Feature> works;
    perlin_params params[2] = {default_params(backend), default_params(backend)};
    params[0].hash = PERLIN_HASH_INTEGER;
    const Noise integer = create(params[0]), table = create(params[1]);
    for (uint32_t dims = 2; dims <= 4; dims++) {
        const std::string name = dimensions(dims) + " points";
        works.push_back({points_f32(integer, name, dims), points_f32(table, name, dims)});
        works.push_back({points_f64(integer, name, dims), points_f64(table, name, dims)});
    }
    const std::string name = grid_name(3, 64, STEP_64TH.name);
    works.push_back({grid_f32(integer, name, c), grid_f32(table, name, c)});
    for (perlin_params &p : params) {
        p = default_params(backend);
        p.seed = 1; // 0 has a table that is ready
    }
    params[0].hash = PERLIN_HASH_INTEGER;
    works.push_back({creation(params[0], "noise created"), creation(params[1], "noise created")});
    params[0].fractal = params[1].fractal = PERLIN_FRACTAL_FBM;
    works.push_back({creation(params[0], "fBm 6 created"), creation(params[1], "fBm 6 created")});
    return works;
}

Work chunk_work(perlin_backend backend)
{
    return grid_f32(plain(backend), "chunk", cube(2, 16, STEP_64TH.value));
}

Work chunks_work(perlin_backend backend)
{
    return grid_f32(plain(backend), "chunks", cube(2, 256, STEP_64TH.value));
}

Work thread_work(perlin_backend backend, int thread)
{
    const Noise noise = plain(backend);
    const perlin_grid grid =
        cube(3, 32, STEP_64TH.value); // 128 KiB: fits the second level of cache
    float *const out = output<float>() + thread * 1024 * 1024;
    return {"chunk", samples(grid), [=] { require(perlin_grid_f32(noise.get(), &grid, out)); }};
}

Work multiply_add_work()
{
    constexpr int steps = 10000, chains = 48; // enough to keep the ports busy, and in registers
    return {"multiply-add", steps * chains, [] {
                float sum[chains] = {};
                for (int i = 0; i < steps; i++)
                    for (float &s : sum)
                        s = s * 0.5f + 1.0f;
                benchmark::DoNotOptimize(sum);
            }};
}

// ---- What speeds are compared with ------------------------------------------------------------

Work yardstick_work()
{
    static std::array<float, YARDSTICK_PLANE> out;
    static int plane = 0; // one a call, so that turns can be short
    return {"yardstick: plain C, 3-D grid 64^3 step 1/64 float", YARDSTICK_PLANE, [] {
                yardstick_plane(plane, out.data());
                plane = (plane + 1) % YARDSTICK_SIDE;
                benchmark::DoNotOptimize(out.data());
                benchmark::ClobberMemory();
            }};
}

Work memset_work()
{
    constexpr size_t size = 1 << 20;
    return {"memset 1 MiB float", size / sizeof(float), [] {
                std::memset(output<float>(), 0, size);
                benchmark::DoNotOptimize(output<float>());
                benchmark::ClobberMemory();
            }};
}

bool yardstick_agrees()
{
    perlin_params params = default_params(PERLIN_BACKEND_SCALAR);
    params.range = PERLIN_RANGE_RAW;
    const Noise noise = create(params);
    uint8_t permutation[256];
    require(perlin_permutation(noise.get(), 0, permutation));
    yardstick_init(permutation);

    const auto &c = random_coordinates<float>();
    std::array<float, POINTS> expected, actual;
    require(perlin_points3_f32(noise.get(), POINTS, c[0].data(), c[1].data(), c[2].data(),
                               expected.data()));
    for (size_t i = 0; i < POINTS; i++)
        actual[i] = yardstick_noise3(c[0][i], c[1][i], c[2][i]) + 0.0f; // a zero is +0
    return std::memcmp(expected.data(), actual.data(), sizeof expected) == 0;
}

// ---- Single samples ---------------------------------------------------------------------------

struct Single {
    const char *name;
    uint32_t basis, dims;
    plain_sample *sample; // the same in plain C
};

static constexpr Single SINGLES[] = {{"Perlin", PERLIN_BASIS_PERLIN, 2, plain_perlin2},
                                     {"Perlin", PERLIN_BASIS_PERLIN, 3, plain_perlin3},
                                     {"value", PERLIN_BASIS_VALUE, 2, plain_value2},
                                     {"simplex", PERLIN_BASIS_SIMPLEX, 2, plain_simplex2}};

// At random points, one call each: of the library, and in plain C.
static std::array<Work, 2> single_pair(const Single &single)
{
    const auto &c = random_coordinates<float>();
    const Noise noise = of_basis(PERLIN_BACKEND_AUTO, single.basis);
    plain_keys keys;
    plain_init(&keys, noise.get(), single.dims);
    const std::string name = "single " + dimensions(single.dims) + " samples, " + single.name;
    const auto library = [=, &c] {
        float *const out = output<float>();
        for (size_t i = 0; i < POINTS; i++)
            out[i] = single.dims == 2 ? perlin_at2_f32(noise.get(), c[0][i], c[1][i])
                                      : perlin_at3_f32(noise.get(), c[0][i], c[1][i], c[2][i]);
    };
    const auto plain_c = [=, &c] {
        float *const out = output<float>();
        for (size_t i = 0; i < POINTS; i++)
            out[i] = single.sample(&keys, c[0][i], c[1][i], c[2][i]) + 0.0f; // a zero is +0
    };
    return {Work{name + " float", POINTS, library},
            Work{name + ", plain C float", POINTS, plain_c}};
}

std::vector<Work> single_works()
{
    std::vector<Work> works;
    for (const Single &single : SINGLES)
        for (const Work &work : single_pair(single))
            works.push_back(work);
    return works;
}

bool plain_agrees()
{
    bool agrees = true;
    for (const Single &single : SINGLES) {
        const auto pair = single_pair(single);
        std::array<float, POINTS> expected;
        pair[0].run();
        std::memcpy(expected.data(), output<float>(), sizeof expected);
        pair[1].run();
        agrees &= std::memcmp(expected.data(), output<float>(), sizeof expected) == 0;
    }
    return agrees;
}
