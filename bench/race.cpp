#include "race.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

using Clock = std::chrono::steady_clock;

static double seconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The time of one call, as the mean of `calls` in a row.
static double time_calls(const Work &work, int calls)
{
    const Clock::time_point begin = Clock::now();
    for (int i = 0; i < calls; i++)
        work.run();
    return seconds_since(begin) / calls;
}

// The time of one call, when memory and code have been touched.
static double call_time(const Work &work)
{
    time_calls(work, 1);
    return std::max(time_calls(work, 1), 50e-9);
}

// How many calls make a turn of each contestant. Turns are long against the clock's resolution, and
// of the same length: on a shared machine, short turns find quiet moments that long ones do not.
// Only a contestant that is slower than the longest turn does not count.
static std::vector<int> calls_per_turn(const std::vector<Work> &contestants)
{
    const double least_turn = 200e-6, greatest_turn = 5e-3;
    std::vector<double> times;
    double turn = least_turn;
    for (const Work &work : contestants) {
        times.push_back(call_time(work));
        if (times.back() <= greatest_turn)
            turn = std::max(turn, times.back());
    }
    std::vector<int> calls;
    for (const double time : times)
        calls.push_back(std::max(static_cast<int>(std::lround(turn / time)), 1));
    return calls;
}

std::vector<double> race(const std::vector<Work> &contestants, Distance distance)
{
    const std::vector<int> calls = calls_per_turn(contestants);
    std::vector<double> least(contestants.size(), std::numeric_limits<double>::infinity());
    const Clock::time_point begin = Clock::now();
    for (int round = 0; round < distance.rounds || seconds_since(begin) < distance.seconds; round++)
        for (size_t i = 0; i < contestants.size(); i++)
            least[i] = std::min(least[i], time_calls(contestants[i], calls[i]));
    return least;
}

// The time of a call where both threads run their part, from when both are ready until both have
// ended.
static double time_pair(const Pair &pair, int calls)
{
    std::atomic<int> ready{0};
    const auto wait = [&ready] {
        ready++;
        while (ready < 2) {
        }
    };
    std::thread thread([&] {
        wait();
        time_calls(pair.other, calls);
    });
    wait();
    const Clock::time_point begin = Clock::now();
    time_calls(pair.mine, calls);
    thread.join();
    return seconds_since(begin) / calls;
}

std::vector<double> two_thread_scaling(const std::vector<Pair> &pairs, int rounds)
{
    const int turns = 50; // the end of a thread must not count
    std::vector<double> alone(pairs.size(), std::numeric_limits<double>::infinity());
    std::vector<double> together = alone, scaling;
    for (int round = 0; round < rounds; round++)
        for (size_t p = 0; p < pairs.size(); p++) {
            const int calls = turns * calls_per_turn({pairs[p].mine}).front();
            alone[p] = std::min(alone[p], time_calls(pairs[p].mine, calls));
            together[p] = std::min(together[p], time_pair(pairs[p], calls));
        }
    for (size_t p = 0; p < pairs.size(); p++)
        scaling.push_back(2 * alone[p] / together[p]);
    return scaling;
}
