#!/bin/sh
# Compiles the first block of C, or C++, of a page as it is printed, and runs it.
#
#     page_example.sh PAGE LANGUAGE INCLUDE LIBRARY EXTENSION CHECK COMPILER...
#
# LANGUAGE is what the page says of the block, c or cpp. INCLUDE is the folder of perlin/perlin.h, LIBRARY the
# built library, EXTENSION c or cpp: C++ compiles C, too. CHECK is a C file
# with a program that tests the block's functions, or "none". It is compiled without contraction, whatever
# COMPILER says, and linked to the block.
set -eu

page=$1 language=$2 include=$3 library=$4 extension=$5 check=$6
shift 6

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
example=$work/example.$extension
awk -v fence="\`\`\`$language" '$0 == fence { inside = 1; next } inside && /^```/ { exit } inside' "$page" > "$example"
if ! grep -qE 'perlin_create|perlin::noise' "$example"; then
    echo "$page has no block of $language that makes a noise" >&2
    exit 1
fi
case $library in
*.a) libraries="$library -lm" ;;
*) libraries="$library -Wl,-rpath,$(dirname "$library")" ;;
esac
set -- "$@" -Wall -Wextra -Wpedantic -Werror -I "$include"
# shellcheck disable=SC2086 # lists of words
"$@" -o "$work/example" "$example" $libraries
cd "$work"
output=$(./example)
printf '%s\n' "$output"
expected=$(sed -n 's,.*/[*/] \(.*\) on every machine.*,\1,p' "$example")
if [ -z "$expected" ] || [ "$output" != "$expected" ]; then
    echo "the example says that it prints $expected" >&2
    exit 1
fi
if [ "$check" != none ]; then
    "$@" -Dmain=main_of_page -c -o example.o "$example"
    "$@" -ffp-contract=off -c -o check.o "$check"
    # shellcheck disable=SC2086 # lists of words
    "$@" -o check example.o check.o $libraries
    ./check
fi
