/*
 * Output files that are either complete or absent.
 */
#include "output.h"

#include "signals.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Files ----------------------------------------------------------------------------------- */

static bool fail(struct output *output, const char *problem)
{
    output->problem = problem;
    output_discard(output);
    return false;
}

/* The path of `name` in the folder of the file `beside`, if it is relative; NULL without memory. */
static char *join(const char *beside, const char *name)
{
    const char *const slash = strrchr(beside, '/');
    const size_t folder = name[0] == '/' || !slash ? 0 : (size_t)(slash - beside) + 1;
    char *const path = malloc(folder + strlen(name) + 1);
    if (path) {
        memcpy(path, beside, folder);
        strcpy(path + folder, name);
    }
    return path;
}

/* Opens a temporary file beside output->path. Its name is short, whatever length the file's has. */
static bool open_temporary(struct output *output)
{
    output->temporary = join(output->path, "perlin-XXXXXX");
    if (!output->temporary)
        return fail(output, "cannot name a temporary file");

    signals_hold();
    const int descriptor = mkstemp(output->temporary);
    if (descriptor < 0) {
        free(output->temporary); /* there is nothing to remove */
        output->temporary = NULL;
        return fail(output, "cannot create a file there");
    }
    output->file = fdopen(descriptor, "wb");
    if (!output->file) {
        close(descriptor);
        return fail(output, "cannot open");
    }
    return true;
}

/* The name that symbolic links lead to, which need not exist; NULL, with errno, if there is
   none. */
static char *follow_links(const char *path)
{
    enum { MOST_LINKS = 40 }; /* as Linux has it */
    char *name = strdup(path);
    for (int i = 0; name; i++) {
        char target[PATH_MAX];
        const ssize_t length = readlink(name, target, sizeof target - 1);
        if (length < 0) /* no link: the end of them, or nothing */
            break;
        target[length] = '\0';
        char *const next = i < MOST_LINKS ? join(name, target) : NULL;
        if (i >= MOST_LINKS)
            errno = ELOOP;
        free(name);
        name = next;
    }
    return name;
}

bool output_open(struct output *output, const char *path)
{
    memset(output, 0, sizeof *output);
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }

    struct stat existing;
    if (stat(path, &existing) != 0 && errno != ENOENT)
        return fail(output, "cannot open");
    if (stat(path, &existing) == 0) {
        if (S_ISDIR(existing.st_mode)) {
            errno = EISDIR;
            return fail(output, "cannot open");
        }
        if (!S_ISREG(existing.st_mode)) {
            output->file = fopen(path, "wb");
            return output->file ? true : fail(output, "cannot open");
        }
        if (access(path, W_OK) != 0)
            return fail(output, "cannot open");
        output->mode = (unsigned)existing.st_mode & 0777;
        output->path = realpath(path, NULL);
    } else {
        const mode_t mask = umask(0);
        umask(mask);
        output->mode = 0666 & ~(unsigned)mask;
        output->path = follow_links(path);
    }
    /* From here on it is no link, which rename would replace. */
    return output->path ? open_temporary(output) : fail(output, "cannot resolve");
}

bool output_commit(struct output *output)
{
    if (!output->path) {
        const bool failed = fflush(output->file) != 0 || ferror(output->file);
        return failed ? fail(output, "cannot write") : (output_discard(output), true);
    }
    const int descriptor = fileno(output->file);
    if (fflush(output->file) != 0 || ferror(output->file) || fsync(descriptor) != 0 ||
        fchmod(descriptor, (mode_t)output->mode) != 0)
        return fail(output, "cannot write");
    if (rename(output->temporary, output->path) != 0)
        return fail(output, "cannot rename the temporary file to");
    free(output->temporary);
    output->temporary = NULL; /* it no longer exists: nothing to remove */
    output_discard(output);
    return true;
}

void output_discard(struct output *output)
{
    const int reason = errno;
    if (output->file && output->file != stdout)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    free(output->temporary);
    free(output->path);
    output->file = NULL;
    output->temporary = NULL;
    output->path = NULL;
    signals_release();
    errno = reason;
}
