// The speed of the npm package's backends in node, in million samples a second.
//
//     scripts/pack-npm build/npm && node bench/wasm.mjs build/npm/package/index.js
//
// The backends take turns, and each number is the least time of many. It includes what JavaScript
// adds.
import { pathToFileURL } from 'node:url';

const { load } = await import(pathToFileURL(process.argv[2]));
const perlin = await load();
const backends = perlin.backends(),
    turns = 40;

const random = type => type.from({ length: 4096 }, () => Math.random() * 256);
const grid = (count, step, Type = Float32Array) => {
    const out = new Type(count.reduce((product, n) => product * n));
    return noise => noise.grid(count, { step, out });
};
const points = (dims, Type) => {
    const coordinates = Array.from({ length: dims }, () => random(Type)),
        out = new Type(4096);
    return noise => noise.points(coordinates, { out });
};
const fbm = { fractal: 'FBM' };
const works = [
    ['2-D grid 256^2 step 1/64 float', {}, grid([256, 256], 1 / 64)],
    ['2-D grid 256^2 step 1/64 double', {}, grid([256, 256], 1 / 64, Float64Array)],
    ['3-D grid 64^3 step 1/64 float', {}, grid([64, 64, 64], 1 / 64)],
    ['3-D grid 64^3 step 0.3 float', {}, grid([64, 64, 64], 0.3)],
    ['4-D grid 16^4 step 1/64 float', {}, grid([16, 16, 16, 16], 1 / 64)],
    ['2-D points float', {}, points(2, Float32Array)],
    ['3-D points float', {}, points(3, Float32Array)],
    ['3-D points double', {}, points(3, Float64Array)],
    ['fBm 6 2-D grid 256^2 step 1/128 float', fbm, grid([256, 256], 1 / 128)],
    ['fBm 6 3-D grid 64^3 step 1/128 float', fbm, grid([64, 64, 64], 1 / 128)],
    ['SIMPLEX 2-D grid 256^2 step 1/64 float', { basis: 'SIMPLEX' }, grid([256, 256], 1 / 64)],
    ['CELLULAR 2-D grid 256^2 step 1/64 float', { basis: 'CELLULAR' }, grid([256, 256], 1 / 64)],
];

console.log(
    `| work | ${backends.join(' | ')} | |\n|---|${backends.map(() => '---:|').join('')}---:|`,
);
for (const [name, parameters, work] of works) {
    const noises = backends.map(backend => perlin.noise({ ...parameters, backend })),
        least = backends.map(() => Infinity);
    for (let turn = 0; turn < turns; turn++)
        noises.forEach((noise, i) => {
            const begin = performance.now();
            let calls = 0;
            do (calls++, work(noise));
            while (performance.now() - begin < 5);
            least[i] = Math.min(least[i], (performance.now() - begin) / calls / work(noise).length);
        });
    const rates = least.map(ms => 1 / ms / 1000);
    console.log(
        `| ${name} | ${rates.map(rate => rate.toFixed(rate < 10 ? 1 : 0)).join(' | ')} | ${(rates[1] / rates[0]).toFixed(1)}x |`,
    );
}
