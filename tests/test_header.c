/*
 * The header alone, in strict C11: it includes what it needs, warns about nothing, and its inline
 * functions link against the library. (test_header_cxx.cpp is the same in C++11.)
 */
#include <perlin/perlin.h>

/* Twice is once. */
#include <perlin/perlin.h>

#include "header_calls.h"

int main(void)
{
    return header_calls();
}
