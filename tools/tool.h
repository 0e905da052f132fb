/*
 * What the parts of the perlin command share: exit codes and the sub-commands.
 */
#ifndef TOOL_H
#define TOOL_H

enum {
    STATUS_OK = 0,
    STATUS_FAILED = 1, /* input/output, memory, or a digest that differs */
    STATUS_USAGE = 2   /* a mistake on the command line */
};

/* Each takes its own part of the command line: argv[0] is the sub-command's full name. */
int render_main(int argc, char *argv[]);
int info_main(int argc, char *argv[]);

#endif
