# Normal maps.

# normals WIDTH ROWS HEIGHT UNIT OPTION...: --normals are those of the surface HEIGHT * noise over
# pixels that are UNIT wide and high. Differences of neighbours give its slopes, too, but for the
# noise's curvature.
normals() {
    measures="$1 $2 $3 $4"
    size=$1x$2
    shift 4
    render -o normals.raw --size $size --format raw --normals --octaves 2 "$@"
    render -o noise.raw --size $size --format raw --octaves 2 $(echo "$@" | sed 's/--height [^ ]*//')
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
assert steepest > 1.005, steepest
PYTHON
}

normals 64 48 0.25 0.001953125 --step 1/512 --origin 0.3,1.1 --octaves 2
normals 64 48 -0.3 0.001953125 --height -0.3 --step 1/512 --origin 0.3,1.1 --octaves 2
# A quarter of a cell is more where cells are larger; y is up whatever the sign of the step.
normals 64 48 0.5 0.00390625 --step -2/512 --frequency 1/2 --z 4/5
# The image's pixels are square, though cells may not be.
normals 320 240 0.25 0.003125 --tile 1x2
# A turned lattice, and a slice of 4-D noise.
normals 64 48 1 0.001953125 --step 1/512 --origin 0.3,1.1 --rotate xyz-xz --height 1

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

# A surface higher than four cells is so steep that its normals are of little use.
for kind in '' '--height 4' '--height -2 --frequency 2' '--height 400 --frequency 1/100'; do
    expect 0 "$perlin" render -o option.png --size 70x50 --normals --step 0.01 $kind
    [ ! -s err ] || { complain "a word about normals: $kind"; cat err; }
done
for kind in '--height 4.5' '--height -2.25 --frequency 2' '--height 450 --frequency -1/100'; do
    expect 0 "$perlin" render -o option.png --size 70x50 --normals --step 0.01 $kind
    grep -qF -e "${kind% --f*} is 4.5 cells of noise" err || { complain "no word of steep normals: $kind"; cat err; }
done

# A NaN has the same bits everywhere, and no colour.
render -o nan.raw --size 4x4 --origin 1e303,0 --frequency 1e10 --normals --format raw
python3 -c 'assert open("nan.raw", "rb").read() == bytes.fromhex("0000c07f") * 48' || complain 'NaN in raw normals'
render -o nan.raw --size 70x50 --height 3e38 --normals --format raw # where a slope is infinite
python3 - <<'PYTHON' || complain 'NaN in raw normals of infinite slopes'
import struct
bits = struct.unpack('<10500I', open('nan.raw', 'rb').read())
assert {n for n in bits if n & 0x7fffffff > 0x7f800000} == {0x7fc00000}
PYTHON
