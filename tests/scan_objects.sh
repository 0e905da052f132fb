#!/bin/sh
# Looks at the instructions of what was built.
#
#     scan_objects.sh OBJDUMP BUILD_ROOT SOURCE_ROOT SHARED_LIBRARY BACKEND_LIBRARY...
#
# On x86-64:
#   - AVX encodings (VEX) are in the avx2 and avx512 libraries only, AVX-512 encodings (EVEX) in the
#     avx512 ones only, and the shared library has no more of them than these libraries have; everything
#     else keeps to SSE2, which every x86-64 CPU has;
#   - nothing uses x87 arithmetic.
# On x86-64 and AArch64:
#   - no estimate of a reciprocal or root, no dot product: they differ between machines. No minimum or
#     maximum either, which treat NaN and zeros otherwise than the specification does: the sources are
#     searched for these, except in v_min, v_max and v_positive, which promise no more, and on AArch64 what gcc makes of them. On x86, and clang on both, compilers use
#     them for comparisons that do just what they do. (VFIXUPIMM is none of these: it replaces numbers by their class.)
#   - a fused multiply-add is there only where the source calls v_mul_add_exact: what has any is
#     compiled once more with this as a product and a sum, and then has none. The commands are those of
#     BUILD_ROOT/compile_commands.json, but for what optimises and takes minutes and fuses nothing.
set -eu

objdump=$1 build=$2 source=$3 shared=$4
shift 4
[ $# -gt 0 ] || { echo 'no backend libraries' >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    echo "$*" >&2
    failed=1
}

# instructions FILE: a line each: object, function, bytes, mnemonic and operands, separated by tabs.
instructions() {
    "$objdump" -d --insn-width=16 "$1" > "$work/disassembly" || return 1
    awk -F '\t' -v OFS='\t' '
        / file format / { object = $0; sub(/: +file format .*/, "", object); sub(/.*\//, "", object) }
        /^[0-9a-f]+ <.*>:$/ { name = $0; sub(/^[0-9a-f]+ /, "", name) }
        NF >= 3 { print object, name, $2, $3 " " $4 }' "$work/disassembly" > "$work/instructions"
    [ -s "$work/instructions" ] || { echo "$1 has no instructions" >&2; return 1; }
}

# count PATTERN FIELD: how many of the instructions match.
count() {
    awk -F '\t' -v pattern="$1" -v field="$2" '$field ~ pattern { n++ } END { print n + 0 }' \
        "$work/instructions"
}

# none FILE WHAT PATTERN FIELD: no instruction matches; the first few that do are shown.
none() {
    awk -F '\t' -v pattern="$3" -v field="$4" '
        $field ~ pattern { if (++n <= 5) print "    " $1 " " $2 " " $4 }
        END { exit n > 0 }' "$work/instructions" >&2 || fail "$1: $2"
}

case $("$objdump" -f "$shared" | sed -n 's/.*file format //p') in
    elf64-x86-64) machine=x86_64 ;;
    elf64-littleaarch64) machine=aarch64 ;;
    *)
        echo 'SKIPPED: instructions are known for x86-64 and AArch64 only'
        exit 77
        ;;
esac

# In 64-bit code these bytes can begin nothing else. (They come without a legacy prefix.)
vex='^c[45] ' evex='^62 '
# Later than SSE2: opcode maps 0f 38 and 0f 3a, SSE3, POPCNT. (CPUs without TZCNT run it as BSF.)
after_sse2='^((66|f2|f3|4[0-9a-f]) )*0f (38|3a) '
sse3='^(addsubp|haddp|hsubp|movddup|movshdup|movsldup|lddqu|popcnt|lzcnt)'
x87='^(f[^x]|fx[^sr])'
if [ $machine = x86_64 ]; then
    fused='^v?f(n?m(add|sub)|m(addsub|subadd))'
    inexact='^v?(rcp|rsqrt)(14|28)?[ps][sdh] |^v(reduce|range|getexp|getmant|scalef)[ps][sdh] |^v?dpp[sd] '
else
    fused='^f(n?m(add|sub)|ml[as])[ .]'
    minimum='|^f(min|max)(nm|p|v|nmp|nmv)?[ .]'
    if grep -aq 'clang version' "$shared"; then minimum=; fi
    inexact="^f(recp[ex]|recps|rsqrte|rsqrts)[ .]$minimum"
fi

# ---- Sources -------------------------------------------------------------------------------------

find "$source/src" -name '*.[ch]' -exec awk '
    /^static inline vec v_(min|max|positive)\(/ { inside = 1 }
    /^}/ { inside = 0 }
    !inside && /_(min|max)_[ps][sd]|(^|[^A-Za-z0-9_])(vp?(min|max)(nm)?v?q?_f|f(min|max)f?\()/ {
        print FILENAME ":" FNR ": " $0
        found = 1
    }
    END { exit found }' {} + >&2 || fail 'a minimum or maximum'

# ---- Encodings -----------------------------------------------------------------------------------

vex_count=0 evex_count=0
: > "$work/fused" # a line each object of a library, "library/object count"
for library; do
    instructions "$library" || { fail "$library cannot be read"; continue; }
    awk -F '\t' -v pattern="$fused" -v library="$(basename "$library")" '
        { n[$1] += $4 ~ pattern }
        END { for (object in n) print library "/" object, n[object] }' "$work/instructions" >> "$work/fused"
    none "$library" 'an estimate or a minimum' "$inexact" 4
    [ $machine = x86_64 ] || continue
    none "$library" 'not an instruction' '\(bad\)' 4
    none "$library" 'x87' "$x87" 4
    v=$(count "$vex" 3) e=$(count "$evex" 3)
    case $(basename "$library") in
        *avx512*)
            [ "$e" -gt 100 ] || fail "$library: where are its instructions? $e EVEX encodings"
            evex_count=$((evex_count + e))
            vex_count=$((vex_count + v))
            ;;
        *avx2*)
            none "$library" 'AVX-512' "$evex" 3
            [ "$v" -gt 100 ] || fail "$library: where are its instructions? $v VEX encodings"
            vex_count=$((vex_count + v))
            ;;
        *)
            none "$library" 'AVX or AVX-512' "$vex|$evex" 3
            none "$library" 'later than SSE2' "$after_sse2" 3
            none "$library" 'SSE3 or POPCNT' "$sse3" 4
            none "$library" 'a fused multiply-add' "$fused" 4
            ;;
    esac
done

instructions "$shared" || fail "$shared cannot be read"
none "$shared" 'an estimate or a minimum' "$inexact" 4
if [ $machine = x86_64 ]; then
    none "$shared" 'x87' "$x87" 4
    v=$(count "$vex" 3) e=$(count "$evex" 3)
    [ "$v:$e" = "$vex_count:$evex_count" ] ||
        fail "$shared has $v VEX and $e EVEX encodings, the AVX backends $vex_count and $evex_count"
fi

# ---- Fused multiply-adds -------------------------------------------------------------------------

# The sources, with v_mul_add_exact as two operations.
cp -R "$source/src" "$work/src"
for header in "$work"/src/*/vec_f32.h "$work"/src/*/vec_f64.h; do
    awk '/^static inline vec v_mul_add_exact\(vec a, vec b, vec c\)$/ { inside = 1; replaced = 1 }
         /^#define v_mul_add_exact / { own = 1 }
         inside && /^ *return / {
             print "    return a * b + c;"
             inside = 0
             next
         }
         { print }
         END { exit own && !replaced }' "$header" > "$work/header" ||
        fail "$header: v_mul_add_exact is not written as expected"
    mv "$work/header" "$header"
done

# The library's own commands: output, directory, and the command without output for the sources
# above.
python3 - "$build" "$source" "$work" > "$work/commands" << 'PYTHON'
import json, os, re, shlex, sys
build, source, work = (os.path.realpath(p) for p in sys.argv[1:])
with open(os.path.join(build, 'compile_commands.json')) as stream:
    commands = json.load(stream)
for c in commands:
    file = os.path.realpath(os.path.join(c['directory'], c['file']))
    wanted = re.match(r'src/libperlin(_\w+)?(\.so[.\d]*|\.a|\.p)', c['output'])
    if not wanted or not file.startswith(source + '/src/'):
        continue
    words, kept = shlex.split(c['command']), []
    while words:
        word = words.pop(0)
        if word in ('-o', '-MF', '-MQ', '-MT', '-MD'):
            if word != '-MD':
                words.pop(0)
        elif word.startswith('-flto') or word == '-ffat-lto-objects':
            pass
        elif os.path.realpath(os.path.join(c['directory'], word)) == file:
            kept.append(os.path.join(work, os.path.relpath(file, source)))
        else:
            kept.append(word)
    kept += ['-O1', '-fexpensive-optimizations', '-DPERLIN_ROLLED', '-w']
    print(c['output'], c['directory'], shlex.join(kept), sep='\t')
PYTHON

backends=0
tab=$(printf '\t')
while IFS="$tab" read -r output directory command; do
    object=$(basename "$output")
    library=$(basename "$(dirname "$output")" .p)
    fused_count=$(awk -v name="$library/$object" '$1 == name { print $2 }' "$work/fused")
    if [ -z "$fused_count" ]; then # it is no backend's
        "$objdump" -h "$build/$output" | awk '$2 ~ /^\.text/ && $3 !~ /^0+$/ { code = 1 } END { exit !code }' ||
            continue # constants alone
        instructions "$build/$output" || { fail "$output cannot be read"; continue; }
        fused_count=$(count "$fused" 4)
    fi
    [ "$fused_count" != 0 ] || continue
    (cd "$directory" && eval "$command" -o '"$work/object.o"') ||
        { fail "$output cannot be compiled with two operations"; continue; }
    instructions "$work/object.o" || { fail "$output cannot be read"; continue; }
    none "$output" 'a product and a sum were fused' "$fused" 4
    case $output in
        *avx2*backend* | *avx512*backend* | *neon*backend*) backends=$((backends + 1)) ;;
    esac
done < "$work/commands"
[ "$backends" -ge 2 ] || fail "only $backends backends were compiled again"

# The scan itself: it does find the fused operations that are meant to be there.
for library; do
    name=$(basename "$library")
    case $name in
        *avx2* | *avx512* | *neon*)
            n=$(awk -v library="$name/" 'index($1, library) == 1 { n += $2 } END { print n + 0 }' "$work/fused")
            [ "$n" -gt 10 ] || fail "$library: v_mul_add_exact fuses nothing"
            ;;
    esac
done
exit $failed
