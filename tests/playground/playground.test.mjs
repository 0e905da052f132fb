// Tests of the playground in headless Chromium, beside the native library. scripts/wasm.sh makes
// the folder that this runs in: page/ has the page, site/ its modules.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { RECIPES } from './site/recipes.js';
import {
    CONTROLS,
    STARTS,
    defaults,
    gridOf,
    isShown,
    linkOf,
    lookOf,
    settingsOf,
    startOf,
} from './site/settings.js';
import { shade } from './site/shade.js';

const { PERLIN_API, PERLIN_INCLUDE, PERLIN_LIBRARY, PERLIN_PYTHON, PERLIN_NPM } = process.env;
const url = new URL('./page/playground.html', import.meta.url).href;
const folder = fileURLToPath(new URL('./code', import.meta.url));
mkdirSync(folder, { recursive: true });

let browser, page;
const requests = [],
    errors = [];

before(async () => {
    browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox'],
    });
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    context.setDefaultTimeout(20000);
    page = await context.newPage();
    page.on('request', request => requests.push(request.url()));
    page.on('pageerror', error => errors.push(error.message));
    page.on('console', message => {
        if (
            ['error', 'warning'].includes(message.type()) &&
            !message.text().includes('getImageData')
        )
            // which these tests call
            errors.push(message.text());
    });
});
after(() => browser.close());

// ---- The page -----------------------------------------------------------------------------------

const isDone = () =>
    page.waitForFunction(
        () => document.getElementById('figure').getAttribute('aria-busy') === 'false',
        null,
        { timeout: 60000 },
    );

async function open(link = '') {
    await page.goto('about:blank');
    await page.goto(`${url}#${link}`);
    await isDone();
    const closed = page.locator('details:not([open]):not([hidden]) > summary');
    while ((await closed.count()) > 0) await closed.first().click();
}

// The bytes of the picture: red, green, blue and alpha of each pixel.
const pixels = async () =>
    Buffer.from(
        await page.evaluate(() => {
            const canvas = document.getElementById('picture'),
                parts = [];
            const { data } = canvas
                .getContext('2d')
                .getImageData(0, 0, canvas.width, canvas.height);
            for (let i = 0; i < data.length; i += 8192)
                parts.push(String.fromCharCode(...data.subarray(i, i + 8192)));
            return btoa(parts.join(''));
        }),
        'base64',
    );
const pictureDigest = async () =>
    createHash('sha256')
        .update(await pixels())
        .digest('hex');
const text = id => page.textContent(`#${id}`);
const link = () => page.evaluate(() => location.hash.slice(1));

// The settings of another link, on the page that is open.
async function follow(link) {
    await page.evaluate(
        link =>
            new Promise(resolve => {
                addEventListener('hashchange', () => setTimeout(resolve), { once: true });
                location.hash = link;
            }),
        link,
    );
    await isDone();
}

// By what a user does. Sliders and their numbers follow each other.
async function set(name, value) {
    const { kind } = CONTROLS.find(control => control.name === name);
    if (kind === 'select') await page.selectOption(`#${name}`, value);
    else if (kind === 'check') await page.setChecked(`#${name}`, value);
    else await page.fill(`#${name}`, String(value));
    await isDone();
}

// ---- The native library -------------------------------------------------------------------------

// The program of the page, compiled with the native library. Returns what it prints, and its
// samples.
function runC(code) {
    assert.equal(code.match(/ {4}printf\(/g).length, 1);
    const array = /static float (\w+)\[/.exec(code)[1];
    const source = `${folder}/picture.c`,
        program = `${folder}/picture`;
    writeFileSync(
        source,
        code.replace(
            '    printf(',
            `    fwrite(${array}, 1, sizeof ${array}, stdout);\n    printf(`,
        ),
    );
    execFileSync('gcc', [
        '-std=c11',
        '-Wall',
        '-Wextra',
        '-Werror',
        '-pedantic',
        `-I${PERLIN_INCLUDE}`,
        source,
        PERLIN_LIBRARY,
        `-Wl,-rpath,${PERLIN_LIBRARY.replace(/\/[^/]*$/, '')}`,
        '-o',
        program,
    ]);
    const out = execFileSync(program, { maxBuffer: 2 ** 28 });
    const floats = new Float32Array(
        out.buffer.slice(out.byteOffset, out.byteOffset + out.length - 17),
    );
    return {
        printed: out
            .subarray(out.length - 17)
            .toString()
            .trim(),
        floats,
    };
}

// That what the page shows is what the native library computes: the code's digest, and each pixel.
async function compareWithNative() {
    const settings = settingsOf(await link());
    const code = await text('code'),
        { printed, floats } = runC(code),
        digest = await text('digest');
    assert.equal(digest, printed, await link());
    const [width, height] = settings.size.split('x').map(Number),
        n = width * height,
        { count } = gridOf(settings);
    const arrays = Array.from({ length: floats.length / n }, (_, i) =>
        floats.subarray(i * n, (i + 1) * n),
    );
    assert.equal(arrays.length, settings.view === 'normals' ? 3 : 1);
    const bounds = [
        arrays[0].reduce((a, b) => Math.min(a, b)),
        arrays[0].reduce((a, b) => Math.max(a, b)),
    ];
    const expected = new Uint8ClampedArray(4 * n);
    shade(settings.view, arrays, lookOf(settings, bounds, count), expected);
    const seen = await pixels();
    assert.equal(seen.length, 4 * n);
    assert.ok(seen.equals(Buffer.from(expected.buffer)), `other pixels: ${await link()}`);
    return digest;
}

// ---- Tests --------------------------------------------------------------------------------------

test('the first picture is there, without any request, and is that of the native library', async () => {
    await open();
    await compareWithNative();
    assert.equal(await text('error'), '');
    assert.match(await text('speed'), /^[1-9]\d*(\.\d)? million samples\/s$/);
    assert.match(await text('computed'), /^simd128, integer hash$/);
    assert.deepEqual(
        requests.filter(request => !/^(about:|blob:|file:.*playground\.html)/.test(request)),
        [],
    );
    await page.screenshot({ path: 'playground.png' });
});

test('each parameter of perlin.h has a control', () => {
    const { structs } = JSON.parse(readFileSync(PERLIN_API));
    const others = [
        'struct_size',
        'reserved',
        'allocate',
        'release',
        'user',
        'weight_count',
    ];
    const names = CONTROLS.map(({ name }) => name);
    for (const { name } of structs.perlin_params)
        assert.ok(others.includes(name) || names.includes(name), name);
    const { constants } = JSON.parse(readFileSync(PERLIN_API)),
        listed = CONTROLS.flatMap(({ name, options = [] }) =>
            options.map(([value]) => `${name}=${value}`),
        );
    for (const [name, type] of structs.perlin_params
        .filter(({ type }) => type.startsWith('perlin_'))
        .map(({ name, type }) => [name, type]))
        for (const constant of Object.keys(constants).filter(constant =>
            constant.startsWith(`${type.toUpperCase()}_`),
        ))
            assert.ok(
                name === 'backend' || listed.includes(`${name}=${constant.slice(type.length + 1)}`),
                `${name}: ${constant}`,
            );
});

// By control, a value that is not the default, and a link to settings where it is shown and
// matters.
const CHANGES = {
    recipe: 'RIVERS',
    islands_size: [0.9, 'recipe=ISLANDS'],
    islands_warp: [0.5, 'recipe=ISLANDS'],
    mountains_edge: [-0.3, 'recipe=MOUNTAINS'],
    mountains_foothills: [0, 'recipe=MOUNTAINS'],
    mountains_height: [0.7, 'recipe=MOUNTAINS'],
    rivers_banks: [0.6, 'recipe=RIVERS'],
    rivers_warp: [0, 'recipe=RIVERS'],
    terraces_steps: [4, 'recipe=TERRACES'],
    terraces_warp: [0.6, 'recipe=TERRACES'],
    terraces_rough: [0.1, 'recipe=TERRACES'],
    caves_width: [0.2, 'recipe=CAVES&dims=3&view=values'],
    caves_hills: [2, 'recipe=CAVES&dims=4&view=values'],
    biomes_warp: [0.4, 'recipe=BIOMES&view=values&palette=biomes'],
    biomes_jitter: [0.2, 'recipe=BIOMES&view=values&palette=biomes'],
    marble_warp: [0.1, 'recipe=MARBLE&view=values'],
    marble_swirl: [1.5, 'recipe=MARBLE&view=values'],
    marble_veins: [0.1, 'recipe=MARBLE&view=values'],
    cracks_width: [0.4, 'recipe=CRACKS&view=values'],
    cracks_rough: [0.9, 'recipe=CRACKS&view=normals'],
    cracks_warp: [0.5, 'recipe=CRACKS&view=values'],
    texture_cells: [2, 'recipe=TEXTURE&view=values'],
    texture_warp: [0, 'recipe=TEXTURE&view=values'],
    smoke_warp: [1, 'recipe=SMOKE&dims=4&view=values'],
    view: 'values',
    dims: '4',
    depth: [1.5, 'dims=3'],
    time: [0.3, 'dims=4'],
    radius: [2, 'dims=4'],
    across: 7.5,
    palette: ['contours', 'view=values'],
    stretch: [false, 'view=values'],
    sea: 0.2,
    relief: 2,
    size: '512x512',
    x: -3.25,
    y: 1e6,
    basis: 'OPENSIMPLEX2S',
    seed: '18446744073709551615',
    frequency: 2.7,
    cellular_result: ['EDGE', 'basis=CELLULAR'],
    cellular_metric: ['CHEBYSHEV', 'basis=CELLULAR'],
    jitter: [0.25, 'basis=CELLULAR'],
    interpolation: ['LINEAR', 'basis=VALUE'],
    elias_smoothing: [true, 'basis=ELIAS'],
    range: 'RAW_UNIT',
    fractal: 'RIDGED',
    octaves: 3,
    gain: -0.4,
    lacunarity: 2.5,
    weighted_strength: 0.8,
    ping_pong_strength: [3.5, 'fractal=PING_PONG'],
    ridge_offset: [0.8, 'fractal=MULTIFRACTAL'],
    ridge_gain: [3, 'fractal=MULTIFRACTAL'],
    weights: ['1, -0.4, 0.2', 'octaves=3'],
    weight_octaves: 20,
    octave_seeds: false,
    octave_offsets: false,
    period: '2, 1',
    rotation: ['XY', 'dims=3'],
    matrix: ['1, 2; 0.5, 1', 'rotation=MATRIX'],
    hash: 'PERMUTATION',
    gradients: 'AXIS',
    simplex_radius: ['PUBLISHED', 'basis=SIMPLEX&dims=3'],
    permutation: Array.from({ length: 256 }, (_, i) => (i * 77 + 5) % 256).join(' '),
    backend: 'SCALAR',
};

test('each control has a change to try', () => {
    assert.deepEqual(Object.keys(CHANGES).sort(), CONTROLS.map(({ name }) => name).sort());
});

for (const [name, change] of Object.entries(CHANGES)) {
    const [value, settings = ''] = Array.isArray(change) ? change : [change];
    test(`${name} changes the picture, to that of the native library`, async () => {
        await open(settings);
        const [firstPicture, firstComputed] = [await pictureDigest(), await text('computed')];
        await set(name, value);
        assert.equal(await text('error'), '');
        assert.match(await link(), new RegExp(`(^|&)${name}=`));
        await compareWithNative();
        if (name === 'backend') {
            assert.equal(await pictureDigest(), firstPicture);
            assert.notEqual(await text('computed'), firstComputed);
        } else {
            assert.notEqual(await pictureDigest(), firstPicture);
        }
    });
}

test('each value of each choice is drawn, or refused in the words of the library', async () => {
    await open();
    let drawn = 0,
        refused = 0;
    for (const { name, kind, options } of CONTROLS.filter(({ kind }) => kind === 'select')) {
        const [, settings = ''] = Array.isArray(CHANGES[name]) ? CHANGES[name] : [];
        for (const [value] of options) {
            await follow(`${settings}&${name === 'size' ? '' : 'size=384x256'}&${name}=${value}`);
            if (await text('error')) {
                assert.match(await text('error'), /^[A-Z].*(is not|is neither|not a|must|takes no|needs).*\.$/, value);
                refused++;
            } else {
                await compareWithNative();
                drawn++;
            }
        }
    }
    assert.ok(drawn > 85 && refused <= 4, `${drawn} drawn, ${refused} refused`);
});

// The three programs of the page are run.
async function comparePrograms(what) {
    const digest = await compareWithNative();
    await page.click('#tab-javascript');
    writeFileSync(`${PERLIN_NPM}/picture.mjs`, await text('code'));
    assert.equal(
        execFileSync('node', ['picture.mjs'], { cwd: PERLIN_NPM }).toString().trim(),
        digest,
        what,
    );
    await page.click('#tab-python');
    writeFileSync(`${folder}/picture.py`, await text('code'));
    const env = { ...process.env, PYTHONPATH: PERLIN_PYTHON };
    assert.equal(
        execFileSync('/usr/bin/python3', [`${folder}/picture.py`], { env })
            .toString()
            .trim(),
        digest,
        what,
    );
    await page.click('#tab-c');
    return digest;
}

for (const [recipe, { title, start, controls }] of Object.entries(RECIPES)) {
    test(`the recipe ${title}: its settings, seeds, frequencies, link and programs`, async () => {
        await open('size=384x256&seed=77');
        await set('recipe', recipe);
        assert.equal(await text('error'), '');
        // It begins with settings of its own, and keeps the seed.
        const expected = { ...defaults(), size: '384x256', seed: '77', ...startOf(recipe) };
        assert.deepEqual(settingsOf(await link()), settingsOf(linkOf(expected)));
        await set('size', '384x256');
        const digests = [await comparePrograms(title)];
        for (const [name, value] of [
            ['seed', '18446744073709551614'],
            ['frequency', recipe === 'TEXTURE' ? 2 : 1.7],
            ['octaves', 3],
        ]) {
            await set(name, value);
            digests.push(await compareWithNative());
        }
        assert.equal(new Set(digests).size, 4, digests.join());
        await set('backend', 'SCALAR');
        assert.equal(await comparePrograms(title), digests[3]);
        assert.match(await text('computed'), /^scalar, \d+ noises$/);
        // What it has no use of is hidden.
        const settings = settingsOf(await link());
        for (const control of CONTROLS)
            assert.equal(
                await page.isVisible(`#${control.name}`),
                isShown(control, settings),
                control.name,
            );
        assert.ok(controls.every(control => isShown(control, settings)));
        assert.equal(await page.isVisible('#basis'), false);
        assert.equal(await page.isVisible('summary:text-is("Tiling and rotation")'), false);
        const address = page.url(),
            digest = await text('digest');
        await page.goto('about:blank');
        await page.goto(address);
        await isDone();
        assert.equal(await text('digest'), digest);
        assert.equal(await page.inputValue('#recipe'), recipe);
        assert.match(
            await page.getAttribute('#picture', 'aria-label'),
            new RegExp(`of the recipe ${title} in ${start.dims ?? 2}-D, 3 octaves, seed`),
        );
    });
}

test('a recipe is chosen by the keyboard, and left; wrong numbers are told', async () => {
    await open('size=384x256');
    const first = await text('digest');
    await page.focus('#recipe');
    await page.keyboard.press('ArrowDown');
    await isDone();
    assert.equal(await page.inputValue('#recipe'), 'ISLANDS');
    const islands = await compareWithNative();
    assert.notEqual(islands, first);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'islands_size');
    await page.focus('#islands_size-slider');
    await page.keyboard.press('ArrowRight');
    await isDone();
    assert.equal(await page.inputValue('#islands_size'), '0.51');
    assert.notEqual(await compareWithNative(), islands);
    await set('recipe', 'NONE');
    assert.equal(await compareWithNative(), first);
    await set('recipe', 'RIVERS');
    await set('rivers_banks', 0.01);
    assert.match(await text('error'), /^Lower must not be above upper.*: lower = 0.02, upper = 0.01\.$/);
    await set('rivers_banks', '');
    assert.equal(await text('error'), 'Banks has to be a number.');
    await set('rivers_banks', 0.3);
    assert.equal(await text('error'), '');
    await set('recipe', 'TERRACES');
    await set('terraces_steps', 32);
    assert.equal(await text('error'), 'Steps have to be 1 to 31.');
    await set('terraces_steps', 1);
    await compareWithNative();
});

test('the three programs give the digest that is shown', async () => {
    const links = [
        '',
        'view=normals&relief=1.5&x=2.5',
        'view=values&dims=3&depth=0.7&seed=18446744073709551615',
        'dims=4&time=0.35&basis=SIMPLEX&fractal=RIDGED',
        'rotation=MATRIX&matrix=0.8, -0.6; 0.6, 0.8&period=8, 4',
        `weights=${Array.from({ length: 14 }, (_, i) => 1 / (i + 1)).join(' ')}&octaves=14`,
        'basis=ELIAS&elias_smoothing=true&octave_seeds=false&fractal=BILLOW',
        `permutation=${CHANGES.permutation}`,
        'basis=CELLULAR&fractal=NONE&cellular_result=CELL&x=-1000000.5&y=0.1',
    ];
    for (const one of links) {
        await open(`size=384x256&${one}`);
        await comparePrograms(one);
    }
});

test('a link keeps all settings', async () => {
    await open();
    for (const [name, value] of [
        ['view', 'values'],
        ['palette', 'moss'],
        ['dims', '3'],
        ['depth', 2.25],
        ['basis', 'VALUE'],
        ['interpolation', 'COSINE'],
        ['octave_offsets', false],
        ['weights', '1, 0.5, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1'],
        ['seed', '12345678901234567890'],
    ])
        await set(name, value);
    const [address, digest, picture] = [page.url(), await text('digest'), await pictureDigest()];
    const other = page;
    page = await page.context().newPage();
    await page.goto(address);
    await isDone();
    assert.equal(await text('digest'), digest);
    assert.equal(await pictureDigest(), picture);
    assert.equal(await page.inputValue('#seed'), '12345678901234567890');
    assert.equal(await page.isChecked('#octave_offsets'), false);
    await page.close();
    page = other;
    await page.evaluate(() => {
        location.hash = 'seed=5';
    }); // of an address that is edited
    await page.waitForFunction(() => document.getElementById('seed').value === '5');
    await isDone();
    await compareWithNative();
});

test('what is wrong is said in the words of the library, and mended', async () => {
    await open();
    const before = await text('digest');
    await set('octaves', 40);
    assert.match(await text('error'), /^Octaves must be 1 to 32: octaves = 40\.$/);
    await set('octaves', 9);
    assert.equal(await text('error'), '');
    assert.equal(await text('digest'), before);
    await set('weights', '1, two');
    assert.equal(await text('error'), "'two' is no number.");
});

// By control, what is refused, in a text that matches, and a link to settings where it is shown.
const REFUSED = [
    ['octaves', '99', /^Octaves must be 1 to 32: octaves = 99\.$/],
    ['octaves', '', /^Octaves has to be a number\.$/],
    ['gain', '1e300', /not finite.*gain = 1e\+300/],
    ['weighted_strength', '1.5', /^Weighted_strength.*out of bounds/, 'range=RAW'],
    ['weights', '1, 2', /^Weight_count must be/],
    ['weights', '1, two', /^'two' is no number\.$/],
    ['period', '3000000000', /^A period must be at most 2\^31 cells/],
    ['period', '1 2 3 4 5', /^Period has at most 4 numbers\.$/],
    ['lacunarity', '1.5', /^With a period lacunarity must be/, 'period=8'],
    ['matrix', '1 2 3 4 5', /^Matrix has at most 4 rows of 4 numbers\.$/, 'rotation=MATRIX'],
    ['permutation', '1 2', /^Permutation has to have 256 numbers\.$/],
    ['cellular_metric', 'MANHATTAN', /EDGE with MANHATTAN/, 'basis=CELLULAR&cellular_result=EDGE'],
    ['frequency', '0', /^The frequency is 0/],
    ['across', '0', /^Units across must not be 0\.$/],
    ['x', '', /^Centre, x has to be a number\.$/],
    ['relief', '', /^Relief has to be a number\.$/, 'view=normals'],
    ['terraces_steps', '32', /^Steps have to be 1 to 31\.$/, 'recipe=TERRACES'],
    ['rivers_banks', '0.01', /^Lower must not be above upper/, 'recipe=RIVERS'],
    ...['-9223372036854775809', '18446744073709551616', '1.5', '1e3', '0x1', 'one', ''].map(
        seed => ['seed', seed, /^The seed has to be an integer from -2\^63 to 2\^64 - 1\.$/],
    ),
];

// The texts beside controls, of those that have one, and which controls are marked.
const beside = () =>
    page.evaluate(() => ({
        texts: Object.fromEntries(
            [...document.querySelectorAll('.field small')]
                .filter(({ id, textContent }) => id.endsWith('-wrong') && textContent)
                .map(({ id, textContent }) => [id.slice(0, -6), textContent]),
        ),
        marked: [...document.querySelectorAll('[aria-invalid="true"]')].map(({ id }) => id),
    }));

test('what is refused is said at once beside its control', async () => {
    for (const [name, value, expected, settings = ''] of REFUSED) {
        await open(`size=384x256&${settings}`);
        const digest = await text('digest');
        // Before this task ends, whatever the worker does.
        const [atControl, atPicture] = await page.evaluate(
            ([name, value]) => {
                const input = document.getElementById(name);
                input.value = value;
                input.dispatchEvent(new Event('input', { bubbles: true }));
                return [`${name}-wrong`, 'error'].map(
                    id => document.getElementById(id)?.textContent ?? '',
                );
            },
            [name, value],
        );
        assert.match(atControl, expected, `${name}: ${value}`);
        assert.equal(atPicture, atControl);
        assert.deepEqual(await beside(), { texts: { [name]: atControl }, marked: [name] });
        assert.ok(await page.isVisible(`#${name}-wrong`));
        const described = await page.getAttribute(`#${name}`, 'aria-describedby');
        assert.ok(described.split(' ').includes(`${name}-wrong`));
        const control = CONTROLS.find(control => control.name === name),
            given = settingsOf(settings);
        await set(name, given[name] ?? control.value);
        assert.deepEqual(await beside(), { texts: {}, marked: [] });
        assert.equal(await text('error'), '');
        assert.equal(await text('digest'), digest);
    }
});

test('an error is told while the worker computes, and stays when it has computed', async () => {
    await open('backend=SCALAR&size=1024x1024&octaves=16&view=values');
    await page.evaluate(() => {
        for (const [name, value] of [
            ['across', '8'],
            ['octaves', '99'],
        ]) {
            const input = document.getElementById(name);
            input.value = value;
            input.dispatchEvent(new Event('input', { bubbles: true }));
        }
    });
    for (let i = 0; i < 10; i++) {
        assert.match(await text('error'), /^Octaves must be/);
        await page.waitForTimeout(100);
    }
    assert.equal(await page.getAttribute('#figure', 'class'), 'wrong');
    await set('octaves', 3);
    await compareWithNative();
});

test('a link that is refused: told beside controls, whose group is opened, and kept', async () => {
    await page.goto('about:blank');
    await page.goto(`${url}#period=3000000000`);
    await isDone();
    assert.match((await beside()).texts.period, /^A period must be at most/);
    assert.ok(await page.isVisible('#period-wrong'));
    // A move would be of a picture that is not there.
    await page.focus('#picture');
    await page.keyboard.press('ArrowRight');
    assert.equal(await link(), 'period=3000000000');
    await set('period', '8');
    assert.deepEqual(await beside(), { texts: {}, marked: [] });
    await compareWithNative();
});

test('a seed is a number of 64 bits, and may be negative', async () => {
    await open('size=384x256');
    const digests = {};
    for (const seed of [
        '-3',
        '−3',
        '18446744073709551613',
        '-9223372036854775808',
        '9223372036854775808',
        ' 7',
        '0',
    ]) {
        await set('seed', seed);
        assert.equal(await text('error'), '', seed);
        digests[seed] = await compareWithNative();
    }
    await set('seed', '-1');
    await comparePrograms('-1');
    assert.equal(digests['-3'], digests['18446744073709551613']);
    assert.equal(digests['-3'], digests['−3']);
    assert.equal(digests['-9223372036854775808'], digests['9223372036854775808']);
    assert.equal(new Set(Object.values(digests)).size, 4);
});

test('the programs leave out what changes nothing', async () => {
    for (const [settings, ...without] of [
        ['rotation=MATRIX&matrix=1, 0; 0, 1', /matrix/i],
        ['rotation=MATRIX&matrix=1', /matrix/i],
        ['rotation=MATRIX&matrix=1, 0.5; 0, 1', /matrix\[0\]\[0\]|matrix\[1\]/],
        ['period=0, 0', /period/],
        ['period=8, 0', /period\[1\]/],
        ['dims=3', /origin/],
        ['recipe=ISLANDS&islands_size=0', /SCALE_BIAS/, /frequency = 1;/],
        ['recipe=ISLANDS&islands_size=0&islands_warp=0', /SCALE_BIAS|WARP|bends/],
        ['recipe=CAVES&dims=3&caves_hills=1&caves_width=0', /SCALE_BIAS/, /matrix\[0\]|axis = 0/],
        ['recipe=CAVES&dims=3', / scale = 1;/, /matrix\[0\]/],
        ['recipe=SMOKE&dims=4&smoke_warp=0', /WARP|bends|combin/],
        ['recipe=MARBLE&marble_warp=1&octaves=6', /amplitude = 1;|octaves = 6|lower = 0;/],
        ['recipe=BIOMES', /jitter/],
        ['recipe=CRACKS&cracks_rough=1&cracks_warp=0', /SCALE_BIAS|WARP/],
    ]) {
        await open(`size=384x256&${settings}`);
        assert.equal(await text('error'), '', settings);
        for (const part of without) assert.doesNotMatch(await text('code'), part, settings);
        await compareWithNative();
    }
    await comparePrograms('the last one');
});

test('a picture of lattice points alone is told', async () => {
    await open('size=512x512&fractal=NONE&across=512');
    assert.match(await text('error'), /^All samples are lattice points.*look closer/);
    await set('across', 511);
    assert.equal(await text('error'), '');
    await set('across', 512);
    await set('basis', 'VALUE');
    assert.equal(await text('error'), '');
});

test('a picture is there while a slider is dragged', async () => {
    await open();
    await page.locator('#sea-slider').scrollIntoViewIfNeeded();
    const slider = await page.locator('#sea-slider').boundingBox();
    await page.mouse.move(slider.x + slider.width * 0.51, slider.y + slider.height / 2);
    await page.mouse.down();
    const seen = new Set();
    for (let i = 0; i < 8; i++) {
        await page.mouse.move(
            slider.x + slider.width * (0.51 + i * 0.04),
            slider.y + slider.height / 2,
        );
        await page.waitForTimeout(60);
        seen.add(await pictureDigest());
    }
    await page.mouse.up();
    assert.ok(seen.size >= 5, `${seen.size} pictures`);
    assert.equal(await page.inputValue('#sea'), await page.inputValue('#sea-slider'));
    await isDone();
    await compareWithNative();
});

test('what takes long is coarse at first, then whole', async () => {
    await open('backend=SCALAR&size=1024x1024&octaves=16&view=values');
    await page.fill('#across', '8');
    // Squares of 2 by 2 pixels are of one colour.
    const isCoarse = () => {
        const canvas = document.getElementById('picture');
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Uint32Array(data.buffer).every(
            (word, i, words) => word === words[i - (i % 2) - (Math.floor(i / 1024) % 2) * 1024],
        );
    };
    await page.waitForFunction(isCoarse);
    assert.equal(await page.getAttribute('#figure', 'aria-busy'), 'true');
    await isDone();
    assert.equal(await page.evaluate(isCoarse), false);
    await compareWithNative();
});

test('the picture moves with the pointer, zooms about it, and has keys', async () => {
    await open();
    const box = await page.locator('#picture').boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 200 + box.width / 4, box.y + 200, { steps: 5 });
    await page.mouse.up();
    await isDone();
    assert.ok(
        Math.abs(Number(await page.inputValue('#x')) + 0.75) < 0.02,
        await page.inputValue('#x'),
    );
    const x = await page.inputValue('#x');
    await page.mouse.move(box.x + 100, box.y + 100); // without a button
    assert.equal(await page.inputValue('#x'), x);
    await page.mouse.wheel(0, -100);
    await isDone();
    assert.ok(Number(await page.inputValue('#across')) < 3);
    await compareWithNative();
    await open();
    await page.focus('#picture');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('-');
    await isDone();
    assert.deepEqual(await Promise.all(['#x', '#y', '#across'].map(id => page.inputValue(id))), [
        '0.125',
        '0.125',
        '3.45',
    ]);
    await compareWithNative();
});

test('a loop plays through 4-D, ends as it began, and a slice through 3-D', async () => {
    await open('size=384x256');
    await page.click('#play');
    assert.equal(await page.getAttribute('#play', 'aria-pressed'), 'true');
    assert.equal(await page.inputValue('#dims'), '4');
    const seen = new Set();
    for (let i = 0; i < 6; i++) {
        await page.waitForTimeout(120);
        seen.add(await pictureDigest());
    }
    await page.click('#play');
    await isDone();
    assert.ok(seen.size >= 4, `${seen.size} pictures`);
    assert.ok(Number(await page.inputValue('#time')) > 0);
    await compareWithNative();
    await set('time', 0);
    const first = await text('digest');
    await set('time', 0.5);
    assert.notEqual(await text('digest'), first);
    await open('size=384x256&dims=3');
    await page.click('#play');
    await page.waitForTimeout(400);
    await page.click('#play');
    await isDone();
    assert.ok(Number(await page.inputValue('#depth')) > 0);
    await compareWithNative();
});

test('the starts, another seed, and the copies', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('size=384x256');
    const seen = new Set();
    for (const [name, start] of STARTS) {
        await page.click(`#starts button:text-is("${name}")`);
        await isDone();
        assert.deepEqual(settingsOf(await link()), { ...defaults(), size: '384x256', ...start });
        seen.add(await compareWithNative());
    }
    assert.equal(seen.size, STARTS.length);
    await page.click('#dice');
    await isDone();
    assert.ok(!seen.has(await compareWithNative()));
    await page.click('#copy-link');
    await page.waitForFunction(() => document.getElementById('said').textContent === 'Link copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    await page.click('#copy-code');
    await page.waitForFunction(() => document.getElementById('said').textContent === 'Code copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await text('code'));
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
    assert.equal(
        readFileSync(await download.path())
            .subarray(1, 4)
            .toString(),
        'PNG',
    );
});

test('it is usable by keyboard and by screen readers', async () => {
    await open();
    const nameless = await page.evaluate(() =>
        [...document.querySelectorAll('input, select, button, canvas, [tabindex="0"]')]
            .filter(
                element =>
                    !(
                        element.labels?.length ||
                        element.getAttribute('aria-label') ||
                        element.textContent.trim() ||
                        document.getElementById(element.getAttribute('aria-labelledby'))
                            ?.textContent
                    ),
            )
            .map(element => element.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const broken = await page.evaluate(() =>
        [...document.querySelectorAll('[aria-describedby], [aria-controls]')].flatMap(element =>
            ['aria-describedby', 'aria-controls']
                .flatMap(name => element.getAttribute(name)?.split(' ') ?? [])
                .filter(id => !document.getElementById(id)),
        ),
    );
    assert.deepEqual(broken, []);
    assert.equal(
        await page.getAttribute('#picture', 'aria-label'),
        'Terrain of Perlin noise in 2-D, fBm of 9 octaves, seed 1',
    );
    // The link to the code skips the settings, and changes none.
    await set('octaves', 5);
    await page.focus('.skip');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'code');
    assert.equal(await link(), 'octaves=5');
    await set('octaves', 9);
    // By Tab each shown control is reached once.
    await page.focus('.skip');
    const reached = [];
    for (let i = 0; i < 120; i++) {
        await page.keyboard.press('Tab');
        const id = await page.evaluate(() => document.activeElement.id);
        if (reached.includes(id) && id) break;
        reached.push(id);
    }
    const shown = CONTROLS.filter(({ when }) => !when || when(defaults()));
    for (const { name, kind } of shown) {
        assert.ok(reached.includes(name), name);
        assert.ok(kind !== 'range' || reached.includes(`${name}-slider`), name);
    }
    for (const id of ['picture', 'play', 'dice', 'save', 'copy-link', 'tab-c', 'copy-code', 'code'])
        assert.ok(reached.includes(id), id);
    // Sliders and tabs by arrows.
    await page.focus('#octaves-slider');
    await page.keyboard.press('ArrowLeft');
    await isDone();
    assert.equal(await page.inputValue('#octaves'), '8');
    await page.focus('#tab-c');
    await page.keyboard.press('ArrowRight');
    assert.match(await text('code'), /^import \{ load \} from 'libperlin'/);
    assert.equal(await page.getAttribute('#tab-javascript', 'aria-selected'), 'true');
    await page.keyboard.press('ArrowLeft');
    await compareWithNative();
});

test('text is readable: contrast of 4.5 and more', async () => {
    const low = await page.evaluate(() => {
        const channel = value =>
            (value /= 255) <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        const luminance = ([r, g, b]) =>
            0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        const numbers = colour => colour.match(/[\d.]+/g).map(Number);
        const ground = element => {
            for (let at = element; at; at = at.parentElement) {
                const colour = numbers(getComputedStyle(at).backgroundColor);
                if (colour.length === 3 || colour[3] === 1) return colour;
            }
            return [255, 255, 255];
        };
        return [
            ...document.querySelectorAll(
                'h1, h1 span, h2, p, label, small, summary, button:not(:disabled), dt, dd, pre, figcaption',
            ),
        ]
            .filter(element => element.textContent.trim() && element.offsetParent)
            .map(element => {
                const one = luminance(numbers(getComputedStyle(element).color)),
                    other = luminance(ground(element));
                return [
                    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05),
                    element.outerHTML.slice(0, 80),
                ];
            })
            .filter(([ratio]) => ratio < 4.5);
    });
    assert.deepEqual(low, []);
});

const boxOf = selector => page.locator(selector).boundingBox();

for (const [width, height] of [
    [1400, 900],
    [400, 800],
])
    test(`at ${width} x ${height} the picture is in view at each control`, async () => {
        await page.setViewportSize({ width, height });
        try {
            for (const size of ['768x512', '1024x1024']) {
                await open(`size=${size}`);
                assert.ok(
                    await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                );
                const shown = CONTROLS.filter(control => isShown(control, defaults()));
                for (const { name } of shown) {
                    await page.focus(`#${name}`);
                    const { x, y, width: w, height: h } = await boxOf('#picture');
                    assert.ok(x >= 0 && y >= 0 && x + w <= width && y + h <= height, name);
                    assert.ok(w >= 250 && h >= 200, `${w} x ${h}`);
                    // Neither the picture nor the control is covered.
                    const covered = await page.evaluate(name => {
                        const seenAt = (id, fx, fy) => {
                            const box = document.getElementById(id).getBoundingClientRect(),
                                at = [box.left + box.width * fx, box.top + box.height * fy];
                            return document.elementFromPoint(...at);
                        };
                        const field = document.getElementById(name).closest('.field');
                        return [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95]
                            .filter(fy => seenAt('picture', 0.3, fy).id !== 'picture')
                            .concat(field.contains(seenAt(name, 0.5, 0.5)) ? [] : [name]);
                    }, name);
                    assert.deepEqual(covered, [], name);
                }
                await page.screenshot({ path: `${width}-${size}.png` });
            }
            // Settings come before the code, beside each other or below.
            const [picture, settings, code] = await Promise.all(
                ['#picture', '#settings', '#code'].map(boxOf),
            );
            if (width > 860) assert.ok(settings.x + settings.width <= picture.x);
            else assert.ok(settings.y + settings.height <= code.y);
        } finally {
            await page.setViewportSize({ width: 1400, height: 900 });
        }
    });

// On a page of its own, for fingers. `touch` puts, moves or lifts them: [x, y] of each.
async function withTouch(action) {
    const context = await browser.newContext({
        viewport: { width: 400, height: 800 },
        hasTouch: true,
        isMobile: true,
    });
    const other = page;
    page = await context.newPage();
    page.on('pageerror', error => errors.push(error.message));
    try {
        const session = await context.newCDPSession(page);
        const touch = (type, ...points) =>
            session.send('Input.dispatchTouchEvent', {
                type,
                touchPoints: points.map(([x, y], id) => ({ x, y, id })),
            });
        await action(touch);
    } finally {
        page = other;
        await context.close();
    }
}

test('at 400 x 800 targets are 44 pixels wide and high', async () => {
    await withTouch(async () => {
        await open('view=values');
        const small = await page.evaluate(() =>
            [...document.querySelectorAll('button, select, input, summary, canvas')]
                .filter(element => element.offsetParent)
                .map(element => [
                    element.id || element.textContent,
                    // a label is a target of its checkbox
                    (element.type === 'checkbox'
                        ? element.labels[0]
                        : element
                    ).getBoundingClientRect(),
                ])
                .filter(([, { width, height }]) => width < 44 || height < 44)
                .map(([name, { width, height }]) => `${name}: ${width} x ${height}`),
        );
        assert.deepEqual(small, []);
        // The box itself, too, is below its label.
        await page.locator('#stretch').scrollIntoViewIfNeeded();
        const { x, y, width, height } = await boxOf('#stretch');
        await page.touchscreen.tap(x + width / 2, y + height / 2);
        assert.equal(await page.isChecked('#stretch'), false);
    });
});

test('one finger drags the picture, two pinch it, about what is between them', async () => {
    await withTouch(async touch => {
        await open();
        const { x, y, width } = await boxOf('#picture');
        const at = (dx, dy) => [x + width * dx, y + width * dy];
        const place = async () => {
            await isDone();
            const texts = ['#x', '#y', '#across'].map(id => page.inputValue(id));
            return (await Promise.all(texts)).map(Number);
        };
        const isNear = (seen, expected) =>
            assert.ok(
                seen.every((value, i) => Math.abs(value - expected[i]) < 0.03),
                `${seen} is not ${expected}`,
            );
        const height = (await boxOf('#picture')).height / width;
        await touch('touchStart', at(0.5, 0.3));
        for (let i = 1; i <= 5; i++) await touch('touchMove', at(0.5 - 0.05 * i, 0.3 + 0.02 * i));
        await touch('touchEnd');
        isNear(await place(), [0.75, -0.3, 3]);
        // From a tenth of the width to a fifth, about a place right of the centre.
        await set('x', 0);
        await set('y', 0);
        const scrolled = await page.evaluate(() => scrollY);
        await touch('touchStart', at(0.7, height / 2), at(0.8, height / 2));
        for (let i = 1; i <= 10; i++)
            await touch(
                'touchMove',
                at(0.7 - 0.005 * i, height / 2),
                at(0.8 + 0.005 * i, height / 2),
            );
        await touch('touchEnd');
        isNear(await place(), [0.375, 0, 1.5]);
        await compareWithNative();
        assert.equal(await page.evaluate(() => scrollY), scrolled);
        assert.equal(await page.evaluate(() => visualViewport.scale), 1);
    });
});

// The module is packed: spelled out in letters it took the page 2.7 MB, and the first picture half a second.
test('the page has less than a million bytes', () => {
    assert.ok(statSync(fileURLToPath(url)).size < 1e6);
});

// From a server of this process, as a site would have it.
test('the npm package loads in a browser, and in a worker there', async () => {
    const types = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
    const server = createServer((request, response) => {
        const name = request.url.slice(1) || 'index.html';
        const body =
            name === 'index.html'
                ? '<!DOCTYPE html><title>noise</title><link rel="icon" href="data:,">'
                : name === 'worker.js'
                  ? `import { load } from './index.js';
                     onmessage = async ({ data: { module, parameters } }) => {
                         const noise = (await load(module)).noise(parameters);
                         postMessage(noise.grid([64, 64], { step: 1 / 64, start: [768, 0] })[1]);
                     };`
                  : readFileSync(`${PERLIN_NPM}/node_modules/libperlin/${name}`);
        response.setHeader('Content-Type', types[name.split('.').pop()]);
        response.end(body);
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
        await page.goto(`http://127.0.0.1:${server.address().port}/`);
        const samples = await page.evaluate(async () => {
            const { load } = await import('/index.js');
            const perlin = await load();
            const noise = perlin.noise({ seed: 42, fractal: 'FBM' });
            const worker = new Worker('/worker.js', { type: 'module' });
            worker.postMessage({ module: perlin.module, parameters: noise.parameters });
            const there = await new Promise((resolve, reject) => {
                worker.onmessage = ({ data }) => resolve(data);
                worker.onerror = reject;
            });
            return [noise.grid([64, 64], { step: 1 / 64, start: [768, 0] })[1], there];
        });
        assert.deepEqual(samples, [-0x15685d / 2 ** 25, -0x15685d / 2 ** 25]);
    } finally {
        server.close();
        server.closeAllConnections();
    }
});

test('no error has come up', () => {
    assert.deepEqual(errors, []);
});
