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

// How many calls make a turn that is long against the clock's resolution, yet so short that many
// turns pass without an interruption.
static int calls_per_turn(const Work &work)
{
    const double turn = 200e-6;
    time_calls(work, 1); // touches memory and code
    const double call = std::max(time_calls(work, 1), 50e-9);
    return static_cast<int>(std::ceil(turn / std::min(call, turn)));
}

std::vector<double> race(const std::vector<Work> &contestants, Distance distance)
{
    std::vector<int> calls;
    for (const Work &work : contestants)
        calls.push_back(calls_per_turn(work));

    std::vector<double> least(contestants.size(), std::numeric_limits<double>::infinity());
    const Clock::time_point begin = Clock::now();
    for (int round = 0; round < distance.rounds || seconds_since(begin) < distance.seconds; round++)
        for (size_t i = 0; i < contestants.size(); i++)
            least[i] = std::min(least[i], time_calls(contestants[i], calls[i]));
    return least;
}

// The time of a call where both threads run their part, from when both are ready until both have ended.
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
            const int calls = turns * calls_per_turn(pairs[p].mine);
            alone[p] = std::min(alone[p], time_calls(pairs[p].mine, calls));
            together[p] = std::min(together[p], time_pair(pairs[p], calls));
        }
    for (size_t p = 0; p < pairs.size(); p++)
        scaling.push_back(2 * alone[p] / together[p]);
    return scaling;
}
