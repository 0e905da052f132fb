# Tiles.

# The step follows from the size; or the size of a tile from the step, so that an image can show
# more of them.
for kind in 1/16 '1/16 --octaves 4 --z 0.3 --range raw' '1/12 --frequency -0.75 --w 0.5' \
    '1/16 --octaves 3 --lacunarity 3 --seed 3 --gradients axis' \
    '1/16 --hash integer --octaves 3 --seed 5' '1/16 --hash integer --basis value-cubic' \
    '1/16 --fractal billow' '1/16 --fractal ridged --weighted-strength 0.5' '1/16 --fractal ping-pong' \
    '1/16 --fractal multifractal --origin 0.3,-7.1' '1/16 --warp 0.7 --seed 4' \
    '1/12 --frequency -0.75 --w 0.5 --warp -0.3 --basis cellular'; do
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
for style in grey terrain wood marble clouds edges blend mud stones biomes; do
    render -o tile.png --size 70x28 --tile 5x2 --style $style
    render -o tiles.png --size 140x56 --tile 5x2 --step 1/14 --style $style
    channels=3
    [ $style != grey ] || channels=1
    quarters tiles.png $((70 * channels)) 28
    render -o part.png --size 140x56 --tile 5x2 --step 1/14 --style $style --start 7000000000000000,-28000000000000
    same part.png tiles.png
    # Four tiles meet at 512,768, or in pixels that show more borders of biomes at 128,192.
    place='--start 472,728 --step 1/256'
    [ $style != biomes ] || place='--start 88,152 --step 1/64'
    for kind in '' '--octaves 2 --z 1/3 --origin 0.4,0.3' '--seed 8 --octaves 1' '--warp 0.1 --octaves 2'; do
        render -o seam.png --size 80x80 $place --tile 2x3 --style $style $kind
        seamless seam.png
    done
done

# An image that is not a whole number of tiles is none, which the command says.
for kind in '--size 65x47' '--size 64x48 --step 1/16' '--size 128x96 --step -1/16' '--size 64x47 --tile 4x0 --step 1/16' \
    '--dims 1 --size 64 --tile 4 --step 1/16'; do
    expect 0 "$perlin" render -o option.raw --format raw --tile 4x3 $kind
    [ ! -s err ] || { complain "a word about whole tiles: $kind"; cat err; }
done
for kind in '--size 65x48' '--size 65x48 --tile 4x0' '--dims 1 --size 65 --tile 4'; do
    expect 0 "$perlin" render -o option.raw --format raw --tile 4x3 --step 1/16 $kind
    [ "$(cat err)" = 'perlin render: the image is no tile, its left and right edges differ: at this --step a tile is 64 pixels wide, and the image 65' ] ||
        { complain "not the word of an image that is no tile: $kind"; cat err; }
done
expect 0 "$perlin" render -o option.raw --format raw --tile 4x3 --size 63x95 --step 1/16
grep -q 'left and right edges differ.* wide, and the image 63$' err && grep -q 'top and bottom edges differ.* 48 pixels high, and the image 95$' err ||
    { complain 'no word of both edges of an image that is no tile'; cat err; }
render -o option.raw --format raw --tile 4x3 --size 65x48 --step 1/16 # which is quiet
# A tile of the table's size is the noise without one, which repeats by itself.
render -o plain.raw --size 70x50 --octaves 3 --format raw --step 1/32 --hash permutation
render -o tile.raw --size 70x50 --octaves 3 --format raw --step 1/32 --tile 256 --hash permutation
same tile.raw plain.raw
render -o period.raw --size 70x50 --octaves 3 --format raw --step 1/32 --start 8192,0 --hash permutation
same period.raw plain.raw

# The integer hash has no table after whose size noise repeats.
render -o plain.raw --size 70x50 --octaves 3 --format raw --step 1/32 --hash integer
render -o period.raw --size 70x50 --octaves 3 --format raw --step 1/32 --hash integer --start 8192,0
differ period.raw plain.raw

# 3 is 3x3; the cells need not be square.
render -o tile.png --size 70x50 --tile 3
render -o option.png --size 70x50 --tile 3x3
same option.png tile.png
render -o option.png --size 70x50 --tile 3x2
differ option.png tile.png

# 4x0 repeats along x alone, in square pixels, and 0x4 along y.
for kind in '64x48 4x0' '48x64 0x4'; do
    set -- $kind
    render -o tile.raw --size $1 --tile $2 --format raw --octaves 3
    render -o step.raw --size $1 --tile $2 --step 1/16 --format raw --octaves 3
    same tile.raw step.raw
done
render -o tiles.raw --size 128x48 --tile 4x0 --step 1/16 --format raw --octaves 3
render -o tile.raw --size 64x48 --tile 4x0 --format raw --octaves 3
render -o below.raw --size 64x48 --tile 4x0 --start 0,48 --format raw --octaves 3
render -o right.raw --size 64x48 --tile 4x0 --start 640,0 --format raw --octaves 3
same right.raw tile.raw
differ below.raw tile.raw
python3 - <<'PYTHON' || complain '4x0 does not repeat along x'
tile, tiles = (open(name, 'rb').read() for name in ('tile.raw', 'tiles.raw'))
assert all(tiles[512 * j:512 * j + 512] == 2 * tile[256 * j:256 * j + 256] for j in range(48))
PYTHON

# Tiles of more cells than tables have are by the integer hash.
render -o start.raw --size 32x1 --tile 1000 --step 1/8 --format raw
render -o period.raw --size 32x1 --tile 1000 --step 1/8 --start 8000,16000 --format raw
render -o inside.raw --size 32x1 --tile 1000 --step 1/8 --start 2048,0 --format raw
same period.raw start.raw
differ inside.raw start.raw
render -o start.raw --size 32x1 --tile 2147483648 --fractal none --step 1/8 --format raw --hash integer
render -o period.raw --size 32x1 --tile 2147483648 --fractal none --step 1/8 --start 17179869184,0 --format raw --hash integer
render -o inside.raw --size 32x1 --tile 2147483648 --fractal none --step 1/8 --start 524288,0 --format raw --hash integer
same period.raw start.raw
differ inside.raw start.raw

# A negative step mirrors.
render -o tile.raw --size 64x64 --tile 4 --format raw
render -o mirror.raw --size 64x64 --tile 4 --step -1/16 --format raw
python3 - <<'PYTHON' || complain 'a negative step does not mirror a tile'
tile, mirror = ([data[i:i + 4] for i in range(0, len(data), 4)]
                for data in (open(name, 'rb').read() for name in ('tile.raw', 'mirror.raw')))
assert all(mirror[64 * j + i] == tile[64 * (-j % 64) + -i % 64] for j in range(64) for i in range(64))
PYTHON
