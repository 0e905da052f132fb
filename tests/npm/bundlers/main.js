// The program that bundlers.test.mjs bundles.
import { load } from 'libperlin';

load().then(
    perlin => {
        const noise = perlin.noise({ seed: 42, fractal: 'FBM' });
        console.log(JSON.stringify([...noise.grid([64, 48], { step: 1 / 64, start: [768, 0] })]));
    },
    error => console.log(JSON.stringify(error.message)),
);
