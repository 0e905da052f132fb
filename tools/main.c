/*
 * The perlin command: finds the sub-command and hands over.
 */
#include "options.h"
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
    "\n"
    "Options:\n"
    "  -h, --help     show this help; 'perlin COMMAND --help' shows a command's\n"
    "  -V, --version  show the library's version\n"
    "\n"
    "Exit status: 0 success, 1 failure, 2 mistake on the command line.\n";

int main(int argc, char *argv[])
{
    static char render_name[] = "perlin render", info_name[] = "perlin info";

    if (argc < 2)
        return usage_error("perlin", "a command is missing");
    const char *const command = argv[1];
    if (strcmp(command, "render") == 0) {
        argv[1] = render_name;
        return render_main(argc - 1, argv + 1);
    }
    if (strcmp(command, "info") == 0) {
        argv[1] = info_name;
        return info_main(argc - 1, argv + 1);
    }
    if (strcmp(command, "--help") == 0 || strcmp(command, "-h") == 0) {
        fputs(help, stdout);
        return finish_stdout("perlin");
    }
    if (strcmp(command, "--version") == 0 || strcmp(command, "-V") == 0) {
        printf("perlin %s\n", perlin_version());
        return finish_stdout("perlin");
    }
    return usage_error("perlin", "unknown %s '%s'", command[0] == '-' ? "option" : "command",
                       command);
}
