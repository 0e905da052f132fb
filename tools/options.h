/*
 * Messages, and strict parsing of option values: the whole text must be a value within its limits.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* "command: message" on stderr. */
void notice(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* The same, for errors. Both return what to exit with: STATUS_FAILED, or STATUS_USAGE after a line
   that points to --help. */
int failure(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
int usage_error(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);

/* Flushes stdout: the exit status of a command that has printed all it had to. */
int finish_stdout(const char *command);

/* Decimal, or hexadecimal after 0x; no sign, no blanks. */
bool parse_unsigned(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/* -2^63 to 2^64 - 1. A negative seed is converted to unsigned. */
bool parse_seed(const char *text, uint64_t *seed);

/* A finite number, or a quotient of two: 0.25, -3e2, 0x1p-6, 1/64. */
bool parse_number(const char *text, double *value);

/* SIZE or WIDTHxHEIGHT, each min to max. */
bool parse_size(const char *text, uint32_t min, uint32_t max, uint32_t size[2]);

/* One to `most` values with commas between them. */
bool parse_integers(const char *text, uint32_t most, int64_t values[], uint32_t *count);
bool parse_numbers(const char *text, uint32_t most, double values[], uint32_t *count);

/* The index of text in a list of names that ends with NULL. */
bool parse_choice(const char *text, const char *const names[], uint32_t *index);

#endif
