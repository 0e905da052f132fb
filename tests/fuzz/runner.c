/*
 * Runs a fuzz target over the files of a corpus:
 *
 *     fuzz_grid_corpus corpus/grid FILE...
 *
 * A target ends the process when it finds a mistake; the last file named is then the one. The exit
 * status is 1 if there is no file at all.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static size_t run_count;

static void run_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    check(file != NULL, "%s: cannot be opened", path);
    uint8_t *const bytes = malloc(1 << 20);
    const size_t size = fread(bytes, 1, 1 << 20, file);
    check(!ferror(file) && feof(file), "%s: cannot be read, or is too long", path);
    fclose(file);
    /* A block of the input's size: a target that reads past it is wrong. */
    struct block input = block_create(size, 0);
    if (size > 0)
        memcpy(input.start, bytes, size);
    free(bytes);
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput(input.start, size);
    block_free(&input);
    run_count++;
}

static void run_directory(const char *path)
{
    DIR *const directory = opendir(path);
    check(directory != NULL, "%s: cannot be opened", path);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        run_file(name);
    }
    closedir(directory);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct stat about = {0};
        check(stat(argv[i], &about) == 0, "%s: not there", argv[i]);
        if (S_ISDIR(about.st_mode))
            run_directory(argv[i]);
        else
            run_file(argv[i]);
    }
    printf("%zu inputs\n", run_count);
    return run_count > 0 ? 0 : 1;
}
