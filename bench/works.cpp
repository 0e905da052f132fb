#include "works.h"
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
    for (const perlin_backend backend :
         {PERLIN_BACKEND_SCALAR, PERLIN_BACKEND_SSE2, PERLIN_BACKEND_AVX2, PERLIN_BACKEND_AVX512,
          PERLIN_BACKEND_NEON})
        if (perlin_backend_available(backend))
            backends.push_back(backend);
    return backends;
}

// ---- Ingredients ------------------------------------------------------------------------------

using Noise = std::shared_ptr<const perlin_noise>;

static perlin_params default_params(perlin_backend backend)
{
    perlin_params params;
    require(perlin_params_init(&params));
    params.backend = backend;
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

static Noise fbm(perlin_backend backend)
{
    perlin_params params = default_params(backend);
    params.fractal = PERLIN_FRACTAL_FBM;
    params.octaves = 6;
    return create(params);
}

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

// Coordinates anywhere in the 256 cells of a period: the same on every machine.
template <typename T> static const std::array<std::array<T, POINTS>, 4> &random_coordinates()
{
    static const auto coordinates = [] {
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

std::vector<Work> all_works(perlin_backend backend)
{
    const Noise noise = plain(backend), fractal = fbm(backend);
    std::vector<Work> works;
    for (uint32_t dims = 1; dims <= 4; dims++)
        add_points(works, noise, dimensions(dims) + " points", dims);
    for (const auto &c : CUBES)
        for (const Step &step : STEPS)
            add_cube(works, noise, "", c.dims, c.side, step);
    // As small as calls get: what they cost beside their samples.
    add_cube(works, noise, "", 2, 16, STEP_64TH);
    add_cube(works, fractal, "fBm 6 ", 2, 256, STEP_128TH);
    add_cube(works, fractal, "fBm 6 ", 3, 64, STEP_128TH);
    add_points(works, fractal, "fBm 6 2-D points", 2);
    add_points(works, fractal, "fBm 6 3-D points", 3);
    return works;
}

// The floor of a work, by backend; none is set for plain C and NEON.
struct Floors {
    double sse2, avx2, avx512;
};

static double floor_of(const Floors &floors, perlin_backend backend)
{
    switch (backend) {
    case PERLIN_BACKEND_SSE2:
        return floors.sse2;
    case PERLIN_BACKEND_AVX2:
        return floors.avx2;
    case PERLIN_BACKEND_AVX512:
        return floors.avx512;
    default:
        return 0;
    }
}

std::vector<Work> summary_works(perlin_backend backend)
{
    const Noise noise = plain(backend), fractal = fbm(backend);
    std::vector<Work> works;
    // Floors are set for float, the first of each two.
    const auto with_floors = [&works, backend](const Floors &floors) {
        works.end()[-2].floor = floor_of(floors, backend);
    };
    const auto add_one = [&](const Noise &n, const char *kind, uint32_t dims, size_t side,
                             const Step &step, const Floors &floors) {
        add_cube(works, n, kind, dims, side, step);
        with_floors(floors);
    };
    const auto add_random = [&](uint32_t dims, const Floors &floors) {
        works.push_back(points_f32(noise, dimensions(dims) + " points", dims));
        works.push_back(points_f64(noise, dimensions(dims) + " points", dims));
        with_floors(floors);
    };
    add_one(noise, "", 2, 256, STEP_64TH, {35, 80, 100});
    add_one(noise, "", 3, 64, STEP_64TH, {17, 40, 55});
    add_one(noise, "", 3, 64, STEP_16TH, {14, 30, 40});
    add_one(noise, "", 3, 64, STEP_3_10THS, {6, 14, 26});
    add_one(noise, "", 3, 64, STEP_17_10THS, {3, 8, 18});
    add_one(noise, "", 4, 16, STEP_64TH, {5, 12, 22});
    add_random(2, {5, 20, 32});
    add_random(3, {3, 8, 20});
    add_one(fractal, "fBm 6 ", 2, 256, STEP_128TH, {5, 11, 14});
    add_one(fractal, "fBm 6 ", 3, 64, STEP_128TH, {1.5, 4, 8});
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
    static std::array<float, YARDSTICK_SAMPLES> out;
    return {"yardstick: plain C, 3-D grid 64^3 step 1/64 float", YARDSTICK_SAMPLES, [] {
                yardstick_grid(out.data());
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
    uint16_t permutation[256];
    require(perlin_permutation(noise.get(), 0, permutation, 256));
    yardstick_init(permutation);

    const auto &c = random_coordinates<float>();
    std::array<float, POINTS> expected, actual;
    require(perlin_points3_f32(noise.get(), POINTS, c[0].data(), c[1].data(), c[2].data(),
                               expected.data()));
    for (size_t i = 0; i < POINTS; i++)
        actual[i] = yardstick_noise3(c[0][i], c[1][i], c[2][i]) + 0.0f; // a zero is +0
    return std::memcmp(expected.data(), actual.data(), sizeof expected) == 0;
}
