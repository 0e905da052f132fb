// Noises made of noises: recipes of docs/combining.md. What one would change in each is a control.
//
// A recipe is at a frequency of 1 as its numbers say. Another frequency scales all of it: those of
// the noises, and lengths, which are in units of coordinates.

const slider = (name, label, value, min, max, step, help) => ({
    name,
    label,
    kind: 'range',
    value,
    min,
    max,
    step,
    help,
});

const bends = (name, value) =>
    slider(name, 'Warp', value, 0, 1, 0.01, 'How far coordinates are moved, in cells');

/** What is wrong with a setting: `control` is its name. */
export class SettingError extends Error {
    constructor(control, message) {
        super(message);
        this.control = control;
    }
}

/**
 * By name: `title`, the settings that it starts with, its controls, and `make`, which makes its
 * noises by a Recipe. The last one is the picture.
 */
export const RECIPES = {
    ISLANDS: {
        title: 'Islands',
        start: { view: 'terrain', across: 3, sea: 0, octaves: 8 },
        controls: [
            slider('islands_size', 'Size of the land', 0.5, -0.5, 2, 0.01),
            bends('islands_warp', 0.2),
        ],
        make(r) {
            r.combine('distance', 'DISTANCE', [], {});
            r.scaled('shore', 'distance', r.frequency, -r.of('islands_size'));
            r.fractal('hills', 'FBM', 1.5);
            r.fractal('bends', 'FBM', 2);
            r.combine('land', 'SUBTRACT', ['hills', 'shore'], {});
            r.warped('islands', 'land', 'bends', r.of('islands_warp'));
        },
    },
    MOUNTAINS: {
        title: 'Ridged mountains',
        start: { view: 'terrain', across: 3, sea: 0, octaves: 8 },
        controls: [
            slider('mountains_edge', 'Where mountains begin', 0, -1, 1, 0.01),
            slider(
                'mountains_foothills',
                'Foothills',
                0.25,
                0,
                0.5,
                0.01,
                'With 0 plains end at cliffs',
            ),
            slider('mountains_height', 'Height', 0.4, 0, 1, 0.01),
        ],
        make(r) {
            r.fractal('billows', 'BILLOW', 2);
            r.scaled('plains', 'billows', 0.08, 0.14);
            r.fractal('ridges', 'MULTIFRACTAL', 1.5);
            r.fractal('bends', 'FBM', 3);
            r.warped('bent', 'ridges', 'bends', 0.1);
            r.scaled('peaks', 'bent', r.of('mountains_height'), 0.5);
            r.fractal('map', 'FBM', 0.7);
            r.combine('mountains', 'SELECT', ['plains', 'peaks', 'map'], {
                lower: r.of('mountains_edge'),
                upper: 2,
                falloff: r.of('mountains_foothills'),
            });
        },
    },
    RIVERS: {
        title: 'Rivers',
        start: { view: 'terrain', across: 3, sea: 0, octaves: 8 },
        controls: [
            slider('rivers_banks', 'Banks', 0.25, 0.03, 1, 0.01, 'How wide the valleys are'),
            bends('rivers_warp', 0.25),
        ],
        make(r) {
            r.fractal('hills', 'FBM', 2);
            r.scaled('land', 'hills', 0.4, 0.22);
            r.fractal('broad', 'NONE', 1);
            r.fractal('bends', 'FBM', 2);
            r.warped('course', 'broad', 'bends', r.of('rivers_warp'));
            r.combine('away', 'ABSOLUTE', ['course'], {});
            r.mask('banks', 'away', 0.02, r.of('rivers_banks'));
            r.combine('bed', 'CONSTANT', [], { value: -0.1 });
            r.combine('rivers', 'BLEND', ['bed', 'land', 'banks'], {});
        },
    },
    TERRACES: {
        title: 'Terraces',
        start: { view: 'terrain', across: 3, sea: 0, relief: 2, octaves: 6 },
        controls: [
            slider('terraces_steps', 'Steps', 7, 2, 31, 1),
            bends('terraces_warp', 0.25),
            slider('terraces_rough', 'Roughness', 0.015, 0, 0.2, 0.005),
        ],
        make(r) {
            const steps = Math.trunc(r.of('terraces_steps'));
            if (!(steps >= 1 && steps <= 31))
                throw new SettingError('terraces_steps', 'steps have to be 1 to 31');
            const rise = i => Number((0.02 + (0.48 * i) / (steps - 1 || 1)).toPrecision(6));
            r.fractal('broad', 'NONE', 1);
            r.scaled('hills', 'broad', 0.45, 0.22);
            r.fractal('bends', 'FBM', 1.5);
            r.warped('bent', 'hills', 'bends', r.of('terraces_warp'));
            r.combine('steps', 'TERRACE', ['bent'], {
                positions: [-0.3, ...Array.from({ length: steps }, (_, i) => rise(i))],
            });
            r.fractal('grain', 'FBM', 3);
            r.scaled('rough', 'grain', r.of('terraces_rough'), 0);
            r.combine('terraces', 'ADD', ['steps', 'rough'], {});
        },
    },
    CAVES: {
        title: 'Caves, a cut',
        start: {
            view: 'values',
            palette: 'caves',
            stretch: false,
            dims: '3',
            across: 3,
            y: 0.6,
            octaves: 6,
        },
        controls: [
            slider('caves_width', 'Width of tunnels', 0.08, 0, 0.5, 0.005),
            slider(
                'caves_hills',
                'Height of hills',
                1,
                0,
                3,
                0.05,
                'y goes down. Depth is the third axis',
            ),
        ],
        make(r) {
            r.fractal('map', 'FBM', 1);
            // of x and z, whatever y is
            const matrix = [
                [1, 0, 0],
                [0, 0, 1],
            ];
            r.combine('plan', 'TRANSFORM', ['map'], { dims: 2, matrix });
            r.scaled('hills', 'plan', r.of('caves_hills'), 0);
            r.combine('down', 'COORDINATE', [], { axis: 1 });
            r.scaled('below', 'down', r.frequency, 0);
            r.combine('ground', 'ADD', ['hills', 'below'], {});
            r.fractal('one', 'FBM', 2);
            r.fractal('other', 'FBM', 2);
            r.combine('near_one', 'ABSOLUTE', ['one'], {});
            r.combine('near_other', 'ABSOLUTE', ['other'], {});
            r.combine('near', 'MAXIMUM', ['near_one', 'near_other'], {});
            r.scaled('walls', 'near', 1, -r.of('caves_width'));
            r.combine('caves', 'MINIMUM', ['ground', 'walls'], {});
        },
    },
    BIOMES: {
        title: 'Biomes',
        start: { view: 'values', palette: 'biomes', stretch: false, across: 3, octaves: 6 },
        controls: [
            bends('biomes_warp', 0.12),
            slider(
                'biomes_jitter',
                'Jitter',
                1,
                0,
                1,
                0.01,
                'With 0 regions are squares, before the warp',
            ),
        ],
        make(r) {
            const jitter = r.of('biomes_jitter');
            r.noise('regions', 3, { basis: 'CELLULAR', cellular_result: 'CELL', jitter });
            r.fractal('bends', 'FBM', 4);
            r.warped('biomes', 'regions', 'bends', r.of('biomes_warp'));
        },
    },
    MARBLE: {
        title: 'Marble, by warps',
        start: { view: 'values', palette: 'marble', across: 2.5, octaves: 6 },
        controls: [
            slider(
                'marble_warp',
                'Warp',
                0.8,
                0,
                2,
                0.01,
                'How far coordinates are moved, in cells',
            ),
            slider('marble_swirl', 'Warp of the warp', 0.4, 0, 2, 0.01),
            slider('marble_veins', 'Width of veins', 0.35, 0.01, 1, 0.01),
        ],
        make(r) {
            r.fractal('large', 'FBM', 1);
            r.fractal('small', 'FBM', 2);
            r.warped('bends', 'large', 'small', r.of('marble_swirl'));
            r.fractal('layers', 'FBM', 1);
            r.warped('stone', 'layers', 'bends', r.of('marble_warp'));
            r.combine('veins', 'ABSOLUTE', ['stone'], {});
            r.mask('marble', 'veins', 0, r.of('marble_veins'));
        },
    },
    CRACKS: {
        title: 'Cracked ground',
        start: { view: 'values', palette: 'clay', across: 3, octaves: 6 },
        controls: [
            slider('cracks_width', 'Width of cracks', 0.14, 0.02, 0.5, 0.01, 'In cells'),
            slider('cracks_rough', 'Roughness', 0.35, 0, 1, 0.01),
            bends('cracks_warp', 0.08),
        ],
        make(r) {
            // the distance to the border, in cells
            const borders = { basis: 'CELLULAR', cellular_result: 'EDGE', range: 'RAW' };
            r.noise('borders', 3, borders);
            r.fractal('bends', 'FBM', 3);
            r.warped('edge', 'borders', 'bends', r.of('cracks_warp'));
            r.mask('clods', 'edge', 0.01, r.of('cracks_width'));
            r.fractal('grain', 'FBM', 5);
            r.scaled('rough', 'grain', r.of('cracks_rough'), 0);
            r.combine('relief', 'MULTIPLY', ['rough', 'clods'], {});
            r.combine('cracks', 'ADD', ['clods', 'relief'], {});
        },
    },
    TEXTURE: {
        title: 'A texture that tiles',
        start: { view: 'values', palette: 'moss', size: '512x512', across: 8, octaves: 6 },
        controls: [
            slider(
                'texture_cells',
                'Tile in cells',
                4,
                1,
                16,
                1,
                'The picture repeats after these',
            ),
            bends('texture_warp', 0.6),
        ],
        make(r) {
            const period = Array(2).fill(r.of('texture_cells'));
            r.fractal('grain', 'RIDGED', 1, { period });
            r.fractal('bends', 'FBM', 1, { period });
            r.warped('texture', 'grain', 'bends', r.of('texture_warp'));
        },
    },
    SMOKE: {
        title: 'Smoke that loops',
        start: { view: 'values', palette: 'sea', dims: '4', radius: 0.2, across: 3, octaves: 6 },
        controls: [bends('smoke_warp', 0.4)],
        make(r) {
            r.fractal('puffs', 'FBM', 1.5);
            r.fractal('bends', 'FBM', 1.5);
            r.warped('smoke', 'puffs', 'bends', r.of('smoke_warp'));
        },
    },
};

// What the library takes where nothing is said.
const DEFAULTS = {
    frequency: 1,
    octaves: 6,
    jitter: 1,
    scale: 1,
    bias: 0,
    lower: 0,
    upper: 1,
    falloff: 0,
    amplitude: 1,
    value: 0,
    axis: 0,
};

const withoutDefaults = numbers =>
    Object.fromEntries(
        Object.entries(numbers).filter(([name, value]) => value !== DEFAULTS[name]),
    );

/** Collects the noises of a recipe. Leaves out those that change nothing. */
export class Recipe {
    #all = []; // in an order in which they can be made
    #same = new Map(); // names of noises that were left out, and those that take their places
    #last;
    #seed;
    #octaves;
    #backend;

    /** `of(name)` is the number that a control has. */
    constructor({ of, seed, backend }) {
        this.of = of;
        this.frequency = of('frequency');
        this.#seed = seed;
        this.#octaves = of('octaves');
        this.#backend = backend === 'AUTO' ? {} : { backend };
    }

    /** A noise with a seed of its own, of so many cells a unit. */
    noise(name, cells, parameters) {
        const seed = this.#seed === 0n ? {} : { seed: this.#seed };
        this.#seed = BigInt.asUintN(64, this.#seed + 1n);
        const frequency = cells * this.frequency;
        const all = { ...parameters, ...seed, frequency, ...this.#backend };
        this.#add({ name, inputs: [], parameters: withoutDefaults(all) });
    }

    #add(node) {
        this.#all.push(node);
        this.#last = node.name;
    }

    // `name` would be the same noise as `input`.
    #leaveOut(name, input) {
        this.#last = this.#named(input);
        this.#same.set(name, this.#last);
    }

    #named(name) {
        return this.#same.get(name) ?? name;
    }

    /** Those that the last noise is made of, and that noise. */
    get nodes() {
        const needed = new Set([this.#last]);
        for (const { name, inputs } of [...this.#all].reverse())
            if (needed.has(name)) inputs.forEach(input => needed.add(input));
        return this.#all.filter(({ name }) => needed.has(name));
    }

    fractal(name, fractal, cells, parameters = {}) {
        const octaves = fractal === 'NONE' ? {} : { fractal, octaves: this.#octaves };
        this.noise(name, cells, { ...octaves, ...parameters });
    }

    combine(name, kind, inputs, numbers) {
        this.#add({
            name,
            kind,
            inputs: inputs.map(input => this.#named(input)),
            parameters: { ...withoutDefaults(numbers), ...this.#backend },
        });
    }

    scaled(name, input, scale, bias) {
        if (scale === 1 && bias === 0) this.#leaveOut(name, input);
        else this.combine(name, 'SCALE_BIAS', [input], { scale, bias });
    }

    /** By an amplitude in cells at a frequency of 1. */
    warped(name, input, by, amplitude) {
        if (amplitude === 0) this.#leaveOut(name, input);
        else this.combine(name, 'WARP', [input, by], { amplitude: amplitude / this.frequency });
    }

    /** 0 where it is `lower` or less, 1 where it is `upper` or more. */
    mask(name, input, lower, upper) {
        this.combine(name, 'SMOOTHSTEP', [input], { lower, upper });
    }
}
