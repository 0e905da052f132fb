# Animations.

# The circle starts at z + radius and goes by w + radius; where the loop closes, frames are no
# further apart than elsewhere.
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
