# Images, and that every option has its effect.

# Without options, and with few, a picture has all shades from black to white, and as many features
# at any size.
render -o grey.png
png grey.png 512 512 8 1 'min(sum(rows, ())) == 0 and max(sum(rows, ())) == 255 and len(set(sum(rows, ()))) > 200'
render -o grey16.png --size 70x50 --depth 16
png grey16.png 70 50 16 1 'min(sum(rows, ())) == 0 and max(sum(rows, ())) == 65535 and len(set(sum(rows, ()))) > 2000'
for size in 512 256x512 1024x128; do
    longer=$(echo $size | tr x '\n' | sort -n | tail -1)
    render -o default.raw --size $size --format raw
    octaves=6
    [ $longer != 1024 ] || octaves=7
    render -o explicit.raw --size $size --format raw --step 8/$longer --octaves $octaves --weight-octaves 32 \
        --fractal fbm
    same default.raw explicit.raw
done
render -o default.raw --size 9x5 --format raw
render -o explicit.raw --size 9x5 --format raw --step 1/8 --octaves 3 --weight-octaves 32
same default.raw explicit.raw

# The same place has the same height at every step, but for the octaves that are left out.
for kind in '' '--fractal ridged --z 0.3' '--gain -0.8 --fractal billow' '--style terrain --contrast 1 --sea-level 1'; do
    for step in 2 4 8 16; do
        render -o level$step.raw --size $((8 * step)) --format raw --step 1/$step --gain 0.8 $kind
    done
    python3 - <<'PYTHON' || complain "levels of detail do not meet: $kind"
import struct
def level(step):
    size = 8 * step
    samples = struct.unpack('<%df' % size ** 2, open('level%d.raw' % step, 'rb').read())
    return [samples[j * size + i] for j in range(0, size, step // 2) for i in range(0, size, step // 2)]
weight = 1 / sum(0.8 ** o for o in range(32))
far = level(2)
for step in 4, 8, 16:
    near = level(step)
    weight *= 0.8 # of the octave that this level has beyond the one before
    most = max(abs(a - b) for a, b in zip(near, far))
    assert 0 < most <= weight * (1 + 1e-5), (step, most, weight)
    far = near
PYTHON
done
# Octaves that do not become fainter have no common sum; nor do those that are asked for.
for kind in '--gain 1' '--gain -1.5' '--weighted-strength -1.1' '--weighted-strength 3.5 --fractal billow' '--octaves 3 --gain 0.6'; do
    render -o default.raw --size 9x5 --format raw $kind
    render -o explicit.raw --size 9x5 --format raw $kind --octaves 3 --weight-octaves 0
    same default.raw explicit.raw
done
for kind in '' '--weighted-strength -0.9' '--weighted-strength 2.9 --gain -0.5'; do
    render -o default.raw --size 9x5 --format raw $kind
    render -o explicit.raw --size 9x5 --format raw --weight-octaves 0 $kind
    differ default.raw explicit.raw
done

# Pixels that span more than half a cell show no features, which the command says.
expect 0 "$perlin" render --size 9x9 -o option.png --step 0.6
grep -q 'a pixel spans 0.6 cells' err || complain 'no word of pixels that are too wide'
expect 0 "$perlin" render --size 9x9 -o option.png --step 0.5
! grep -q 'a pixel spans' err || complain 'a word of pixels that are not too wide'

# Pixels that are all lattice points show nothing, which it says in their place.
for kind in '--step 1' '--step .5 --frequency 2 --z 3' '--step 1 --octaves 3 --octave-offsets 0'; do
    expect 0 "$perlin" render --size 9x9 -o option.png --contrast 1 $kind
    grep -q 'all pixels are lattice points' err || complain "no word of lattice points: $kind"
    ! grep -q 'a pixel spans' err || complain "two words of wide pixels: $kind"
done
for kind in '--step .99' '--step 1 --origin .5,0' '--step 1 --basis value' '--step 1 --octaves 3' '--step 1 --warp .1' \
    '--step 1 --z .5'; do
    expect 0 "$perlin" render --size 9x9 -o option.png --contrast 1 $kind
    ! grep -q 'all pixels are lattice points' err || complain "a word of lattice points: $kind"
done

# -s 512 is 512x512.
render -o option.png -s 512
same option.png grey.png

# Plain values, of one octave: at lattice points, 64 pixels apart, noise is 0, mid-grey.
plain='--fractal none --step 1/64 --contrast 1'
render -o plain.png $plain
png plain.png 512 512 8 1 'rows[0][0] == rows[64][128] == 128 and len(set(sum(rows, ()))) > 100'
render -o small.png --size 70x50 $plain
png small.png 70 50 8 1
render -o one.png --size 1x1 --style terrain
png one.png 1 1 8 3
render -o terrain.png --size 200x100 --style terrain --seed 5
png terrain.png 200 100 8 3 'len(set(zip(*[iter(sum(rows, ()))] * 3))) > 1000'
render -o slice3.png --size 64x64 --step 0.11 --z 0.3 --octaves 1
png slice3.png 64 64 8 1 'len(set(sum(rows, ()))) > 50'
render -o slice4.png --size 64x64 --step 0.11 --z 0.3 --w 1/3 --octaves 1
png slice4.png 64 64 8 1 'len(set(sum(rows, ()))) > 50'
differ slice3.png slice4.png

# The origin moves by whole samples as the start does, where the step is a power of two.
render -o start.png --size 70x50 $plain --start -5,3
render -o origin.png --size 70x50 $plain --origin -5/64,3/64
same start.png origin.png
differ start.png small.png

# Every option has its effect.
for option in '--seed 1' '--frequency 1.5' '--gradients axis' '--gradients diagonal' '--gradients slice' \
    '--range raw' '--contrast 2' '--step 1/50' '--tile 2' '--hash permutation' \
    '--basis simplex'; do
    render -o option.png --size 70x50 $plain $option
    differ option.png small.png
done
render -o option.png --size 70x50 $plain --gradients default
same option.png small.png
for option in '--fractal fbm' '--dims 3' '--dims 4 --z 0.5' '--basis value' '--basis value-cubic' '--basis elias' \
    '--basis opensimplex2' '--basis opensimplex2s' '--basis opensimplex'; do
    render -o option.png --size 70x50 $plain $option
    differ option.png small.png
done
render -o fbm.png --size 70x50 --octaves 3
for option in '--gain 0.6' '--lacunarity 2.1' '--gain -0.5' '--weights 1,0.5,0.3' '--weights 1,-0.5,0.25' \
    '--lacunarity -2' '--weighted-strength 0.5' '--weighted-strength -0.5' '--octave-seeds 0' '--octave-offsets 0' '--seed 1'; do
    render -o option.png --size 70x50 --octaves 3 $option
    differ option.png fbm.png
done
render -o option.png --size 70x50 --octaves 3 --hash integer
same option.png fbm.png
for basis in perlin simplex; do
    render -o option.png --size 70x50 --octaves 3 --basis $basis --hash permutation
    render -o integer.png --size 70x50 --octaves 3 --basis $basis --hash integer
    differ integer.png option.png
done
render -o integer.png --size 70x50 --octaves 3 --hash integer
for option in '--seed 1' '--octave-seeds 0' '--octave-offsets 0'; do
    render -o option.png --size 70x50 --octaves 3 --hash integer $option
    differ option.png integer.png
done
render -o option.png --size 70x50 --weights 4,2,1
same option.png fbm.png
render -o value.png --size 70x50 --basis value
for option in linear cosine cubic; do
    render -o option.png --size 70x50 --basis value --interpolation $option
    differ option.png value.png
done
render -o option.png --size 70x50 --basis value --interpolation quintic
same option.png value.png
render -o elias.png --size 70x50 --basis elias
render -o option.png --size 70x50 --basis elias --elias-smoothing
differ option.png elias.png
render -o three.png --size 70x50
render -o option.png --size 70x50 --fractal fbm --octaves 3 # which is as many as can be seen
same option.png three.png
for fractal in billow ridged ping-pong multifractal; do
    render -o $fractal.png --size 70x50 --fractal $fractal
    differ $fractal.png three.png
    others=--octaves@5
    case $fractal in
        ping-pong) others="$others --range@raw --weighted-strength@0.5 --ping-pong-strength@3" ;;
        multifractal) others='--octaves@5 --range@raw --ridge-offset@0.9 --ridge-gain@0.5' ;;
        *) others="$others --weighted-strength@0.5" ;;
    esac
    for other in $others; do
        render -o option.png --size 70x50 --fractal $fractal ${other%@*} ${other#*@}
        differ option.png $fractal.png
    done
done

# A negative seed is what C makes of it.
for seeds in '-1 18446744073709551615' '-9223372036854775808 0x8000000000000000' '-0x10 0xfffffffffffffff0' '-0 0'; do
    set -- $seeds
    render -o negative.raw --size 9 --format raw --seed $1
    render -o positive.raw --size 9 --format raw --seed $2
    same negative.raw positive.raw
done

# The first and the last indices that there are.
render -o far.raw --size 2 --format raw --start -9223372036854775808,9223372036854775806
render -o far.png --size 2 --style terrain --start -9223372036854775807,9223372036854775805
usage render -o x.png --size 2 --start 9223372036854775807,0
usage render -o x.png --size 2 --style terrain --start 0,9223372036854775806

# Rotations: a turned pixel is one that lies elsewhere without rotation, by the matrices of
# docs/bits.md. A rotation sets the number of dimensions that it needs.
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
# A terrain is a slice through noise of more dimensions, between layers of its turned lattice;
# unless it is a tile.
for kind in '@--dims 3 --rotate xy --z 0.29' '--frequency 2@--dims 3 --rotate xy --z 0.145' \
    '--w 1@--dims 4 --rotate xyz-xy --z 0.29' '--dims 2@--dims 2' '--tile 4@--tile 4' \
    '--gradients axis@--dims 2'; do
    render -o terrain.png --size 70x50 --style terrain ${kind%@*}
    render -o option.png --size 70x50 --style terrain --gain 0.53 ${kind%@*} ${kind#*@}
    same terrain.png option.png
done
render -o plain.png --size 70x50 --style terrain --step 1/50
for option in '--sea-level 0.1' '--relief 0.5' '--contrast 1' '--dims 2' '--rotate none' '--z 0' '--gain 0.5' \
    '--gradients diagonal' '--seed 1' '--w 0'; do
    render -o option.png --size 70x50 --style terrain --step 1/50 $option
    differ option.png plain.png
done

for style in wood marble clouds edges blend mud stones biomes; do
    render -o $style.png --size 70x50 --style $style
    png $style.png 70 50 8 3 'len(set(zip(*[iter(sum(rows, ()))] * 3))) > 3'
    for other in '--seed 1' '--frequency 1.5' '--octaves 9' '--fractal ridged' '--contrast 1.1' '--step 1/50' \
        '--start 9,0' '--z 0.3'; do
        render -o option.png --size 70x50 --style $style $other
        differ option.png $style.png
    done
    render -o start.png --size 70x50 --style $style --step 1/128 --start -32,64
    render -o origin.png --size 70x50 --style $style --step 1/128 --origin -1/4,1/2
    same start.png origin.png
done
for style in mud stones biomes; do
    for other in '--jitter 0.3' '--warp 0' '--warp 0.3' '--hash permutation'; do
        render -o option.png --size 70x50 --style $style $other
        differ option.png $style.png
    done
    render -o elias.png --size 70x50 --style $style --basis elias
    differ elias.png $style.png
done
for given in 'mud 6 5 0.2 1' 'stones 8 5 0.06 0.7' 'biomes 8 6 0.8 1'; do # the defaults that the manual page has
    set -- $given
    render -o default.png --size 70x50 --style $1 --frequency 1/2 --step 1/8
    render -o option.png --size 70x50 --style $1 --frequency 1/2 --step 1/8 --octaves $3 --jitter $5 \
        --warp $(python3 -c "print(2 * $4)") --contrast 2
    same option.png default.png
    render -o default.png --size 256x99 --style $1
    render -o option.png --size 256x99 --style $1 --step $2/256
    same option.png default.png
done
# Cracks in mud and gaps between stones are dark, and lie where the distance to the border is small.
render -o mud.png --style mud --size 128
render -o stones.png --style stones --size 128
render -o mud.raw --size 128 --format raw --basis cellular --fractal none --range raw --step 6/128 --result edge --warp 0.2
render -o stones.raw --size 128 --format raw --basis cellular --fractal none --range raw --step 1/16 --result edge --warp 0.06 \
    --jitter 0.7
python3 - <<'PYTHON' || complain 'mud and stones do not follow the borders of cells'
import png, struct
for style in 'mud', 'stones':
    edges = struct.unpack('<16384f', open(style + '.raw', 'rb').read())
    values = sum(png.read(style + '.png')[1], ())
    lights = [sum(values[i:i + 3]) for i in range(0, len(values), 3)]
    at = [light for light, edge in zip(lights, edges) if edge < 0.01]
    off = [light for light, edge in zip(lights, edges) if edge > 0.15]
    assert len(at) > 100 and len(off) > 1000, style
    assert sum(at) / len(at) < 0.5 * sum(off) / len(off), (style, sum(at) / len(at), sum(off) / len(off))
PYTHON
# The cells' values select biomes: lakes, deserts and others.
render -o biomes.png --style biomes --size 128
render -o biomes.raw --size 128 --format raw --basis cellular --fractal none --range raw --step 1/16 --result cell --warp 0.8
python3 - <<'PYTHON' || complain 'biomes do not follow the values of cells'
import png, struct
cells = struct.unpack('<16384f', open('biomes.raw', 'rb').read())
values = sum(png.read('biomes.png')[1], ())
reds, blues = ([values[3 * i + channel] for i in range(16384)] for channel in (0, 2))
kinds = [int(4 + 4 * cell) for cell in cells]
assert set(kinds) == set(range(8)), set(kinds)
for kind, more, fewer in (0, blues, reds), (3, reds, blues): # a lake, a desert
    assert all(a > b for k, a, b in zip(kinds, more, fewer) if k == kind), kind
PYTHON
# Stones are lit from the north-west: away from the feature point they fall.
render -o lit.raw --size 128 --format raw --basis cellular --fractal none --range raw --step 1/16 --result f1 --warp 0.06 \
    --jitter 0.7
python3 - <<'PYTHON' || complain 'stones are not lit from the north-west'
import png, struct
f1 = struct.unpack('<16384f', open('lit.raw', 'rb').read())
values = sum(png.read('stones.png')[1], ())
sides = {True: [], False: []}
for j in range(1, 127):
    for i in range(1, 127):
        p = 128 * j + i
        rise = f1[p + 129] - f1[p - 129]
        if 0.3 < f1[p] < 0.4 and abs(rise) > 0.08:
            sides[rise < 0].append(sum(values[3 * p:3 * p + 3]))
bright, dark = (sum(side) / len(side) for side in (sides[True], sides[False]))
assert min(map(len, sides.values())) > 50 and bright > 1.15 * dark, (bright, dark)
PYTHON
png edges.png 70 50 8 3 'len(set(zip(*[iter(sum(rows, ()))] * 3))) <= 6'

# Raw output: the noise from top to bottom, which the 16-bit image shows rounded.
render -o noise.raw --size 70x50 --octaves 3 --format raw
render -o noise.png --size 70x50 --octaves 3 --depth 16 --contrast 1
[ "$(wc -c <noise.raw)" -eq 14000 ] || complain 'size of raw output'
png noise.png 70 50 16 1 'all(abs(32767.5 + 32767.5 * n - grey) < 0.6 for n, grey in
    zip(struct.unpack("<3500f", open("noise.raw", "rb").read()), sum(rows, ())))'

# NaN, where coordinates overflow, is black.
render -o nan.png --size 4x4 --origin 1e308,0 --frequency 1e10 # no value is a number
png nan.png 4 4 8 1 'set(sum(rows, ())) == {0}'
for style in wood marble clouds edges blend mud stones biomes; do
    render -o nan.png --size 4x4 --origin 1e303,0 --frequency 1e10 --style $style
    png nan.png 4 4 8 3 'set(sum(rows, ())) == {0}'
done
