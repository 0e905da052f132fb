// Tests of the installed npm package. PERLIN_ORACLE is the command of tests/npm/oracle.py, which
// computes with the native library.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Worker } from 'node:worker_threads';

import { PerlinError, constants, load, names, parameters, version } from 'libperlin';

const perlin = await load();
const api = JSON.parse(readFileSync(process.env.PERLIN_API));

const digest = arrays => {
    const hash = createHash('sha256');
    for (const array of arrays)
        hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    return hash.digest('hex');
};

// ---- Beside the native library ------------------------------------------------------------------

function randomNumbers(seed) {
    let state = BigInt(seed);
    return () => {
        state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
        return Number(state >> 33n) / 2 ** 31;
    };
}

const random = randomNumbers(process.env.PERLIN_TEST_SEED ?? 1);
const below = n => Math.floor(random() * n);
const pick = list => list[below(list.length)];
const between = (least, most) => least + random() * (most - least);

// Any parameters: many are refused, by both in the same words.
function randomParameters() {
    const made = {
        seed: String(BigInt(below(2 ** 32) - 2 ** 31) << BigInt(below(33))),
        frequency: between(-2, 2),
    };
    const choices = {
        basis: () => pick(names('basis')),
        fractal: () => pick(names('fractal')),
        range: () => pick(names('range')),
        gradients: () => pick(names('gradients')),
        octaves: () => 1 + below(6),
        octave_seeds: () => below(2),
        octave_offsets: () => below(2),
        lacunarity: () => pick([2, 1.9, 3, -2]),
        gain: () => between(0, 1),
        weighted_strength: () => between(0, 1),
        ping_pong_strength: () => between(0, 4),
        ridge_offset: () => between(0, 2),
        ridge_gain: () => between(0, 3),
        period: () => [4, 8, below(20), 0],
        rotation: () => pick(names('rotation')),
        matrix: () => [
            [1, 0.5, 0],
            [-0.5, 1, between(0, 1)],
        ],
        interpolation: () => pick(names('interpolation')),
        elias_smoothing: () => below(2),
        simplex_radius: () => pick(names('simplex_radius')),
        hash: () => pick(names('hash')),
        weight_octaves: () => below(10),
        weights: () => Array.from({ length: 6 }, () => between(-1, 1)),
        jitter: () => between(0, 1.1),
        cellular_metric: () => pick(names('cellular_metric')),
        cellular_result: () => pick(names('cellular_result')),
        backend: () => pick(['scalar', 'auto']),
        permutation: () => Array.from({ length: 256 }, (_, i) => (i * 5 + 3) % 256),
    };
    const rare = ['permutation', 'weights', 'weight_octaves', 'matrix'];
    for (const [name, value] of Object.entries(choices))
        if (
            random() <
            (['basis', 'fractal'].includes(name) ? 0.9 : rare.includes(name) ? 0.04 : 0.12)
        )
            made[name] = value();
    return made;
}

const inputsOf = kind => {
    const [least, most] = api.kinds[kind].inputs;
    return least + (random() < 0.5 ? 0 : below(most - least + 1));
};

// Numbers of a kind, in order or not.
function randomNumbersOf(kind) {
    const count = 2 + below(5),
        rising = () =>
            Array.from({ length: count }, (_, i) => i / 3 - 0.7 + between(0, 0.2)).map(
                (value, i, all) => (random() < 0.005 ? all[0] : value),
            );
    const lower = between(-1, 0.2);
    const made = {
        value: between(-1, 1),
        scale: between(-2, 2),
        bias: between(-1, 1),
        lower,
        upper: lower + between(-0.05, 1),
        falloff: pick([0, 0, 0.1]),
        smoothness: between(-0.02, 0.8),
        amplitude: between(-2, 2),
        point: [between(-9, 9), between(-9, 9), between(-9, 9)],
        axis: below(4),
        offset: [between(-9, 9), 0, between(-9, 9), 1],
        matrix: Array.from({ length: 4 }, () =>
            Array.from({ length: 4 }, () => pick([0, 1, between(-2, 2)])),
        ),
        dims: below(5),
        curve: pick(['straight', 'CUBIC']),
        backend: pick(['scalar', 'auto']),
    };
    if (['CURVE', 'TERRACE'].includes(kind)) made.positions = rising();
    if (kind === 'CURVE') made.values = Array.from({ length: count }, () => between(-1, 1));
    const own = [...api.kinds[kind].fields, 'backend'];
    for (const name of Object.keys(made))
        if (
            !own.includes(name) ||
            (!['positions', 'values', 'lower', 'upper'].includes(name) && random() < 0.3)
        )
            delete made[name];
    return made;
}

const simpleNoise = () => ({
    published: false,
    parameters: {
        seed: String(below(1000)),
        frequency: between(0.2, 2),
        basis: pick(names('basis')),
        fractal: pick(['NONE', 'FBM', 'RIDGED']),
        octaves: 2,
    },
});

function randomCombination(levels) {
    const kind = pick(names('kind'));
    const input = () =>
        random() < 0.1
            ? between(-1, 1)
            : levels > 1 && random() < 0.5
              ? randomCombination(levels - 1)
              : simpleNoise();
    return {
        kind: pick([kind, kind.toLowerCase().replaceAll('_', '-')]),
        inputs: Array.from({ length: inputsOf(kind) }, input),
        parameters: randomNumbersOf(kind),
    };
}

const randomNoise = () => ({
    published: random() < 0.1,
    parameters: randomParameters(),
});

function randomCase(noise) {
    const dims = 1 + below(4),
        type = pick(['float32', 'float64']),
        size = [3000, 60, 14, 8][dims - 1];
    const axes = value => Array.from({ length: dims }, value);
    return {
        noise,
        method: pick(
            dims === 2
                ? ['grid', 'points', 'gridGradient', 'pointsGradient', 'normals']
                : ['grid', 'points', 'gridGradient', 'pointsGradient'],
        ),
        type,
        coordinates: pick(['float64', type]),
        count: axes(() => 1 + below(size)),
        step: axes(() => between(-0.5, 0.5)),
        start: axes(() => below(2 ** 31) - 2 ** 30),
        origin: axes(() => between(-10, 10)),
        scale: between(-2, 2),
        bias: between(-2, 2),
        height: between(0, 10),
    };
}

function made(about) {
    if (typeof about === 'number') return about;
    const { kind, inputs, published, parameters } = about;
    if (kind) return perlin.combine(kind, inputs.map(made), parameters);
    return perlin[published ? 'published' : 'noise']({
        ...parameters,
        seed: BigInt(parameters.seed),
    });
}

function compute(that) {
    const noise = made(that.noise);
    return [Float64Array.from(noise.bounds(that.count.length)), ...results(noise, that)];
}

function results(noise, that) {
    const { method, count, step, start, origin, scale, bias } = that;
    const Type = that.type === 'float32' ? Float32Array : Float64Array;
    const total = count.reduce((product, n) => product * n, 1),
        out = () => new Type(total);
    const dims = count.length,
        arrays = n => Array.from({ length: n }, out);
    const place = { step, start, origin };
    if (method === 'grid') return [noise.grid(count, { ...place, out: out(), scale, bias })];
    if (method === 'normals')
        return noise.normals(count, { ...place, height: that.height, out: arrays(3) });
    if (method === 'gridGradient') {
        const { values, gradient } = noise.gridGradient(count, { ...place, out: arrays(1 + dims) });
        return [values, ...gradient];
    }
    const In = that.coordinates === 'float32' ? Float32Array : Float64Array;
    const coordinates = count.map((_, axis) =>
        In.from({ length: total }, (_, i) => origin[axis] + (i % 1009) * step[axis]),
    );
    if (method === 'points') return [noise.points(coordinates, { out: out(), scale, bias })];
    const { values, gradient } = noise.pointsGradient(coordinates, {
        out: out(),
        gradient: arrays(dims),
    });
    return [values, ...gradient];
}

// Which cases have results, each compared with those of the native library; others are refused.
function compareWithNative(cases) {
    const [command, ...args] = JSON.parse(process.env.PERLIN_ORACLE);
    const native = JSON.parse(
        execFileSync(command, args, { input: JSON.stringify(cases), maxBuffer: 2 ** 28 }),
    );
    const computed = [];
    cases.forEach((that, i) => {
        let here;
        try {
            here = digest(compute(that));
            computed.push(that);
        } catch (error) {
            if (!(error instanceof PerlinError)) throw error;
            here = `${error.status}: ${error.message}`;
        }
        const plain = text => text.replace(/ = .*/s, ''); // languages write numbers differently
        assert.equal(plain(here), plain(native[i]), JSON.stringify(that));
    });
    return computed;
}

// How many there are of each.
function tally(list) {
    const counts = {};
    for (const one of list) counts[one] = (counts[one] ?? 0) + 1;
    return counts;
}

test('any call has the bits, or the error, of the native library', () => {
    const computed = compareWithNative(
        Array.from({ length: 1500 }, () => randomCase(randomNoise())),
    );
    assert.equal(Object.keys(tally(computed.map(that => that.method))).length, 5);
    const bases = tally(computed.map(that => that.noise.parameters.basis));
    assert.ok(
        names('basis').every(basis => bases[basis] > 10),
        JSON.stringify(bases),
    );
    assert.ok(computed.length > 600 && computed.length < 1400, `${computed.length} are computed`);
});

test('any combination has the bits, or the error, of the native library', () => {
    const computed = compareWithNative(
        Array.from({ length: 1200 }, (_, i) => randomCase(randomCombination(1 + (i % 3)))),
    );
    assert.equal(Object.keys(tally(computed.map(that => that.method))).length, 5);
    const kinds = tally(
        computed.map(that => that.noise.kind.toUpperCase().replaceAll('-', '_')),
    );
    assert.equal(names('kind').length, 20);
    assert.ok(
        names('kind').every(kind => kinds[kind] > 10),
        JSON.stringify(kinds),
    );
    assert.ok(computed.length > 600 && computed.length < 1190, `${computed.length} are computed`);
});

test('names, constants and fields are those of perlin.h', () => {
    assert.deepEqual({ ...constants }, api.constants);
    assert.equal(version, api.version);
    const others = [
        'struct_size',
        'reserved',
        'allocate',
        'release',
        'user',
        'weight_count',
    ];
    assert.deepEqual(
        parameters,
        api.structs.perlin_params.map(field => field.name).filter(name => !others.includes(name)),
    );
    assert.deepEqual(names('hash'), ['AUTO', 'INTEGER', 'PERMUTATION']);
});

// ---- What JavaScript adds -----------------------------------------------------------------------

test('the README of the project has this sample', () => {
    const noise = perlin.noise({ seed: 42, fractal: 'FBM' });
    assert.equal(noise.grid([256, 256], { step: 1 / 64, start: [768, 0] })[1], -0x15685d / 2 ** 25);
});

test('both backends are there, and have the same bits', () => {
    assert.deepEqual(perlin.backends(), ['scalar', 'wasm128']);
    const count = [67, 33],
        place = { step: 0.07 };
    const [one, other] = ['scalar', 'wasm128'].map(backend => {
        const noise = perlin.noise({ basis: 'simplex', fractal: 'ridged', backend });
        assert.equal(noise.backend, backend);
        return digest([noise.grid(count, place)]);
    });
    assert.equal(one, other);
});

test('a grid that is computed in parts is that of one part', () => {
    const noise = perlin.noise({ seed: 3 });
    for (const count of [[300001], [700, 401], [70000, 3], [90, 81, 70], [30, 31, 29, 17]]) {
        const place = { step: 0.013, origin: 0.3 },
            total = count.reduce((product, n) => product * n);
        const whole = noise.grid(count, place);
        assert.equal(whole.length, total);
        const last = count.length - 1,
            slice = total / count[last];
        for (const i of [0, 1, count[last] >> 1, count[last] - 1]) {
            const size = [...count],
                start = count.map(() => 0);
            size[last] = 1;
            start[last] = i;
            assert.equal(
                digest([noise.grid(size, { ...place, start })]),
                digest([whole.subarray(i * slice, (i + 1) * slice)]),
            );
        }
    }
    const points = Float64Array.from({ length: 150001 }, (_, i) => i * 0.013 + 0.3);
    const all = noise.points([points], { out: new Float32Array(150001) });
    assert.equal(
        digest([all.subarray(70000, 90000)]),
        digest([noise.points([points.subarray(70000, 90000)], { out: new Float32Array(20000) })]),
    );
});

test('bounds are those of what is written, and accumulate adds', () => {
    const noise = perlin.noise({ seed: 5 }),
        bounds = [0, 0],
        count = [500, 301],
        place = { step: 0.11 };
    const once = noise.grid(count, { ...place, scale: 2, bias: 1, bounds });
    assert.deepEqual(bounds, [
        once.reduce((a, b) => Math.min(a, b)),
        once.reduce((a, b) => Math.max(a, b)),
    ]);
    const twice = noise.grid(count, {
        ...place,
        scale: 2,
        bias: 1,
        out: once.slice(),
        accumulate: true,
    });
    assert.ok(twice.every((value, i) => value === Math.fround(once[i] + once[i])));
    const points = [Float32Array.of(0.1, 0.2), Float32Array.of(0.3, 0.4)],
        sum = noise.points(points);
    noise.points(points, { out: sum, accumulate: true });
    assert.deepEqual(
        sum,
        noise.points(points).map(value => value + value),
    );
    noise.grid([0, 4], { step: 1, bounds });
    assert.deepEqual(bounds, [Infinity, -Infinity]);
});

test('only the samples are written, NaN is the quiet one', () => {
    const out = new Float32Array(8).fill(7);
    perlin.noise().points([[0.5, NaN, 0.25]], { out });
    assert.deepEqual([...out.subarray(3)], [7, 7, 7, 7, 7]);
    assert.equal(new Uint32Array(out.buffer)[1], 0x7fc00000);
});

test('errors have the text of the status; wrong types, names and lengths are refused', () => {
    const noise = perlin.noise();
    assert.throws(
        () => perlin.noise({ octaves: 33 }),
        error =>
            error instanceof PerlinError &&
            error.status === constants.PERLIN_ERROR_OCTAVE_COUNT &&
            error.message === 'octaves must be 1 to 32: octaves = 33',
    );
    assert.throws(
        () => noise.grid([4, 4]),
        error => error.status === constants.PERLIN_ERROR_GRID,
    );
    assert.throws(
        () => perlin.noise({ ocatves: 3 }),
        /no parameter 'ocatves'. It has basis, seed, frequency/,
    );
    assert.throws(
        () => perlin.noise({ basis: 'perlim' }),
        /'perlim' is none of PERLIN, VALUE, VALUE_CUBIC/,
    );
    assert.throws(() => perlin.noise({ octaves: 2.5 }), RangeError);
    assert.throws(() => perlin.noise({ octaves: '3' }), RangeError);
    assert.throws(() => perlin.noise({ frequency: '1' }), TypeError);
    assert.throws(() => perlin.noise({ seed: 2 ** 60 }), /above 2\^53 as a BigInt/);
    for (const seed of [2n ** 64n, -(2n ** 63n) - 1n, '0x10', '', '1.5', 0.5])
        assert.throws(() => perlin.noise({ seed }), /seed has to be .* from -2\^63 to 2\^64 - 1/);
    for (const place of [{ start: 2n ** 63n }, { period: -1 }])
        assert.throws(() => noise.grid([4], { step: 1, ...place }), /2\^6[34] - 1/);
    assert.throws(() => perlin.noise({ permutation: Array(256).fill(256) }), RangeError);
    assert.throws(() => perlin.noise({ permutation: [0, 1] }), /has to have 256 numbers/);
    assert.throws(
        () => noise.grid([4, 4], { step: 1, out: new Float32Array(15) }),
        /15 elements for 16 samples/,
    );
    assert.throws(() => noise.grid([4, 4], { step: [1] }), /1 numbers for 2 axes/);
    assert.throws(() => noise.grid([4, 4], { stpe: 1 }), /no option 'stpe' here, but step/);
    assert.throws(() => noise.grid([4.5], { step: 1 }), RangeError);
    assert.throws(() => noise.points([[1, 2], [1]]), /different lengths/);
    assert.throws(() => noise.points([[1]], { out: [0] }), TypeError);
    assert.equal(perlin.octavesFor({ octaves: 8, fractal: 'FBM' }, 1 / 64, 16), 6);
});

test('arguments of another kind are TypeErrors that show the right call', () => {
    const noise = perlin.noise(),
        shows = (call, text) =>
            assert.throws(
                call,
                error => error instanceof TypeError && error.message.includes(text),
                text,
            );
    for (const method of ['points', 'pointsGradient'])
        for (const given of [[[0.5, 0.25]], [0.5, 0.25], [Float32Array.of(1, 2)], []])
            shows(() => noise[method](...given), `${method}([[0.5], [0.25]])`);
    shows(() => noise.points([[1]], new Float32Array(1)), 'points([[0.5], [0.25]], { out })');
    for (const method of ['grid', 'gridGradient', 'normals'])
        for (const given of [[256, 256], [256, 256, { step: 1 }], [[256, 256], 1 / 64], []])
            shows(() => noise[method](...given), `${method}([256, 256], { step: 1 / 64 })`);
    shows(() => perlin.noise(42), 'noise({ seed: 42 })');
    shows(() => perlin.published(42), 'published({ seed: 42 })');
    shows(() => perlin.combine('ADD', noise, noise), "combine('ADD', [a, b])");
    shows(() => perlin.combine('WARP', [noise, noise], 0.3), '{ amplitude: 0.3 }');
    for (const name of ['period', 'weights', 'permutation'])
        shows(() => perlin.noise({ [name]: 4 }), `{ ${name}: [1, 2] }`);
    for (const matrix of [2, [1, 0, 0, 1]])
        shows(() => perlin.noise({ matrix }), '{ matrix: [[1, 0], [0, 1]] }');
});

test('a seed has 64 bits: -1 is the last, in Python and the command, too', () => {
    const of = seed => digest([perlin.noise({ seed }).grid([32, 32], { step: 0.1 })]);
    const last = [2n ** 64n - 1n, -1, -1n, '-1', '18446744073709551615'].map(of);
    assert.equal(new Set(last).size, 1);
    assert.equal(of(-(2n ** 63n)), of(2n ** 63n));
    assert.notEqual(of(2n ** 63n), last[0]);
    const place = ['--size', '32x32', '--step', '0.1', '--dims', '2', '--format', 'raw'];
    for (const seed of ['-1', '18446744073709551615']) {
        const args = ['render', '-o', '-', '--seed', seed, '--fractal', 'none', ...place];
        const floats = execFileSync(process.env.PERLIN_COMMAND, args);
        assert.equal(digest([floats]), last[0]);
    }
});

test('JSON writes descriptions, also of large seeds and typed arrays', () => {
    const weights = Float64Array.of(1, 0.5, 0.25),
        rough = { seed: 2n ** 64n - 3n, fractal: 'FBM', octaves: 3, weights };
    const whole = perlin.noise({ seed: 5n, period: [8, 8] });
    assert.deepEqual(whole.parameters, { seed: 5, period: [8, 8] });
    const both = perlin.combine('MULTIPLY', [perlin.noise(rough), whole]);
    const again = perlin.from(JSON.parse(JSON.stringify(both.description)));
    const [here, there] = [both, again].map(one => digest([one.grid([64, 64], { step: 0.1 })]));
    assert.equal(there, here);
    assert.deepEqual(again.description, both.description);
});

const LARGE = { octaves: 32, fractal: 'FBM', hash: 'PERMUTATION' }; // 125 KB

test('a noise can be freed, its memory is used again', () => {
    const noise = perlin.noise(LARGE);
    assert.deepEqual(
        [...noise.permutation(31)].sort((a, b) => a - b),
        [...Array(256).keys()],
    );
    noise.free();
    noise.free();
    assert.throws(() => noise.grid([4], { step: 1 }), /has been freed/);
    for (let i = 0; i < 40000; i++) perlin.noise(LARGE).free(); // 5 GB
});

test('a combination holds what it is made of', () => {
    const hills = perlin.noise({ seed: 1, fractal: 'FBM' }),
        bends = perlin.noise({ seed: 2 });
    const bent = perlin.combine('WARP', [hills, bends], { amplitude: 0.3 }),
        land = perlin.combine('ADD', [bent, 0.25]),
        count = [300, 301],
        place = { step: 0.03 };
    const before = digest([land.grid(count, place)]);
    assert.equal(bent.kind, 'WARP');
    assert.deepEqual(bent.inputs, [hills, bends]);
    assert.deepEqual(land.inputs, [bent, 0.25]);
    assert.deepEqual(bent.parameters, { amplitude: 0.3 });
    assert.deepEqual([hills.kind, hills.inputs], [undefined, []]);
    for (const noise of [hills, bends, bent]) noise.free();
    for (let i = 0; i < 100; i++) perlin.noise({ hash: 'PERMUTATION', seed: i }).free();
    assert.equal(digest([land.grid(count, place)]), before);
    assert.throws(() => bent.grid(count, place), /has been freed/);
    assert.throws(() => perlin.combine('ABSOLUTE', [bent]), /has been freed/);
    land.free();
});

test('what a combination holds is freed with it', () => {
    for (let i = 0; i < 40000; i++) {
        const noise = perlin.noise(LARGE),
            both = perlin.combine('ADD', [perlin.combine('ABSOLUTE', [noise]), 1]);
        noise.free();
        both.inputs[0].free();
        both.free();
    }
});

// An instance of the library. `instance.exports` are those of its module, some of them replaced.
async function loadWith(replaced = () => ({})) {
    const { instantiate } = WebAssembly;
    let instance;
    WebAssembly.instantiate = async (...args) => {
        const { exports } = await instantiate(...args);
        instance = { exports: { ...exports, ...replaced(exports) } };
        return instance;
    };
    try {
        return { perlin: await load(perlin.module), exports: instance.exports };
    } finally {
        WebAssembly.instantiate = instantiate;
    }
}

const cpuSeconds = action => {
    const before = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
};

test('noises that a loop makes and forgets take little memory, and no more time', async () => {
    const { perlin, exports } = await loadWith(),
        count = 117060,
        make = seed => perlin.noise({ seed, fractal: 'FBM', octaves: 6 });
    const freed = cpuSeconds(() => {
        for (let i = 0; i < count; i++) make(i).free();
    });
    const before = process.memoryUsage().rss;
    const forgotten = cpuSeconds(() => {
        for (let i = 0; i < count; i++) make(i);
    });
    assert.ok(exports.memory.buffer.byteLength < 2 ** 24, `${exports.memory.buffer.byteLength}`);
    assert.ok(process.memoryUsage().rss - before < 2 ** 26);
    assert.ok(forgotten < 2 * freed, `${forgotten} s, ${freed} s if each is freed at once`);
    for (let i = 0; i < 20000; i++) perlin.combine('MULTIPLY', [make(i), make(i + 1)]);
    assert.ok(exports.memory.buffer.byteLength < 2 ** 24, `${exports.memory.buffer.byteLength}`);
});

test('a noise that has left the module is made again, with the same bits', () => {
    const weights = Float64Array.of(1, 0.5, 0.25),
        table = Array.from({ length: 256 }, (_, i) => (i * 5 + 3) % 256),
        shift = [[0.3, 0.4]],
        rough = { seed: 2n ** 63n, fractal: 'FBM', octaves: 3, weights },
        tabled = { permutation: table, period: [8, 8] };
    const leaves = Array.from({ length: 100 }, (_, seed) => perlin.noise({ seed }));
    let sums = leaves.slice(0, 32); // pairs of pairs: as many noises as a combination can be of
    while (sums.length > 1)
        sums = Array.from({ length: sums.length / 2 }, (_, i) =>
            perlin.combine('ADD', sums.slice(2 * i, 2 * i + 2)),
        );
    const moved = perlin.combine('TRANSFORM', [leaves[7]], { matrix: shift });
    const noises = [perlin.noise(rough), perlin.published(tabled), sums[0], moved, ...leaves];
    const digests = () => noises.map(noise => digest([noise.grid([20, 10], { step: 0.13 })]));
    const before = digests();
    weights.fill(0); // what a noise is made of is no longer the caller's
    table.fill(0);
    shift[0][0] = 9;
    rough.seed = 1;
    assert.deepEqual(digests(), before);
    assert.equal(new Set(before).size, noises.length);
    leaves.forEach(leaf => leaf.free()); // combinations hold them, or make them again
    noises.splice(4);
    for (let seed = 0; seed < 100; seed++) perlin.noise({ seed });
    assert.deepEqual(digests(), before.slice(0, 4));
    assert.throws(() => leaves[7].bounds(2), /has been freed/);
    assert.throws(() => (noises[0].parameters.weights[0] = 9), TypeError);
    assert.throws(() => (noises[0].parameters = {}), TypeError);
});

test('where memory is short, the module gives up what it need not keep', async () => {
    let live = 0,
        most = 0;
    const { perlin } = await loadWith(exports => ({
        perlin_create: (out, params) => {
            if (live >= 10) return constants.PERLIN_ERROR_MEMORY;
            most = Math.max(most, ++live);
            return exports.perlin_create(out, params);
        },
        perlin_destroy: noise => {
            live--;
            exports.perlin_destroy(noise);
        },
    }));
    const noises = Array.from({ length: 30 }, (_, seed) => perlin.noise({ seed }));
    assert.ok(noises.every(noise => noise.bounds(2)[1] === 1));
    assert.equal(most, 10);
    live = 1000;
    assert.throws(
        () => perlin.noise(),
        error => error.status === constants.PERLIN_ERROR_MEMORY,
    );
});

test('what cannot be combined is refused', async () => {
    const noise = perlin.noise(),
        other = (await load(perlin.module)).noise();
    const refused = (mistake, ...args) =>
        assert.throws(
            () => perlin.combine(...args),
            error =>
                error instanceof PerlinError &&
                error.status === constants[`PERLIN_ERROR_${mistake}`],
        );
    refused('KIND', 77);
    refused('LIMITS', 'SMOOTHSTEP', [noise], { lower: 1, upper: 0 });
    refused('POSITIONS', 'CURVE', [noise], { positions: [1, 0], values: [0, 0] });
    refused('NOT_FINITE', 'ADD', [noise, NaN]);
    let deep = noise;
    for (let i = 0; i < 16; i++) deep = perlin.combine('ABSOLUTE', [deep]);
    refused('LEVELS', 'ABSOLUTE', [deep]);
    const message = (text, ...args) => assert.throws(() => perlin.combine(...args), text);
    message(/kind = 77$/, 77);
    message(/: lower = 1, upper = 0$/, 'SMOOTHSTEP', [noise], { lower: 1, upper: 0 });
    message(/: positions = \[1, 0\]$/, 'TERRACE', [noise], { positions: [1, 0] });
    message(/: positions is missing$/, 'CURVE', [noise]);
    message(/: bias = 1e\+39$/, 'SCALE_BIAS', [noise], { scale: 2, bias: 1e39 });
    message(/: value = NaN$/, 'ADD', [noise, NaN]);
    message(/ADD takes 2 inputs, not 1/, 'ADD', [noise]);
    message(/ADD takes 2 inputs, not 3/, 'ADD', [noise, 1, 2]);
    message(/WARP takes 2 to 5 inputs, not 1/, 'WARP', [noise]);
    const foreign = { positions: [0, 1], curve: 2 };
    message(/TERRACE has no parameter 'curve'. It has positions/, 'TERRACE', [noise], foreign);
    refused('POSITION_COUNT', 'CURVE', [noise]);
    assert.throws(() => perlin.combine('CURVE', [noise], { positions: [0, 1] }), TypeError);
    assert.throws(
        () => perlin.combine('CURVE', [noise], { positions: [0, 1], values: [1, 2, 3] }),
        /have to be as many/,
    );
    assert.throws(() => perlin.combine('ADD', Array(6).fill(noise)), /ADD takes 2 inputs, not 6/);
    assert.throws(() => perlin.combine('AD', [noise, noise]), /'AD' is none of CONSTANT, COORD/);
    assert.throws(() => perlin.combine('ADD', [noise, 'noise']), /a noise or a number/);
    assert.throws(() => perlin.combine('ADD', [noise, other]), /another instance/);
    assert.throws(() => perlin.combine('WARP', [noise, noise], { amplitud: 1 }), /'amplitud'/);
    assert.throws(() => perlin.combine('WARP', [noise, noise], { amplitude: '1' }), TypeError);
    assert.throws(() => perlin.combine('DISTANCE', [], { point: [0, 0, 0, 0, 0] }), /at most 4/);
    assert.throws(() => perlin.combine('COORDINATE', [], { axis: -1 }), RangeError);
    assert.throws(
        () => perlin.combine('COORDINATE', [], { axis: 2 }).bounds(2),
        error => error.status === constants.PERLIN_ERROR_DIMS,
    );
    assert.throws(
        () => perlin.combine('ABSOLUTE', [noise]).permutation(),
        error => error.status === constants.PERLIN_ERROR_UNSUPPORTED,
    );
});

test('bounds are proven, and of a distance infinite', () => {
    const noise = perlin.noise({ seed: 3 });
    assert.deepEqual(noise.bounds(2), [-1, 1]);
    assert.deepEqual(perlin.combine('CLAMP', [noise], { upper: 0.5 }).bounds(4), [0, 0.5]);
    assert.deepEqual(perlin.combine('DISTANCE').bounds(3), [0, Infinity]);
    assert.throws(() => noise.bounds(5), PerlinError);
});

test('a description makes the same noise, in a worker, too', async () => {
    const hills = perlin.noise({ seed: 2n ** 63n, fractal: 'FBM', period: [4, 4] }),
        mask = perlin.published({ seed: 4, fractal: 'FBM' });
    const both = perlin.combine('MULTIPLY', [mask, hills]),
        numbers = { lower: 0, upper: 0.5, falloff: 0.1 },
        world = perlin.combine('SELECT', [hills, both, mask], numbers);
    const count = [200, 100],
        place = { step: 0.05 },
        here = digest([world.grid(count, place)]);
    const again = perlin.from(world.description);
    assert.equal(digest([again.grid(count, place)]), here);
    assert.equal(again.inputs[2], again.inputs[1].inputs[0]);
    const worker = new Worker(
        `
    const { parentPort } = require('node:worker_threads');
    parentPort.once('message', async ({ url, module, description, count, place }) => {
      const { load } = await import(url);
      const noise = (await load(module)).from(description);
      parentPort.postMessage(noise.grid(count, place));
    });`,
        { eval: true },
    );
    const url = new URL('./node_modules/libperlin/index.js', import.meta.url).href;
    const { description } = world;
    worker.postMessage({ url, module: perlin.module, description, count, place });
    const posted = await new Promise((resolve, reject) =>
        worker.once('message', resolve).once('error', reject),
    );
    await worker.terminate();
    assert.equal(digest([posted]), here);
});

test('a worker computes with the posted module and parameters, into shared memory', async () => {
    const noise = perlin.noise({ seed: 9, fractal: 'BILLOW', basis: 'VALUE' });
    const shared = new SharedArrayBuffer(4 * 128 * 64);
    const worker = new Worker(
        `
    const { parentPort } = require('node:worker_threads');
    parentPort.once('message', async ({ url, module, parameters, shared }) => {
      const { load } = await import(url);
      const noise = (await load(module)).noise(parameters);
      noise.grid([128, 64], { step: 0.05, out: new Float32Array(shared) });
      const heights = noise.grid([128, 64], { step: 0.05 });
      parentPort.postMessage(heights, [heights.buffer]);
    });`,
        { eval: true },
    );
    const url = new URL('./node_modules/libperlin/index.js', import.meta.url).href;
    worker.postMessage({ url, module: perlin.module, parameters: noise.parameters, shared });
    const posted = await new Promise((resolve, reject) =>
        worker.once('message', resolve).once('error', reject),
    );
    await worker.terminate();
    const here = digest([noise.grid([128, 64], { step: 0.05 })]);
    assert.equal(digest([new Float32Array(shared)]), here);
    assert.equal(digest([posted]), here);
});

test('the module loads from bytes and from a response', async () => {
    const bytes = readFileSync(new URL('./node_modules/libperlin/perlin.wasm', import.meta.url));
    for (const source of [bytes, new Response(bytes)])
        assert.equal((await load(source)).noise().backend, 'wasm128');
});

test('a page in place of the module is refused, by its type', async () => {
    const served = [
        ['<!DOCTYPE html>', 'text/html'],
        ['', 'text/plain'],
    ];
    for (const [body, type] of served)
        await assert.rejects(
            load(new Response(body, { headers: { 'Content-Type': type } })),
            new RegExp(`no perlin.wasm .*200, ${type}.*README`),
        );
});
