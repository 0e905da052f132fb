// Timing on machines that are shared and change their clock: contestants take turns, round after
// round in one process, and only the least time of each counts.
#ifndef PERLIN_BENCH_RACE_H
#define PERLIN_BENCH_RACE_H

#include <functional>
#include <string>
#include <vector>

// One call of `run` produces `items` samples.
struct Work {
    std::string name;
    double items;
    std::function<void()> run;
};

// A race ends when both are reached.
struct Distance {
    int rounds;
    double seconds;
};

// The least time of one call of each contestant, in seconds.
std::vector<double> race(const std::vector<Work> &contestants, Distance distance);

// Works of the same length for two threads.
struct Pair {
    Work mine, other;
};

// How much two threads do together in the time that one needs for its part: 2 if they do not get in
// each other's way. The pairs take turns.
std::vector<double> two_thread_scaling(const std::vector<Pair> &pairs, int rounds);

#endif
