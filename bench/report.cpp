#include "report.h"
#include "works.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <map>
#include <string>
#include <sys/utsname.h>

// ---- The machine and the build ----------------------------------------------------------------

// "model name" on x86, "CPU part" and others on Arm, where the kernel has no name for a core.
static std::string cpu_model()
{
    std::map<std::string, std::string> fields;
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const size_t colon = line.find(':'), end = line.find_last_not_of(" \t", colon - 1);
        if (colon != std::string::npos && end != std::string::npos)
            fields.emplace(line.substr(0, end + 1), line.substr(std::min(colon + 2, line.size())));
    }
    utsname system;
    const std::string machine = uname(&system) == 0 ? system.machine : "unknown machine";
    if (fields.count("model name") != 0)
        return fields["model name"] + " (" + machine + ", family " + fields["cpu family"] +
               ", model " + fields["model"] + ")";
    if (fields.count("CPU part") != 0)
        return machine + ", implementer " + fields["CPU implementer"] + ", part " +
               fields["CPU part"];
    return machine;
}

static std::string today()
{
    const std::time_t now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    return date;
}

// In place of google-benchmark's lines, which describe its own build.
static void print_setting()
{
    std::printf("- CPU: %s\n", cpu_model().c_str());
    std::printf("- Compiler: %s\n", PERLIN_BENCH_COMPILER);
    std::printf("- Flags: %s\n", PERLIN_BENCH_FLAGS);
    std::printf("- libperlin %s, %s, one thread\n", perlin_version(), today().c_str());
}

// ---- A line a benchmark -----------------------------------------------------------------------

bool RatioReporter::ReportContext(const Context &context)
{
    width = context.name_field_width;
    print_setting();
    std::printf("\n%-*s %12s %12s %14s\n", static_cast<int>(width), "", "ns/sample", "M samples/s",
                "x yardstick");
    return true;
}

void RatioReporter::ReportRuns(const std::vector<Run> &runs)
{
    for (const Run &run : runs) {
        const double rate = run.counters.at("items_per_second");
        std::printf("%-*s %12.3f %12.1f %13.2fx\n", static_cast<int>(width),
                    run.run_name.function_name.c_str(), 1e9 / rate, rate / 1e6,
                    static_cast<double>(run.counters.at("x_yardstick")));
    }
    std::fflush(stdout);
}

// ---- The summary ------------------------------------------------------------------------------

static void print_head(const std::vector<perlin_backend> &backends)
{
    std::printf("| work |");
    for (const perlin_backend backend : backends)
        std::printf(" %s |", perlin_backend_name(backend));
    std::printf("\n|---|");
    for (size_t i = 0; i < backends.size(); i++)
        std::printf("---:|");
    std::printf("\n");
}

static void print_cell(double rate, double yardstick_rate)
{
    const double multiple = rate / yardstick_rate;
    std::printf(" %.0f (%.*fx) |", rate / 1e6, multiple < 10 ? 2 : 1, multiple);
}

static void print_row(const std::string &name, const std::vector<double> &rates,
                      double yardstick_rate)
{
    std::printf("| %s |", name.c_str());
    for (const double rate : rates)
        print_cell(rate, yardstick_rate);
    std::printf("\n");
    std::fflush(stdout);
}

// `runners` do the same work, one a backend. Returns the yardstick's rate in this race.
static double race_row(std::vector<Work> runners, int rounds)
{
    const size_t backends = runners.size();
    runners.push_back(yardstick_work());
    const std::vector<double> least = race(runners, {rounds, 0});

    const double yardstick_rate = runners[backends].items / least[backends];
    std::vector<double> rates;
    for (size_t i = 0; i < backends; i++)
        rates.push_back(runners[i].items / least[i]);
    print_row(runners.front().name, rates, yardstick_rate);
    return yardstick_rate;
}

// What a call costs beside its samples, as which count what they cost in a large grid.
static void print_call_costs(const std::vector<perlin_backend> &backends, int rounds)
{
    std::printf("\nA 2-D chunk of 16^2 float takes, beside what its samples take in 256^2:");
    for (const perlin_backend backend : backends) {
        const Work chunk = chunk_work(backend), chunks = chunks_work(backend);
        const std::vector<double> least = race({chunk, chunks}, {rounds, 0});
        std::printf(" %s %.0f ns%s", perlin_backend_name(backend),
                    1e9 * (least[0] - least[1] * chunk.items / chunks.items),
                    backend == backends.back() ? ".\n" : ",");
    }
}

static void print_scaling(perlin_backend backend, int rounds)
{
    const std::vector<double> scaling =
        two_thread_scaling({{thread_work(backend, 0), thread_work(backend, 1)},
                            {multiply_add_work(), multiply_add_work()}},
                           rounds);
    std::printf("Two threads on two chunks of 32^3, %s: %.3f times one; a bare multiply-add loop: "
                "%.3f times.\n",
                perlin_backend_name(backend), scaling[0], scaling[1]);
}

// A table of shares, after the rates where they are asked for, in millions a second.
static void print_shares(std::vector<Feature> (*features_of)(perlin_backend), int rounds,
                         bool with_rates)
{
    const std::vector<perlin_backend> backends = available_backends();
    std::vector<std::vector<Feature>> features;
    for (const perlin_backend backend : backends)
        features.push_back(features_of(backend));
    print_head(backends);
    for (size_t row = 0; row < features.front().size(); row++) {
        std::printf("| %s |", features.front()[row].work.name.c_str());
        for (const std::vector<Feature> &list : features) {
            const Feature &f = list[row];
            const std::vector<double> least = race({f.work, f.base}, {rounds, 0});
            const double share = least[1] / least[0] * f.work.items / f.base.items;
            const double rate = f.work.items / least[0] / 1e6;
            if (with_rates)
                std::printf(" %.*f (%.0f%%) |", rate < 10 ? 2 : 0, rate, 100 * share);
            else
                std::printf(" %.0f%% |", 100 * share);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
}

void print_features(int rounds)
{
    std::printf("\nThe rate of a feature, as a share of the rate without it.\n\n");
    print_shares(feature_works, rounds, false);
}

void print_hashes(int rounds)
{
    print_setting();
    std::printf(
        "- By the integer hash: million samples (or noises) a second, and as a share of the "
        "rate by permutation tables.\n\n");
    print_shares(hash_works, rounds, true);
}

// The least and the greatest rate of the yardstick, from row to row.
struct Yardstick {
    double slowest, fastest;
};

// A table of works, which come in lists by backend.
static Yardstick print_rates(std::vector<Work> (*works_of)(perlin_backend), int rounds)
{
    const std::vector<perlin_backend> backends = available_backends();
    std::vector<std::vector<Work>> works;
    for (const perlin_backend backend : backends)
        works.push_back(works_of(backend));

    std::printf(
        "- Million samples a second (multiple of the yardstick); each number is the best of %d "
        "rounds in which all of a row took turns.\n\n",
        rounds);

    print_head(backends);
    Yardstick yardstick = {1e300, 0};
    for (size_t row = 0; row < works.front().size(); row++) {
        std::vector<Work> runners;
        for (const std::vector<Work> &list : works)
            runners.push_back(list[row]);
        const double rate = race_row(runners, rounds);
        yardstick.slowest = std::min(yardstick.slowest, rate);
        yardstick.fastest = std::max(yardstick.fastest, rate);
    }
    return yardstick;
}

void print_bases(int rounds)
{
    print_setting();
    print_rates(basis_works, rounds);
}

void print_summary(int rounds)
{
    const std::vector<perlin_backend> backends = available_backends();
    print_setting();
    const Yardstick rates = print_rates(summary_works, rounds);

    const Work reference = memset_work(), yardstick = yardstick_work();
    const std::vector<double> least = race({reference, yardstick}, {rounds, 0});
    std::printf("\n`memset` of 1 MiB: %.0f million floats a second (%.1fx).\n",
                reference.items / least[0] / 1e6,
                reference.items / least[0] * least[1] / yardstick.items);
    std::printf("The yardstick, plain C: %.1f to %.1f million samples a second from row to row.\n",
                rates.slowest / 1e6, rates.fastest / 1e6);
    print_features(rounds);
    print_call_costs(backends, rounds);
    print_scaling(backends.back(), rounds);
}
