#!/bin/sh
# Checks every command that README.md and docs/ show: each is in a ```sh block, and each block is in the list
# below, which says who runs it. Names of files, options and legs in it have to exist. (The gallery's commands
# are run by the tests perlin_command_*.)
#
#     commands.sh ROOT [PERLIN]           also runs the blocks of "here", by the command PERLIN
#     commands.sh ROOT --write BY FOLDER  writes the blocks of BY to FOLDER, named by their order here
set -eu

# PAGE: a text of the block: who runs it. That is
#   here      this test
#   first     the first tier of scripts/test, which builds, installs and tests in the same way
#   ci        what every run of CI begins with
#   hand      nobody: it measures, for minutes
#   a leg     of the matrix; `readme` runs the block as it is printed, others with options of their own
blocks() {
    cat << 'BLOCKS'
README.md: ./scripts/quickstart: readme
README.md: meson install -C build: readme
README.md: scripts/amalgamate perlin: readme
README.md: env/bin/pip: readme
docs/README.md: scripts/pack-playground: playground
docs/benchmarks.md: perlin-bench: hand
docs/building.md: meson install -C build: readme
docs/building.md: export PKG_CONFIG_PATH: readme
docs/building.md: -DPERLIN_STATIC: readme
docs/building.md: cmake --install build: cmake
docs/building.md: cc -c FOLDER/perlin.c: amalgamation
docs/building.md: --target=wasm32-wasi: wasm
docs/building.md: -Dbases=perlin: small
docs/design.md: --suite vocabulary: first
docs/python.md: env/bin/pip: readme
docs/python.md: -m build --wheel: python
docs/python.md: PERLIN_LIBRARY=: readme
docs/testing.md: ./scripts/test --long: ci
docs/worlds.md: python3 dask_world.py world.zarr: dask
docs/worlds.md: --scheduler: dask
docs/worlds.md: SLURM_ARRAY_TASK_ID: here
BLOCKS
}

root=$1
shift
if [ "${1:-}" != --write ] && [ $# -gt 0 ]; then
    perlin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
fi
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each block is a file, page@line.
mkdir "$work/blocks"
find docs -name '*.md' ! -name gallery.md | sort > "$work/pages"
# shellcheck disable=SC2046 # names without spaces
awk -v folder="$work/blocks" '
    FNR == 1 { inside = 0 }
    /^```/ {
        inside = !inside
        file = ""
        if (inside && /^```sh$/) {
            file = FILENAME "@" FNR
            gsub("/", "%", file)
            file = folder "/" file
            printf "" > file
        }
        next
    }
    file != "" { print > file }
    !inside && /^    (\.?\/|(scripts|build)\/|(apt-get|cc|c\+\+|clang|cmake|export|ldconfig|meson|ninja|npm|perlin|pip|python3) [^=])/ {
        print FILENAME ":" FNR ": a command outside of a ```sh block:" $0
    }' README.md $(cat "$work/pages") > "$work/complaints"
complain() { echo "$*" >> "$work/complaints"; }
name_of() { echo "${1##*/}" | tr % / | sed 's/@/:/'; }

# shown_by PAGE TEXT: the files of the blocks that have it.
shown_by() { grep -lF -e "$2" "$work/blocks/$(echo "$1" | tr / %)"@* || true; }

blocks | while IFS=: read -r page text by; do
    text=${text# } by=${by# }
    files=$(shown_by "$page" "$text")
    case $(echo "$files" | grep -c .) in
        1) echo "$by $files" ;;
        0) complain "$page no longer shows the block of $0 with: $text" ;;
        *) complain "$page shows more than one block with: $text" ;;
    esac
done > "$work/found"

if [ "${1:-}" = --write ]; then
    number=10
    while read -r by file; do
        [ "$by" != "$2" ] || cp "$file" "$3/$number-$(name_of "$file" | tr / %)"
        number=$((number + 1))
    done < "$work/found"
    exit
fi

legs=$(cat scripts/*.sh | sed -n 's/^leg_\([a-z0-9_A-Z]*\)().*/\1/p')
is_leg() { echo "$legs" | grep -qx -e "$1"; }
for file in "$work"/blocks/*; do
    place=$(name_of "$file")
    case $(grep -cF " $file" "$work/found") in
        0) complain "$place: a block that the list in $0 does not have" ;;
        1) ;;
        *) complain "$place: a block that the list in $0 has twice" ;;
    esac
    sh -n "$file" 2> "$work/syntax" || complain "$place: $(cat "$work/syntax")"
    # Files of this repository, except for what commands make.
    grep -oE '(^|[ =])(\./)?(scripts|bench|examples|cross|tools)/[[:alnum:]_./-]+' "$file" > "$work/paths" || true
    while read -r path; do
        path=${path#[ =]} path=${path#./}
        [ -e "$path" ] || [ -e "$path.c" ] || complain "$place: no file $path"
    done < "$work/paths"
    # shellcheck disable=SC2013 # words
    for flag in $(sed -n 's/.*perlin-bench \(--[a-z]*\).*/\1/p' "$file"); do
        grep -qF -e "$flag" bench/*.cpp || complain "$place: perlin-bench has no $flag"
    done
    # shellcheck disable=SC2013 # words
    for option in $(grep -oE -e '-D[a-z_]+=[^ ]*' "$file"); do
        option=${option#-D}
        case ${option%%=*} in
            buildtype | default_library | prefix | strip) continue ;;
        esac
        values=$(sed -n "/^option('${option%%=*}'/,/)/p" meson_options.txt)
        [ -n "$values" ] || complain "$place: meson has no option $option"
        for value in $(echo "${option#*=}" | tr , ' '); do
            echo "$values" | grep -qE "'$value'|type: '(feature|boolean)'" || complain "$place: no value $value of $option"
        done
    done
    # shellcheck disable=SC2013 # words
    for leg in $(sed -n 's/.*--leg \([a-z0-9_A-Z]*\).*/\1/p' "$file"); do
        is_leg "$leg" || complain "$place: no leg $leg"
    done
done
while read -r by _; do
    case $by in
        here | first | ci | hand) ;;
        *) is_leg "$by" || complain "$0: no leg $by" ;;
    esac
done < "$work/found"

ran=0
if [ -n "${perlin:-}" ]; then
    mkdir "$work/bin" "$work/folder"
    ln -s "$perlin" "$work/bin/perlin"
    while read -r by file; do
        [ "$by" = here ] || continue
        ran=$((ran + 1))
        # Small blocks: only the command is tested.
        sed 's/block=2048/block=64/' "$file" > "$work/block.sh"
        (cd "$work/folder" && PATH=$work/bin:$PATH SLURM_ARRAY_TASK_ID=37 sh -eu "$work/block.sh") > "$work/log" 2>&1 ||
            complain "$(name_of "$file"): $(cat "$work/log")"
    done < "$work/found"
    [ -n "$(find "$work/folder" -name block-1-5.raw -size $((64 * 64 * 4))c)" ] || complain 'docs/worlds.md: no block of 64 x 64 floats'
fi

count=$(find "$work/blocks" -type f | wc -l)
[ "$count" -ge 15 ] || complain "only $count blocks found: the pattern is wrong"
echo "$count blocks, $ran run"
cat "$work/complaints"
[ ! -s "$work/complaints" ]
