#!/bin/sh
# The perlin command from outside: exit codes, messages, files, and images that do not depend on how
# they are computed. Usage: test_tool.sh PERLIN
set -u

perlin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
if ! command -v python3 >/dev/null; then
    echo 'skipped: python3 is not there to read images with'
    exit 77
fi
folder=$(mktemp -d) || exit 99
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 99
failures=0

complain() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect CODE COMMAND...: runs it, with its output in ./out and ./err.
expect() {
    code=$1
    shift
    "$@" >out 2>err
    got=$?
    [ "$got" -eq "$code" ] || { complain "exit code $got instead of $code: $*"; cat err; }
}

# usage ARGUMENTS...: a mistake on the command line, said on stderr, with nothing on stdout.
usage() {
    expect 2 "$perlin" "$@"
    [ -s err ] || complain "no message: $*"
    [ ! -s out ] || complain "output besides the message: $*"
}

render() {
    expect 0 "$perlin" render "$@"
    [ ! -s err ] || { complain "unexpected message: render $*"; cat err; }
}

same() {
    cmp -s "$1" "$2" || complain "$1 and $2 differ"
}

differ() {
    ! cmp -s "$1" "$2" || complain "$1 and $2 are the same"
}

# png FILE WIDTH HEIGHT DEPTH CHANNELS [EXPRESSION]: checks structure, checksums, size and type. Of the
# pixels, a list of rows of sample values, EXPRESSION must be true.
png() {
    python3 - "$@" <<'PYTHON' || complain "bad image: $*"
import sys, struct, zlib
name, width, height, depth, channels = sys.argv[1], *map(int, sys.argv[2:6])
data = open(name, 'rb').read()
assert data[:8] == b'\x89PNG\r\n\x1a\n', 'signature'
at, chunks = 8, []
while at < len(data):
    length, = struct.unpack_from('>I', data, at)
    kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
    checksum, = struct.unpack_from('>I', data, at + 8 + length)
    assert checksum == zlib.crc32(kind + body), 'checksum'
    chunks.append((kind, body))
    at += 12 + length
assert chunks[0][0] == b'IHDR' and chunks[-1] == (b'IEND', b''), 'order of chunks'
header = struct.unpack('>IIBBBBB', chunks[0][1])
assert header == (width, height, depth, {1: 0, 3: 2}[channels], 0, 0, 0), header
raw = zlib.decompress(b''.join(body for kind, body in chunks if kind == b'IDAT'))
step = channels * depth // 8
size = width * step
assert len(raw) == height * (size + 1), 'length'
rows, above = [], bytearray(size)
for y in range(height):
    kind, line = raw[y * (size + 1)], bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
    for i in range(size):
        a = line[i - step] if i >= step else 0
        b, c = above[i], above[i - step] if i >= step else 0
        nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        line[i] = line[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
    rows.append(struct.unpack('>%dH' % (width * channels), line) if depth == 16 else tuple(line))
    above = line
if len(sys.argv) > 6:
    assert eval(sys.argv[6]), sys.argv[6]
PYTHON
}

# ---- Help and version -----------------------------------------------------------------------------

for command in '' render info; do
    expect 0 "$perlin" $command --help
    grep -q "^Usage: perlin $command" out || complain "--help of '$command'"
    [ ! -s err ] || complain "--help of '$command' writes to stderr"
done
expect 0 "$perlin" --version
grep -Eq '^perlin [0-9]+\.[0-9]+\.[0-9]+$' out || complain '--version'

# ---- Images ---------------------------------------------------------------------------------------

# At lattice points, 64 pixels apart, noise is 0: mid-grey.
render -o grey.png
png grey.png 512 512 8 1 'rows[0][0] == rows[64][128] == 128 and len(set(sum(rows, ()))) > 100'
render -o grey16.png --size 70x50 --depth 16
png grey16.png 70 50 16 1 'rows[0][0] == 32768 and len(set(sum(rows, ()))) > 2000'
render -o small.png --size 70x50
png small.png 70 50 8 1
render -o one.png --size 1x1 --style terrain
png one.png 1 1 8 3
render -o terrain.png --size 200x100 --style terrain --seed 5
png terrain.png 200 100 8 3 'len(set(zip(*[iter(sum(rows, ()))] * 3))) > 1000'
render -o slice3.png --size 64x64 --step 0.11 --z 0.3
png slice3.png 64 64 8 1 'len(set(sum(rows, ()))) > 50'
render -o slice4.png --size 64x64 --step 0.11 --z 0.3 --w 1/3
png slice4.png 64 64 8 1 'len(set(sum(rows, ()))) > 50'
differ slice3.png slice4.png

# The origin moves by whole samples as the start does, where the step is a power of two.
render -o start.png --size 70x50 --start -5,3
render -o origin.png --size 70x50 --origin -5/64,3/64
same start.png origin.png
differ start.png small.png

# Every option has its effect.
for option in '--seed 1' '--frequency 1.5' '--octaves 3' '--gradients axis' '--gradients diagonal' \
    '--gradients slice' '--range raw' '--contrast 2' '--step 1/50' '--dims 3' '--dims 4 --z 0.5'; do
    render -o option.png --size 70x50 $option
    differ option.png small.png
done
render -o fbm.png --size 70x50 --octaves 3
for option in '--gain 0.6' '--lacunarity 2.1' '--octave-tables'; do
    render -o option.png --size 70x50 --octaves 3 $option
    differ option.png fbm.png
done
render -o plain.png --size 70x50 --style terrain --step 1/50
for option in '--sea-level 0.1' '--relief 0.5' '--contrast 1'; do
    render -o option.png --size 70x50 --style terrain --step 1/50 $option
    differ option.png plain.png
done

# NaN, where coordinates overflow, is black.
render -o nan.png --size 4x4 --origin 1e308,0 --frequency 1e10
png nan.png 4 4 8 1 'set(sum(rows, ())) == {0}'

# ---- The same bytes, however computed --------------------------------------------------------------

present=$("$perlin" info --check | cut -d ' ' -f 1)
echo "$present" | grep -qx scalar || complain 'no scalar backend'
echo "backends here:" $present
for backend in scalar sse2 avx2 avx512 neon; do
    echo "$present" | grep -qx $backend && continue
    expect 1 "$perlin" render -o missing.png --backend $backend
    grep -q "$backend" err || complain "no word of the missing backend $backend"
    [ ! -e missing.png ] || complain "a missing backend leaves a file"
done

for kind in '--octaves 4' '--depth 16 --z 0.25' '--z 0.25 --w 0.75 --octaves 2' \
    '--style terrain --octave-tables --seed 9'; do
    options="--size 101x67 --start -31,12 --step 0.0173 $kind"
    render -o whole.png $options --chunk 256
    for chunk in 1 7 64 100; do
        render -o chunks.png $options --chunk $chunk
        same chunks.png whole.png
    done
    for backend in auto $present; do
        render -o backend.png $options --backend $backend
        same backend.png whole.png
    done
    expect 0 "$perlin" render $options -o -
    same out whole.png
done

# ---- Mistakes -------------------------------------------------------------------------------------

usage
usage unknown
usage --unknown
usage info extra
usage info --unknown
usage render
usage render -o x.png extra
usage render -o x.png --unknown
usage render -o ''
for option in '--size 0x5' '--size 5' '--size 5x' '--size -5x5' '--size 5x5x5' '--size 1000001x1' \
    '--size 99999999999999999999x1' '--depth 9' '--depth 08' '--style oil' '--dims 1' '--dims 5' \
    '--dims 2x' '--dims 2 --z 1' '--dims 3 --w 1' '--step nan' '--step inf' '--step 1/0' \
    '--step 1e999' '--step 1/64/2' '--step 0.5px' '--start 1' '--start 1,' '--start 1.5,2' \
    '--start 9223372036854775808,0' '--start 9223372036854775807,0' '--start 0,-9223372036854775808' \
    '--origin 1' '--origin 1,x' '--seed -1' '--seed 18446744073709551616' '--seed 0x' '--seed 1e3' \
    '--frequency x' '--frequency 1e308 --octaves 32' '--octaves 0' '--octaves 33' '--gain -1' \
    '--gain 1e200 --octaves 9' '--lacunarity -2' '--gradients hex' '--range unit' '--contrast 1e39' \
    '--style terrain --sea-level 2' '--style terrain --relief -1' '--style terrain --step 0' \
    '--style terrain --frequency 0' '--style terrain --depth 16' '--backend mmx' '--backend unknown' \
    '--chunk 0' '--chunk 16385' '--z' '--z x'; do
    usage render -o x.png $option
done
usage render -o x.png --size ''
usage render -o x.png --step ' 1'
usage render -o x.png --seed ' 1'
[ ! -e x.png ] || complain 'a mistake on the command line left a file'

# ---- Output files ---------------------------------------------------------------------------------

expect 1 "$perlin" render -o missing/x.png
grep -q 'missing/x.png' err || complain 'no word of the path'
mkdir folder
expect 1 "$perlin" render -o folder
rmdir folder || complain 'something is left in the folder'

# An existing file is replaced, with its permissions, through a link too; a new one follows the umask.
(umask 027 && "$perlin" render --size 8x8 -o new.png)
[ "$(ls -l new.png | cut -c 1-10)" = -rw-r----- ] || complain 'permissions of a new file'
echo old >old.png
chmod 640 old.png
ln -s old.png link.png
render --size 8x8 -o link.png
[ -L link.png ] || complain 'the link has been replaced'
[ "$(ls -l old.png | cut -c 1-10)" = -rw-r----- ] || complain 'permissions of an old file'
same old.png new.png

# A write that fails half-way leaves the old file, and no other.
mkdir limited
echo old >limited/x.png
(
    ulimit -f 1
    trap '' XFSZ
    exec "$perlin" render --size 512x512 --octaves 4 --seed 1 -o limited/x.png
) >out 2>err
[ $? -eq 1 ] || complain 'no failure beyond the limit of a file'
[ "$(cat limited/x.png)" = old ] || complain 'a failure has touched the old file'
[ "$(ls limited)" = x.png ] || complain "a failure leaves $(ls limited)"
[ -s err ] || complain 'no message about the failed write'

# So does a signal, which ends the command.
if command -v timeout >/dev/null; then
    timeout -s TERM 0.3 "$perlin" render --size 20000x20000 --octaves 32 --backend scalar \
        -o limited/x.png >out 2>err
    [ $? -eq 124 ] || complain 'no end by a signal'
    [ "$(ls limited)" = x.png ] && [ "$(cat limited/x.png)" = old ] || complain 'a signal leaves files'
fi

if [ -e /dev/full ]; then
    for arguments in 'render --size 8x8 -o -' --help 'render --help' 'info --check'; do
        "$perlin" $arguments >/dev/full 2>err
        [ $? -eq 1 ] || complain "no failure on a full device: $arguments"
        [ -s err ] || complain "no message about a full device: $arguments"
    done
    expect 1 "$perlin" render --size 8x8 -o /dev/full
    [ -c /dev/full ] || complain '/dev/full has been replaced'
fi

# ---- Information ----------------------------------------------------------------------------------

expect 0 "$perlin" info --no-throughput
for word in libperlin CPU backends scalar; do
    grep -q "^$word " out || complain "info: no line about $word"
done
if grep -q samples out; then complain 'info measures in spite of --no-throughput'; fi
expect 0 env PERLIN_BACKEND=scalar "$perlin" info --no-throughput
grep -q 'auto is scalar' out || complain 'PERLIN_BACKEND does not cap the choice'
[ ! -s err ] || complain 'a warning about a known backend'
expect 0 env PERLIN_BACKEND=abacus "$perlin" info --check
grep -q abacus err || complain 'no warning about an unknown backend'
expect 0 "$perlin" info --print-digests
[ "$(grep -c UINT64_C out)" -gt 100 ] || complain 'info --print-digests'

ls -A | grep -E '\.png\.' && complain 'temporary files are left'
echo "$failures failures"
[ "$failures" -eq 0 ]
