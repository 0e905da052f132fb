#!/bin/sh
# Compiles the first C block of a page as it is printed, and runs it.
#
#     page_example.sh PAGE INCLUDE LIBRARY EXTENSION CHECK COMPILER...
#
# INCLUDE is the folder of perlin/perlin.h, LIBRARY the built library, EXTENSION c or cpp. CHECK is a C file
# with a program that tests the block's functions, or "none". It is compiled without contraction, whatever
# COMPILER says, and linked to the block.
set -eu

page=$1 include=$2 library=$3 extension=$4 check=$5
shift 5

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
example=$work/example.$extension
awk '/^```c$/ { inside = 1; next } inside && /^```/ { exit } inside' "$page" > "$example"
if ! grep -q perlin_create "$example"; then
    echo "$page has no C block that calls perlin_create" >&2
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
expected=$(sed -n 's/.*printf.* \/\* \(.*\) on every machine.*/\1/p' "$example")
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
