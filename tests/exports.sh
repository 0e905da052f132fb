#!/bin/sh
# Checks the symbols of what was built.
#
#     exports.sh NM HEADER SHARED_LIBRARY BACKEND_LIBRARY...
#
# The shared library exports exactly the functions that the header declares. Each object of a backend
# has one global symbol, its table, and calls nothing but the functions that copy and fill memory: a
# kernel does not allocate, lock or do I/O. (Names that begin with __ are the compiler's; _GLOBAL_ and
# .TOC. name tables of addresses.)
set -eu

nm=$1 header=$2 shared=$3
shift 3
failed=0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sed -n 's/^PERLIN_API .*[ *]\(perlin_[a-z0-9_]*\)(.*/\1/p' "$header" | sort > "$work/declared"
# PERLIN_0, the version, is an absolute symbol (A).
"$nm" -D --defined-only "$shared" |
    awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | grep -v '^__odr_asan' | sort > "$work/exported"
if ! [ -s "$work/declared" ] || ! diff "$work/declared" "$work/exported"; then
    echo "$shared does not export what $header declares" >&2
    failed=1
fi

for library; do
    "$nm" -g --defined-only "$library" | awk -v library="$library" '
        /:$/ { object = $1; objects++; counted[object] = 0; next }
        NF == 3 && $3 !~ /^__/ { counted[object]++; names[object] = names[object] " " $3 }
        END {
            if (objects == 0) { print library " has no objects"; exit 1 }
            for (o in counted)
                if (counted[o] != 1 || names[o] !~ /^ perlin_[a-z0-9_]+_f(32|64)$/) {
                    print library ", " o " defines" names[o]
                    bad = 1
                }
            exit bad
        }' || failed=1
    others=$("$nm" -u "$library" |
        awk '$1 == "U" && $2 !~ /^(__|_GLOBAL_|\.TOC\.$|memcpy$|memset$|memmove$)/ { print $2 }')
    if [ -n "$others" ]; then
        printf '%s calls:\n%s\n' "$library" "$others" >&2
        failed=1
    fi
done
exit $failed
