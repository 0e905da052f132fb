# --print-code: the program that it prints computes what --format raw writes.

case $library in
    *.a) libraries="$library -lm" ;;
    *) libraries="$library -Wl,-rpath,$(dirname "$library") -lm" ;;
esac

# compiles ARGUMENTS...: the code of render ARGUMENTS... compiles without a warning, to ./code.
compiles() {
    expect 0 "$perlin" render --quiet --print-code "$@"
    [ ! -s err ] || { complain "unexpected message: render --print-code $*"; cat err; }
    mv out code.c
    $compiler -Wall -Wextra -Wpedantic -Wconversion -Werror -O1 -ffp-contract=off -I "$include" -o code code.c $libraries ||
        complain "the code does not compile: $*"
}

# computes ARGUMENTS...: it writes what render --format raw ARGUMENTS... does. code.c stays.
computes() {
    compiles --size 37x23 "$@"
    ./code >code.raw || complain "the code fails: $*"
    little_endian code.raw
    render -o image.raw --size 37x23 --format raw "$@"
    cmp -s code.raw image.raw || complain "the code has other values than --format raw: $*"
}

# little_endian FILE: turns this machine's floats into those of --format raw.
is_little=$(printf '\1\0' | od -An -tu2 | tr -d ' ')
little_endian() {
    [ "$is_little" = 1 ] || python3 - "$1" <<'PYTHON'
import array, sys
floats = array.array('f', open(sys.argv[1], 'rb').read())
floats.byteswap()
open(sys.argv[1], 'wb').write(floats.tobytes())
PYTHON
}

# sets FIELDS: the lines of code.c that set parameters are these, with semicolons between them.
sets() {
    sed -n 's/^    params\.\(.*\);$/\1/p' code.c >set.txt
    echo "$1" | sed 's/; */\n/g' | sed '/^$/d' | cmp -s - set.txt || { complain "other parameters are set than $1"; cat set.txt; }
}

# Only what differs from the library's defaults is set, and numbers read back as they are. Together
# these set every parameter that the command has.
computes --fractal none
sets ''
computes --dims 1 --size 37 --seed 0xffffffffffffffff --start -9223372036854775807 --step 1/3 --octaves 3 --gain 0.3 --lacunarity 2.17
sets 'seed = 18446744073709551615u; fractal = PERLIN_FRACTAL_FBM; octaves = 3; lacunarity = 2.17; gain = 0.3'
grep -qF 'grid.start[0] = -9223372036854775807;' code.c && grep -qF 'grid.step[0] = 0.3333333333333333;' code.c || { complain 'the grid of 1-D noise'; cat code.c; }
computes --frequency -0.3 --origin 0.1,-1e-17 --start 5,-9223372036854775808 --step -5e-324 --octaves 6
sets 'frequency = -0.3; fractal = PERLIN_FRACTAL_FBM'
grep -qF 'grid.step[0] = -5e-324;' code.c && grep -qF 'grid.start[1] = INT64_MIN;' code.c || { complain 'the grid of 2-D noise'; cat code.c; }
computes
sets 'fractal = PERLIN_FRACTAL_FBM; octaves = 3; weight_octaves = 32'
computes --z 1/3 --rotate xz --fractal billow --octaves 2 --backend scalar
sets 'backend = PERLIN_BACKEND_SCALAR; rotation = PERLIN_ROTATION_XZ; fractal = PERLIN_FRACTAL_BILLOW; octaves = 2'
computes --w 0.7 --z -2.5e3 --rotate xyz-xy --fractal multifractal --ridge-offset 0.9 --ridge-gain 1.7 --octaves 4
sets 'rotation = PERLIN_ROTATION_XYZ_XY; fractal = PERLIN_FRACTAL_MULTIFRACTAL; octaves = 4; ridge_offset = 0.9; ridge_gain = 1.7'
computes --basis value --interpolation cosine --hash integer --octave-seeds 0 --octaves 3 --dims 4
sets 'basis = PERLIN_BASIS_VALUE; interpolation = PERLIN_INTERPOLATION_COSINE; hash = PERLIN_HASH_INTEGER; fractal = PERLIN_FRACTAL_FBM; octaves = 3; octave_seeds = 0'
computes --basis elias --elias-smoothing --interpolation linear --fractal none --seed 5
sets 'basis = PERLIN_BASIS_ELIAS; interpolation = PERLIN_INTERPOLATION_LINEAR; elias_smoothing = 1; seed = 5'
computes --tile 4x3 --octaves 3 --hash permutation --origin 0.3,0.7
sets 'hash = PERLIN_HASH_PERMUTATION; period[0] = 4; period[1] = 3; fractal = PERLIN_FRACTAL_FBM; octaves = 3'
grep -qF 'grid.period[1] = 23;' code.c || { complain 'the grid of a tile'; cat code.c; }
computes --tile 2147483648x0 --fractal none --hash integer --step 0.25
sets 'hash = PERLIN_HASH_INTEGER; period[0] = 2147483648u'
computes --weights 1,-0.1,1/3 --weighted-strength -0.7 --lacunarity 3
sets 'fractal = PERLIN_FRACTAL_FBM; octaves = 3; lacunarity = 3.0; weighted_strength = -0.7; weights = weights; weight_count = 3'
grep -qF 'static const double weights[] = {1.0, -0.1, 0.3333333333333333};' code.c || { complain 'the weights'; cat code.c; }
computes --fractal ping-pong --ping-pong-strength 2.7 --range raw --octaves 2
sets 'fractal = PERLIN_FRACTAL_PING_PONG; octaves = 2; ping_pong_strength = 2.7; range = PERLIN_RANGE_RAW'
computes --basis simplex --gradients axis --octaves 6
sets 'basis = PERLIN_BASIS_SIMPLEX; gradients = PERLIN_GRADIENTS_AXIS; fractal = PERLIN_FRACTAL_FBM'
computes --basis opensimplex2s --octave-offsets 0 --fractal ridged --octaves 2
sets 'basis = PERLIN_BASIS_OPENSIMPLEX2S; fractal = PERLIN_FRACTAL_RIDGED; octaves = 2; octave_offsets = 0'

# A warp is a combination of two noises.
computes --warp 1/3 --fractal none
sets ''
grep -qF 'warp.amplitude = 0.3333333333333333;' code.c && grep -qF 'warp_params.seed = 1;' code.c || { complain 'the warp'; cat code.c; }
computes --warp -2.5e-3 --seed 0xffffffffffffffff --frequency 0.3 --z 1/3 --rotate xz --octaves 3 --backend scalar
sets 'backend = PERLIN_BACKEND_SCALAR; seed = 18446744073709551615u; frequency = 0.3; rotation = PERLIN_ROTATION_XZ; fractal = PERLIN_FRACTAL_FBM; octaves = 3'
grep -qF 'warp.backend = warp_params.backend;' code.c || { complain 'the backend of the warp'; cat code.c; }
computes --warp 0.4 --tile 4x3 --basis cellular --fractal none --w 0.5
sed -n 's/^    warp_params\.\(.*\);$/\1/p' code.c >warp.txt
printf 'seed = 1\nperiod[0] = 4\nperiod[1] = 3\nfractal = PERLIN_FRACTAL_FBM\noctaves = 4\n' | cmp -s - warp.txt ||
    { complain 'other parameters of the warp are set'; cat code.c; }
computes --dims 1 --size 37 --warp 0.4 --octaves 3

# Values are those of raw output: with its octaves, times the contrast, a terrain's heights,
# normalized.
computes --gain 0.1 --step 1/512
[ "$(sed -n 's/^ *params\.octaves = \(.*\);/\1/p' code.c)" -gt 4 ] || { complain 'the octaves of a picture, not of floats'; cat code.c; }
for options in '--contrast -3' '--contrast 0' '--contrast 1e6 --range raw' '--normalize' '--normalize --fractal ridged --warp 0.3' \
    '--dims 1 --size 37 --normalize' '--dims 1 --size 37 --contrast 2.5'; do
    computes --octaves 3 $options
    [ "${options#--dims 1}" != "$options" ] || computes --style terrain --octaves 3 --seed 8 --format raw $options
done
for options in '' '--contrast 4 --sea-level -0.3' '--sea-level 1/3 --normalize --format raw' '--tile 4x3 --basis value' '--w 0.3' \
    '--contrast -1.7 --normalize --warp 0.2 --format raw' '--dims 2 --step 1' '--dims 2 --step 1 --normalize --format raw'; do
    computes --style terrain $options
done
not_finite='--fractal none --step 1e300 --frequency 1e300'
for options in '' '--contrast -3' '--normalize' '--style terrain' '--style terrain --normalize --format raw'; do
    computes $not_finite $options
done
[ "$(python3 -c 'print(open("code.raw", "rb").read().count(b"\0\0\xc0\x7f"))')" -gt 800 ] || complain 'no NaN is tried'
compiles --size 37x23 --octaves 3 --depth 16 --contrast 3 -o image.png
./code >code.raw
little_endian code.raw
render -o image.raw --size 37x23 --octaves 3 --contrast 3 --format raw
same code.raw image.raw
png image.png 37 23 16 1
compiles --dims 1 --size 37x23 --octaves 3
./code >code.raw
little_endian code.raw
render -o image.raw --dims 1 --size 37 --octaves 3 --format raw
same code.raw image.raw

# The noises of a texture follow each other; the second one's rows are further apart than its columns.
compiles --size 37x23 --style blend --step 1/32 --origin 0.5,0.25 --frequency 2
./code >code.raw
little_endian code.raw
plain='--frequency 2 --format raw'
render -o 1.raw --size 37x23 $plain --fractal none --step 1/32 --origin 0.5,0.25
render -o 2.raw --size 37x1 $plain --octaves 6 --step 1/32 --origin $(python3 -c 'print(0.5 + 71.3 / 2, 7 * 0.25 + 19.7 / 2, sep=",")')
render -o 3.raw --size 37x23 $plain --octaves 6 --step 1/8 --origin $(python3 -c 'print(4 * 0.5 + 133.1 / 2, 4 * 0.25 + 57.9 / 2, sep=",")')
python3 - <<'PYTHON' || complain 'the noises of a texture'
one, two, three, code = (open(name + '.raw', 'rb').read() for name in ('1', '2', '3', 'code'))
assert len(code) == 3 * len(one) and code.startswith(one) and code.endswith(three)
assert code[len(one):].startswith(two)
PYTHON
# Those of mud are cells, too, and warped without being asked.
compiles --size 37x23 --style mud --step 1/32 --origin 0.5,0.25 --frequency 2
./code >code.raw
little_endian code.raw
# layer FINER MOVED_X MOVED_Y OPTION...: such a noise, after those before.
: >image.raw
layer() {
    step=$(python3 -c "print($1 / 32)")
    origin=$(python3 -c "print($1 * 0.5 + $2 / 2, $1 * 0.25 + $3 / 2, sep=',')")
    shift 3
    render -o layer.raw --size 37x23 --format raw --frequency 2 --warp 0.1 --step $step --origin $origin "$@"
    cat layer.raw >>image.raw
}
cells='--basis cellular --fractal none --range raw --result'
layer 5 0 0 --octaves 5
layer 5 '(5 * -0.012)' '(5 * -0.012)' --octaves 5
layer 1 0 0 $cells edge
layer 1 -0.012 -0.012 $cells edge
layer 3 0 0 $cells edge
layer 3 '(3 * -0.012)' '(3 * -0.012)' $cells edge
layer 1 0 0 $cells cell
layer 1.4 71.3 19.7 --fractal none
same code.raw image.raw
# Cells have one octave and the integer hash, whatever weights and gradients say.
compiles --size 37x23 --style stones --weights 3,1 --gradients axis --jitter 0.4 --seed 3 --step 1/16
./code >code.raw
little_endian code.raw
render -o 1.raw --size 37x23 --format raw --weights 3,1 --gradients axis --seed 3 --step 5/16 --warp 0.06
render -o 3.raw --size 37x23 --format raw $cells edge --jitter 0.4 --seed 3 --step 1/16 --warp 0.06
render -o 7.raw --size 37x23 --format raw $cells cell --jitter 0.4 --seed 3 --step 1/16 --warp 0.06
python3 - <<'PYTHON' || complain 'the noises of stones'
one, three, seven, code = (open(name + '.raw', 'rb').read() for name in ('1', '3', '7', 'code'))
assert len(code) == 7 * len(one) and code.startswith(one) and code.endswith(seven)
assert code[2 * len(one):].startswith(three)
PYTHON
compiles --size 37x23 --style biomes --warp 0 --tile 4x3
./code >code.raw && ! grep -q warp_params code.c || { complain 'a warp that was taken away'; cat code.c; }
for options in '' '--normalize' '--style terrain' '--style terrain --normalize --contrast 3'; do
    compiles --size 37x23 --octaves 2 --animate 3 --z 0.1 --radius 1/7 --format raw -o frame%d.raw $options
    ./code >code.raw
    little_endian code.raw
    cat frame0.raw frame1.raw frame2.raw >image.raw
    same code.raw image.raw
done
for warp in '' '--warp 0.3'; do
    compiles --size 37x23 --style clouds --animate 2 --tile 4 $warp
    ./code >code.raw
    little_endian code.raw
    for layer in '' '--origin -0.06,-0.06'; do
        render -o layer%d.raw --size 37x23 --octaves 8 --animate 2 --tile 4 --format raw $warp $layer
        cat layer0.raw layer1.raw
    done >image.raw
    same code.raw image.raw
done
# The noises of wood have periods of their own: each is warped by a noise of its own.
compiles --size 37x23 --style wood --tile 4 --warp 0.2
[ "$(grep -c 'perlin_combine(&noise, &warp)' code.c)" -gt 1 ] && ./code >code.raw || { complain 'the warps of a texture'; cat code.c; }

# Normals are those of raw output, in 2-D, in slices, and in tiles whose cells are no squares.
for options in '' '--warp 0.3' '--w 0.3 --rotate xyz --height -0.7' '--tile 2x7 --step -1/30' '--tile 1x2 --z 0.5' '--animate 2'; do
    name=image.raw
    [ "$options" != '--animate 2' ] || name=layer%d.raw
    compiles --size 37x23 --normals --octaves 3 $options --format raw -o $name
    ./code >code.raw
    little_endian code.raw
    [ "$options" != '--animate 2' ] || cat layer0.raw layer1.raw >image.raw
    same code.raw image.raw
done

# It takes standard output, and writes no image but to a file.
usage render --print-code -o -
expect 0 "$perlin" render --print-code --seed 0x10 --size 9 --origin 1/3,-1 --gain 1/3 --quiet --hash integer
grep -qFx ' *     perlin render --size 9 --origin 1/3,-1 --seed 0x10 --gain 1/3 --hash integer' out ||
    { complain 'the command in the code'; cat out; }
compiles --weights 0.1,-0.2,0x1.23456789abcdep-9,1e-300,1/7,0.1,-0.2,0.3,-0.4 --octaves 9 --size 9 --lacunarity 1.1
[ "$(awk 'length > 100 && !/weights\[\]/' code.c)" = '' ] || { complain 'long lines in the code'; cat code.c; }
if [ -e /dev/full ]; then
    "$perlin" render --print-code >/dev/full 2>err
    [ $? -eq 1 ] && [ -s err ] || complain 'no failure on a full device: render --print-code'
fi
