/*
 * libperlin for C++17: the functions of perlin.h by names without suffixes, on arrays that know their
 * sizes, with a noise that destroys itself.
 *
 *     perlin::params params;                        // the defaults; its fields are those of perlin_params
 *     params.seed = 42;
 *     const perlin::noise noise(params);            // throws perlin::error
 *     std::vector<float> x(n), y(n), out(n);
 *     noise.points(out, x, y);
 *
 *     perlin::combination warp(PERLIN_COMBINE_WARP, noise, other);
 *     warp.amplitude = 0.3;
 *     const perlin::noise warped(warp);             // holds both, which may go
 *
 * perlin.h says what each function does, and this header what it adds:
 *
 * Types.    The types of the arrays choose the function. float coordinates give float results;
 *           double ones give double results, or float ones if the output is of floats.
 * Sizes.    Arrays are anything with std::data and std::size: vectors, arrays, spans. One that is too
 *           small is PERLIN_ERROR_OVERFLOW. With negative strides sample (0, 0, 0, 0) of a grid is not
 *           at the front: an array is the memory from its first sample in memory to its last.
 * Errors.   A function that can fail throws perlin::error. The one named try_ returns the status
 *           instead, and throws nothing. Without exceptions (-fno-exceptions) only these are there.
 * Lifetime. A noise may be moved, not copied. A moved-from or default noise is empty; its functions
 *           return PERLIN_ERROR_NULL. A combination refers to noises and arrays with a name, and
 *           keeps temporaries.
 *
 * All is inline. The threads and bits of perlin.h hold.
 */
#ifndef PERLIN_PERLIN_HPP
#define PERLIN_PERLIN_HPP

#include "perlin.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace perlin
{

/* What a function throws. what() is perlin_status_string's text. */
class error : public std::exception
{
  public:
    explicit error(perlin_status status) noexcept : status_(status)
    {
    }
    perlin_status status() const noexcept
    {
        return status_;
    }
    const char *what() const noexcept override
    {
        return perlin_status_string(status_);
    }

  private:
    perlin_status status_;
};

/* ---- Structs with their defaults ------------------------------------------------------------- */

struct params : perlin_params {
    params() noexcept : perlin_params()
    {
        perlin_params_init(this);
    }

    /* The defaults of articles: perlin_params_init_published. */
    static params published() noexcept
    {
        params made;
        perlin_params_init_published(&made);
        return made;
    }
};

struct grid : perlin_grid {
    grid() noexcept : perlin_grid()
    {
        perlin_grid_init(this);
    }
};

struct output : perlin_output {
    output() noexcept : perlin_output()
    {
        perlin_output_init(this);
    }
};

/* The least and the greatest value written, or that there can be. */
template <class T> struct bounds {
    T least = std::numeric_limits<T>::infinity();
    T greatest = -std::numeric_limits<T>::infinity();
};

namespace detail
{

template <class Array>
using element =
    std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<Array &>()))>>;

/* The C functions of coordinates C and results T. */
template <class C, class T> struct functions;

template <> struct functions<float, float> {
    static constexpr auto points = perlin_points_into_f32;
    static constexpr auto gradient = perlin_points_gradient_f32;
};
template <> struct functions<double, double> {
    static constexpr auto points = perlin_points_into_f64;
    static constexpr auto gradient = perlin_points_gradient_f64;
};
template <> struct functions<double, float> {
    static constexpr auto points = perlin_points_into_f64_f32;
    static constexpr auto gradient = perlin_points_gradient_f64_f32;
};

template <class T> struct grid_functions;

template <> struct grid_functions<float> {
    static constexpr auto grid = perlin_grid_into_f32;
    static constexpr auto gradient = perlin_grid_gradient_f32;
    static constexpr auto normals = perlin_grid_normals_f32;
};
template <> struct grid_functions<double> {
    static constexpr auto grid = perlin_grid_into_f64;
    static constexpr auto gradient = perlin_grid_gradient_f64;
    static constexpr auto normals = perlin_grid_normals_f64;
};

template <class T> perlin_status put_bounds(perlin_status status, const T *both, bounds<T> *to)
{
    if (status == PERLIN_OK && to != nullptr)
        *to = {both[0], both[1]};
    return status;
}

} // namespace detail

/* ---- Noise ----------------------------------------------------------------------------------- */

class noise
{
  public:
    noise() noexcept = default;

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    explicit noise(const perlin_params &from)
    {
        check(try_create(from));
    }
    explicit noise(const perlin_combination &from)
    {
        check(try_combine(from));
    }
#endif

    /* Replaces this noise by one of these parameters; on an error leaves it as it is. */
    perlin_status try_create(const perlin_params &from) noexcept
    {
        perlin_noise *made = nullptr;
        const perlin_status status = perlin_create(&made, &from);
        return take(status, made);
    }

    /* The same by a combination, which may have this noise as an input. It holds its inputs: they
       may go. */
    perlin_status try_combine(const perlin_combination &from) noexcept
    {
        perlin_noise *made = nullptr;
        const perlin_status status = perlin_combine(&made, &from);
        return take(status, made);
    }

    explicit operator bool() const noexcept
    {
        return held_ != nullptr;
    }
    const perlin_noise *get() const noexcept
    {
        return held_.get();
    }
    perlin_backend backend() const noexcept
    {
        return perlin_backend_of(get());
    }
    perlin_hash hash() const noexcept
    {
        return perlin_hash_of(get());
    }

    /* Between which all results in so many dimensions lie: perlin_bounds. */
    perlin_status try_proven_bounds(std::uint32_t dims, bounds<double> &proven) const noexcept
    {
        double both[2] = {};
        return detail::put_bounds(perlin_bounds(get(), dims, both), both, &proven);
    }

    /* Single samples, for tools: never in a loop that fills an array. */
    float at(float x) const noexcept
    {
        return perlin_at1_f32(get(), x);
    }
    float at(float x, float y) const noexcept
    {
        return perlin_at2_f32(get(), x, y);
    }
    float at(float x, float y, float z) const noexcept
    {
        return perlin_at3_f32(get(), x, y, z);
    }
    float at(float x, float y, float z, float w) const noexcept
    {
        return perlin_at4_f32(get(), x, y, z, w);
    }
    double at(double x) const noexcept
    {
        return perlin_at1_f64(get(), x);
    }
    double at(double x, double y) const noexcept
    {
        return perlin_at2_f64(get(), x, y);
    }
    double at(double x, double y, double z) const noexcept
    {
        return perlin_at3_f64(get(), x, y, z);
    }
    double at(double x, double y, double z, double w) const noexcept
    {
        return perlin_at4_f64(get(), x, y, z, w);
    }

    /* ---- Points: packed arrays, one for each coordinate ---------------------------------------- */

    /* As many samples as `out` has elements. */
    template <class Out, class... Coordinates>
    perlin_status try_points(Out &&out, const Coordinates &...coordinates) const noexcept
    {
        return try_points_into(nullptr, nullptr, out, coordinates...);
    }

    /* The same, scaled, and with bounds, unless these are null. */
    template <class Out, class... Coordinates>
    perlin_status try_points_into(const perlin_output *how, bounds<detail::element<Out>> *range,
                                  Out &&out, const Coordinates &...coordinates) const noexcept
    {
        using T = detail::element<Out>;
        using C = std::common_type_t<detail::element<const Coordinates>...>;
        const C *const arrays[] = {std::data(coordinates)...};
        T both[2] = {};
        if (((std::size(coordinates) < std::size(out)) || ...))
            return PERLIN_ERROR_OVERFLOW;
        return detail::put_bounds(
            detail::functions<C, T>::points(get(), sizeof...(Coordinates), std::size(out), arrays,
                                            nullptr, how, std::data(out),
                                            range != nullptr ? both : nullptr),
            both, range);
    }

    /* Results and their gradient, an array for each coordinate. */
    template <class Out, class Slope, std::size_t dims, class... Coordinates>
    perlin_status try_points_gradient(Out &&out, std::array<Slope, dims> &gradient,
                                      const Coordinates &...coordinates) const noexcept
    {
        using T = detail::element<Out>;
        using C = std::common_type_t<detail::element<const Coordinates>...>;
        static_assert(dims == sizeof...(Coordinates),
                      "the gradient has an array for each coordinate");
        const C *const arrays[] = {std::data(coordinates)...};
        T *slopes[dims];
        if (((std::size(coordinates) < std::size(out)) || ...))
            return PERLIN_ERROR_OVERFLOW;
        for (std::size_t a = 0; a < dims; a++) {
            slopes[a] = std::data(gradient[a]);
            if (std::size(gradient[a]) < std::size(out))
                return PERLIN_ERROR_OVERFLOW;
        }
        return detail::functions<C, T>::gradient(get(), dims, std::size(out), arrays, nullptr,
                                                 std::data(out), slopes);
    }

    /* ---- Grids --------------------------------------------------------------------------------- */

    template <class Out> perlin_status try_fill(const perlin_grid &where, Out &&out) const noexcept
    {
        return try_fill_into(nullptr, nullptr, where, out);
    }

    template <class Out>
    perlin_status try_fill_into(const perlin_output *how, bounds<detail::element<Out>> *range,
                                const perlin_grid &where, Out &&out) const noexcept
    {
        using T = detail::element<Out>;
        T both[2] = {}, *first = nullptr;
        const perlin_status status = first_sample(where, out, &first);
        if (status != PERLIN_OK)
            return status;
        return detail::put_bounds(detail::grid_functions<T>::grid(
                                      get(), &where, how, first, range != nullptr ? both : nullptr),
                                  both, range);
    }

    /* Results and their gradient, an array for each axis of the grid, each with its strides. */
    template <class Out, class Slope, std::size_t dims>
    perlin_status try_fill_gradient(const perlin_grid &where, Out &&out,
                                    std::array<Slope, dims> &gradient) const noexcept
    {
        using T = detail::element<Out>;
        T *first, *slopes[dims];
        if (where.dims != dims)
            return PERLIN_ERROR_DIMS;
        perlin_status status = first_sample(where, out, &first);
        for (std::size_t a = 0; a < dims && status == PERLIN_OK; a++)
            status = first_sample(where, gradient[a], &slopes[a]);
        if (status != PERLIN_OK)
            return status;
        return detail::grid_functions<T>::gradient(get(), &where, first, slopes);
    }

    /* The normals of a terrain, an array for each component. */
    template <class Component>
    perlin_status try_normals(const perlin_grid &where, double height,
                              std::array<Component, 3> &normal) const noexcept
    {
        using T = detail::element<Component>;
        T *components[3];
        perlin_status status = PERLIN_OK;
        for (std::size_t a = 0; a < 3 && status == PERLIN_OK; a++)
            status = first_sample(where, normal[a], &components[a]);
        if (status != PERLIN_OK)
            return status;
        return detail::grid_functions<T>::normals(get(), &where, height, components);
    }

    /* ---- The same with exceptions -------------------------------------------------------------- */

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    bounds<double> proven_bounds(std::uint32_t dims) const
    {
        bounds<double> proven;
        check(try_proven_bounds(dims, proven));
        return proven;
    }

    template <class Out, class... Coordinates>
    void points(Out &&out, const Coordinates &...coordinates) const
    {
        check(try_points(out, coordinates...));
    }

    template <class Out, class... Coordinates>
    bounds<detail::element<Out>> points_into(const perlin_output &how, Out &&out,
                                             const Coordinates &...coordinates) const
    {
        bounds<detail::element<Out>> range;
        check(try_points_into(&how, &range, out, coordinates...));
        return range;
    }

    template <class Out, class Slope, std::size_t dims, class... Coordinates>
    void points_gradient(Out &&out, std::array<Slope, dims> &gradient,
                         const Coordinates &...coordinates) const
    {
        check(try_points_gradient(out, gradient, coordinates...));
    }

    template <class Out> void fill(const perlin_grid &where, Out &&out) const
    {
        check(try_fill(where, out));
    }

    template <class Out>
    bounds<detail::element<Out>> fill_into(const perlin_output &how, const perlin_grid &where,
                                           Out &&out) const
    {
        bounds<detail::element<Out>> range;
        check(try_fill_into(&how, &range, where, out));
        return range;
    }

    template <class Out, class Slope, std::size_t dims>
    void fill_gradient(const perlin_grid &where, Out &&out, std::array<Slope, dims> &gradient) const
    {
        check(try_fill_gradient(where, out, gradient));
    }

    template <class Component>
    void normals(const perlin_grid &where, double height, std::array<Component, 3> &normal) const
    {
        check(try_normals(where, height, normal));
    }
#endif

  private:
    struct destroyer {
        void operator()(perlin_noise *held) const noexcept
        {
            perlin_destroy(held);
        }
    };

    perlin_status take(perlin_status status, perlin_noise *made) noexcept
    {
        if (status == PERLIN_OK)
            held_.reset(made);
        return status;
    }

    /* Where sample (0, 0, 0, 0) of a grid lies in an array that holds all of it. */
    template <class Array, class T>
    static perlin_status first_sample(const perlin_grid &where, Array &array, T **first) noexcept
    {
        std::ptrdiff_t front = 0;
        std::size_t elements = 0;
        const perlin_status status = perlin_grid_extent(&where, &front, &elements);
        if (status != PERLIN_OK)
            return status;
        if (std::size(array) < elements)
            return PERLIN_ERROR_OVERFLOW;
        *first = elements == 0 ? std::data(array) : std::data(array) - front;
        return PERLIN_OK;
    }

#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    static void check(perlin_status status)
    {
        if (status != PERLIN_OK)
            throw error(status);
    }
#endif

    std::unique_ptr<perlin_noise, destroyer> held_;
};

/* ---- Combinations ---------------------------------------------------------------------------- */

/*
 * What to combine: a kind, its inputs, and numbers, which are the fields of perlin_combination. An
 * unknown kind is an error when the noise is made.
 *
 * Noises and arrays with a name are referred to: they have to live until the noise is made.
 * Temporaries become part of the combination, and copies of it share them. A move is a copy.
 */
struct combination : perlin_combination {
    explicit combination(perlin_combine_kind of) noexcept : perlin_combination()
    {
        if (perlin_combination_init(this, of) != PERLIN_OK) {
            perlin_combination_init(this, PERLIN_COMBINE_CONSTANT);
            kind = of;
        }
    }

    /* Each input is a noise, with a name or temporary. */
    template <class First, class... Others>
    explicit combination(perlin_combine_kind of, First &&first, Others &&...others)
        : combination(of)
    {
        static_assert(sizeof...(others) < INPUTS, "a combination has at most five inputs");
        std::size_t i = 0;
        set_input(i++, std::forward<First>(first));
        (set_input(i++, std::forward<Others>(others)), ...);
    }

    combination(const combination &) noexcept = default;
    combination &operator=(const combination &) noexcept = default;

    /* The levels of TERRACE: an array of doubles. */
    template <class Positions> void set_positions(Positions &&at)
    {
        position_count = static_cast<std::uint32_t>(std::size(at));
        positions = first_of(POSITIONS, std::forward<Positions>(at));
    }

    /* The points of CURVE. Arrays of different sizes are an error when the noise is made. */
    template <class Positions, class Values> void set_curve(Positions &&at, Values &&to)
    {
        const bool is_curve = std::size(at) == std::size(to);
        set_positions(std::forward<Positions>(at));
        values = first_of(VALUES, std::forward<Values>(to));
        if (!is_curve)
            position_count = 0;
    }

  private:
    enum : std::size_t { INPUTS = 5, POSITIONS = INPUTS, VALUES, ALL };

    void set_input(std::size_t i, const noise &named) noexcept
    {
        input[i] = named.get();
    }
    void set_input(std::size_t i, noise &&temporary)
    {
        const auto held = std::make_shared<const noise>(std::move(temporary));
        input[i] = held->get();
        held_[i] = held;
    }
    void set_input(std::size_t i, const noise &&temporary) = delete; /* it can't be moved */

    /* Where an array begins, or the copy of a temporary one. */
    template <class Array> const double *first_of(std::size_t i, const Array &named) noexcept
    {
        held_[i] = nullptr;
        return std::data(named);
    }
    template <class Array> const double *first_of(std::size_t i, const Array &&temporary)
    {
        const double *const first = std::data(temporary);
        const auto held =
            std::make_shared<const std::vector<double>>(first, first + std::size(temporary));
        held_[i] = held;
        return held->data();
    }

    std::array<std::shared_ptr<const void>, ALL> held_; /* temporaries, in their places */
};

} // namespace perlin

#endif
