#!/bin/sh
# Checks the symbols of what was built.
#
#     exports.sh NM HEADER SHARED_LIBRARY BACKEND_LIBRARY...
#
# The shared library exports exactly the functions that the header declares. In place of an inline
# function bindings call one of these: the one above that is named _sized, or what a comment says. An
# object of a backend defines no global symbols but its tables and, of the scalar one, its sums of a
# sample. Others call these for samples that are far out, and its tables' functions for combinations
# of which registers do not fit the stack. It refers only to these, to the gradient sets of tables, to
# functions that copy and fill memory and, of the scalar one, to functions that round, so a kernel does not allocate,
# lock or do I/O. (Names that begin with __ are the compiler's; _GLOBAL_ and .TOC. name tables of
# addresses.)
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

awk '/^PERLIN_API / { said = /_init(_published)?_sized\(/ } /Bindings call those above/ { said = 1 }
    /^static inline / && !said' "$header" > "$work/unsaid"
if [ -s "$work/unsaid" ]; then
    echo "$header does not say which functions bindings call instead of inline ones:" >&2
    cat "$work/unsaid" >&2
    failed=1
fi

for library; do
    "$nm" -g --defined-only "$library" | awk -v library="$library" '
        /:$/ { object = $1; objects++; names[object] = ""; next }
        NF == 3 && $3 !~ /^__/ { names[object] = names[object] " " $3 }
        END {
            if (objects == 0) { print library " has no objects"; exit 1 }
            for (o in names)
                if (names[o] !~ /^( perlin_[a-z0-9_]+_f(32|64))+$/) {
                    print library ", " o " defines" names[o]
                    bad = 1
                }
            exit bad
        }' || failed=1
    allowed='^(__|_GLOBAL_|[.]TOC[.]$|memcpy$|memset$|memmove$)'
    case $library in
    *scalar*) allowed="$allowed|^(floor|rint|fmod)f?\$" ;;
    *) allowed="$allowed|^perlin_(sum|scalar)_f(32|64)\$|^perlin_sets?_[1-4]d\$" ;;
    esac
    others=$("$nm" "$library" | awk -v allowed="$allowed" '
        NF == 3 { defined[$3] = 1 }
        $1 == "U" && $2 !~ allowed { used[$2] = 1 }
        END { for (name in used) if (!(name in defined)) print name }')
    if [ -n "$others" ]; then
        printf '%s calls:\n%s\n' "$library" "$others" >&2
        failed=1
    fi
done
exit $failed
