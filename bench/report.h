// How results are shown.
#ifndef PERLIN_BENCH_REPORT_H
#define PERLIN_BENCH_REPORT_H

#include <benchmark/benchmark.h>

// A line a benchmark: its name, the rate and the multiple of the yardstick, aligned.
class RatioReporter : public benchmark::BenchmarkReporter
{
  public:
    bool ReportContext(const Context &context) override;
    void ReportRuns(const std::vector<Run> &runs) override;

  private:
    size_t width = 0;
};

// Races every backend and the yardstick over the rows of the summary and prints it as Markdown.
void print_summary(int rounds);

// The same for the bases beside gradient noise.
void print_bases(int rounds);

// The last table of the summary: each feature races with what it extends, backend by backend.
void print_features(int rounds);

// The integer hash beside permutation tables, in the same way, with its rates.
void print_hashes(int rounds);

#endif
