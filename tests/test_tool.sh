#!/bin/sh
# The perlin command from outside: exit codes, messages, files, and images that do not depend on how
# they are computed. Usage: test_tool.sh PERLIN
set -u

docs=$(cd "$(dirname "$0")/../docs" && pwd)
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

cat >png.py <<'PYTHON'
import struct, zlib

def read(name):
    """Checks structure and checksums. Returns the header, and the pixels as a list of rows of values."""
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
    width, height, depth, channels = *header[:3], {0: 1, 2: 3}[header[3]]
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
    return header, rows
PYTHON

# png FILE WIDTH HEIGHT DEPTH CHANNELS [EXPRESSION]: checks structure, checksums, size and type. Of the
# pixels, a list of rows of sample values, EXPRESSION must be true.
png() {
    python3 - "$@" <<'PYTHON' || complain "bad image: $*"
import png, struct, sys
width, height, depth, channels = map(int, sys.argv[2:6])
header, rows = png.read(sys.argv[1])
assert header == (width, height, depth, {1: 0, 3: 2}[channels], 0, 0, 0), header
if len(sys.argv) > 6:
    assert eval(sys.argv[6]), sys.argv[6]
PYTHON
}

# same_pixels FILE FILE: files may differ, since zlibs compress differently.
same_pixels() {
    cmp -s "$1" "$2" && return
    python3 -c 'import png, sys; assert png.read(sys.argv[1]) == png.read(sys.argv[2])' "$1" "$2" ||
        complain "$1 and $2 have other pixels"
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
    '--gradients slice' '--gradients even' '--range raw' '--contrast 2' '--step 1/50' '--dims 3' \
    '--dims 4 --z 0.5' '--tile 2' '--table-bits 9' '--basis value' '--basis value-cubic' '--basis elias' '--basis simplex' \
    '--basis opensimplex2' '--basis opensimplex2s' '--basis opensimplex'; do
    render -o option.png --size 70x50 $option
    differ option.png small.png
done
render -o fbm.png --size 70x50 --octaves 3
for option in '--gain 0.6' '--lacunarity 2.1' '--octave-tables'; do
    render -o option.png --size 70x50 --octaves 3 $option
    differ option.png fbm.png
done
render -o value.png --size 70x50 --basis value
for option in linear cosine cubic; do
    render -o option.png --size 70x50 --basis value --interpolation $option
    differ option.png value.png
done
render -o option.png --size 70x50 --basis value --interpolation quintic
same option.png value.png
render -o elias.png --size 70x50 --basis elias
render -o option.png --size 70x50 --basis elias --smoothing
differ option.png elias.png
usage render -o x.png --basis elias --dims 4
usage render -o x.png --basis opensimplex --dims 4
usage render -o x.png --basis simplex --tile 4
render -o six.png --size 70x50 --octaves 6
render -o option.png --size 70x50 --fractal fbm
same option.png six.png
for fractal in billow ridged ping-pong multifractal; do
    render -o $fractal.png --size 70x50 --fractal $fractal
    differ $fractal.png six.png
    for other in '--octaves 5' '--weighted-strength 0.5' '--ping-pong-strength 3' '--ridge-offset 0.9' \
        '--ridge-gain 0.5'; do
        render -o option.png --size 70x50 --fractal $fractal $other
        case "$fractal $other" in
            ping-pong*ping-pong* | multifractal*ridge* | *octaves*) differ option.png $fractal.png ;;
            *ping-pong-strength* | *ridge-* | multifractal*) same option.png $fractal.png ;;
            *) differ option.png $fractal.png ;;
        esac
    done
done
# Rotations: a turned pixel is the one that lies elsewhere otherwise, by the matrices of docs/bit-exactness.md. They
# bring the dimensions with them that they turn.
for rotation in xy xz xyz xyz-xy xyz-xz; do
    case $rotation in xyz*) w='--w 0.9' ;; *) w= ;; esac
    render -o turned.raw --size 1x1 --rotate $rotation --origin 0.3,-1.7 --z 2.2 $w --octaves 3 --format raw
    render -o straight.raw --size 1x1 $(python3 - $rotation <<'PYTHON'
import sys
r, g, h, p = map(float.fromhex, ('0x1.279a74590331cp-1', '0x1.b0cb174df99c7p-3', '0x1.93cd3a2c8198ep-1',
                                 '0x1.bb67ae8584caap-1'))
q, sixth = r / 2, 1 / 6
matrix = {
    'xy': [[h, -g, r], [-g, h, r], [-r, -r, r]],
    'xz': [[h, r, -g], [-r, r, -r], [-g, r, h]],
    'xyz': [[5 / 6, -sixth, -sixth, .5], [-sixth, 5 / 6, -sixth, .5], [-sixth, -sixth, 5 / 6, .5], [-.5, -.5, -.5, .5]],
    'xyz-xy': [[h, -g, q, .5], [-g, h, q, .5], [-r, -r, q, .5], [0, 0, -p, .5]],
    'xyz-xz': [[h, q, -g, .5], [-r, q, -r, .5], [-g, q, h, .5], [0, -p, 0, .5]],
}[sys.argv[1]]
point = [0.3, -1.7, 2.2, 0.9]
turned = []
for row in matrix:
    total = row[-1] * point[len(row) - 1]
    for a in reversed(range(len(row) - 1)):
        total = row[a] * point[a] + total
    turned.append(total)
print('--origin %r,%r' % tuple(turned[:2]), *('--%s %r' % z for z in zip('zw', turned[2:])))
PYTHON
    ) --octaves 3 --format raw
    same turned.raw straight.raw
    render -o turned.raw --size 9x9 --rotate $rotation --format raw
    render -o straight.raw --size 9x9 --rotate $rotation --z 0 ${w:+--w 0} --format raw
    same turned.raw straight.raw
done
render -o plain.png --size 70x50 --style terrain --step 1/50
for option in '--sea-level 0.1' '--relief 0.5' '--contrast 1'; do
    render -o option.png --size 70x50 --style terrain --step 1/50 $option
    differ option.png plain.png
done

for style in wood marble clouds edges blend; do
    render -o $style.png --size 70x50 --style $style
    png $style.png 70 50 8 3 'len(set(zip(*[iter(sum(rows, ()))] * 3))) > 3'
    for other in '--seed 1' '--frequency 1.5' '--octaves 9' '--fractal ridged' '--contrast 1.1' '--step 1/50' \
        '--start 9,0' '--z 0.3'; do
        render -o option.png --size 70x50 --style $style $other
        differ option.png $style.png
    done
    render -o start.png --size 70x50 --style $style --start -32,64
    render -o origin.png --size 70x50 --style $style --origin -1/4,1/2
    same start.png origin.png
done
png edges.png 70 50 8 3 'len(set(zip(*[iter(sum(rows, ()))] * 3))) <= 6'

# Raw output: the noise from top to bottom, which the 16-bit image shows rounded.
render -o noise.raw --size 70x50 --octaves 3 --format raw
render -o noise.png --size 70x50 --octaves 3 --depth 16
[ "$(wc -c <noise.raw)" -eq 14000 ] || complain 'size of raw output'
png noise.png 70 50 16 1 'all(abs(32767.5 + 32767.5 * n - grey) < 0.6 for n, grey in
    zip(struct.unpack("<3500f", open("noise.raw", "rb").read()), sum(rows, ())))'

# NaN, where coordinates overflow, is black.
render -o nan.png --size 4x4 --origin 1e308,0 --frequency 1e10
png nan.png 4 4 8 1 'set(sum(rows, ())) == {0}'
for style in wood marble clouds edges blend; do
    render -o nan.png --size 4x4 --origin 1e303,0 --frequency 1e10 --style $style
    png nan.png 4 4 8 3 'set(sum(rows, ())) == {0}'
done

# ---- The same bytes, however computed --------------------------------------------------------------

present=$("$perlin" info --no-self-test --no-throughput | sed -n 's/^backends *\(.*\);.*/\1/p' | tr ' ' '\n')
echo "$present" | grep -qx scalar || complain 'no scalar backend'
echo "backends here:" $present
for backend in scalar sse2 avx2 avx512 neon; do
    echo "$present" | grep -qx $backend && continue
    expect 1 "$perlin" render -o missing.png --backend $backend
    grep -q "$backend" err || complain "no word of the missing backend $backend"
    [ ! -e missing.png ] || complain "a missing backend leaves a file"
done

for kind in '--octaves 4' '--fractal multifractal' '--fractal ridged --weighted-strength 0.7' '--depth 16 --z 0.25' '--z 0.25 --w 0.75 --octaves 2' \
    '--format raw --octaves 5' '--style terrain --octave-tables --seed 9' '--style wood' '--style marble --z 1/3' '--style clouds' \
    '--style edges --fractal billow' '--style blend --seed 5' '--tile 3x2 --step 1/33 --style wood' \
    '--tile 1 --step 1/33 --style terrain' '--tile 9 --step 1/33 --style marble --table-bits 11' \
    '--rotate xz --z 1/3 --octaves 3' '--rotate xyz-xy --style clouds' \
    '--normals --fractal billow' '--normals --z 1/3 --w -2 --depth 16' '--normals --format raw --tile 9 --step 1/33'; do
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

# ---- Tiles ----------------------------------------------------------------------------------------

# quarters FILE COLUMNS ROWS: an image of 2 x 2 tiles, each of COLUMNS bytes by ROWS (raw) or values by ROWS
# (PNG), has four equal ones, and they are the tile's own image, tile.raw or tile.png.
quarters() {
    python3 - "$@" <<'PYTHON' || complain "not 2 x 2 times the tile: $*"
import png, sys
name, columns, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
def rows(name, columns):
    if name.endswith('.png'):
        return [list(row) for row in png.read(name)[1]]
    data = open(name, 'rb').read()
    return [list(data[i:i + columns]) for i in range(0, len(data), columns)]
tile, all = rows('tile' + name[-4:], columns), rows(name, 2 * columns)
assert len(tile) == height and len(all) == 2 * height and len(set(map(tuple, tile))) > 1
assert all == [row + row for row in tile + tile]
PYTHON
}

# seamless FILE: across the middle of a square PNG, where four tiles meet, neighbouring rows and columns differ
# no more than elsewhere.
seamless() {
    python3 - "$1" <<'PYTHON' || complain "a seam in $1"
import png, sys
header, rows = png.read(sys.argv[1])
size, channels = header[0], len(rows[0]) // header[0]
columns = [[v for row in rows for v in row[x * channels:(x + 1) * channels]] for x in range(size)]
for lines in rows, columns:
    moves = [sum(abs(a - b) for a, b in zip(lines[i - 1], lines[i])) for i in range(1, size)]
    seam = moves[size // 2 - 2:size // 2 + 1]
    del moves[size // 2 - 2:size // 2 + 1] # three: a terrain's pixels show their neighbours' heights
    assert max(seam) <= 1.2 * max(moves) and max(moves) > 0, (seam, max(moves))
PYTHON
}

# The step follows from the size; or the size of a tile from the step, so that an image can show more of them.
for kind in 1/16 '1/16 --octaves 4 --z 0.3 --range raw' '1/12 --frequency -0.75 --w 0.5' \
    '1/16 --octaves 3 --lacunarity 3 --octave-tables --table-bits 12 --seed 3 --gradients even' \
    '1/16 --fractal billow' '1/16 --fractal ridged --weighted-strength 0.5' '1/16 --fractal ping-pong' \
    '1/16 --fractal multifractal --origin 0.3,-7.1'; do
    set -- $kind
    step=$1
    shift
    render -o tile.raw --size 64x48 --tile 4x3 --format raw "$@"
    render -o tiles.raw --size 128x96 --tile 4x3 --step $step --format raw "$@"
    quarters tiles.raw 256 48
    render -o part.raw --size 128x96 --tile 4x3 --step $step --format raw --chunk 17 "$@" \
        --start -64000000000000,4800000000000000 # where coordinates would have lost their bits
    same part.raw tiles.raw
done
for style in grey terrain wood marble clouds edges blend; do
    render -o tile.png --size 70x28 --tile 5x2 --style $style
    render -o tiles.png --size 140x56 --tile 5x2 --step 1/14 --style $style
    channels=3
    [ $style != grey ] || channels=1
    quarters tiles.png $((70 * channels)) 28
    render -o part.png --size 140x56 --tile 5x2 --step 1/14 --style $style --start 7000000000000000,-28000000000000
    same part.png tiles.png
    for kind in '' '--octaves 2 --z 1/3 --origin 0.4,0.3' '--seed 8 --octaves 1'; do
        render -o seam.png --size 80x80 --start 472,728 --tile 2x3 --step 1/256 --style $style $kind
        seamless seam.png
    done
done

# A tile of the table's size is the noise without one; larger tables have another.
render -o plain.raw --size 70x50 --octaves 3 --format raw --step 1/32
render -o tile.raw --size 70x50 --octaves 3 --format raw --step 1/32 --tile 256
same tile.raw plain.raw
render -o option.raw --size 70x50 --octaves 3 --format raw --step 1/32 --table-bits 8
same option.raw plain.raw
render -o option.raw --size 70x50 --octaves 3 --format raw --step 1/32 --table-bits 9
differ option.raw plain.raw
render -o period.raw --size 70x50 --octaves 3 --format raw --step 1/32 --start 8192,0
same period.raw plain.raw
render -o period.raw --size 70x50 --octaves 3 --format raw --step 1/32 --start 8192,0 --table-bits 9
differ period.raw option.raw

# 3 is 3x3; the cells need not be square.
render -o tile.png --size 70x50 --tile 3
render -o option.png --size 70x50 --tile 3x3
same option.png tile.png
render -o option.png --size 70x50 --tile 3x2
differ option.png tile.png

# A negative step mirrors.
render -o tile.raw --size 64x64 --tile 4 --format raw
render -o mirror.raw --size 64x64 --tile 4 --step -1/16 --format raw
python3 - <<'PYTHON' || complain 'a negative step does not mirror a tile'
tile, mirror = ([data[i:i + 4] for i in range(0, len(data), 4)]
                for data in (open(name, 'rb').read() for name in ('tile.raw', 'mirror.raw')))
assert all(mirror[64 * j + i] == tile[64 * (-j % 64) + -i % 64] for j in range(64) for i in range(64))
PYTHON

# ---- Normals --------------------------------------------------------------------------------------

# normals WIDTH ROWS HEIGHT UNIT OPTION...: --normals are those of the surface HEIGHT * noise over pixels that are
# UNIT wide and high. Differences of neighbours give its slopes, too, but for the noise's curvature.
normals() {
    measures="$1 $2 $3 $4"
    size=$1x$2
    shift 4
    render -o normals.raw --size $size --format raw --normals "$@"
    render -o noise.raw --size $size --format raw "$@"
    python3 - $measures <<'PYTHON' || complain "not the normals of noise: $size $*"
import math, struct, sys
width, rows = map(int, sys.argv[1:3])
height, unit = map(float, sys.argv[3:])
noise = struct.unpack('<%df' % (width * rows), open('noise.raw', 'rb').read())
normals = struct.unpack('<%df' % (width * rows * 3), open('normals.raw', 'rb').read())
steepest = 0
for at in (j * width + i for j in range(1, rows - 1) for i in range(1, width - 1)):
    x, y = (height / (2 * unit) * d for d in (noise[at - 1] - noise[at + 1], noise[at + width] - noise[at - width]))
    length = math.sqrt(x * x + y * y + 1)
    steepest = max(steepest, length)
    for a, b in zip((x / length, y / length, 1 / length), normals[3 * at:3 * at + 3]):
        assert abs(a - b) < 2e-3, (at % width, at // width, a, b)
assert steepest > 1.02, steepest
PYTHON
}

normals 64 48 0.25 0.001953125 --step 1/512 --origin 0.2,0.6 --octaves 2
normals 64 48 -0.3 0.001953125 --height -0.3 --step 1/512 --origin 0.2,0.6 --octaves 2
# A quarter of a cell is more where cells are larger; y is up whatever the sign of the step.
normals 64 48 0.5 0.00390625 --step -2/512 --frequency 1/2 --z 1/3
# The image's pixels are square, though cells may not be.
normals 320 240 0.25 0.003125 --tile 1x2
# A turned lattice, and a slice of 4-D noise.
normals 64 48 1 0.001953125 --step 1/512 --origin 0.2,0.6 --rotate xyz-xz --height 1

render -o normals.raw --size 70x50 --normals --octaves 3 --format raw
[ "$(wc -c <normals.raw)" -eq 42000 ] || complain 'size of raw normals'
for depth in 8 16; do
    render -o normals.png --size 70x50 --normals --octaves 3 --depth $depth
    png normals.png 70 50 $depth 3 'len(set(sum(rows, ()))) > 100 and all(abs((n * 0.5 + 0.5) * (2**depth - 1) - level) < 0.6
        for n, level in zip(struct.unpack("<10500f", open("normals.raw", "rb").read()), sum(rows, ())))'
done
render -o tile.raw --size 64x48 --tile 4x3 --format raw --normals --fractal ridged
render -o tiles.raw --size 128x96 --tile 4x3 --step 1/16 --format raw --normals --fractal ridged
quarters tiles.raw 768 48
render -o seam.png --size 80x80 --start 472,728 --tile 2x3 --step 1/256 --normals
seamless seam.png

# A NaN has the same bits everywhere, and no colour.
render -o nan.raw --size 4x4 --origin 1e303,0 --frequency 1e10 --normals --format raw
python3 -c 'assert open("nan.raw", "rb").read() == bytes.fromhex("0000c07f") * 48' || complain 'NaN in raw normals'
render -o nan.raw --size 70x50 --height 3e38 --normals --format raw # where a slope is infinite
python3 - <<'PYTHON' || complain 'NaN in raw normals of infinite slopes'
import struct
bits = struct.unpack('<10500I', open('nan.raw', 'rb').read())
assert {n for n in bits if n & 0x7fffffff > 0x7f800000} == {0x7fc00000}
PYTHON

# ---- Animations ------------------------------------------------------------------------------------

# The circle starts at z + radius and goes by w + radius; where the loop closes, frames are no further apart
# than elsewhere.
mkdir frames
render -o frames/%d.raw --animate 4 --size 70x50 --z 0.5 --w -2 --radius 1/8 --octaves 2 --format raw
for place in '0 0.625 -2' '1 0.5 -1.875' '2 0.375 -2' '3 0.5 -2.125'; do
    set -- $place
    render -o still.raw --z $2 --w $3 --size 70x50 --octaves 2 --format raw
    same frames/$1.raw still.raw
done
[ "$(ls frames | tr '\n' ' ')" = '0.raw 1.raw 2.raw 3.raw ' ] || complain "frames are $(ls frames)"
render -o frames/f%03d.raw --animate 12 --size 40x30 --format raw
python3 - <<'PYTHON' || complain 'frames do not follow each other evenly'
import struct
frames = [struct.unpack('<1200f', open('frames/f%03d.raw' % i, 'rb').read()) for i in range(12)]
moves = [sum(abs(a - b) for a, b in zip(frames[i - 1], frames[i])) for i in range(12)]
assert 0 < min(moves) and moves[0] <= 1.5 * max(moves[1:]), moves
PYTHON
render -o 'frames/%4d%.png' --size 8x8
[ -e 'frames/%4d%.png' ] || complain 'without --animate a name is taken as it is'
render -o 'frames/b %3d.png' --animate 2 --size 8x8 --style terrain
[ -e 'frames/b   1.png' ] || complain 'a width without zeros'
render -o frames/c%d.png --animate 2 --size 70x50 --style clouds
render -o frames/d%d.png --animate 2 --size 70x50 --style clouds --chunk 7 --backend scalar
same frames/c1.png frames/d1.png
differ frames/c1.png frames/c0.png

# A frame that fails leaves those before it, and nothing of itself.
mkdir frames/e2.png
expect 1 "$perlin" render -o frames/e%d.png --animate 5 --size 8x8
grep -q 'frames/e2.png' err || complain 'no word of the frame that failed'
[ "$(cd frames && echo e*)" = 'e0.png e1.png e2.png' ] || complain "a failing frame leaves $(cd frames && echo e*)"
rmdir frames/e2.png || complain 'a failing frame leaves something'

for name in - x.png x%.png x%%.png x%%d.png x%d%d.png x%d%%.png x%u.png x%s.png x%ld.png x%-4d.png x%04.png x%00d.png \
    x%10d.png 'x% d.png' x%+d.png x%.3d.png x%; do
    usage render -o "$name" --animate 2 --size 8x8
done
[ -z "$(ls | grep '^x')" ] || complain 'a name without a place for the number left a file'

# ---- The gallery ----------------------------------------------------------------------------------

# The commands on its page make its pictures, on every machine.
mkdir gallery
sed -n 's/^    perlin //p' "$docs/gallery.md" >commands
while read -r arguments; do
    (cd gallery && "$perlin" $arguments) || complain "a command of the gallery fails: $arguments"
done <commands
for picture in "$docs"/gallery/*.png; do
    grep -qF "(gallery/${picture##*/})" "$docs/gallery.md" || complain "$picture is not on the gallery's page"
    same_pixels "gallery/${picture##*/}" "$picture"
done
[ "$(ls gallery)" = "$(ls "$docs/gallery")" ] || complain 'the gallery has other pictures than its page'

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
    '--gain 1e200 --octaves 9' '--lacunarity -2' '--gradients hex' '--basis x' '--interpolation x' '--range unit' '--contrast 1e39' \
    '--style terrain --sea-level 2' '--style terrain --relief -1' '--style terrain --step 0' \
    '--format jpeg' '--format raw --depth 16' '--format raw --contrast 1' '--format raw --style terrain' \
    '--style wood --depth 16' '--style wood --frequency 0' '--style marble --step 0 --frequency 0' \
    '--style blend --step 1e308' '--style clouds --frequency 1e-320' '--style terrain --frequency 0' '--style terrain --depth 16' '--backend mmx' '--backend unknown' \
    '--fractal none' '--weighted-strength 1.1' '--weighted-strength -0.1' '--ping-pong-strength -1' \
    '--ridge-offset 1025' '--ridge-gain x' '--chunk 0' '--chunk 16385' '--animate 2' '--z' '--z x'; do
    usage render -o x.png $option
done
for option in '--animate 1' '--animate 10000' '--radius 0' '--radius -1' '--dims 3' '--dims 2' '--z 1e308 --radius 1.79e308' \
    '--rotate xz' \
    '--z -1e308 --w 1 --radius 1.79e308'; do
    usage render -o x%d.png --animate 3 $option
done
for option in '--tile 0' '--tile 4x0' '--tile 4x' '--tile 2147483649' '--tile 4,4' '--tile 4 --step 1/7.1' '--tile 4x3 --step 1/2.5' \
    '--tile 1 --step 2' '--tile 4 --step 0' '--tile 4 --frequency 0' '--tile 4 --frequency 0 --step 1/64' '--tile 4 --step 1e-300' \
    '--tile 4 --frequency 1e-300' '--tile 4 --octaves 2 --lacunarity 2.5' '--tile 4 --octaves 2 --lacunarity 0' \
    '--tile 2147483648 --octaves 2' '--tile 2147483648 --style wood' '--tile 4 --octaves 31' '--table-bits 7' \
    '--table-bits 17' '--rotate xyz-yz' '--rotate xy --dims 2' '--rotate xy --w 1' '--rotate xz --dims 4' '--rotate xyz --dims 3' \
    '--rotate xyz-xz --dims 2' '--rotate xy --tile 4' '--normals --style terrain' '--normals --style wood' '--normals --contrast 1' \
    '--normals --step 0' '--normals --frequency 0' '--normals --height 1e39' '--normals --height inf' \
    '--normals --format raw --depth 16'; do
    usage render -o x.png $option
done
usage render -o x.png --size ''
usage render -o x.png --step ' 1'
usage render -o x.png --seed ' 1'
[ ! -e x.png ] && [ ! -e x0.png ] || complain 'a mistake on the command line left a file'

# says TEXT ARGUMENTS...: the message about a mistake has this text.
says() {
    text=$1
    shift
    usage render -o x.png "$@"
    grep -qF -- "$text" err || { complain "no '$text' in the message: $*"; cat err; }
}

# A message says what is allowed.
says "invalid value for --octaves: '0' is not an integer from 1 to 32" --octaves 0
says "invalid value for --size: '5' is not WxH" -s 5
says 'fbm, billow, ridged, ping-pong or multifractal' --fractal none
valued='size style format depth contrast sea-level relief height dims step start origin tile z w animate radius seed
    frequency octaves fractal lacunarity gain weighted-strength ping-pong-strength ridge-offset ridge-gain table-bits
    rotate basis interpolation gradients range backend chunk'
for option in $valued; do
    says "invalid value for --$option: '?' is not " --$option '?'
done

# The help and the manual page have every option.
expect 0 "$perlin" render --help
for option in $valued output normals octave-tables smoothing quiet help; do
    grep -q -e " --$option " out || complain "the help does not have --$option"
    grep -q -e "Fl -$option\( \|\$\)" "$docs/perlin.1" || complain "the manual page does not have --$option"
done

says '4 cells are 28.4 pixels' --tile 4 --step 1/7.1
says '--tile needs a --lacunarity that is an integer' --tile 4 --octaves 2 --lacunarity 2.03

says '--tile and --rotate exclude each other' --tile 4 --rotate xy
says 'turns 3-D noise' --rotate xy --w 0

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
    for arguments in 'render --size 8x8 -o -' --help 'render --help' 'info --no-self-test --no-throughput'; do
        "$perlin" $arguments >/dev/full 2>err
        [ $? -eq 1 ] || complain "no failure on a full device: $arguments"
        [ -s err ] || complain "no message about a full device: $arguments"
    done
    expect 1 "$perlin" render --size 300x300 --format raw -o /dev/full
    grep -q 'cannot write: ' err || complain 'no reason for a failed write'
    expect 1 "$perlin" render --size 8x8 -o /dev/full
    [ -c /dev/full ] || complain '/dev/full has been replaced'
fi

# ---- Information ----------------------------------------------------------------------------------

expect 0 "$perlin" info --check
grep -q 'digests are right' out || complain 'info compares no digests'
[ "$(wc -l <out)" -eq "$(grep -c 'self-test' out)" ] || complain 'info --check does more than that'
expect 0 "$perlin" info --no-self-test --no-throughput
for word in libperlin CPU backends; do
    grep -q "^$word " out || complain "info: no line about $word"
done
if grep -q samples out; then complain 'info measures in spite of --no-throughput'; fi
if grep -q digests out; then complain 'info compares digests in spite of --no-self-test'; fi
expect 0 env PERLIN_BACKEND=scalar "$perlin" info --no-self-test --no-throughput
grep -q 'auto is scalar' out || complain 'PERLIN_BACKEND does not cap the choice'
[ ! -s err ] || complain 'a warning about a known backend'
expect 0 env PERLIN_BACKEND=abacus "$perlin" info --no-self-test --no-throughput
grep -q abacus err || complain 'no warning about an unknown backend'
expect 0 "$perlin" info --print-digests
same out "$docs/../tools/golden.h"

ls -A | grep -E '\.png\.' && complain 'temporary files are left'
echo "$failures failures"
[ "$failures" -eq 0 ]
