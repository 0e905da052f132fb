/*
 * Names with a number in them, and points on a circle.
 */
#include "frames.h"

#include "cosine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place for the number: where it starts and ends, and how the number fills it. */
struct place {
    const char *start, *end;
    int width;
    bool zeros;
};

static bool find_place(const char *pattern, struct place *place)
{
    const char *at = strchr(pattern, '%');
    if (!at)
        return false;
    place->start = at++;
    place->zeros = *at == '0';
    at += place->zeros;
    place->width = *at >= '1' && *at <= '9' ? *at++ - '0' : 0;
    place->end = at + 1;
    return *at == 'd' && !strchr(place->end, '%');
}

bool frames_pattern_ok(const char *pattern)
{
    struct place place;
    return find_place(pattern, &place);
}

char *frames_name(const char *pattern, uint32_t frame)
{
    enum { DIGITS = 16 }; /* more than a width of 9, or a uint32_t, needs */
    struct place place;
    char number[DIGITS];
    if (!find_place(pattern, &place))
        return NULL;
    /* The pattern itself is never printf's: it is not ours. */
    snprintf(number, sizeof number, place.zeros ? "%0*lu" : "%*lu", place.width,
             (unsigned long)frame);

    const size_t size = strlen(pattern) + sizeof number;
    char *const name = malloc(size);
    if (name)
        snprintf(name, size, "%.*s%s%s", (int)(place.start - pattern), pattern, number, place.end);
    return name;
}

void frames_place(uint32_t frame, uint32_t count, double radius, double place[2])
{
    const float turns = (float)frame / (float)count;
    place[0] = radius * (double)cosine_of_turns(turns);
    place[1] = radius * (double)cosine_of_turns(turns - 0.25f); /* the sine */
}
