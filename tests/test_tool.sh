#!/bin/sh
# The perlin command from outside: exit codes, messages, files, and images that do not depend on how
# they are computed.
#
#     test_tool.sh PART PERLIN INCLUDE LIBRARY COMPILER...
#
# PART is one of tool/PART.sh. INCLUDE is the folder of perlin/perlin.h, LIBRARY the built library: the code that the command
# prints is compiled with them.
set -u

tests=$(cd "$(dirname "$0")" && pwd)
docs=$tests/../docs
part=$1
perlin=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
include=$3 library=$4
shift 4
compiler=$*
if ! command -v python3 >/dev/null; then
    echo 'skipped: python3 is not there to read images with'
    exit 77
fi
# Where python3 is a script that looks for one of several, it takes longer than most checks.
found=$(python3 -c 'import sys; print(sys.executable)') || exit 99
python3() { "$found" "$@"; }
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failures=0

. "$tests/tool/lib.sh"
. "$tests/tool/$part.sh"

ls -A | grep '^perlin-' && complain 'temporary files are left'
echo "$failures failures"
[ "$failures" -eq 0 ]
