// Tests of the npm package in bundles, in node and in headless Chromium. scripts/wasm.sh makes the
// folder that this runs in. Bundlers have no options but the kind and the place of their output.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as esbuild from 'esbuild';
import { chromium } from 'playwright-core';
import * as vite from 'vite';
import webpack from 'webpack';

// The SHA-256 of the samples of main.js, by the C library (perlin_grid_f32).
const DIGEST = '11ec546e9e7f59d281558ffa73cd4987d48c1ac98a8ba4c532aa776e0af2b015';

const root = fileURLToPath(new URL('.', import.meta.url));
const copyModule = folder =>
    copyFileSync(`${root}node_modules/libperlin/perlin.wasm`, `${root}${folder}/perlin.wasm`);

function digestOf(printed) {
    const samples = JSON.parse(printed);
    if (typeof samples === 'string') return samples; // the message of an error
    const { buffer } = Float32Array.from(samples);
    return createHash('sha256').update(new Uint8Array(buffer)).digest('hex');
}

const inNode = file => digestOf(execFileSync('node', [file], { cwd: root }));

let browser;
before(async () => {
    browser = await chromium.launch({
        executablePath: '/usr/bin/chromium',
        args: ['--no-sandbox'],
    });
});
after(() => browser.close());

// What a page prints, and the type of perlin.wasm that it has been sent.
async function inBrowser(url) {
    const page = await browser.newPage(),
        types = [];
    page.on('response', response => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith('.wasm')) types.push(response.headers()['content-type']);
    });
    const printed = page.waitForEvent('console', message => /^("|\[-?\d)/.test(message.text()));
    try {
        await page.goto(url);
        return { digest: digestOf((await printed).text()), type: types[0] };
    } finally {
        await page.close();
    }
}

// A site of files: those of a folder, and index.html, which has the script.
async function inSite(folder, script) {
    const types = { js: 'text/javascript', wasm: 'application/wasm' };
    const server = createServer(({ url }, response) => {
        const file = `${root}${folder}${url}`;
        if (url === '/') {
            response.setHeader('Content-Type', 'text/html');
            response.end(`<!DOCTYPE html><link rel="icon" href="data:,">${script}`);
        } else if (existsSync(file)) {
            response.setHeader('Content-Type', types[url.split('.').pop()]);
            response.end(readFileSync(file));
        } else {
            response.statusCode = 404;
            response.end();
        }
    });
    await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
    try {
        return await inBrowser(`http://127.0.0.1:${server.address().port}/`);
    } finally {
        server.close();
        server.closeAllConnections();
    }
}

const RIGHT = { digest: DIGEST, type: 'application/wasm' };

// ---- webpack ------------------------------------------------------------------------------------

async function bundleByWebpack(options) {
    const stats = await new Promise((resolve, reject) =>
        webpack(
            { context: root, entry: './main.js', mode: 'production', ...options },
            (error, stats) => (error ? reject(error) : resolve(stats)),
        ),
    );
    const { errors, warnings } = stats.toJson();
    assert.deepEqual(errors, []);
    return warnings.map(warning => warning.message);
}

test('webpack, for browsers', async () => {
    const warnings = await bundleByWebpack({ output: { path: `${root}webpack` } });
    assert.ok(warnings.every(warning => /size limit|performance/.test(warning)), warnings.join());
    assert.ok(!readFileSync(`${root}webpack/main.js`, 'utf8').includes('file:///')); // a place here
    assert.deepEqual(await inSite('webpack', '<script src="/main.js"></script>'), RIGHT);
});

test('webpack, for node', async () => {
    const output = { path: `${root}webpack-node`, filename: 'main.cjs' };
    assert.deepEqual(await bundleByWebpack({ target: 'node', output }), []);
    assert.equal(inNode('webpack-node/main.cjs'), DIGEST);
});

// ---- esbuild ------------------------------------------------------------------------------------

async function bundleByEsbuild(outfile, options) {
    const { warnings } = await esbuild.build({
        absWorkingDir: root,
        entryPoints: ['main.js'],
        bundle: true,
        logLevel: 'silent',
        outfile,
        ...options,
    });
    assert.deepEqual(warnings, []);
}

for (const minify of [false, true])
    test(`esbuild, a module for browsers${minify ? ', minified' : ''}`, async () => {
        const folder = `esbuild${minify ? '-minified' : ''}`,
            script = '<script type="module" src="/main.js"></script>';
        await bundleByEsbuild(`${folder}/main.js`, { format: 'esm', minify });
        const { digest } = await inSite(folder, script);
        assert.match(digest, /no perlin.wasm is at http.*404.*README/);
        copyModule(folder);
        assert.deepEqual(await inSite(folder, script), RIGHT);
    });

test('esbuild, a module for node', async () => {
    await bundleByEsbuild('esbuild-node/main.mjs', { platform: 'node', format: 'esm' });
    copyModule('esbuild-node');
    assert.equal(inNode('esbuild-node/main.mjs'), DIGEST);
});

test('esbuild, CommonJS for node', async () => {
    await bundleByEsbuild('esbuild-cjs/main.cjs', { platform: 'node', format: 'cjs' });
    assert.match(inNode('esbuild-cjs/main.cjs'), /ENOENT.*esbuild-cjs.perlin.wasm.*README/);
    copyModule('esbuild-cjs');
    assert.equal(inNode('esbuild-cjs/main.cjs'), DIGEST);
});

test('esbuild, a script that is no module: it says what is missing', async () => {
    await bundleByEsbuild('esbuild-script/main.js', {});
    const { digest } = await inSite('esbuild-script', '<script src="/main.js"></script>');
    assert.match(digest, /no module cannot find perlin.wasm.*README/);
});

// ---- Vite ---------------------------------------------------------------------------------------

test("Vite's server", async () => {
    const server = await vite.createServer({ root, configFile: false, logLevel: 'error' });
    try {
        await server.listen();
        assert.deepEqual(await inBrowser(server.resolvedUrls.local[0]), RIGHT);
    } finally {
        await server.close();
    }
});

test('Vite, built', async () => {
    await vite.build({ root, configFile: false, logLevel: 'error' });
    const script = readFileSync(`${root}dist/index.html`, 'utf8').match(/<script.*<\/script>/)[0];
    assert.deepEqual(await inSite('dist', script), RIGHT);
});
