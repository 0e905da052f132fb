/*
 * Suggestions by other names, or by edit distance: how many letters have to be inserted, removed,
 * replaced or swapped with their neighbour. Capitals count as small letters.
 */
#include "suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { LONGEST = 31 };

static size_t lesser(size_t a, size_t b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Of two words of LONGEST letters at most. Row i of the table is for the first i letters of a. */
static size_t distance(const char *a, const char *b)
{
    size_t table[LONGEST + 1][LONGEST + 1];
    const size_t rows = strlen(a), columns = strlen(b);
    for (size_t i = 0; i <= rows; i++) {
        for (size_t j = 0; j <= columns; j++) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            const size_t replaced = table[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]);
            table[i][j] = lesser(replaced, lesser(table[i - 1][j], table[i][j - 1]) + 1);
            if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                same_letter(a[i - 2], b[j - 1]))
                table[i][j] = lesser(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    return table[rows][columns];
}

static bool same_word(const char *a, const char *b)
{
    while (*a && same_letter(*a, *b)) {
        a++;
        b++;
    }
    return *a == *b;
}

/* What others call some of the words. */
static const struct {
    const char *other, *word;
} synonyms[] = {{"worley", "cellular"}, {"voronoi", "cellular"}, {"turbulence", "billow"}};

/* The word that `text` is another name of, or NULL. */
static const char *named_otherwise(const char *text, const char *const words[])
{
    for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0]; i++)
        for (size_t w = 0; same_word(text, synonyms[i].other) && words[w]; w++)
            if (strcmp(words[w], synonyms[i].word) == 0)
                return words[w];
    return NULL;
}

const char *suggest(const char *text, const char *const words[])
{
    const char *const synonym = named_otherwise(text, words);
    if (synonym)
        return synonym;
    const size_t length = strlen(text);
    if (length > LONGEST)
        return NULL;
    /* Short words are near to anything: most of the text has to match. */
    size_t nearest = lesser(1 + length / 4, length > 0 ? length - 1 : 0) + 1;
    const char *suggestion = NULL;
    for (; *words; words++) {
        if (strlen(*words) > LONGEST)
            continue;
        const size_t d = distance(text, *words);
        if (d < nearest) {
            nearest = d;
            suggestion = *words;
        }
    }
    return suggestion;
}
