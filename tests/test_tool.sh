#!/bin/sh
# The perlin command from outside: exit codes, messages, files, and images that do not depend on how
# they are computed.
#
#     test_tool.sh PERLIN INCLUDE LIBRARY COMPILER...
#
# INCLUDE is the folder of perlin/perlin.h, LIBRARY the built library: the code that the command
# prints is compiled with them.
set -u

tests=$(cd "$(dirname "$0")" && pwd)
docs=$tests/../docs
perlin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
include=$2 library=$3
shift 3
compiler=$*
if ! command -v python3 >/dev/null; then
    echo 'skipped: python3 is not there to read images with'
    exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failures=0

. "$tests/tool/lib.sh"
for part in information images formats curves effects backends tiles normals animations gallery mistakes files code; do
    . "$tests/tool/$part.sh"
done

ls -A | grep '^perlin-' && complain 'temporary files are left'
echo "$failures failures"
[ "$failures" -eq 0 ]
