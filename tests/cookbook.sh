#!/bin/sh
# Compiles and runs the recipes of docs/combining.md, all of its C blocks, as they are printed.
#
#     cookbook.sh PAGE INCLUDE LIBRARY PICTURES COMPILER...
#
# INCLUDE is the folder of perlin/perlin.h, LIBRARY the built library. PICTURES is the folder of the
# page's pictures, which have to show what the recipes make: in 256 colours, so that they may differ
# by some levels. If it does not exist, it is made, with the pictures as PPM.
set -eu

page=$1 include=$2 library=$3 pictures=$4
shift 4
tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^```c$/ { inside = 1; next } /^```/ { inside = 0; print ""; next } inside' "$page" >"$work/recipes.c"
case $library in
*.a) libraries="$library -lm" ;;
*) libraries="$library -Wl,-rpath,$(dirname "$library") -lm" ;;
esac
# shellcheck disable=SC2086 # a list of words
"$@" -O1 -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -I "$include" -I "$work" -o "$work/cookbook" \
    "$tests/cookbook.c" "$tests/../tools/colour.c" "$tests/../tools/terrain.c" $libraries
mkdir "$work/pictures"
"$work/cookbook" "$work/pictures"
if [ ! -d "$pictures" ]; then
    mkdir -p "$pictures"
    cp "$work"/pictures/*.ppm "$pictures"
    exit
fi

for picture in "$work"/pictures/*.ppm; do
    name=$(basename "$picture" .ppm)
    if ! grep -qF "](cookbook/$name.png)" "$page"; then
        echo "$page does not show $name.png" >&2
        exit 1
    fi
done
if ! command -v python3 >/dev/null; then
    echo 'skipped: python3 is not there to read pictures with'
    exit 77
fi
python3 "$tests/same_pictures.py" "$work/pictures" "$pictures"
