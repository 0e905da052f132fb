# What the parts of test_tool.sh share. They run in a folder of their own.

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

# render ARGUMENTS...: works, and has nothing to say but for the range of values.
render() {
    expect 0 "$perlin" render --quiet "$@"
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

# png FILE WIDTH HEIGHT DEPTH CHANNELS [EXPRESSION]: checks structure, checksums, size and type. Of
# the pixels, a list of rows of sample values, EXPRESSION must be true.
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

# says TEXT ARGUMENTS...: the message about a mistake has this text.
says() {
    text=$1
    shift
    usage render -o x.png "$@"
    grep -qF -- "$text" err || { complain "no '$text' in the message: $*"; cat err; }
}

# quarters FILE COLUMNS ROWS: an image of 2 x 2 tiles, each of COLUMNS bytes by ROWS (raw) or values
# by ROWS (PNG), has four equal ones, and they are the tile's own image, tile.raw or tile.png.
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

# seamless FILE: across the middle of a square PNG, where four tiles meet, neighbouring rows and
# columns differ no more than elsewhere.
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
