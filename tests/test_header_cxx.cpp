/*
 * The header alone, in strict C++11. See test_header.c.
 */
#include <perlin/perlin.h>

#include <perlin/perlin.h>

#include "header_calls.h"

int main()
{
    return header_calls();
}
