// From samples to pixels. What is written here has no part in the noise: the same samples always
// give the same picture.

// Colours at positions from 0 to 1, as red, green and blue of 0 to 255.
export const PALETTES = {
    grey: [
        [0, 0, 0, 0],
        [1, 255, 255, 255],
    ],
    dusk: [
        [0, 14, 17, 38],
        [0.3, 58, 45, 103],
        [0.55, 176, 74, 112],
        [0.78, 240, 149, 98],
        [1, 255, 240, 200],
    ],
    sea: [
        [0, 6, 22, 43],
        [0.35, 18, 78, 110],
        [0.65, 72, 160, 165],
        [0.85, 180, 220, 200],
        [1, 250, 252, 240],
    ],
    moss: [
        [0, 20, 24, 18],
        [0.4, 66, 92, 52],
        [0.7, 158, 168, 86],
        [1, 244, 238, 196],
    ],
    contours: null, // bands of grey, of which every second one is shifted
    marble: [
        [0, 58, 60, 72],
        [0.25, 142, 144, 152],
        [0.6, 214, 213, 212],
        [1, 246, 244, 240],
    ],
    clay: [
        [0, 38, 26, 22],
        [0.35, 104, 70, 50],
        [0.75, 186, 140, 102],
        [1, 236, 206, 168],
    ],
    // five, for regions
    biomes: [
        [0.1999, 222, 199, 133],
        [0.2, 161, 171, 84],
        [0.3999, 161, 171, 84],
        [0.4, 84, 140, 69],
        [0.5999, 84, 140, 69],
        [0.6, 38, 92, 61],
        [0.7999, 38, 92, 61],
        [0.8, 219, 230, 237],
    ],
    // rock above 0, caves a little below it, sky
    caves: [
        [0, 128, 178, 222],
        [0.4, 206, 226, 238],
        [0.45, 214, 224, 228],
        [0.46, 44, 33, 36],
        [0.499, 24, 18, 22],
        [0.501, 96, 78, 60],
        [0.56, 150, 122, 92],
        [1, 206, 180, 142],
    ],
};

// The look of `perlin render --style terrain`: ground covers by height, bare where it is steep, in
// the light of a low sun.
const DEPTHS = [
    [-0.6, 0.045, 0.11, 0.225],
    [-0.25, 0.08, 0.22, 0.37],
    [-0.08, 0.15, 0.38, 0.49],
    [0.0, 0.36, 0.6, 0.61],
];
const COVERS = [
    [0.0, 0.85, 0.795, 0.62],
    [0.008, 0.79, 0.735, 0.53],
    [0.022, 0.52, 0.6, 0.31],
    [0.07, 0.4, 0.535, 0.25],
    [0.15, 0.225, 0.39, 0.2],
    [0.24, 0.24, 0.365, 0.215],
    [0.33, 0.45, 0.415, 0.34],
    [0.44, 0.54, 0.51, 0.47],
    [0.54, 0.93, 0.945, 0.965],
    [0.8, 1, 1, 1],
];
const ROCK = [0.45, 0.415, 0.375],
    SUN = [1.06, 1.0, 0.9],
    SKY = [0.38, 0.42, 0.5];
const TO_SUN = [-0.56, -0.56, 0.61]; // x to the east, y to the south, z up

function smoothStep(low, high, x) {
    const t = Math.min(1, Math.max(0, (x - low) / (high - low)));
    return t * t * (3 - 2 * t);
}

// The colour of a ramp [position, red, green, blue], into `out`.
function ramp(stops, x, out, blend) {
    let i = 0;
    while (i < stops.length && x >= stops[i][0]) i++;
    const above = stops[Math.min(i, stops.length - 1)],
        below = stops[Math.max(i - 1, 0)];
    const span = above[0] - below[0],
        t = span > 0 ? blend(below[0], above[0], x) : 0;
    for (let c = 0; c < 3; c++) out[c] = below[c + 1] + (above[c + 1] - below[c + 1]) * t;
}

const linear = (low, high, x) => (x - low) / (high - low);

// A table of 1024 colours, since pixels are many.
function tableOf(name) {
    const table = new Uint8ClampedArray(3 * 1024),
        colour = [0, 0, 0];
    for (let i = 0; i < 1024; i++) {
        if (name === 'contours') {
            const band = Math.floor(i / 64),
                grey = 60 + 12 * band + (band % 2 ? -38 : 0);
            colour.fill(i % 64 < 4 ? 20 : grey);
        } else {
            ramp(PALETTES[name], i / 1023, colour, linear);
        }
        table.set(colour, 3 * i);
    }
    return table;
}

function shadeValues(values, { palette, low, high }, pixels) {
    const table = tableOf(palette),
        factor = high > low ? 1023 / (high - low) : 0;
    for (let i = 0; i < values.length; i++) {
        const nearest = Math.floor((values[i] - low) * factor + 0.5);
        const at = Math.min(1023, Math.max(0, nearest)) || 0; // 0 for NaN
        pixels[4 * i] = table[3 * at];
        pixels[4 * i + 1] = table[3 * at + 1];
        pixels[4 * i + 2] = table[3 * at + 2];
        pixels[4 * i + 3] = 255;
    }
}

function shadeNormals([x, y, z], pixels) {
    for (let i = 0; i < x.length; i++) {
        pixels[4 * i] = 127.5 + 127.5 * x[i];
        pixels[4 * i + 1] = 127.5 + 127.5 * y[i];
        pixels[4 * i + 2] = 127.5 + 127.5 * z[i];
        pixels[4 * i + 3] = 255;
    }
}

function shadeTerrain(values, { width, height, sea, relief, isUnit }, pixels) {
    const heights = new Float32Array(values.length),
        colour = [0, 0, 0];
    for (let i = 0; i < values.length; i++) {
        const noise =
            Math.min(4, Math.max(-4, (isUnit ? 2 * values[i] - 1 : values[i]) - sea)) || 0;
        heights[i] = noise > 0 ? noise * (0.3 + 1.15 * noise) : noise;
    }
    for (let y = 0; y < height; y++) {
        const north = y > 0 ? -width : 0,
            south = y < height - 1 ? width : 0;
        for (let x = 0; x < width; x++) {
            const i = y * width + x,
                west = x > 0 ? -1 : 0,
                east = x < width - 1 ? 1 : 0;
            const h = heights[i];
            let riseEast = ((heights[i + east] - heights[i + west]) / (east - west)) * relief;
            let riseSouth =
                (((heights[i + south] - heights[i + north]) * width) / (south - north)) * relief;
            if (h <= 0) {
                // the water's surface is level; a trace of its bed shows through
                ramp(DEPTHS, h, colour, smoothStep);
                riseEast *= 0.04;
                riseSouth *= 0.04;
            } else {
                ramp(COVERS, h, colour, smoothStep);
                const snow = smoothStep(0.44, 0.62, h);
                const bare =
                    0.85 *
                    smoothStep(
                        0.6 + 0.9 * snow,
                        1.2 + 1.2 * snow,
                        Math.sqrt(riseEast * riseEast + riseSouth * riseSouth),
                    );
                for (let c = 0; c < 3; c++) colour[c] += (ROCK[c] - colour[c]) * bare;
            }
            const towards = TO_SUN[2] - TO_SUN[0] * riseEast - TO_SUN[1] * riseSouth;
            const light =
                Math.max(0, towards) / Math.sqrt(1 + riseEast * riseEast + riseSouth * riseSouth);
            for (let c = 0; c < 3; c++)
                pixels[4 * i + c] = 255 * colour[c] * (SKY[c] + light * SUN[c]);
            pixels[4 * i + 3] = 255;
        }
    }
}

/** The pixels of a picture: `arrays` as the view's function gives them. */
export function shade(view, arrays, look, pixels) {
    if (view === 'normals') shadeNormals(arrays, pixels);
    else if (view === 'terrain') shadeTerrain(arrays[0], look, pixels);
    else shadeValues(arrays[0], look, pixels);
}

/** FNV-1a of 64 bits over the bytes of the samples, in hexadecimal. */
export function digestOf(arrays) {
    let high = 0xcbf29ce4,
        low = 0x84222325;
    for (const array of arrays) {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) {
            const a = (low ^ bytes[i]) >>> 0,
                product = a * 0x1b3; // the prime is 2^40 + 0x1b3
            high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (a << 8)) >>> 0;
            low = product >>> 0;
        }
    }
    return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
