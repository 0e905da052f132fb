// Computes pictures beside the page, which stays quick.
import { load } from './index.js';
import { digestOf, shade } from './shade.js';
import { build } from './noises.js';
import { gridOf, heightOf, lookOf, nodesOf } from './settings.js';

let perlin, noise, madeOf;

function noiseOf(nodes) {
    const key = JSON.stringify(nodes, (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
    );
    if (key !== madeOf) {
        const made = build(perlin, nodes); // if it throws, the one before stays
        noise?.free();
        [noise, madeOf] = [made, key];
    }
    return noise;
}

function evaluate({ settings, coarse, isFinal, patience }) {
    const grid = gridOf(settings, coarse),
        { count, ...place } = grid,
        nodes = nodesOf(settings),
        noise = noiseOf(nodes);
    const total = count.reduce((product, n) => product * n),
        isNormals = settings.view === 'normals';
    const arrays = Array.from({ length: isNormals ? 3 : 1 }, () => new Float32Array(total)),
        bounds = [0, 0];
    const call = isNormals
        ? () => noise.normals(count, { ...place, height: heightOf(settings), out: arrays })
        : () => noise.grid(count, { ...place, out: arrays[0], bounds });
    let least = Infinity;
    const begin = performance.now();
    do {
        // a quick picture several times, for its speed: engines compile a module again while it
        // runs
        const from = performance.now();
        call();
        least = Math.min(least, performance.now() - from);
    } while (performance.now() - begin < patience);
    const pixels = new Uint8ClampedArray(4 * total),
        from = performance.now();
    shade(settings.view, arrays, lookOf(settings, bounds, count), pixels);
    return {
        pixels,
        width: count[0],
        height: count[1],
        bounds: isNormals ? null : bounds,
        ms: least + performance.now() - from,
        patience,
        rate: total / Math.max(least, 0.05) / 1000,
        backend: noise.backend,
        hash: noise.hash,
        noises: nodes.length,
        digest: isFinal ? digestOf(arrays) : null,
    };
}

self.onmessage = async ({ data }) => {
    if (data.module) {
        perlin = await load(data.module);
        self.postMessage({ ready: true });
        return;
    }
    let answer;
    try {
        answer = evaluate(data);
    } catch (error) {
        answer = { error: error.message };
    }
    self.postMessage(
        { ...answer, id: data.id, coarse: data.coarse, isFinal: data.isFinal },
        answer.pixels ? [answer.pixels.buffer] : [],
    );
};
