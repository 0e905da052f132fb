/*
 * What a misspelt word was probably meant to be.
 */
#ifndef SUGGEST_H
#define SUGGEST_H

/* The nearest of the words, a list that ends with NULL; NULL if none is near. */
const char *suggest(const char *text, const char *const words[]);

#endif
