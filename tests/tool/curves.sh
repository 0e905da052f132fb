# Noise in 1-D: a curve, or a row of numbers.

render -o curve.png --dims 1 --size 300x120 --seed 3
render -o curve.raw --dims 1 --size 300x1 --seed 3 --format raw --normalize --octaves 5
render -o option.png --dims 1 --size 300x120 --seed 3 --octaves 5 --step 8/300 --fractal fbm
same option.png curve.png
png curve.png 300 120 8 1 'min(sum(rows, ())) < 40'
# In each column the darkest pixels are around the value, and the curve's extremes are within the
# picture.
python3 - <<'PYTHON' || complain 'the curve is not that of the noise'
import png, struct
header, rows = png.read('curve.png')
values = struct.unpack('<300f', open('curve.raw', 'rb').read())
assert min(values) == -1 and max(values) == 1
for x, value in enumerate(values):
    dark = [y for y in range(120) if rows[y][x] < 128]
    assert dark, x
    place = (1 - value) / 2 * (120 - 1.6) + 0.8 # margins of half a line
    assert min(dark) - 1 <= place <= max(dark) + 2, (x, place, dark)
    assert dark == list(range(dark[0], dark[-1] + 1)), x
assert len([y for y in range(120) if sorted(rows[y])[150] < 250]) == 1 # the line of 0
PYTHON

# As numbers there is one row.
render -o row.raw --dims 1 --size 300 --format raw --octaves 3
[ "$(wc -c <row.raw)" -eq 1200 ] || complain 'size of a row of floats'
render -o option.raw --dims 1 --size 300x1 --format raw --octaves 3
same option.raw row.raw
render -o row.r16 --dims 1 --size 300 --format r16 --octaves 3
[ "$(wc -c <row.r16)" -eq 600 ] || complain 'size of a row of integers'
says 'noise in 1-D has one row' --dims 1 --size 300x2 --format raw -o x.raw

# Tiles, starts and origins along x.
render -o tile.raw --dims 1 --size 64 --tile 4 --format raw --octaves 3
render -o tiles.raw --dims 1 --size 128 --tile 4x0 --step 1/16 --start -6400 --format raw --octaves 3
cat tile.raw tile.raw >twice.raw
same tiles.raw twice.raw
render -o start.raw --dims 1 --size 64 --start 16 --step 1/16 --format raw
render -o origin.raw --dims 1 --size 64 --origin 1 --step 1/16 --format raw
same start.raw origin.raw
render -o far.png --dims 1 --size 64 --start 9223372036854775743
usage render -o x.png --dims 1 --size 64 --start 9223372036854775744
render -o steep.png --dims 1 --size 64x1
render -o high.png --dims 1 --size 64x48 --contrast 50 --depth 16
render -o nan.png --dims 1 --size 8x8 --origin 1e308 --frequency 1e10
