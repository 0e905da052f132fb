// perlin-bench: the speed of every backend, beside a fixed yardstick in plain C.
//
//     perlin-bench                              everything: a few minutes
//     perlin-bench --benchmark_filter=avx2.*3-D
//     perlin-bench --summary[=ROUNDS]           the first tables of bench/results.md
//     perlin-bench --features[=ROUNDS]          the last of them
//     perlin-bench --bases[=ROUNDS]             the bases beside gradient noise
//     perlin-bench --hashes[=ROUNDS]            the integer hash beside permutation tables
//
// The other flags are google-benchmark's (--help). Times are the least of many rounds, so that
// repetitions and aggregates add nothing.
#include "report.h"
#include "works.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// All rounds are one iteration to google-benchmark: it would take the mean.
static void measure(benchmark::State &state, const Work &work)
{
    const Distance distance = {3, 0.15};
    const Work yardstick = yardstick_work();
    for (auto _ : state) {
        const std::vector<double> least = race({work, yardstick}, distance);
        state.SetIterationTime(least[0]);
        state.counters["items_per_second"] = work.items / least[0];
        state.counters["x_yardstick"] = work.items / least[0] * least[1] / yardstick.items;
    }
}

static void add(const std::string &name, const Work &work)
{
    benchmark::RegisterBenchmark(name.c_str(), measure, work)->UseManualTime()->Iterations(1);
}

static void add_all()
{
    for (const perlin_backend backend : available_backends())
        for (const Work &work : all_works(backend))
            add(std::string(perlin_backend_name(backend)) + " " + work.name, work);
    for (const Work &work : single_works())
        add(work.name, work);
    for (const Work &work : {memset_work(), yardstick_work()})
        add(work.name, work);
}

// Takes FLAG[=ROUNDS] out of the arguments; 0 without it.
static int take_rounds(const char *flag, int *argc, char **argv)
{
    const int default_rounds = 40;
    const size_t length = std::strlen(flag);
    int rounds = 0, kept = 1;
    for (int i = 1; i < *argc; i++) {
        if (std::strcmp(argv[i], flag) == 0)
            rounds = default_rounds;
        else if (std::strncmp(argv[i], flag, length) == 0 && argv[i][length] == '=')
            rounds = std::max(std::atoi(argv[i] + length + 1), 1);
        else
            argv[kept++] = argv[i];
    }
    argv[ *argc = kept] = nullptr;
    return rounds;
}

static bool names_format(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (std::strncmp(argv[i], "--benchmark_format", 18) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    const int summary_rounds = take_rounds("--summary", &argc, argv);
    const int feature_rounds = take_rounds("--features", &argc, argv);
    const int basis_rounds = take_rounds("--bases", &argc, argv);
    const int hash_rounds = take_rounds("--hashes", &argc, argv);
    const bool own_format = !names_format(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    if (!yardstick_agrees() || !plain_agrees()) {
        std::fprintf(stderr, "perlin-bench: plain C and the library differ\n");
        return 1;
    }
    if (summary_rounds > 0) {
        print_summary(summary_rounds);
        return 0;
    }
    if (feature_rounds > 0) {
        print_features(feature_rounds);
        return 0;
    }
    if (basis_rounds > 0) {
        print_bases(basis_rounds);
        return 0;
    }
    if (hash_rounds > 0) {
        print_hashes(hash_rounds);
        return 0;
    }
    add_all();
    RatioReporter reporter;
    benchmark::RunSpecifiedBenchmarks(own_format ? &reporter : nullptr);
    benchmark::Shutdown();
    return 0;
}
