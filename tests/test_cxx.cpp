/*
 * perlin.hpp: each function has the bits of that of perlin.h, an array that is too small is an error
 * before anything is written, errors are thrown or returned, and a noise moves. Built without
 * exceptions, too: then only what is named try_ is there. The build by sanitizers shows that nothing
 * refers to a temporary that is gone.
 */
#include <perlin/perlin.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

static int failures = 0;

static void expect(bool condition, const char *what)
{
    if (!condition) {
        std::printf("failed: %s\n", what);
        failures++;
    }
}

template <class T> static bool equal(const std::vector<T> &a, const std::vector<T> &b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

constexpr std::size_t n = 37;

template <class C> static std::vector<C> coordinates(C step)
{
    std::vector<C> made(n);
    for (std::size_t i = 0; i < n; i++)
        made[i] = static_cast<C>(i) * step - 3;
    return made;
}

static perlin::noise make()
{
    perlin::params params;
    perlin::noise made;
    params.seed = 42;
    params.fractal = PERLIN_FRACTAL_FBM;
    expect(!made, "a default noise is empty");
    expect(made.try_create(params) == PERLIN_OK, "create");
    return made;
}

static perlin::grid make_grid()
{
    perlin::grid grid;
    grid.dims = 2;
    grid.count[0] = 7;
    grid.count[1] = 5;
    grid.step[0] = grid.step[1] = 0.3;
    return grid;
}

static void test_points(const perlin::noise &noise)
{
    const std::vector<float> x = coordinates(0.37F), y = coordinates(0.71F);
    const std::vector<double> wide_x = coordinates(0.37), wide_y = coordinates(0.71);
    std::vector<float> out(n), expected(n);
    std::vector<double> wide_out(n), wide_expected(n);

    perlin_points2_f32(noise.get(), n, x.data(), y.data(), expected.data());
    expect(noise.try_points(out, x, y) == PERLIN_OK && equal(out, expected), "points, float");
    perlin_points2_f64(noise.get(), n, wide_x.data(), wide_y.data(), wide_expected.data());
    expect(noise.try_points(wide_out, wide_x, wide_y) == PERLIN_OK &&
               equal(wide_out, wide_expected),
           "points, double");
    perlin_points2_f64_f32(noise.get(), n, wide_x.data(), wide_y.data(), expected.data());
    expect(noise.try_points(out, wide_x, wide_y) == PERLIN_OK && equal(out, expected),
           "points, float of double");
    expect(out[5] == perlin_at2_f64_f32(noise.get(), wide_x[5], wide_y[5]), "a sample");
    expect(noise.at(x[5], y[5]) == perlin_at2_f32(noise.get(), x[5], y[5]), "at, float");
    expect(noise.at(wide_x[5]) == perlin_at1_f64(noise.get(), wide_x[5]), "at, double");

    perlin::output output;
    perlin::bounds<float> range;
    float both[2];
    const float *const arrays[] = {x.data(), y.data()};
    output.scale = 100;
    perlin_points_into_f32(noise.get(), 2, n, arrays, nullptr, &output, expected.data(), both);
    expect(noise.try_points_into(&output, &range, out, x, y) == PERLIN_OK && equal(out, expected) &&
               range.least == both[0] && range.greatest == both[1],
           "points_into");

    std::array<std::vector<float>, 2> gradient{std::vector<float>(n), std::vector<float>(n)};
    std::vector<float> slope_x(n), slope_y(n);
    float *const slopes[] = {slope_x.data(), slope_y.data()};
    perlin_points_gradient_f32(noise.get(), 2, n, arrays, nullptr, expected.data(), slopes);
    expect(noise.try_points_gradient(out, gradient, x, y) == PERLIN_OK && equal(out, expected) &&
               equal(gradient[0], slope_x) && equal(gradient[1], slope_y),
           "points_gradient");

    const std::vector<float> before = out;
    const std::vector<float> few(n - 1);
    expect(noise.try_points(out, x, few) == PERLIN_ERROR_OVERFLOW && equal(out, before),
           "few coordinates");
    gradient[1].resize(n - 1);
    expect(noise.try_points_gradient(out, gradient, x, y) == PERLIN_ERROR_OVERFLOW,
           "a short gradient");
    expect(perlin::noise().try_points(out, x, y) == PERLIN_ERROR_NULL, "an empty noise");
}

static void test_grids(const perlin::noise &noise)
{
    perlin::grid grid = make_grid();
    std::vector<float> out(35), expected(35);
    perlin_grid_f32(noise.get(), &grid, expected.data());
    expect(noise.try_fill(grid, out) == PERLIN_OK && equal(out, expected), "fill");

    std::vector<double> wide_out(35), wide_expected(35);
    perlin_grid_f64(noise.get(), &grid, wide_expected.data());
    expect(noise.try_fill(grid, wide_out) == PERLIN_OK && equal(wide_out, wide_expected),
           "fill, double");

    /* From the last row to the first: the array is the same memory. */
    perlin::grid upward = grid;
    upward.stride[0] = 1;
    upward.stride[1] = -7;
    perlin_grid_f32(noise.get(), &upward, expected.data() + 28);
    expect(noise.try_fill(upward, out) == PERLIN_OK && equal(out, expected),
           "fill, negative strides");

    std::array<std::vector<float>, 2> gradient{std::vector<float>(35), std::vector<float>(35)};
    std::vector<float> slope_x(35), slope_y(35);
    float *const slopes[] = {slope_x.data(), slope_y.data()};
    perlin_grid_gradient_f32(noise.get(), &grid, expected.data(), slopes);
    expect(noise.try_fill_gradient(grid, out, gradient) == PERLIN_OK && equal(out, expected) &&
               equal(gradient[0], slope_x) && equal(gradient[1], slope_y),
           "fill_gradient");

    std::array<std::vector<float>, 3> normal{std::vector<float>(35), std::vector<float>(35),
                                             std::vector<float>(35)};
    std::vector<float> normal_z(35);
    float *const components[] = {slope_x.data(), slope_y.data(), normal_z.data()};
    perlin_grid_normals_f32(noise.get(), &grid, 0.5, components);
    expect(noise.try_normals(grid, 0.5, normal) == PERLIN_OK && equal(normal[0], slope_x) &&
               equal(normal[1], slope_y) && equal(normal[2], normal_z),
           "normals");

    std::vector<float> small(34, 7.0F);
    const std::vector<float> before = small;
    expect(noise.try_fill(grid, small) == PERLIN_ERROR_OVERFLOW && equal(small, before),
           "a small array");
    grid.step[0] = 0;
    expect(noise.try_fill(grid, out) == PERLIN_ERROR_GRID, "a step of 0");
}

static void test_moves()
{
    static_assert(!std::is_copy_constructible_v<perlin::noise>, "two would destroy one noise");
    static_assert(std::is_nothrow_move_constructible_v<perlin::noise>, "containers move");
    static_assert(std::is_nothrow_move_assignable_v<perlin::noise>, "containers move");
    perlin::noise first = make();
    const perlin_noise *const held = first.get();
    perlin::noise second = std::move(first);
    expect(!first && second.get() == held, "a noise moves");
    perlin::params params;
    params.octaves = 0;
    expect(second.try_create(params) == PERLIN_ERROR_OCTAVE_COUNT && second.get() == held,
           "a failed creation leaves the noise");
    expect(perlin::params::published().hash == PERLIN_HASH_PERMUTATION, "published");
}

static int alive = 0; /* blocks by counted_allocate */

static void *counted_allocate(void *, std::size_t size)
{
    alive++;
    return std::malloc(size);
}

static void counted_release(void *, void *block)
{
    alive--;
    std::free(block);
}

template <class Struct> static Struct counted(Struct made)
{
    made.allocate = counted_allocate;
    made.release = counted_release;
    return made;
}

/* Each noise is destroyed once: at the end of its scope, when another takes its place, after a move. */
static void test_destruction()
{
    const perlin::params params = counted(perlin::params());
    {
        perlin::noise first, second, both;
        expect(first.try_create(params) == PERLIN_OK && second.try_create(params) == PERLIN_OK &&
                   alive == 2,
               "two noises");
        expect(first.try_create(params) == PERLIN_OK && alive == 2, "one is replaced");
        first = std::move(second);
        expect(alive == 1, "one is replaced by a move");
        expect(both.try_combine(counted(perlin::combination(PERLIN_COMBINE_ABSOLUTE, first))) ==
                       PERLIN_OK &&
                   alive == 2,
               "a combination");
        first = perlin::noise();
        expect(alive == 2 && both.at(0.5F) >= 0, "what a combination holds lives on");
    }
    expect(alive == 0, "all noises are destroyed");
}

/* A warped blend has the bits of the one that perlin.h makes. */
static void test_combinations()
{
    perlin::noise a = make(), b, by;
    perlin::params params;
    params.seed = 7;
    expect(b.try_create(params) == PERLIN_OK, "create b");
    params.seed = 8;
    expect(by.try_create(params) == PERLIN_OK, "create by");

    perlin_combination plain;
    perlin_noise *expected_blend = nullptr, *expected_warp = nullptr;
    perlin_combination_init(&plain, PERLIN_COMBINE_BLEND);
    plain.input[0] = a.get();
    plain.input[1] = b.get();
    plain.input[2] = by.get();
    expect(perlin_combine(&expected_blend, &plain) == PERLIN_OK, "perlin_combine");
    perlin_combination_init(&plain, PERLIN_COMBINE_WARP);
    plain.input[0] = expected_blend;
    plain.input[1] = by.get();
    plain.amplitude = 0.3;
    expect(perlin_combine(&expected_warp, &plain) == PERLIN_OK, "perlin_combine, warp");

    perlin::noise world;
    expect(world.try_combine(perlin::combination(PERLIN_COMBINE_BLEND, a, b, by)) == PERLIN_OK,
           "blend");
    perlin::combination warp(PERLIN_COMBINE_WARP, world, by);
    warp.amplitude = 0.3;
    expect(world.try_combine(warp) == PERLIN_OK, "a noise replaced by a combination of itself");
    a = perlin::noise();
    b = perlin::noise();
    by = perlin::noise(); /* all are held */
    const perlin::grid grid = make_grid();
    std::vector<float> out(35), expected(35);
    expect(perlin_grid_f32(expected_warp, &grid, expected.data()) == PERLIN_OK, "perlin_grid_f32");
    expect(world.try_fill(grid, out) == PERLIN_OK && equal(out, expected), "a combination");

    double both[2];
    perlin::bounds<double> proven;
    expect(perlin_bounds(expected_warp, 2, both) == PERLIN_OK &&
               world.try_proven_bounds(2, proven) == PERLIN_OK && proven.least == both[0] &&
               proven.greatest == both[1],
           "proven bounds");
    expect(world.try_proven_bounds(5, proven) == PERLIN_ERROR_DIMS, "bounds in 5-D");
    perlin_destroy(expected_blend);
    perlin_destroy(expected_warp);
}

static void test_combination_numbers()
{
    const std::vector<double> positions{-0.5, 0, 0.5};
    const std::array<double, 3> values{1, 2, 4};
    perlin::noise x, made;
    expect(x.try_combine(perlin::combination(PERLIN_COMBINE_COORDINATE)) == PERLIN_OK,
           "coordinate");
    perlin::combination curve(PERLIN_COMBINE_CURVE, x);
    curve.set_curve(positions, values);
    expect(made.try_combine(curve) == PERLIN_OK && made.at(0.25) == 3, "a curve");
    perlin::combination terrace(PERLIN_COMBINE_TERRACE, x);
    terrace.set_positions(positions);
    expect(made.try_combine(terrace) == PERLIN_OK && made.at(0.25) == 0.125, "a terrace");

    const std::vector<double> few{1, 2};
    curve.set_curve(positions, few);
    expect(made.try_combine(curve) == PERLIN_ERROR_POSITION_COUNT, "values that are too few");
    expect(made.try_combine(perlin::combination(99)) == PERLIN_ERROR_KIND, "an unknown kind");
    expect(made.try_combine(perlin::combination(PERLIN_COMBINE_ADD, x)) ==
               PERLIN_ERROR_INPUT_MISSING,
           "a missing input");
    expect(made.try_combine(perlin::combination(PERLIN_COMBINE_ADD, x, perlin::noise())) ==
               PERLIN_ERROR_INPUT_MISSING,
           "an empty input");
}

static perlin::noise counted_noise(std::uint64_t seed)
{
    perlin::params params = counted(perlin::params());
    perlin::noise made;
    params.seed = seed;
    expect(made.try_create(params) == PERLIN_OK, "create a counted noise");
    return made;
}

static perlin::noise counted_combination(const perlin::combination &of)
{
    perlin::noise made;
    expect(made.try_combine(counted(of)) == PERLIN_OK, "combine to a counted noise");
    return made;
}

static void expect_same(const perlin_combination &a, const perlin_combination &b, const char *what)
{
    perlin::noise first, second;
    std::vector<float> out(35), expected(35);
    expect(first.try_combine(a) == PERLIN_OK && second.try_combine(b) == PERLIN_OK &&
               first.try_fill(make_grid(), out) == PERLIN_OK &&
               second.try_fill(make_grid(), expected) == PERLIN_OK && equal(out, expected),
           what);
}

/* A combination keeps the temporaries that it is made of: as many live as it has. */
static void test_temporary_inputs()
{
    const perlin::noise a = counted_noise(1), b = counted_noise(2), c = counted_noise(3);
    {
        const perlin::combination two(PERLIN_COMBINE_SUBTRACT, counted_noise(1), counted_noise(2));
        expect(alive == 5, "two temporaries live");
        expect_same(two, perlin::combination(PERLIN_COMBINE_SUBTRACT, a, b), "two temporaries");
        const perlin::combination mixed(PERLIN_COMBINE_BLEND, a, counted_noise(2), c);
        expect(alive == 6, "a temporary between names lives");
        expect_same(mixed, perlin::combination(PERLIN_COMBINE_BLEND, a, b, c), "names, too");
        perlin::noise named = counted_noise(1);
        const perlin::combination moved(PERLIN_COMBINE_ABSOLUTE, std::move(named));
        expect(!named && alive == 7, "a noise that is moved belongs to the combination");
        expect_same(moved, perlin::combination(PERLIN_COMBINE_ABSOLUTE, a),
                    "a noise that is moved");
    }
    expect(alive == 3, "temporaries go with their combination");
    {
        const perlin::combination five(PERLIN_COMBINE_WARP, counted_noise(1), counted_noise(2),
                                       counted_noise(3), counted_noise(2), counted_noise(1));
        expect(alive == 8, "five temporaries live");
        perlin::noise made;
        expect(made.try_combine(five) == PERLIN_OK, "five temporaries");
        const perlin::combination nested(
            PERLIN_COMBINE_WARP,
            counted_combination(perlin::combination(PERLIN_COMBINE_ADD, counted_noise(1), b)),
            counted_noise(3));
        const perlin::noise sum =
            counted_combination(perlin::combination(PERLIN_COMBINE_ADD, a, b));
        expect_same(nested, perlin::combination(PERLIN_COMBINE_WARP, sum, c), "nested temporaries");
    }
    expect(alive == 3, "nested temporaries go with their combination");
    perlin::noise made;
    expect(made.try_combine(perlin::combination(PERLIN_COMBINE_ADD, a, perlin::noise())) ==
               PERLIN_ERROR_INPUT_MISSING,
           "an empty temporary");
}

/* Copies share temporaries. What was moved from has them, too. */
static void test_copies_of_combinations()
{
    const perlin::noise a = counted_noise(1), b = counted_noise(2);
    const perlin::combination expected(PERLIN_COMBINE_ADD, a, b);
    {
        perlin::combination copy(PERLIN_COMBINE_CONSTANT);
        {
            perlin::combination sum(PERLIN_COMBINE_ADD, counted_noise(1), counted_noise(2));
            copy = sum;
            perlin::combination moved = std::move(sum);
            expect_same(sum, expected, "what was moved from");
            expect_same(moved, expected, "a combination that was moved");
            moved = perlin::combination(PERLIN_COMBINE_ADD, counted_noise(1), counted_noise(1));
            expect(alive == 6, "copies share temporaries");
        }
        expect(alive == 4, "a copy keeps temporaries");
        expect_same(copy, expected, "a copy whose original is gone");
    }
    expect(alive == 2, "temporaries go with the last copy");
}

static void test_temporary_arrays()
{
    const std::vector<double> at{-0.5, 0, 0.5}, to{1, 2, 4};
    using array = std::array<double, 3>;
    perlin::noise x;
    expect(x.try_combine(perlin::combination(PERLIN_COMBINE_COORDINATE)) == PERLIN_OK,
           "coordinate");

    perlin::combination terrace(PERLIN_COMBINE_TERRACE, x), expected = terrace;
    expected.set_positions(at);
    expect(expected.positions == at.data(), "an array with a name is referred to");
    terrace.set_positions(std::vector<double>(at));
    expect_same(terrace, expected, "a temporary vector");
    terrace.set_positions(array{-0.5, 0, 0.5});
    expect_same(terrace, expected, "a temporary array in place of it");
    terrace.set_positions(at);
    expect_same(terrace, expected, "an array with a name in place of it");

    expected = perlin::combination(PERLIN_COMBINE_CURVE, x);
    expected.set_curve(at, to);
    perlin::combination curve(PERLIN_COMBINE_CURVE, x);
    curve.set_curve(std::vector<double>(at), to);
    expect_same(curve, expected, "temporary positions");
    curve.set_curve(at, std::vector<double>(to));
    expect_same(curve, expected, "temporary values");
    curve.set_curve(array{-0.5, 0, 0.5}, array{1, 2, 4});
    expect_same(curve, expected, "temporary positions and values");
    const perlin::combination copy = curve;
    curve = perlin::combination(PERLIN_COMBINE_CURVE, x);
    expect_same(copy, expected, "a copy of temporary arrays");
}

#if defined(__cpp_exceptions)
static void test_exceptions()
{
    perlin::params params;
    const perlin::noise noise(params);
    const std::vector<float> x = coordinates(0.37F);
    std::vector<float> out(n), same(n), grid_out(35);
    noise.points(out, x);
    expect(noise.try_points(same, x) == PERLIN_OK && equal(out, same), "points throws nothing");
    noise.fill(make_grid(), grid_out);
    const perlin::noise twice(perlin::combination(PERLIN_COMBINE_ADD, noise, noise));
    expect(twice.at(0.3F) == noise.at(0.3F) + noise.at(0.3F), "a combination by its constructor");
    expect(twice.proven_bounds(1).least <= -1.9, "bounds by exceptions");
    const perlin::combination lacking(PERLIN_COMBINE_ADD);
    try {
        const perlin::noise wrong(lacking);
        expect(false, "missing inputs throw");
    } catch (const perlin::error &error) {
        expect(error.status() == PERLIN_ERROR_INPUT_MISSING, "the error of missing inputs");
    }
    params.octaves = 0;
    try {
        const perlin::noise wrong(params);
        expect(false, "octaves of 0 throw");
    } catch (const perlin::error &error) {
        expect(error.status() == PERLIN_ERROR_OCTAVE_COUNT &&
                   std::strcmp(error.what(), perlin_status_string(PERLIN_ERROR_OCTAVE_COUNT)) == 0,
               "the error's status and text");
    }
    try {
        std::vector<float> small(34);
        noise.fill(make_grid(), small);
        expect(false, "a small array throws");
    } catch (const perlin::error &error) {
        expect(error.status() == PERLIN_ERROR_OVERFLOW, "the error of a small array");
    }
}
#endif

int main()
{
    const perlin::noise noise = make();
    test_points(noise);
    test_grids(noise);
    test_moves();
    test_destruction();
    test_combinations();
    test_combination_numbers();
    test_temporary_inputs();
    test_copies_of_combinations();
    test_temporary_arrays();
    expect(alive == 0, "all counted noises are destroyed");
#if defined(__cpp_exceptions)
    test_exceptions();
#endif
    return failures > 0;
}
