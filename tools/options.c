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

void notice(const char *command, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    message(command, format, arguments);
    va_end(arguments);
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

bool parse_seed(const char *text, uint64_t *seed)
{
    static const uint64_t most_negative = UINT64_C(1) << 63;
    if (text[0] != '-')
        return parse_unsigned(text, 0, UINT64_MAX, seed);
    uint64_t size;
    if (!parse_unsigned(text + 1, 0, most_negative, &size))
        return false;
    *seed = 0 - size;
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

/* ---- Lists and choices ----------------------------------------------------------------------- */

/*
 * Copies what `text` has up to the separator, or up to its end, to `item`; false if it does not
 * fit. Returns what follows the separator in *rest, NULL at the end.
 */
static bool next_item(const char *text, char separator, char item[64], const char **rest)
{
    const char *const at = strchr(text, separator);
    const size_t length = at ? (size_t)(at - text) : strlen(text);
    if (length >= 64)
        return false;
    memcpy(item, text, length);
    item[length] = '\0';
    *rest = at ? at + 1 : NULL;
    return true;
}

bool parse_size(const char *text, uint32_t min, uint32_t max, uint32_t size[2])
{
    char item[64];
    const char *rest = text;
    uint64_t value = 0;
    int count = 0;
    while (rest && count < 2) {
        if (!next_item(rest, 'x', item, &rest) || !parse_unsigned(item, min, max, &value))
            return false;
        size[count++] = (uint32_t)value;
    }
    if (count == 1)
        size[1] = size[0];
    return !rest;
}

bool parse_integers(const char *text, uint32_t most, int64_t values[], uint32_t *count)
{
    char item[64];
    const char *rest = text;
    for (*count = 0; rest && *count < most; (*count)++)
        if (!next_item(rest, ',', item, &rest) || !parse_integer(item, &values[*count]))
            return false;
    return !rest;
}

bool parse_numbers(const char *text, uint32_t most, double values[], uint32_t *count)
{
    char item[64];
    const char *rest = text;
    for (*count = 0; rest && *count < most; (*count)++)
        if (!next_item(rest, ',', item, &rest) || !parse_number(item, &values[*count]))
            return false;
    return !rest;
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
