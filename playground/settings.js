// The settings of a picture: their controls, defaults and ranges, and how a link keeps them. A
// setting that is named like a field of perlin_params is one.
import { api } from './perlin-api.js';
import { RECIPES, Recipe, SettingError } from './recipes.js';

const namesOf = type =>
    Object.keys(api.constants)
        .filter(name => name.startsWith(type.toUpperCase() + '_'))
        .map(name => name.slice(type.length + 1));

const titles = {
    PERLIN: 'Perlin',
    VALUE_CUBIC: 'Value, cubic',
    ELIAS: 'Hugo Elias',
    OPENSIMPLEX: 'OpenSimplex',
    OPENSIMPLEX2: 'OpenSimplex2',
    OPENSIMPLEX2S: 'OpenSimplex2S',
    FBM: 'fBm',
    F1: 'F1',
    F2: 'F2',
    F3: 'F3',
    F4: 'F4',
    F2_MINUS_F1: 'F2 − F1',
    F1_PLUS_F2: 'F1 + F2',
    F1_TIMES_F2: 'F1 × F2',
    F1_OVER_F2: 'F1 ÷ F2',
    XY: 'XY',
    XZ: 'XZ',
    XYZ: 'XYZ',
    XYZ_XY: 'XYZ, XY',
    XYZ_XZ: 'XYZ, XZ',
    EUCLIDEAN_SQUARED: 'Euclidean, squared',
    WASM128: 'simd128',
    NONE: 'None',
};
const titleOf = name => titles[name] ?? name[0] + name.slice(1).toLowerCase().replaceAll('_', ' ');
const optionsOf = (type, keep = () => true) =>
    namesOf(type)
        .filter(keep)
        .map(name => [name, titleOf(name)]);

const OF_SIMPLICES = ['SIMPLEX', 'OPENSIMPLEX2', 'OPENSIMPLEX2S', 'OPENSIMPLEX'];
const hasFractal = s => s.fractal !== 'NONE';
const hasBothHashes = s => ['PERLIN', 'SIMPLEX'].includes(s.basis);
const takesTables = s =>
    s.basis === 'OPENSIMPLEX' || (hasBothHashes(s) && s.hash !== 'INTEGER');
const isMade =
    (...bases) =>
    s =>
        bases.includes(s.basis);

// kind: select, range (a slider and a number), number, check, list (numbers; rows end with a
// semicolon). min and max are those of the slider; a number beyond them may be typed, and is the
// library's to refuse.
export const GROUPS = [
    [
        'Recipe',
        [
            {
                name: 'recipe',
                label: 'Recipe',
                kind: 'select',
                value: 'NONE',
                options: [
                    ['NONE', 'One noise'],
                    ...Object.entries(RECIPES).map(([name, { title }]) => [name, title]),
                ],
                help:
                    'Noises made of noises. Each recipe begins with settings of its own, but ' +
                    'keeps the seed.',
            },
            ...Object.entries(RECIPES).flatMap(([name, { controls }]) =>
                controls.map(control => ({ ...control, when: s => s.recipe === name })),
            ),
        ],
    ],
    [
        'Picture',
        [
            {
                name: 'view',
                label: 'Show',
                kind: 'select',
                value: 'terrain',
                options: [
                    ['values', 'Noise'],
                    ['terrain', 'Terrain'],
                    ['normals', 'Normals'],
                ],
            },
            {
                name: 'dims',
                label: 'Dimensions',
                kind: 'select',
                value: '2',
                options: [
                    ['2', '2-D'],
                    ['3', '3-D, a slice'],
                    ['4', '4-D, a loop'],
                ],
                help:
                    'Slices show 3-D noise at a depth. Loops move on a circle through the ' +
                    'last two of four dimensions, and end as they began.',
                when: s => s.view !== 'normals',
            },
            {
                name: 'depth',
                label: 'Depth of the slice',
                kind: 'range',
                value: 0,
                min: -8,
                max: 8,
                step: 0.01,
                when: s => dimsOf(s) === 3,
                help: 'z, in units of coordinates',
            },
            {
                name: 'time',
                label: 'Time in the loop',
                kind: 'range',
                value: 0,
                min: 0,
                max: 1,
                step: 0.005,
                when: s => dimsOf(s) === 4,
            },
            {
                name: 'radius',
                label: 'Radius of the loop',
                kind: 'range',
                value: 0.5,
                min: 0,
                max: 4,
                step: 0.01,
                when: s => dimsOf(s) === 4,
                help: 'Larger circles change more',
            },
            {
                name: 'across',
                label: 'Units across',
                kind: 'range',
                value: 3,
                min: 0.5,
                max: 64,
                step: 0.1,
                help:
                    'Units of coordinates that the picture is wide. With a frequency of 1 ' +
                    'that is cells.',
            },
            {
                name: 'palette',
                label: 'Colours',
                kind: 'select',
                value: 'dusk',
                when: s => s.view === 'values',
                options: [
                    ['grey', 'Grey'],
                    ['dusk', 'Dusk'],
                    ['sea', 'Sea'],
                    ['moss', 'Moss'],
                    ['contours', 'Contours'],
                    ['marble', 'Marble'],
                    ['clay', 'Clay'],
                    ['biomes', 'Biomes'],
                    ['caves', 'Rock and caves'],
                ],
            },
            {
                name: 'stretch',
                label: 'Full contrast',
                kind: 'check',
                value: true,
                when: s => s.view === 'values',
                help:
                    'From the least to the greatest sample; otherwise from one end of the ' +
                    'range to the other',
            },
            {
                name: 'sea',
                label: 'Sea level',
                kind: 'range',
                value: 0.02,
                min: -1,
                max: 1,
                step: 0.01,
                when: s => s.view === 'terrain',
            },
            {
                name: 'relief',
                label: 'Relief',
                kind: 'range',
                value: 1,
                min: 0,
                max: 4,
                step: 0.05,
                when: s => s.view !== 'values',
            },
            {
                name: 'size',
                label: 'Size',
                kind: 'select',
                value: '768x512',
                options: [
                    ['384x256', '384 × 256'],
                    ['512x512', '512 × 512'],
                    ['768x512', '768 × 512'],
                    ['1024x1024', '1024 × 1024'],
                ],
            },
            { name: 'x', label: 'Centre, x', kind: 'number', value: 0, step: 'any' },
            { name: 'y', label: 'Centre, y', kind: 'number', value: 0, step: 'any' },
        ],
    ],
    [
        'Noise',
        [
            {
                name: 'basis',
                label: 'Basis',
                kind: 'select',
                value: 'PERLIN',
                options: optionsOf('perlin_basis'),
            },
            {
                name: 'seed',
                label: 'Seed',
                kind: 'number',
                value: '1',
                min: 0,
                step: 1,
                help: 'An integer of 64 bits. −1 is 2^64 − 1',
            },
            {
                name: 'frequency',
                label: 'Frequency',
                kind: 'range',
                value: 1,
                min: 0.1,
                max: 16,
                step: 0.05,
                help: 'Cells per unit of the coordinates',
            },
            {
                name: 'cellular_result',
                label: 'Result',
                kind: 'select',
                value: 'F1',
                options: optionsOf('perlin_cellular'),
                when: isMade('CELLULAR'),
            },
            {
                name: 'cellular_metric',
                label: 'Metric',
                kind: 'select',
                value: 'EUCLIDEAN',
                options: optionsOf('perlin_metric'),
                when: isMade('CELLULAR'),
            },
            {
                name: 'jitter',
                label: 'Jitter',
                kind: 'range',
                value: 1,
                min: 0,
                max: 1,
                step: 0.01,
                when: isMade('CELLULAR'),
                help: 'How far points are from the centres of their cells',
            },
            {
                name: 'interpolation',
                label: 'Interpolation',
                kind: 'select',
                value: 'QUINTIC',
                options: optionsOf('perlin_interpolation'),
                when: isMade('VALUE', 'ELIAS'),
            },
            {
                name: 'elias_smoothing',
                label: 'Smoothed values',
                kind: 'check',
                value: false,
                when: isMade('ELIAS'),
            },
            {
                name: 'range',
                label: 'Range',
                kind: 'select',
                value: 'SIGNED',
                options: [
                    ['SIGNED', '−1 to 1'],
                    ['UNIT', '0 to 1'],
                    ['RAW', 'Raw'],
                    ['RAW_UNIT', 'Raw, halved and moved'],
                ],
            },
        ],
    ],
    [
        'Fractal',
        [
            {
                name: 'fractal',
                label: 'Kind',
                kind: 'select',
                value: 'FBM',
                options: optionsOf('perlin_fractal'),
            },
            {
                name: 'octaves',
                label: 'Octaves',
                kind: 'range',
                value: 9,
                default: 6,
                min: 1,
                max: 32,
                step: 1,
                when: s => s.recipe !== 'NONE' || hasFractal(s),
            },
            {
                name: 'gain',
                label: 'Gain',
                kind: 'range',
                value: 0.5,
                min: -1,
                max: 1.5,
                step: 0.01,
                when: hasFractal,
                help: 'The weight of an octave beside the one before it',
            },
            {
                name: 'lacunarity',
                label: 'Lacunarity',
                kind: 'range',
                value: 2,
                min: 1,
                max: 4,
                step: 0.01,
                when: hasFractal,
                help: 'The frequency of an octave beside the one before it',
            },
            {
                name: 'weighted_strength',
                label: 'Weighted strength',
                kind: 'range',
                value: 0,
                min: -8,
                max: 8,
                step: 0.05,
                when: s => hasFractal(s) && s.fractal !== 'MULTIFRACTAL',
                help: 'Octaves are weaker where those before are low. 0 to 1 with raw ranges',
            },
            {
                name: 'ping_pong_strength',
                label: 'Bands',
                kind: 'range',
                value: 2,
                min: 0,
                max: 16,
                step: 0.05,
                when: s => s.fractal === 'PING_PONG',
                help: 'ping_pong_strength, up to 65536',
            },
            {
                name: 'ridge_offset',
                label: 'Ridge offset',
                kind: 'range',
                value: 1,
                min: 0,
                max: 4,
                step: 0.01,
                when: s => s.fractal === 'MULTIFRACTAL',
                help: 'Up to 1024',
            },
            {
                name: 'ridge_gain',
                label: 'Ridge gain',
                kind: 'range',
                value: 2,
                min: 0,
                max: 16,
                step: 0.05,
                when: s => s.fractal === 'MULTIFRACTAL',
                help: 'Up to 65536',
            },
            {
                name: 'weights',
                label: 'Weights',
                kind: 'list',
                value: '',
                when: hasFractal,
                help: 'One an octave, in place of the gain: 1, 0.4, −0.2',
            },
            {
                name: 'weight_octaves',
                label: 'Octaves that weigh',
                kind: 'range',
                value: 0,
                min: 0,
                max: 32,
                step: 1,
                when: hasFractal,
                help:
                    'For levels of detail: as many as the finest level has. 0: as many as ' +
                    'there are',
            },
            {
                name: 'octave_seeds',
                label: 'Octaves with seeds of their own',
                kind: 'check',
                value: true,
                when: hasFractal,
            },
            {
                name: 'octave_offsets',
                label: 'Octaves that are moved',
                kind: 'check',
                value: true,
                when: hasFractal,
            },
        ],
    ],
    [
        'Tiling and rotation',
        [
            {
                name: 'period',
                label: 'Period in cells',
                kind: 'list',
                value: '',
                when: s => !OF_SIMPLICES.includes(s.basis),
                help: 'Of x, y and so on, up to 2147483648: 8, 8',
            },
            {
                name: 'rotation',
                label: 'Rotation',
                kind: 'select',
                value: 'NONE',
                options: optionsOf('perlin_rotation'),
            },
            {
                name: 'matrix',
                label: 'Matrix',
                kind: 'list',
                value: '0.8, -0.6; 0.6, 0.8',
                default: '',
                when: s => s.rotation === 'MATRIX',
                help: 'Rows end with a semicolon, up to 4 × 4',
            },
        ],
    ],
    [
        'Hash and tables',
        [
            {
                name: 'hash',
                label: 'Hash',
                kind: 'select',
                value: 'AUTO',
                options: optionsOf('perlin_hash'),
                when: hasBothHashes,
            },
            {
                name: 'gradients',
                label: 'Gradients',
                kind: 'select',
                value: 'DEFAULT',
                options: optionsOf('perlin_gradients'),
                when: s => isMade('PERLIN', 'SIMPLEX')(s) && takesTables(s),
                help: 'All but Default ask for tables',
            },
            {
                name: 'simplex_radius',
                label: 'Radius of simplex noise',
                kind: 'select',
                value: 'CONTINUOUS',
                options: optionsOf('perlin_radius'),
                when: s => s.basis === 'SIMPLEX' && takesTables(s),
            },
            {
                name: 'permutation',
                label: 'Permutation',
                kind: 'list',
                value: '',
                when: takesTables,
                help: 'A table for octave 0: the numbers 0 to 255, each once',
            },
        ],
    ],
    [
        'Machine',
        [
            {
                name: 'backend',
                label: 'Backend',
                kind: 'select',
                value: 'AUTO',
                options: optionsOf('perlin_backend', name =>
                    ['AUTO', 'SCALAR', 'WASM128'].includes(name),
                ),
                help: 'It changes the speed, and no bit',
            },
        ],
    ],
];

export const CONTROLS = GROUPS.flatMap(([, controls]) => controls);
const PARAMETERS = new Set(api.structs.perlin_params.map(field => field.name));
const IN_RECIPES = new Set(['seed', 'frequency', 'octaves', 'backend']);
const TYPES = new Map(api.structs.perlin_params.map(field => [field.name, field.type]));

export const STARTS = [
    ['Coast', {}],
    [
        'Alps',
        { fractal: 'MULTIFRACTAL', seed: '7', sea: -0.4, across: 2.5, relief: 0.45, octaves: 8 },
    ],
    [
        'Clouds',
        { view: 'values', palette: 'sea', basis: 'OPENSIMPLEX2', across: 5, seed: '3', dims: '3' },
    ],
    [
        'Stones',
        {
            view: 'values',
            palette: 'moss',
            basis: 'CELLULAR',
            cellular_result: 'EDGE',
            fractal: 'NONE',
            across: 12,
        },
    ],
    [
        'Marble',
        {
            view: 'values',
            palette: 'dusk',
            fractal: 'PING_PONG',
            octaves: 5,
            across: 4,
            seed: '11',
        },
    ],
    [
        'Lava',
        {
            view: 'values',
            palette: 'dusk',
            fractal: 'RIDGED',
            dims: '4',
            octaves: 6,
            across: 5,
            seed: '5',
            basis: 'SIMPLEX',
        },
    ],
    [
        'Scales',
        {
            view: 'normals',
            basis: 'CELLULAR',
            fractal: 'NONE',
            across: 14,
            relief: 2,
            cellular_result: 'F1',
        },
    ],
];

export const defaults = () =>
    Object.fromEntries(CONTROLS.map(control => [control.name, control.value]));

export function dimsOf(settings) {
    return settings.view === 'normals' ? 2 : Number(settings.dims);
}

/** A recipe has parameters of its own, so that it leaves most others out. */
export const isShown = ({ name, when }, settings) =>
    (settings.recipe === 'NONE' || !PARAMETERS.has(name) || IN_RECIPES.has(name)) &&
    (!when || when(settings));

/** The settings that a recipe begins with. */
export const startOf = recipe => ({ recipe, ...RECIPES[recipe]?.start });

/** '1, 2; 3, 4' is [[1, 2], [3, 4]]. */
function rowsOf({ name }, text) {
    return text
        .split(';')
        .filter(row => row.trim())
        .map(row =>
            row
                .split(/[\s,]+/)
                .filter(word => word)
                .map(word => {
                    const value = Number(word.replace('−', '-'));
                    if (Number.isNaN(value))
                        throw new SettingError(name, `'${word}' is no number`);
                    return value;
                }),
        );
}

// As the library's packages take it: -1 is 2^64 - 1.
function seedOf(value) {
    const digits = String(value).trim().replace('−', '-');
    const isRight =
        /^-?\d+$/.test(digits) &&
        BigInt(digits) >= -(2n ** 63n) &&
        BigInt(digits) < 2n ** 64n;
    if (!isRight)
        throw new SettingError('seed', 'the seed has to be an integer from -2^63 to 2^64 - 1');
    return BigInt.asUintN(64, BigInt(digits));
}

function checkNumber({ name, label }, value) {
    if (String(value).trim() === '' || !Number.isFinite(Number(value)))
        throw new SettingError(name, `${label} has to be a number`);
    if (name === 'across' && Number(value) === 0)
        throw new SettingError(name, `${label} must not be 0`);
}

// Throws a SettingError for the first control whose text is none of its kind.
function checkTexts(settings) {
    for (const control of CONTROLS) {
        const { name, kind } = control,
            value = settings[name];
        if (!isShown(control, settings)) continue;
        if (kind === 'list') rowsOf(control, value);
        else if (name === 'seed') seedOf(value);
        else if (kind === 'range' || kind === 'number') checkNumber(control, value);
    }
}

const isIdentity = rows =>
    rows.length <= 4 &&
    rows.every(
        (row, r) => row.length <= 4 && row.every((entry, c) => Object.is(entry, r === c ? 1 : 0)),
    );

/** The parameters of the noise that differ from the library's defaults. */
function parametersOf(settings) {
    const made = {};
    for (const control of CONTROLS) {
        const { name, kind } = control,
            value = settings[name];
        if (!PARAMETERS.has(name) || !isShown(control, settings)) continue;
        if (kind === 'list') {
            const rows = rowsOf(control, value);
            if (rows.length > 0) made[name] = name === 'matrix' ? rows : rows.flat();
        } else if (name === 'seed') {
            if (seedOf(value) !== 0n) made.seed = seedOf(value);
        } else if (kind === 'check') {
            if (value !== control.value) made[name] = value ? 1 : 0;
        } else if (kind === 'select') {
            const first = { fractal: 'NONE' }[name] ?? control.value;
            if (value !== first) made[name] = value;
        } else if (Number(value) !== (control.default ?? control.value)) {
            made[name] = Number(value);
        }
    }
    if (made.rotation === 'MATRIX' && isIdentity(made.matrix ?? [])) {
        delete made.rotation;
        delete made.matrix;
    }
    if (made.period?.length <= 4 && made.period.every(cells => cells === 0)) delete made.period;
    return made;
}

/**
 * The noises of a picture in an order in which they can be made; the last one is the picture. Each
 * has a name and parameters, and a combination a kind and the names of its inputs. What changes
 * nothing is left out.
 */
export function nodesOf(settings) {
    checkTexts(settings);
    if (settings.recipe === 'NONE') return [{ name: 'noise', parameters: parametersOf(settings) }];
    const made = new Recipe({
        of: name => Number(settings[name]),
        seed: seedOf(settings.seed),
        backend: settings.backend,
    });
    RECIPES[settings.recipe].make(made);
    return made.nodes;
}

/** The grid of a picture, with `coarse` pixels a sample. */
export function gridOf(settings, coarse = 1) {
    const [width, height] = settings.size.split('x').map(Number),
        step = Number(settings.across) / width;
    const count = [width / coarse, height / coarse],
        dims = dimsOf(settings);
    const made = {
        count,
        step: [step * coarse, step * coarse],
        start: [-count[0] / 2, -count[1] / 2],
        origin: [Number(settings.x), Number(settings.y)],
    };
    const angle = 2 * Math.PI * Number(settings.time),
        radius = Number(settings.radius);
    const more =
        dims === 3
            ? [Number(settings.depth)]
            : dims === 4
              ? [radius * Math.cos(angle), radius * Math.sin(angle)]
              : [];
    for (const origin of more) {
        made.count.push(1);
        made.step.push(0);
        made.start.push(0);
        made.origin.push(origin);
    }
    return made;
}

/**
 * What may surprise in a picture, or ''. At lattice points Perlin noise of one octave is 0, so that a
 * grid of them shows nothing.
 */
export function noteOf(settings) {
    const { count, step, start, origin } = gridOf(settings),
        frequency = Number(settings.frequency),
        isSingle = settings.fractal === 'NONE' || Number(settings.octaves) === 1;
    const isLattice =
        settings.recipe === 'NONE' &&
        settings.view !== 'normals' &&
        settings.basis === 'PERLIN' &&
        nodesOf(settings)[0].parameters.rotation === undefined &&
        isSingle &&
        count.every(
            (n, a) =>
                Number.isInteger((origin[a] + start[a] * step[a]) * frequency) &&
                (n === 1 || Number.isInteger(step[a] * frequency)),
        );
    return isLattice
        ? 'all samples are lattice points, where Perlin noise is 0: look closer, or change the frequency'
        : '';
}

/** The height of normals: that of the terrain's hills, in units of coordinates. */
export const heightOf = settings => 0.25 * Number(settings.relief);

/** How samples become colours; `bounds` are the least and the greatest one. */
export function lookOf(settings, bounds, count) {
    const isUnit =
        settings.recipe === 'NONE' && (settings.range === 'UNIT' || settings.range === 'RAW_UNIT');
    const [low, high] =
        settings.stretch && bounds[0] < bounds[1] ? bounds : isUnit ? [0, 1] : [-1, 1];
    const perSample = count[0] / Number(settings.across);
    return {
        palette: settings.palette,
        low,
        high,
        width: count[0],
        height: count[1],
        sea: Number(settings.sea),
        relief: 0.4 * Number(settings.relief) * perSample,
        isUnit,
    };
}

export function linkOf(settings) {
    const changed = CONTROLS.filter(({ name, value }) => String(settings[name]) !== String(value));
    return changed.map(({ name }) => `${name}=${encodeURIComponent(settings[name])}`).join('&');
}

export function settingsOf(link) {
    const made = defaults(),
        given = new URLSearchParams(link);
    for (const { name, kind, options } of CONTROLS) {
        const value = given.get(name);
        if (value === null) continue;
        if (kind === 'check') made[name] = value === 'true';
        else if (kind !== 'select' || options.some(([option]) => option === value))
            made[name] = kind === 'range' ? Number(value) : value;
    }
    return made;
}

export const constantName = (name, value) => `${TYPES.get(name).toUpperCase()}_${value}`;
