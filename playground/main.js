// The page: controls, the worker that draws, what is shown around the picture.
import { codeC, codeJavaScript, codePython } from './code.js';
import { load } from './index.js';
import { wrongIn } from './noises.js';
import {
    CONTROLS,
    GROUPS,
    STARTS,
    defaults,
    dimsOf,
    gridOf,
    heightOf,
    isShown,
    linkOf,
    nodesOf,
    noteOf,
    settingsOf,
    startOf,
} from './settings.js';

const $ = id => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
};

let settings = settingsOf(location.hash.slice(1)),
    changed = null, // the control that was changed last
    wrong = null;

// ---- Controls -----------------------------------------------------------------------------------

function buildControl(control) {
    const { name, label, kind, help, options, min, max, step } = control;
    const title = make('label', { htmlFor: name, id: `${name}-label`, textContent: label });
    const field = make('div', { className: `field ${kind}`, id: `${name}-field` });
    const describe = input => {
        const ids = help ? `${name}-wrong ${name}-help` : `${name}-wrong`;
        input.setAttribute('aria-describedby', ids);
        return input;
    };
    if (kind === 'select') {
        const select = describe(make('select', { id: name, name }));
        options.forEach(([value, text]) =>
            select.append(make('option', { value, textContent: text })),
        );
        field.append(title, select);
    } else if (kind === 'check') {
        field.append(describe(make('input', { type: 'checkbox', id: name, name })), title);
    } else if (kind === 'list') {
        field.append(
            title,
            make('span'),
            describe(
                make('input', {
                    type: 'text',
                    id: name,
                    name,
                    className: 'wide',
                    spellcheck: false,
                    inputMode: 'text',
                }),
            ),
        );
    } else if (kind === 'number' && name === 'seed') {
        // 64 bits: more than a number of JavaScript
        field.append(
            title,
            describe(
                make('input', {
                    type: 'text',
                    id: name,
                    name,
                    inputMode: 'numeric',
                    spellcheck: false,
                }),
            ),
        );
    } else {
        const number = describe(
            make('input', {
                type: 'number',
                id: name,
                name,
                step: kind === 'number' ? step : 'any',
            }),
        );
        field.append(title, number);
        if (kind === 'range') {
            const slider = make('input', { type: 'range', id: `${name}-slider`, min, max, step });
            slider.setAttribute('aria-labelledby', `${name}-label`);
            slider.addEventListener('input', () => {
                number.value = slider.value;
                change(name, slider.valueAsNumber);
            });
            field.append(slider);
        }
    }
    field.append(make('small', { id: `${name}-wrong`, className: 'wrong' }));
    if (help) field.append(make('small', { id: `${name}-help`, textContent: help }));
    const input = field.querySelector(`#${name}`);
    input.addEventListener('input', () =>
        change(name, kind === 'check' ? input.checked : input.value),
    );
    return field;
}

function buildPanel() {
    STARTS.forEach(([name, start]) => {
        const button = make('button', { type: 'button', textContent: name });
        button.addEventListener('click', () =>
            replace({ ...defaults(), size: settings.size, ...start }),
        );
        $('starts').append(button);
    });
    GROUPS.forEach(([name, controls], i) => {
        const fields = make('div', { className: 'fields' }, ...controls.map(buildControl));
        $('settings').append(
            make('details', { open: i < 4 }, make('summary', { textContent: name }), fields),
        );
    });
    $('settings').addEventListener('submit', event => event.preventDefault());
}

// Shows the settings in their controls. The one that is being typed in stays as it is.
function showSettings(except) {
    for (const { name, kind } of CONTROLS) {
        const input = $(name),
            slider = $(`${name}-slider`);
        if (name !== except) {
            if (kind === 'check') input.checked = settings[name];
            else input.value = settings[name];
        }
        if (slider) slider.value = settings[name];
    }
    showRelevant();
}

function showRelevant() {
    for (const control of CONTROLS) $(`${control.name}-field`).hidden = !isShown(control, settings);
    for (const group of document.querySelectorAll('details'))
        group.hidden = !group.querySelector('.field:not([hidden])');
    $('play').disabled = settings.view === 'normals';
}

function change(name, value) {
    if (name === 'recipe') {
        const { size, seed } = settings;
        replace({ ...defaults(), size, seed, ...startOf(value) });
        return;
    }
    settings[name] = value;
    changed = name;
    if ($(`${name}-slider`) && document.activeElement !== $(`${name}-slider`))
        $(`${name}-slider`).value = value;
    showRelevant();
    draw();
}

function replace(made) {
    settings = made;
    changed = null;
    showSettings();
    draw();
}

// ---- What is wrong ------------------------------------------------------------------------------

const sentence = text => text[0].toUpperCase() + text.slice(1) + '.';

let told = '[""]';

// At the picture, which stays in view, and beside the controls that it is about.
function tell(message, names) {
    if (JSON.stringify([message, names]) === told) return;
    told = JSON.stringify([message, names]);
    const text = message && sentence(message);
    $('error').textContent = text;
    $('figure').classList.toggle('wrong', Boolean(names));
    for (const { name } of CONTROLS) {
        const isAbout = Boolean(names?.includes(name));
        $(`${name}-wrong`).textContent = isAbout ? text : '';
        if (isAbout) {
            $(name).setAttribute('aria-invalid', 'true');
            $(name).closest('details').open = true;
        } else {
            $(name).removeAttribute('aria-invalid');
        }
    }
}

// By a noise of this thread: the worker may have much to do.
function check() {
    wrong = wrongIn(perlin, settings, changed);
    if (wrong) tell(wrong.message, wrong.names);
    else tell(noteOf(settings));
}

// ---- Drawing ------------------------------------------------------------------------------------

const canvas = $('picture'),
    context = canvas.getContext('2d');
let perlin, // for check()
    worker,
    isReady = false,
    isBusy = false,
    wanted = null,
    last = 0,
    fullCost = 0,
    finalTimer,
    speedTimer;

// A picture at once, coarser where it would take long; and the whole one when nothing changes any
// more.
function draw({ isFinal } = { isFinal: false }) {
    if (!isReady) return;
    clearTimeout(finalTimer);
    clearTimeout(speedTimer);
    check();
    $('figure').setAttribute('aria-busy', String(!wrong));
    wanted = wrong ? null : { isFinal, patience: 0 };
    if (wrong && !isPlaying()) describe();
    pump();
}

function drawFinal(patience = 0) {
    wanted = { isFinal: true, patience };
    pump();
}

function pump() {
    if (isBusy || !wanted) return;
    const { isFinal, patience } = wanted;
    const coarse = isFinal || fullCost < 40 ? 1 : fullCost < 160 ? 2 : 4;
    wanted = null;
    isBusy = true;
    last++;
    worker.postMessage({ id: last, settings, coarse, isFinal, patience });
}

function show(answer) {
    isBusy = false;
    if (answer.error) {
        // as where there is no memory for a picture
        if (!wrong) tell(answer.error, []);
    } else {
        const { width, height, coarse } = answer;
        fullCost = answer.ms * coarse * coarse;
        const image = new ImageData(answer.pixels, width, height);
        if (canvas.width !== width * coarse || canvas.height !== height * coarse)
            Object.assign(canvas, { width: width * coarse, height: height * coarse });
        if (coarse === 1) {
            context.putImageData(image, 0, 0);
        } else {
            const small = new OffscreenCanvas(width, height);
            small.getContext('2d').putImageData(image, 0, 0);
            context.imageSmoothingEnabled = false;
            context.drawImage(small, 0, 0, canvas.width, canvas.height);
        }
        $('speed').textContent =
            `${answer.rate < 10 ? answer.rate.toFixed(1) : Math.round(answer.rate)} million samples/s`;
        $('bounds').textContent = answer.bounds
            ? `${signed(answer.bounds[0])} to ${signed(answer.bounds[1])}`
            : 'normals';
        $('digest').textContent = answer.digest ?? '…';
        const hashes = { INTEGER: 'integer hash', PERMUTATION: 'tables', AUTO: "Elias's hash" };
        const by = answer.backend === 'wasm128' ? 'simd128' : answer.backend;
        $('computed').textContent =
            answer.noises > 1 ? `${by}, ${answer.noises} noises` : `${by}, ${hashes[answer.hash]}`;
    }
    if (wrong) return;
    if (!wanted && !isPlaying() && !answer.isFinal && !answer.error) {
        finalTimer = setTimeout(drawFinal, 110, 20);
    } else if (!wanted && !isPlaying()) {
        if (answer.patience < 150) speedTimer = setTimeout(drawFinal, 600, 150);
        describe();
        $('figure').setAttribute('aria-busy', 'false');
    }
    pump();
}

const signed = value => value.toFixed(3).replace('-', '−');

// What belongs to the settings as they are now.
function describe() {
    const link = linkOf(settings);
    history.replaceState(null, '', link ? `#${link}` : location.pathname + location.search);
    const text = name => $(name).selectedOptions[0].textContent;
    const octaves =
        settings.fractal === 'NONE'
            ? 'one octave'
            : `${text('fractal')} of ${settings.octaves} octaves`;
    const [what, detail] =
        settings.recipe === 'NONE'
            ? [`${text('basis')} noise`, octaves]
            : [`the recipe ${text('recipe')}`, `${settings.octaves} octaves`];
    canvas.setAttribute(
        'aria-label',
        `${text('view')} of ${what} in ${dimsOf(settings)}-D, ${detail}, seed ${settings.seed}`,
    );
    showCode();
}

// ---- Moving -------------------------------------------------------------------------------------

const rounded = value => Number(value.toPrecision(9));

// Moves by widths of the picture, then zooms about a place of it, from -1/2 to 1/2 of its width.
function move(dx, dy, factor = 1, px = 0, py = 0) {
    if (!isReady || wrong) return; // what is typed stays
    const before = Number(settings.across),
        across = rounded(Math.min(4096, Math.max(0.01, before * factor)));
    settings.x = rounded(Number(settings.x) + dx * before + px * (before - across));
    settings.y = rounded(Number(settings.y) + dy * before + py * (before - across));
    settings.across = across;
    showSettings();
    draw();
}

const zoom = (factor, px, py) => move(0, 0, factor, px, py);

// One finger or the mouse drags, two fingers pinch: what is between them stays there.
const fingers = new Map();

// The place in the picture, in its widths, and how far two fingers are apart.
function gesture() {
    const [one, other = one] = [...fingers.values()],
        box = canvas.getBoundingClientRect();
    return {
        x: ((one.x + other.x) / 2 - box.left) / box.width - 0.5,
        y: ((one.y + other.y) / 2 - box.top - box.height / 2) / box.width,
        apart: Math.hypot(one.x - other.x, one.y - other.y),
    };
}

canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
canvas.addEventListener('lostpointercapture', event => fingers.delete(event.pointerId));
canvas.addEventListener('pointermove', event => {
    if (!fingers.has(event.pointerId)) return;
    const from = gesture();
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const to = gesture(),
        factor = from.apart > 0 && to.apart > 0 ? from.apart / to.apart : 1;
    move(from.x - to.x, from.y - to.y, factor, to.x, to.y);
});
canvas.addEventListener(
    'wheel',
    event => {
        event.preventDefault();
        const box = canvas.getBoundingClientRect();
        zoom(
            Math.exp(Math.sign(event.deltaY) * 0.12),
            (event.clientX - box.left) / box.width - 0.5,
            (event.clientY - box.top - box.height / 2) / box.width,
        );
    },
    { passive: false },
);
canvas.addEventListener('keydown', event => {
    const action = {
        ArrowLeft: () => move(-1 / 24, 0),
        ArrowRight: () => move(1 / 24, 0),
        ArrowUp: () => move(0, -1 / 24),
        ArrowDown: () => move(0, 1 / 24),
        '+': () => zoom(1 / 1.15),
        '=': () => zoom(1 / 1.15),
        '-': () => zoom(1.15),
    }[event.key];
    if (action) {
        event.preventDefault();
        action();
    }
});

// ---- Playing ------------------------------------------------------------------------------------

let frame = 0,
    before = 0;
function isPlaying() {
    return frame !== 0;
}

function play(now) {
    const seconds = Math.min(0.1, (now - before) / 1000);
    before = now;
    if (settings.view === 'normals') {
        // of 2-D
        stop();
        return;
    }
    if (dimsOf(settings) === 4) settings.time = rounded((Number(settings.time) + seconds / 8) % 1);
    else settings.depth = rounded(Number(settings.depth) + seconds / 3);
    const name = dimsOf(settings) === 4 ? 'time' : 'depth';
    $(name).value = $(`${name}-slider`).value = settings[name];
    draw();
    frame = requestAnimationFrame(play);
}

function stop() {
    cancelAnimationFrame(frame);
    frame = 0;
    $('play').textContent = 'Play';
    $('play').setAttribute('aria-pressed', 'false');
    draw();
}

$('play').addEventListener('click', () => {
    if (isPlaying()) {
        stop();
        return;
    }
    if (dimsOf(settings) === 2) {
        // nothing moves in 2-D
        settings.dims = '4';
        showSettings();
    }
    $('play').textContent = 'Pause';
    $('play').setAttribute('aria-pressed', 'true');
    before = performance.now();
    frame = requestAnimationFrame(play);
});

// ---- Actions ------------------------------------------------------------------------------------

let saidTimer;
function say(text) {
    $('said').textContent = text;
    clearTimeout(saidTimer);
    saidTimer = setTimeout(() => {
        $('said').textContent = '';
    }, 4000);
}

async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        say(`${what} copied`);
    } catch {
        say('This browser does not let the page copy. The address has the settings.');
    }
}

$('dice').addEventListener('click', () =>
    replace({ ...settings, seed: String(Math.floor(Math.random() * 1e6)) }),
);
$('copy-link').addEventListener('click', () => copy(location.href, 'Link'));
$('save').addEventListener('click', () =>
    canvas.toBlob(blob => {
        const url = URL.createObjectURL(blob);
        make('a', { href: url, download: 'noise.png' }).click();
        setTimeout(() => URL.revokeObjectURL(url), 10000);
    }),
);
$('skip').addEventListener('click', event => {
    event.preventDefault(); // the address has the settings
    $('code').focus();
});
window.addEventListener('hashchange', () => replace(settingsOf(location.hash.slice(1))));

// ---- Code ---------------------------------------------------------------------------------------

const tabs = [
    ['c', codeC],
    ['javascript', codeJavaScript],
    ['python', codePython],
];
let tab = 0;

// Where a setting is wrong, the last code stays.
function showCode() {
    let nodes;
    try {
        nodes = nodesOf(settings);
    } catch {
        return;
    }
    const grid = gridOf(settings);
    $('code').textContent = tabs[tab][1]({
        nodes,
        grid,
        view: settings.view,
        height: heightOf(settings),
    });
}

function select(index) {
    tab = index;
    tabs.forEach(([name], i) => {
        $(`tab-${name}`).setAttribute('aria-selected', String(i === index));
        $(`tab-${name}`).tabIndex = i === index ? 0 : -1;
    });
    $('code').setAttribute('aria-labelledby', `tab-${tabs[index][0]}`);
    showCode();
}

tabs.forEach(([name], i) => {
    $(`tab-${name}`).addEventListener('click', () => select(i));
    $(`tab-${name}`).addEventListener('keydown', event => {
        const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
        if (step) {
            select((i + step) % tabs.length);
            $(`tab-${tabs[tab][0]}`).focus();
        }
    });
});
$('copy-code').addEventListener('click', () => copy($('code').textContent, 'Code'));

// ---- Start --------------------------------------------------------------------------------------

// The page has the module as gzip in base64.
async function compile(text) {
    const packed = atob(text),
        bytes = new Uint8Array(packed.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = packed.charCodeAt(i);
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

async function start() {
    worker = new Worker(
        URL.createObjectURL(new Blob([$('worker').textContent], { type: 'text/javascript' })),
    );
    const whenReady = new Promise(resolve => {
        worker.onmessage = ({ data }) => (data.ready ? resolve() : show(data));
    });
    worker.onerror = event => {
        $('error').textContent = `The worker has stopped: ${event.message}`;
    };
    const module = await compile($('module').textContent);
    worker.postMessage({ module });
    perlin = await load(module);
    await whenReady;
    isReady = true;
    draw({ isFinal: true });
}

buildPanel();
showSettings();
start().catch(error => {
    $('error').textContent =
        `This browser cannot run the module, which needs WebAssembly with SIMD: ${error.message}`;
});
