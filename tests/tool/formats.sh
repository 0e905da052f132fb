# Formats: 16-bit integers, the whole range, and compression.

# r16 has the levels of the 16-bit PNG, the lowest byte first.
render -o heights.r16 --size 70x50 --format r16 --octaves 3
render -o heights.png --size 70x50 --depth 16 --octaves 3 --contrast 1
[ "$(wc -c <heights.r16)" -eq 7000 ] || complain 'size of r16 output'
png heights.png 70 50 16 1 'struct.unpack("<3500H", open("heights.r16", "rb").read()) == sum(rows, ())'
render -o heights.r16 --size 70x50 --format r16 --octaves 3 --contrast 2
render -o heights.png --size 70x50 --depth 16 --octaves 3 --contrast 2
png heights.png 70 50 16 1 'struct.unpack("<3500H", open("heights.r16", "rb").read()) == sum(rows, ())'

# --normalize maps the least value to the format's least, and the greatest to its greatest.
render -o plain.raw --size 70x50 --format raw --octaves 3
render -o full.raw --size 70x50 --format raw --octaves 3 --normalize
render -o contrast.raw --size 70x50 --format raw --octaves 3 --contrast -4
python3 - <<'PYTHON' || complain '--contrast in --format raw'
import struct
plain, strong = (struct.unpack('<3500f', open(name + '.raw', 'rb').read()) for name in ('plain', 'contrast'))
assert strong == tuple(-4 * v for v in plain)
PYTHON
render -o full.r16 --size 70x50 --format r16 --octaves 3 --normalize
for depth in 8 16; do
    render -o full$depth.png --size 70x50 --octaves 3 --depth $depth --normalize
    render -o default.png --size 70x50 --octaves 3 --depth $depth
    same default.png full$depth.png
done
python3 - <<'PYTHON' || complain 'normalized values are not those of the range'
import png, struct
plain = struct.unpack('<3500f', open('plain.raw', 'rb').read())
low, high = min(plain), max(plain)
assert -1 < low < 0 < high < 1
expected = [2 * (v - low) / (high - low) - 1 for v in plain]
full = struct.unpack('<3500f', open('full.raw', 'rb').read())
assert min(full) == -1 and max(full) == 1
assert all(abs(a - b) < 2e-7 for a, b in zip(full, expected))
for most, levels in ((65535, struct.unpack('<3500H', open('full.r16', 'rb').read())),
                     (65535, sum(png.read('full16.png')[1], ())), (255, sum(png.read('full8.png')[1], ()))):
    assert min(levels) == 0 and max(levels) == most
    assert all(abs((v + 1) / 2 * most - level) < 0.51 for v, level in zip(expected, levels))
PYTHON

# It says which values there were, with a word on plain ones where it was not asked to.
cat >words.py <<'PYTHON'
import re, struct, sys
plain = struct.unpack('<3500f', open('plain.raw', 'rb').read())
words = re.fullmatch(r'perlin render: (\S+) is (\S+), (\S+) is ([^ \n]+)(.*)\n', open('err').read())
assert '%.7g' % float(words[2]) == '%.7g' % min(plain), words
assert '%.7g' % float(words[4]) == '%.7g' % max(plain), words
assert (words[1] + ' ' + words[3] + words[5]) == sys.argv[1], words
PYTHON
for words in '--format png@black white' '--format raw@-1 1' '--format r16@0 65535' \
    '@black white (with --contrast 1: -1 and 1)'; do
    options=${words%%@*}
    [ -z "$options" ] || options="$options --normalize"
    expect 0 "$perlin" render -o - --size 70x50 --octaves 3 $options
    python3 words.py "${words#*@}" || { complain "not the range of values: $options"; cat err; }
done
expect 0 "$perlin" render -o - --size 3x2 --tile 1x0 --step 1 --format raw --normalize
grep -q 'all values are 0' err || complain 'no word of values that are all the same'
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' | cmp -s - out || complain 'values that are all the same'
expect 0 "$perlin" render -o - --size 2 --origin 1e308,0 --frequency 1e10 --format r16 --normalize
grep -q 'no value is a number' err || complain 'no word of values that are no numbers'
expect 0 "$perlin" render -o - --size 9 --contrast 1
[ ! -s err ] || complain 'a word about the range of plain values'

# Integers that are not normalized: it says which of them there are, and what was cut. What it
# advises is taken.
for words in '@; with --normalize all of it' '--dims 1 --size 70@; with --normalize all of it' '--contrast 0.5@' '--contrast -1@' '--range raw --contrast 0.3@' \
    '--style terrain@; with --normalize all of it' '--style terrain --contrast 1@; with --normalize all of it' \
    '--range raw --contrast 3@, and those beyond are cut; a weaker --contrast keeps them' \
    '--contrast -5@, and those beyond are cut; a weaker --contrast keeps them' \
    '--style terrain --sea-level -1 --contrast 9@, and those beyond are cut; a weaker --contrast keeps them'; do
    options="-o option.r16 --format r16 --size 70x50 --octaves 3 ${words%%@*}"
    expect 0 "$perlin" render $options
    python3 - "${words#*@}" <<'PYTHON' || { complain "not the levels of heights: $options"; cat err; }
import array, sys
levels = array.array('H', open('option.r16', 'rb').read())
if sys.byteorder == 'big':
    levels.byteswap()
words = 'perlin render: heights take %d to %d of 0 to 65535%s\n' % (min(levels), max(levels), sys.argv[1])
assert open('err').read() == words, words
PYTHON
    ! grep -q 'with --normalize' err || render $options --normalize
done
expect 0 "$perlin" render -o option.png --style terrain --depth 16 --size 70x50
png option.png 70 50 16 1 '"take %d to %d of" % (min(sum(rows, ())), max(sum(rows, ()))) in open("err").read()'
expect 0 "$perlin" render -o - --size 2 --origin 1e308,0 --frequency 1e10 --format r16
grep -q 'no value is a number' err || complain 'no word of heights that are no numbers'
mkdir levels
expect 0 "$perlin" render -o levels/%d.r16 --animate 3 --size 9x9 --format r16
python3 - <<'PYTHON' || { complain 'not the levels of all frames'; cat err; }
import struct
levels = [v for i in range(3) for v in struct.unpack('<81H', open('levels/%d.r16' % i, 'rb').read())]
assert open('err').read().startswith('perlin render: heights take %d to %d of' % (min(levels), max(levels)))
PYTHON

# Normalized images are no pieces of a larger one, which the command says. What it advises is taken.
while IFS='|' read -r options words instead; do
    expect 0 "$perlin" render -o option.png --size 70x50 --start 70,0 $options
    [ "$(grep join err)" = "perlin render: images are normalized one by one, so that pieces of a world do not join; $words they do" ] ||
        { complain "not the word of pieces: $options"; cat err; }
    expect 0 "$perlin" render -o option.png --size 70x50 --start 70,0 $instead
    ! grep -q join err || complain "a word of pieces that join: $instead"
done <<'CASES'
|with --contrast 1|--contrast 1
--normalize|with --contrast 1 in place of --normalize|--contrast 1
--origin 1,2 --depth 16|with --contrast 1|--origin 1,2 --depth 16 --contrast 1
--normalize --format raw -o option.raw|without --normalize|--format raw -o option.raw
--normalize --format r16 -o option.raw|without --normalize|--format r16 -o option.raw
--normalize --style terrain --depth 16|without --normalize|--style terrain --depth 16
CASES
expect 0 "$perlin" render -o option.png --size 70x50
! grep -q join err || complain 'a word of pieces without --start'

# Frames share their range, which is that of all.
mkdir range
render -o range/%d.raw --animate 3 --size 9x9 --format raw
render -o range/%d.r16 --animate 3 --size 9x9 --format r16 --normalize
python3 - <<'PYTHON' || complain 'frames do not share their range'
import struct
plain = [v for i in range(3) for v in struct.unpack('<81f', open('range/%d.raw' % i, 'rb').read())]
levels = [v for i in range(3) for v in struct.unpack('<81H', open('range/%d.r16' % i, 'rb').read())]
low, high = min(plain), max(plain)
assert all(abs((v - low) / (high - low) * 65535 - level) < 0.51 for v, level in zip(plain, levels))
PYTHON

# A terrain as heights: those of its picture, whose water is where they are 0 and less.
terrain='--size 70x50 --seed 8 --step 1/50 --octaves 4'
render -o noise.raw $terrain --dims 3 --rotate xy --z 0.29 --gain 0.53 --format raw
render -o terrain.png $terrain --style terrain --sea-level 0.1 --contrast 3
terrain="$terrain --style terrain --sea-level 0.1 --contrast 3"
for format in 'raw --format raw' 'r16 --format r16' 'png --depth 16'; do
    render -o heights.${format%% *} $terrain ${format#* }
    render -o full.${format%% *} $terrain ${format#* } --normalize
done
png heights.png 70 50 16 1
python3 - <<'PYTHON' || complain 'heights of a terrain'
import png, struct
floats = lambda name: struct.unpack('<3500f', open(name, 'rb').read())
heights = floats('heights.raw')
for noise, height in zip(floats('noise.raw'), heights):
    n = 3 * noise - 0.1
    assert abs(height - (n * (0.3 + 1.15 * n) if n > 0 else n)) < 1e-6, (noise, height)
for name, low, high in ('heights', -4, 4), ('full', min(heights), max(heights)):
    levels = struct.unpack('<3500H', open(name + '.r16', 'rb').read())
    assert all(abs((h - low) / (high - low) * 65535 - level) < 0.51 for h, level in zip(heights, levels))
    assert levels == sum(png.read(name + '.png')[1], ())
assert all(abs(2 * (h - low) / (high - low) - 1 - v) < 1e-6 for h, v in zip(heights, floats('full.raw')))
colours = list(zip(*[iter(sum(png.read('terrain.png')[1], ()))] * 3))
water = [blue > red + 4 for red, green, blue in colours] # a shore in the shade is grey, lit by the sky
assert all(is_water for is_water, h in zip(water, heights) if h <= 0), 'water'
assert not any(is_water for is_water, h in zip(water, heights) if 0 < h < 0.05), 'shore'
PYTHON
render -o nan.raw --size 4x4 --origin 1e303,0 --frequency 1e10 --style terrain --format raw
python3 -c 'assert open("nan.raw", "rb").read() == bytes.fromhex("0000c07f") * 16' || complain 'NaN in raw heights'

# All levels of compression have the same pixels; 0 stores them, 9 gains on flat colours.
render -o fast.png --size 200x100 --style edges
for level in 0 1 6 9; do
    render -o level$level.png --size 200x100 --style edges --compression $level
    same_pixels level$level.png fast.png
done
[ "$(wc -c <level0.png)" -gt 60000 ] || complain '--compression 0 compresses'
[ "$(wc -c <level9.png)" -lt "$(wc -c <level1.png)" ] || complain '--compression 9 does not'
[ "$(wc -c <fast.png)" -lt 20000 ] || complain 'the default does not compress'
