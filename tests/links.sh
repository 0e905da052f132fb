#!/bin/sh
# Follows the relative links of all pages, and fails at one that leads to no file or to no heading. Pages that
# sources and scripts name, such as docs/bits.md, have to exist, too.
#
#     links.sh ROOT
set -eu

cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Not all of ROOT: it may hold builds.
folders=''
for folder in bench docs examples include npm packaging playground python scripts share src tests tools; do
    [ ! -d $folder ] || folders="$folders $folder"
done
# shellcheck disable=SC2086 # a list of words
find ./*.md $folders -name '*.md' ! -path '*/node_modules/*' | sed 's/^\.\///' | sort > "$work/pages"

# `anchor PAGE#NAME` for each heading, by GitHub's rules, and for each id; `link PAGE:LINE TARGET FILE NAME` for each
# link, of which NAME may be missing.
# shellcheck disable=SC2046 # names without spaces
awk '
    # docs/../npm/README.md is npm/README.md
    function resolve(page, file)
    {
        if (file == "")
            return page
        if (page ~ /\//) {
            sub(/[^\/]*$/, "", page)
            file = page file
        }
        while (sub(/[^\/.][^\/]*\/\.\.\//, "", file))
            continue
        sub(/^\.\//, "", file)
        return file
    }
    FNR == 1 { in_code = 0 }
    /^ *```/ { in_code = !in_code; next }
    in_code { next }
    /^#+ / {
        name = tolower($0)
        sub(/^#+ */, "", name)
        gsub(/\]\([^)]*\)/, "", name)
        gsub(/[][!"#$%&()*+,.\/:;<=>?@\\^`{|}~\047]/, "", name)
        gsub(/ /, "-", name)
        count = seen[FILENAME "#" name]++
        print "anchor", FILENAME "#" name (count ? "-" count : "")
    }
    {
        for (rest = $0; match(rest, /(id|name)="[^"]*"/); rest = substr(rest, RSTART + RLENGTH)) {
            split(substr(rest, RSTART, RLENGTH), part, "\"")
            print "anchor", FILENAME "#" part[2]
        }
        for (rest = $0; match(rest, /\]\([^) ]*|(href|src)="[^"]*/); rest = substr(rest, RSTART + RLENGTH)) {
            target = substr(rest, RSTART, RLENGTH)
            sub(/^[^("]*[("]/, "", target)
            split(target, part, "#")
            if (target !~ /^[a-z]+:/)
                print "link", FILENAME ":" FNR, target, resolve(FILENAME, part[1]), part[2]
        }
    }' $(cat "$work/pages") > "$work/found"

# Headings.
awk '
    NR == FNR { if ($1 == "anchor") known[$2]; next }
    $5 != "" && $4 ~ /\.md$/ && !($4 "#" $5 in known) { print $2 ": no heading " $3 }
    ' "$work/found" "$work/found" > "$work/broken"

# Files.
links=0
while read -r kind place target file _; do
    [ "$kind" = link ] || continue
    links=$((links + 1))
    [ -e "$file" ] || echo "$place: no file $target" >> "$work/broken"
done < "$work/found"

# shellcheck disable=SC2086 # a list of words
grep -rnoIE --exclude-dir=node_modules \
    '(^|[^[:alnum:]/.-])(docs|npm|scripts|tests)/[[:alnum:]_-]+\.md' ./*.md $folders |
    sed -E 's/^(\.\/)?([^:]*:[0-9]*):[^[:alnum:]]*/\2 /' > "$work/named"
while read -r place page; do
    [ -e "$page" ] || echo "$place: no file $page" >> "$work/broken"
done < "$work/named"

if [ "$links" -lt 100 ]; then
    echo "only $links links found: the pattern is wrong"
    exit 1
fi
echo "$links links, $(wc -l < "$work/named") mentions of pages"
cat "$work/broken"
[ ! -s "$work/broken" ]
