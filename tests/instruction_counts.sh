#!/bin/sh
# Counts under valgrind the instructions that a sample takes in some works, on each backend that
# valgrind runs, and compares them with what was recorded.
#
#     instruction_counts.sh PROGRAM RECORDED COMPILER
#
# PROGRAM is instruction_counts, COMPILER gcc or clang, whose counts differ. Fails if a work takes a
# fifth more than RECORDED has, or is not there. Other versions of a compiler stay below that; a loop
# that is no longer unrolled, or a function that is no longer inlined, takes far more. What this prints
# are the lines of RECORDED: after a change of kernels put them in their place.
set -eu

program=$1 recorded=$2 compiler=$3
if ! command -v valgrind >/dev/null; then
    echo 'SKIPPED: valgrind is not there to count instructions with'
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# count [BACKEND]: LD_BIND_NOW, so that no call looks its function up.
count() {
    LD_BIND_NOW=1 valgrind --quiet --tool=callgrind --callgrind-out-file="$work/counts" "$program" "$@"
}

failed=0
"$program" > "$work/here"
count > "$work/there"
for backend in $(cat "$work/here"); do
    if ! grep -qx "$backend" "$work/there"; then
        echo "SKIPPED $backend: valgrind does not run it"
        continue
    fi
    if ! grep -q "^$compiler $backend " "$recorded"; then
        echo "SKIPPED $backend: no counts by $compiler are recorded"
        continue
    fi
    count "$backend"
    # A call is three lines: the function, how often it is called, and a place with the count. A
    # function has a number; its name is behind that where it comes first.
    awk -v compiler="$compiler" -v backend="$backend" '
        { sub(/^c?fn=/, "fn= ") }
        $1 == "fn=" { if (NF > 2) name[$2] = $3; called = name[$2] }
        /^calls=/ && getline > 0 && called ~ /^count_/ {
            printf "%s %s %s %.1f\n", compiler, backend, substr(called, 7), $2 / 4096
        }' "$work/counts" > "$work/measured"
    cat "$work/measured"
    awk -v key="$compiler $backend" '
        NR == FNR { if ($1 " " $2 == key) most[$3] = $4; next }
        !($3 in most) { print $0 " is not recorded"; failed = 1; next }
        $4 > 1.2 * most[$3] { print $0 " is more than the " most[$3] " that are recorded"; failed = 1 }
        { delete most[$3] }
        END {
            for (name in most) { print key " " name " is recorded, but was not counted"; failed = 1 }
            exit failed
        }' "$recorded" "$work/measured" >&2 || failed=1
done
exit $failed
