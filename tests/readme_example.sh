#!/bin/sh
# Compiles the first C block of the README as it is printed, and runs it.
#
#     readme_example.sh README INCLUDE LIBRARY EXTENSION COMPILER...
#
# INCLUDE is the folder of perlin/perlin.h, LIBRARY the built library, EXTENSION c or cpp.
set -eu

readme=$1 include=$2 library=$3 extension=$4
shift 4

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
example=$work/example.$extension
awk '/^```c$/ { inside = 1; next } inside && /^```/ { exit } inside' "$readme" > "$example"
if ! grep -q perlin_create "$example"; then
    echo "$readme has no C block that calls perlin_create" >&2
    exit 1
fi
case $library in
*.a) libraries="$library -lm" ;;
*) libraries="$library -Wl,-rpath,$(dirname "$library")" ;;
esac
# shellcheck disable=SC2086 # lists of words
"$@" -Wall -Wextra -Wpedantic -Werror -I "$include" -o "$work/example" "$example" $libraries
cd "$work"
output=$(./example)
printf '%s\n' "$output"
expected=$(sed -n 's/.*printf.* \/\* \(.*\) on every machine.*/\1/p' "$example")
if [ -z "$expected" ] || [ "$output" != "$expected" ]; then
    echo "the example says that it prints $expected" >&2
    exit 1
fi
