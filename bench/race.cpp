#include "race.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

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
