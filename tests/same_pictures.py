"""Whether each PPM of a folder shows what the PNG of the same name in another folder does.

    same_pictures.py PPMS PNGS

The PNGs may have a palette, so that pixels differ by some levels: by MEAN of 255 on average at most.
"""
import os
import struct
import sys
import zlib

MEAN = 4


def read_ppm(path):
    with open(path, 'rb') as file:
        assert file.readline() == b'P6\n'
        width, height = map(int, file.readline().split())
        assert file.readline() == b'255\n'
        return width, height, file.read()


def read_png(path):
    """Grey, RGB or a palette, up to 8 bits a channel, without interlacing."""
    with open(path, 'rb') as file:
        data = file.read()
    assert data[:8] == b'\x89PNG\r\n\x1a\n', 'no PNG'
    at, chunks = 8, {}
    while at < len(data):
        length, = struct.unpack_from('>I', data, at)
        kind = data[at + 4:at + 8]
        chunks[kind] = chunks.get(kind, b'') + data[at + 8:at + 8 + length]
        at += 12 + length
    width, height, depth, colours, _, _, interlaced = struct.unpack('>IIBBBBB', chunks[b'IHDR'])
    assert colours in (0, 2, 3) and depth <= 8 and not interlaced, 'another kind of PNG'
    channels = 3 if colours == 2 else 1
    size, step = (width * channels * depth + 7) // 8, max(channels * depth // 8, 1)
    raw = zlib.decompress(chunks[b'IDAT'])
    if colours == 3:
        table = [chunks[b'PLTE'][3 * i:3 * i + 3] for i in range(len(chunks[b'PLTE']) // 3)]
    else:
        table = [bytes([i * 255 // (2 ** depth - 1)] * 3) for i in range(2 ** depth)]
    pixels, above = [], bytearray(size)
    for y in range(height):
        kind, line = raw[y * (size + 1)], bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
        for i in range(size):
            a = line[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            line[i] = line[i] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        above = line
        if channels == 3:
            pixels.append(bytes(line))
            continue
        for x in range(width):
            bit = x * depth
            value = line[bit // 8] >> (8 - depth - bit % 8) & 2 ** depth - 1
            pixels.append(table[value])
    return width, height, b''.join(pixels)


def main():
    ppms, pngs = sys.argv[1:]
    names = sorted(name[:-4] for name in os.listdir(ppms))
    others = sorted(name[:-4] for name in os.listdir(pngs))
    if names != others:
        sys.exit('pictures are %s, not %s' % (others, names))
    for name in names:
        a = read_ppm(os.path.join(ppms, name + '.ppm'))
        b = read_png(os.path.join(pngs, name + '.png'))
        if a[:2] != b[:2]:
            sys.exit('%s is %d x %d, not %d x %d' % ((name,) + b[:2] + a[:2]))
        mean = sum(abs(i - j) for i, j in zip(a[2], b[2])) / len(a[2])
        print('%s: %.2f levels' % (name, mean))
        if mean > MEAN:
            sys.exit('%s shows something else than what is made now' % name)


main()
