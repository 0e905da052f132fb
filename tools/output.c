/*
 * Output files that are either complete or absent.
 */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Signals --------------------------------------------------------------------------------- */

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { STOP_SIGNALS = sizeof stop_signals / sizeof stop_signals[0] };

static volatile sig_atomic_t received;

static void record_signal(int number)
{
    received = number;
}

/* Leaves alone what was ignored at start, as by nohup. */
static void handle_signals(void)
{
    for (int i = 0; i < STOP_SIGNALS; i++) {
        struct sigaction old, action = {.sa_handler = record_signal};
        if (sigaction(stop_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(stop_signals[i], &action, NULL);
    }
}

static void release_signals(void)
{
    for (int i = 0; i < STOP_SIGNALS; i++) {
        struct sigaction old, action = {.sa_handler = SIG_DFL};
        if (sigaction(stop_signals[i], NULL, &old) == 0 && old.sa_handler == record_signal)
            sigaction(stop_signals[i], &action, NULL);
    }
}

int output_interrupted(void)
{
    return received;
}

void output_die(void)
{
    const int number = received;
    if (number != 0)
        raise(number);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool fail(struct output *output, const char *problem)
{
    output->problem = problem;
    output_discard(output);
    return false;
}

/* Opens a temporary file beside output->path. */
static bool open_temporary(struct output *output)
{
    static const char suffix[] = ".XXXXXX";
    const size_t length = strlen(output->path);
    output->temporary = malloc(length + sizeof suffix);
    if (!output->temporary)
        return fail(output, "cannot name a temporary file");
    memcpy(output->temporary, output->path, length);
    memcpy(output->temporary + length, suffix, sizeof suffix);

    handle_signals();
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

bool output_open(struct output *output, const char *path)
{
    memset(output, 0, sizeof *output);
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }

    struct stat existing;
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
        output->path = realpath(path, NULL); /* rename would replace a symbolic link itself */
    } else {
        const mode_t mask = umask(0);
        umask(mask);
        output->mode = 0666 & ~(unsigned)mask;
        output->path = strdup(path);
    }
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
    release_signals();
    errno = reason;
}
