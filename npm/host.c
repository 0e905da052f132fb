/*
 * What the library asks the system for, where JavaScript is the system: a module has no environment.
 * So it imports nothing.
 */
#include <stdlib.h>

char *getenv(const char *name)
{
    (void)name;
    return NULL;
}
