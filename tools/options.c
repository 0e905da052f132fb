/*
 * Messages and parsing of option values. The C locale is in force: the command never sets another.
 */
#include "options.h"

#include "tool.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages -------------------------------------------------------------------------------- */

static void PRINTF_LIKE(2, 0) message(const char *command, const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", command);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int failure(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(command, format, arguments);
    va_end(arguments);
    return STATUS_FAILED;
}

int usage_error(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(command, format, arguments);
    va_end(arguments);
    fprintf(stderr, "Try '%s --help'.\n", command);
    return STATUS_USAGE;
}

int finish_stdout(const char *command)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return STATUS_OK;
    return failure(command, "cannot write to standard output: %s", strerror(errno));
}

/* ---- Numbers --------------------------------------------------------------------------------- */

bool parse_unsigned(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
    /* strtoull alone would take blanks, "-1" and, in base 0, octal. */
    const bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!(is_hex ? isxdigit((unsigned char)text[2]) : isdigit((unsigned char)text[0])))
        return false;
    char *end;
    errno = 0;
    const unsigned long long parsed = strtoull(text, &end, is_hex ? 16 : 10);
    if (errno != 0 || *end != '\0' || parsed < min || parsed > max)
        return false;
    *value = parsed;
    return true;
}

static bool parse_integer(const char *text, int64_t *value)
{
    if (!isdigit((unsigned char)text[text[0] == '-']))
        return false;
    char *end;
    errno = 0;
    const intmax_t parsed = strtoimax(text, &end, 10);
    if (errno != 0 || *end != '\0' || parsed < INT64_MIN || parsed > INT64_MAX)
        return false;
    *value = (int64_t)parsed;
    return true;
}

/* The number that text starts with; *end is where it stops. Subnormal results are no mistake. */
static bool scan_number(const char *text, char **end, double *value)
{
    if (isspace((unsigned char)text[0]))
        return false;
    *value = strtod(text, end);
    return *end != text && isfinite(*value);
}

bool parse_number(const char *text, double *value)
{
    char *end;
    double dividend, divisor;
    if (!scan_number(text, &end, &dividend))
        return false;
    if (*end == '/') {
        if (!scan_number(end + 1, &end, &divisor) || divisor == 0.0)
            return false;
        dividend /= divisor;
    }
    if (*end != '\0' || !isfinite(dividend))
        return false;
    *value = dividend;
    return true;
}

/* ---- Pairs and choices ----------------------------------------------------------------------- */

/* Splits text at the separator into two halves, each of which fits `half`. */
static bool split(const char *text, char separator, char half[2][64])
{
    const char *const at = strchr(text, separator);
    if (!at)
        return false;
    const size_t first = (size_t)(at - text), second = strlen(at + 1);
    if (first >= sizeof half[0] || second >= sizeof half[1])
        return false;
    memcpy(half[0], text, first);
    half[0][first] = '\0';
    memcpy(half[1], at + 1, second + 1);
    return true;
}

bool parse_size(const char *text, uint32_t max, uint32_t size[2])
{
    char half[2][64];
    uint64_t value[2];
    if (!split(text, 'x', half) || !parse_unsigned(half[0], 1, max, &value[0]) ||
        !parse_unsigned(half[1], 1, max, &value[1]))
        return false;
    size[0] = (uint32_t)value[0];
    size[1] = (uint32_t)value[1];
    return true;
}

bool parse_integer_pair(const char *text, int64_t pair[2])
{
    char half[2][64];
    return split(text, ',', half) && parse_integer(half[0], &pair[0]) &&
           parse_integer(half[1], &pair[1]);
}

bool parse_number_pair(const char *text, double pair[2])
{
    char half[2][64];
    return split(text, ',', half) && parse_number(half[0], &pair[0]) &&
           parse_number(half[1], &pair[1]);
}

bool parse_choice(const char *text, const char *const names[], uint32_t *index)
{
    for (uint32_t i = 0; names[i]; i++) {
        if (strcmp(text, names[i]) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}
