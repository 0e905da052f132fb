// What TypeScript's users write: it is only compiled.
import {
    PerlinError,
    constants,
    load,
    names,
    parameters,
    version,
    type Basis,
    type CombineKind,
    type Description,
    type Noise,
    type Numbers,
    type Parameters,
} from 'libperlin';

declare const console: { log(...what: unknown[]): void };

export async function use(): Promise<void> {
    const perlin = await load();
    const basis: Basis = 'simplex',
        made: Parameters = {
            seed: 2n ** 60n,
            basis,
            fractal: 'FBM',
            octave_seeds: true,
            period: [4, 4],
        };
    const noise: Noise = perlin.noise(made);
    const floats: Float32Array = noise.grid([64, 64], { step: 1 / 64, start: [0n, 5] });
    const doubles: Float64Array = noise.grid([64, 64], {
        step: [1, 2],
        out: new Float64Array(4096),
    });
    const points: Float32Array = noise.points([floats, floats]);
    const wide: Float64Array = noise.points([[1, 2], doubles]);
    const saved: Parameters = { seed: '18446744073709551615' };
    perlin.noise(saved).free();
    await load(new Uint8Array(8));
    const { values, gradient } = noise.gridGradient([8, 8], { step: 0.1 });
    const [x, y, z] = noise.normals([8, 8], { step: 0.1, height: 2 });
    const all: Float32Array[] = [points, values, ...gradient, x, y, z];
    const listed: string[] = [
        ...names('basis'),
        ...parameters,
        version,
        noise.backend,
        ...perlin.backends(),
    ];
    const two: 2 = constants.PERLIN_ERROR_STRUCT_SIZE;
    (await load(perlin.module)).noise(noise.parameters).free();
    try {
        perlin.published({ octaves: 99 });
    } catch (error) {
        if (error instanceof PerlinError)
            console.log(error.status + two, all.length, listed.length, wide.length);
    }
    const kind: CombineKind = 'smooth_minimum',
        numbers: Numbers = { lower: 0, upper: 0.3, matrix: [[1, 0]], positions: [0, 1] };
    const both: Noise = perlin.combine(kind, [noise, 0.5], numbers);
    const [least, greatest]: [number, number] = both.bounds(2);
    const description: Description = both.description;
    perlin.from(description).inputs.forEach(one => console.log(one, least, greatest));
    perlin.combine('DISTANCE').free();
    // @ts-expect-error
    noise.points([0.5, 0.25]);
    // @ts-expect-error
    noise.grid(256, 256);
    // @ts-expect-error
    perlin.noise({ seed: 'one' });
    // @ts-expect-error
    noise.parameters = {};
    // @ts-expect-error
    perlin.combine('AD', [noise, noise]);
    // @ts-expect-error
    perlin.combine('WARP', [noise, noise], { amplitud: 1 });
    // @ts-expect-error
    perlin.combine('ADD', [noise, 'noise']);
    // @ts-expect-error
    perlin.noise({ basis: 'perlim' });
    // @ts-expect-error
    perlin.noise({ ocatves: 3 });
    // @ts-expect-error
    noise.grid([4, 4], { stpe: 1 });
    // @ts-expect-error
    const wrong: Float64Array = noise.grid([4, 4], { step: 1 });
    wrong.fill(0);
}
