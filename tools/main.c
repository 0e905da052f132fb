/*
 * The perlin command: finds the sub-command and hands over.
 */
#include "options.h"
#include "suggest.h"
#include "tool.h"

#include <perlin/perlin.h>

#include <stdio.h>
#include <string.h>

static const char help[] =
    "Usage: perlin COMMAND [OPTION]...\n"
    "\n"
    "Commands:\n"
    "  render     write images of noise, or of terrains and textures made of it\n"
    "  info       show version, CPU and backends; check the results' bits; measure speed\n"
    "  help       show this help, or with a command's name that one's\n"
    "  version    show the library's version\n"
    "\n"
    "Options:\n"
    "  -h, --help     as help; 'perlin COMMAND --help' shows a command's\n"
    "  -V, --version  as version\n"
    "\n"
    "Exit status: 0 success, 1 failure, 2 mistake on the command line.\n";

static int help_main(int argc, char *argv[]);

static int version_main(int argc, char *argv[])
{
    if (argc > 1)
        return usage_error("perlin", "unexpected argument '%s'", argv[1]);
    printf("perlin %s\n", perlin_version());
    return finish_stdout("perlin");
}

/* `title` is what a sub-command calls itself in messages. */
static const struct command {
    const char *name;
    char title[16];
    int (*run)(int argc, char *argv[]);
} commands[] = {
    {"render", "perlin render", render_main}, {"info", "perlin info", info_main},
    {"help", "perlin help", help_main},       {"version", "perlin version", version_main},
    {"--help", "perlin --help", help_main},   {"--version", "perlin", version_main},
    {"-h", "perlin -h", help_main},           {"-V", "perlin -V", version_main},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int unknown(const char *name)
{
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *const near = suggest(name, names);
    return usage_error("perlin", "unknown %s '%s'%s%s%s", name[0] == '-' ? "option" : "command",
                       name, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* The argument vector of a command, which getopt may permute, has to be writable. */
static int run(const struct command *command, int argc, char *argv[])
{
    char title[sizeof command->title];
    memcpy(title, command->title, sizeof title);
    argv[0] = title;
    return command->run(argc, argv);
}

static int help_main(int argc, char *argv[])
{
    if (argc > 2)
        return usage_error("perlin", "unexpected argument '%s'", argv[2]);
    const struct command *const command = argc == 2 ? find(argv[1]) : NULL;
    if (argc == 2 && !command)
        return unknown(argv[1]);
    if (command && (command->run == render_main || command->run == info_main)) {
        char option[] = "--help", title[] = "perlin";
        char *arguments[] = {title, option, NULL};
        return run(command, 2, arguments);
    }
    fputs(help, stdout);
    return finish_stdout("perlin");
}

int main(int argc, char *argv[])
{
    if (argc < 2)
        return usage_error("perlin", "a command is missing");
    const struct command *const command = find(argv[1]);
    return command ? run(command, argc - 1, argv + 1) : unknown(argv[1]);
}
