// Noise for JavaScript: the C library as a WebAssembly module, which fills typed arrays.
//
// perlin-api.js has the names, constants and layouts of perlin.h. scripts/pack-npm makes it, and
// the module, from the C sources.
import { api } from './perlin-api.js';

const { causes, kinds, layout, structs, types } = api;
export const constants = api.constants;
export const version = api.version;

/**
 * What the library refuses: its text, and in `status` its number, a PERLIN_ERROR_ of `constants`.
 */
export class PerlinError extends Error {
    constructor(message, status) {
        super(message);
        this.name = 'PerlinError';
        this.status = status;
    }
}

// A call computes so many samples: the module's memory, which never shrinks, stays small.
const BLOCK = 1 << 16;

// How many noises an instance keeps in the module: those used last. JavaScript frees late what a
// program forgets, or never while a loop runs. So the module's memory must not depend on it.
const KEPT = 64;

// Pointers to arrays: the field that counts the numbers, or how many there have to be; and what they are.
const COUNTED = {
    permutation: [256, Uint8Array, 'integers from 0 to 255'],
    weights: ['weight_count', Float64Array, 'numbers'],
    positions: ['position_count', Float64Array, 'numbers'],
    values: ['position_count', Float64Array, 'numbers'],
};
const HIDDEN = new Set([
    'struct_size',
    'reserved',
    'allocate',
    'release',
    'user',
    'kind',
    'input',
    ...Object.values(COUNTED).map(([count]) => count),
]);
const fieldsOf = struct =>
    new Map(
        structs[struct]
            .filter(field => !HIDDEN.has(field.name))
            .map(field => [field.name, field]),
    );
const FIELDS = {
    perlin_params: fieldsOf('perlin_params'),
    perlin_combination: fieldsOf('perlin_combination'),
};
const TYPE_OF = new Map(
    Object.values(structs)
        .flat()
        .map(field => [field.name, field.type]),
);

/** The names of the parameters, in the order of perlin.h. */
export const parameters = [...FIELDS.perlin_params.keys()];

const prefixOf = type => type.toUpperCase().replace(/_KIND$/, '') + '_';

/**
 * The names of an enumeration: `names('basis')` is PERLIN, VALUE and so on, `names('kind')` has the
 * kinds of combinations.
 */
export function names(parameter) {
    const prefix = prefixOf(TYPE_OF.get(parameter) ?? '');
    return Object.keys(constants)
        .filter(name => name.startsWith(prefix))
        .map(name => name.slice(prefix.length));
}

function constantOf(parameter, type, value) {
    if (typeof value !== 'string') return integer(parameter, value, 32);
    const name = prefixOf(type) + value.toUpperCase().replaceAll('-', '_');
    if (!Object.hasOwn(constants, name))
        throw new TypeError(`${parameter}: '${value}' is none of ${names(parameter).join(', ')}`);
    return constants[name];
}

function number(what, value) {
    if (typeof value !== 'number') throw new TypeError(`${what} has to be a number`);
    return value;
}

function integer(what, value, bits) {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits)
        throw new RangeError(`${what} has to be an integer from 0 to 2^${bits} - 1`);
    return value;
}

const isFinite32 = value =>
    typeof value === 'number' ? Number.isFinite(Math.fround(value)) : [...value].every(isFinite32);

// Arrays in brackets, of which a long one is cut.
function shown(value) {
    if (typeof value === 'string') return `'${value}'`;
    if (typeof value !== 'object' || value === null) return String(value);
    const text = `[${Array.from(value, shown).join(', ')}]`;
    return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

// The parameters that a status is about, with their values: ': octaves = 0'.
function about(status, given) {
    const error = Object.keys(constants).find(
        name => name.startsWith('PERLIN_ERROR_') && constants[name] === status,
    );
    const all = causes[error] ?? [],
        named = all.filter(
            name =>
                given[name] !== undefined &&
                (status !== constants.PERLIN_ERROR_NOT_FINITE || !isFinite32(given[name])),
        );
    if (named.length > 0)
        return ': ' + named.map(name => `${name} = ${shown(given[name])}`).join(', ');
    return status === constants.PERLIN_ERROR_POSITION_COUNT ? `: ${all[0]} is missing` : '';
}

// Refuses what a kind of combination, by its number, does not take. C ignores it.
function checkKind(number, inputs, numbers) {
    if (number >= Object.keys(kinds).length) return; // the library refuses it
    const [kind, { inputs: limits, fields }] = Object.entries(kinds)[number],
        [least, most] = limits;
    if (inputs < least || inputs > most)
        throw new TypeError(
            `${kind} takes ${least === most ? least : `${least} to ${most}`} ` +
                `input${most === 1 ? '' : 's'}, not ${inputs}`,
        );
    for (const name of Object.keys(numbers))
        if (name !== 'backend' && !fields.includes(name))
            throw new TypeError(
                `${kind} has no parameter '${name}'. It has ${[...fields, 'backend'].join(', ')}`,
            );
}

const WIDE = {
    signed: [-(2n ** 63n), 2n ** 63n, '-2^63 to 2^63 - 1'],
    unsigned: [0n, 2n ** 64n, '0 to 2^64 - 1'],
    seed: [-(2n ** 63n), 2n ** 64n, '-2^63 to 2^64 - 1'], // -1 is 2^64 - 1, as for the command
};

// An integer of 64 bits: a BigInt, its digits, or a number that is exactly an integer.
function wide(what, value, kind) {
    const [least, end, range] = WIDE[kind];
    const isExact =
        typeof value === 'bigint' ||
        Number.isSafeInteger(value) ||
        (typeof value === 'string' && /^-?[0-9]+$/.test(value));
    if (!isExact || BigInt(value) < least || BigInt(value) >= end)
        throw new RangeError(
            `${what} has to be an integer from ${range}, above 2^53 as a BigInt or a string`,
        );
    return BigInt(value);
}

// An option of an axis, or one for all of them.
function perAxis(what, value, dims) {
    const list =
        Array.isArray(value) || ArrayBuffer.isView(value) ? value : Array(dims).fill(value);
    if (list.length !== dims)
        throw new RangeError(`${what} has ${list.length} numbers for ${dims} axes`);
    return list;
}

const HOW = "load() takes its bytes, too: see 'Bundlers' in the README of libperlin";

async function readFile(path) {
    // No literal, and a comment for webpack and Vite: bundlers for browsers refuse modules of node.
    const files = 'node:fs/promises';
    try {
        const node = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
        return await node.readFile(path);
    } catch (cause) {
        throw new Error(`libperlin: cannot read perlin.wasm: ${cause.message}. ${HOW}`, { cause });
    }
}

async function bytesOf(response) {
    const bytes = await response.arrayBuffer();
    const magic = String.fromCharCode(...new Uint8Array(bytes).subarray(0, 4));
    if (response.ok && magic === '\0asm') return bytes;
    const what = `${response.status}, ${response.headers.get('Content-Type')}`;
    throw new Error(`libperlin: no perlin.wasm is at ${response.url} (${what}). ${HOW}`);
}

// The bytes of perlin.wasm, which is beside this file, or beside the bundle that this file is in.
async function bytesBeside() {
    if (typeof import.meta.url !== 'string') {
        if (typeof __dirname === 'string') return readFile(`${__dirname}/perlin.wasm`); // CommonJS
        throw new Error(`libperlin: a script that is no module cannot find perlin.wasm. ${HOW}`);
    }
    // Bundlers look for this very expression, copy the file and adapt the name.
    const url = new URL('./perlin.wasm', import.meta.url);
    if (url.protocol === 'file:' && typeof process !== 'undefined') return readFile(url);
    return bytesOf(await fetch(url));
}

async function moduleFrom(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof Response !== 'undefined' && source instanceof Response)
        source = await bytesOf(source);
    return WebAssembly.compile(source ?? (await bytesBeside()));
}

/**
 * Makes an instance of the library, with memory of its own. `source` is the module, its bytes, or
 * the Response of a fetch; by default the file perlin.wasm beside this one.
 */
export async function load(source) {
    const module = await moduleFrom(source);
    return new Perlin(module, await WebAssembly.instantiate(module, {}));
}

// A copy that nobody can change, since the module may have to make the noise again. JSON can write
// it: a BigInt becomes a number where that is exact, else a string.
function frozen(value) {
    if (typeof value === 'bigint')
        return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.freeze(Array.from(value, frozen));
}

// `call` is shown to those who gave something else.
function frozenFields(given, call) {
    requireObject('the parameters', given, call);
    const copy = {};
    for (const name of Object.keys(given)) copy[name] = frozen(given[name]);
    return Object.freeze(copy);
}

function requireObject(what, given, call) {
    if (typeof given !== 'object' || given === null || isArray(given))
        throw new TypeError(`${what} have to be an object, as in ${call}`);
}

const isArray = value => Array.isArray(value) || ArrayBuffer.isView(value);

// What `noise` is made of: `{ published, parameters }` or `{ kind, inputs, parameters }`, where
// inputs are of the same kind, or numbers. `owner` is an instance of the library.
let sourceOf;

export class Perlin {
    #c;
    #addresses = new Map(); // of noises in the module, by their sources, the latest used at the end
    #host;

    /** Use load(). */
    constructor(module, instance) {
        this.module = module;
        this.#c = instance.exports;
        this.#host = {
            owner: this,
            c: this.#c,
            addressOf: source => this.#addressOf(source),
            check: status => this.#check(status),
            free: source => this.#free(source),
            view: () => this.#view(),
            within: action => this.#with(action),
        };
        if (this.#text(this.#c.perlin_version()) !== version)
            throw new Error(`libperlin: the module is not of version ${version}`);
    }

    /** A noise by parameters as in perlin.h. */
    noise(parameters = {}) {
        return this.#ofParameters(false, parameters);
    }

    /** The same with the defaults of articles and most libraries: perlin_params_init_published. */
    published(parameters = {}) {
        return this.#ofParameters(true, parameters);
    }

    /**
     * A noise made of noises: `combine('BLEND', [plains, mountains, mask])`. `numbers` are fields
     * of perlin_combination by their names, with their defaults. An input may be a number: a noise
     * that has this value everywhere. The noise holds its inputs, which may be freed.
     */
    combine(kind, inputs = [], numbers = {}) {
        if (!Array.isArray(inputs))
            throw new TypeError("the inputs have to be an array, as in combine('ADD', [a, b])");
        const sources = Array.from(inputs, one =>
            typeof one === 'number' ? one : sourceOf(one, this),
        );
        const parameters = frozenFields(numbers, "combine('WARP', [a, b], { amplitude: 0.3 })");
        return this.#noise({ kind, inputs: Object.freeze(sources), parameters }, inputs);
    }

    /**
     * The noise that another one's `description` describes, inputs included: of this instance or of
     * another one, for example in a worker.
     */
    from(description) {
        const made = new Map();
        const make = about => {
            if (typeof about === 'number') return about;
            if (!made.has(about)) {
                const { kind, inputs, published, parameters } = about;
                made.set(
                    about,
                    kind !== undefined
                        ? this.combine(kind, inputs.map(make), parameters)
                        : this[published ? 'published' : 'noise'](parameters),
                );
            }
            return made.get(about);
        };
        return make(description);
    }

    /** The names of the backends of this module, the slowest first. */
    backends() {
        return names('backend')
            .filter(
                name =>
                    name !== 'AUTO' &&
                    this.#c.perlin_backend_available(constants[`PERLIN_BACKEND_${name}`]),
            )
            .map(name => name.toLowerCase());
    }

    /** perlin_octaves_for: how many octaves of these parameters samples `step` apart can show. */
    octavesFor(parameters, step, depth) {
        return this.#with(arena => {
            const params = this.#params(arena, 'perlin_params_init_sized', parameters),
                out = arena.take(4);
            this.#check(
                this.#c.perlin_octaves_for(
                    params,
                    number('step', step),
                    integer('depth', depth, 32),
                    out,
                ),
                parameters,
            );
            return this.#view().getUint32(out, true);
        });
    }

    #ofParameters(published, given) {
        const call = `${published ? 'published' : 'noise'}({ seed: 42 })`;
        return this.#noise({ published, parameters: frozenFields(given, call) });
    }

    // The module makes it at once, since it may refuse the parameters.
    #noise(source, inputs = []) {
        this.#addressOf(Object.freeze(source));
        return new Noise(source, Object.freeze([...inputs]), this.#host);
    }

    // The address of a noise, until the next call of this function.
    #addressOf(source) {
        let address;
        try {
            address = this.#use(source);
        } catch (error) {
            if (error.status !== constants.PERLIN_ERROR_MEMORY) throw error;
            this.#keepLast(0);
            address = this.#use(source);
        }
        this.#keepLast(KEPT);
        return address;
    }

    // Makes a noise unless the module has it. Gives none up, so that each input is made but once.
    #use(source) {
        const address = this.#addresses.get(source) ?? this.#make(source);
        this.#addresses.delete(source);
        this.#addresses.set(source, address);
        return address;
    }

    #keepLast(count) {
        for (const source of this.#addresses.keys()) {
            if (this.#addresses.size <= count) break;
            this.#free(source);
        }
    }

    // What a combination holds stays in the module as long as the combination.
    #free(source) {
        if (this.#addresses.has(source)) this.#c.perlin_destroy(this.#addresses.get(source));
        this.#addresses.delete(source);
    }

    #make(source) {
        return this.#with(arena => {
            const out = arena.take(4);
            if (source.kind === undefined)
                this.#check(
                    this.#c.perlin_create(out, this.#paramsOf(arena, source)),
                    source.parameters,
                );
            else this.#combine(arena, out, source);
            return this.#view().getUint32(out, true);
        });
    }

    #paramsOf(arena, { published, parameters }) {
        const init = `perlin_params_init_${published ? 'published_' : ''}sized`;
        return this.#params(arena, init, parameters);
    }

    #combine(arena, out, { kind, inputs, parameters }) {
        const number = constantOf('kind', 'perlin_combine_kind', kind);
        checkKind(number, inputs.length, parameters);
        const init = (pointer, size) =>
            this.#c.perlin_combination_init_sized(pointer, size, number);
        const combination = arena.struct('perlin_combination', init, { kind });
        this.#setAll(arena, 'perlin_combination', combination, parameters);
        const input = combination + layout.perlin_combination.fields.input.offset;
        inputs.forEach((one, i) => {
            const pointer = typeof one === 'number' ? this.#constant(arena, one) : this.#use(one);
            this.#view().setUint32(input + 4 * i, pointer, true);
        });
        const status = this.#c.perlin_combine(out, combination);
        if (status === constants.PERLIN_ERROR_NULL)
            throw new TypeError(`${kind} needs positions, and values, as many`);
        this.#check(status, { ...parameters, kind });
    }

    // What has the same value everywhere, for the time of a call. What is made of it holds it.
    #constant(arena, value) {
        const { fields, size } = layout.perlin_combination,
            kind = constants.PERLIN_COMBINE_CONSTANT,
            combination = arena.take(size),
            out = arena.take(4);
        this.#check(this.#c.perlin_combination_init_sized(combination, size, kind));
        this.#view().setFloat64(combination + fields.value.offset, value, true);
        this.#check(this.#c.perlin_combine(out, combination), { value });
        const pointer = this.#view().getUint32(out, true);
        arena.atEnd(() => this.#c.perlin_destroy(pointer));
        return pointer;
    }

    #view() {
        return new DataView(this.#c.memory.buffer);
    }

    #text(pointer) {
        const bytes = new Uint8Array(this.#c.memory.buffer);
        return String.fromCharCode(...bytes.subarray(pointer, bytes.indexOf(0, pointer)));
    }

    #check(status, given = {}) {
        if (status !== constants.PERLIN_OK)
            throw new PerlinError(
                this.#text(this.#c.perlin_status_string(status)) + about(status, given),
                status,
            );
    }

    // Memory for one call.
    #with(action) {
        const ends = [];
        const arena = {
            atEnd: end => ends.push(end),
            take: size => {
                const pointer = this.#c.malloc(size);
                if (pointer === 0)
                    throw new PerlinError(
                        this.#text(this.#c.perlin_status_string(constants.PERLIN_ERROR_MEMORY)),
                        constants.PERLIN_ERROR_MEMORY,
                    );
                arena.atEnd(() => this.#c.free(pointer));
                return pointer;
            },
            // A struct with its defaults.
            struct: (name, init = this.#c[`${name}_init_sized`], given = {}) => {
                const pointer = arena.take(layout[name].size);
                this.#check(init(pointer, layout[name].size), given);
                return pointer;
            },
        };
        try {
            return action(arena);
        } finally {
            ends.forEach(end => end());
        }
    }

    #params(arena, init, parameters) {
        const params = arena.struct('perlin_params', this.#c[init]);
        this.#setAll(arena, 'perlin_params', params, parameters);
        return params;
    }

    #setAll(arena, struct, pointer, given) {
        const fields = FIELDS[struct],
            what = struct === 'perlin_params' ? 'noise' : 'combination';
        for (const [name, value] of Object.entries(given)) {
            const field = fields.get(name);
            if (!field)
                throw new TypeError(
                    `a ${what} has no parameter '${name}'. It has ${[...fields.keys()].join(', ')}`,
                );
            if (value !== undefined) this.#set(arena, layout[struct].fields, pointer, field, value);
        }
    }

    #set(arena, place, pointer, field, value) {
        const { name, type, array } = field,
            at = pointer + place[name].offset;
        if (name in COUNTED || array.length > 0) {
            const isRight = isArray(value) && (array.length < 2 || value.every(isArray));
            const example = array.length < 2 ? '[1, 2]' : '[[1, 0], [0, 1]]';
            if (!isRight)
                throw new TypeError(`${name} has to be an array, as in { ${name}: ${example} }`);
        }
        if (name in COUNTED) {
            const count = place[COUNTED[name][0]];
            this.#setCounted(arena, at, count && pointer + count.offset, name, value);
        } else if (array.length === 2) {
            const [rows, columns] = array;
            if (value.length > rows || value.some(row => row.length > columns))
                throw new RangeError(`${name} has at most ${rows} rows of ${columns} numbers`);
            value.forEach((row, r) =>
                row.forEach((entry, c) =>
                    this.#setNumber(at + 8 * (columns * r + c), name, type, entry),
                ),
            );
        } else if (array.length === 1) {
            if (value.length > array[0])
                throw new RangeError(`${name} has at most ${array[0]} numbers`);
            const size = place[name].size / array[0];
            [...value].forEach((entry, i) => this.#setNumber(at + size * i, name, type, entry));
        } else {
            this.#setNumber(at, name, type, value);
        }
    }

    #setNumber(at, name, type, value) {
        const view = this.#view();
        if (type in types) view.setUint32(at, constantOf(name, type, value), true);
        else if (type === 'double') view.setFloat64(at, number(name, value), true);
        else if (type === 'uint64_t')
            view.setBigUint64(at, wide(name, value, name), true);
        else
            view.setUint32(
                at,
                integer(name, typeof value === 'boolean' ? Number(value) : value, 32),
                true,
            );
    }

    #setCounted(arena, at, countAt, name, given) {
        const [count, Type, kind] = COUNTED[name],
            values = Type.from(given);
        const isOther = (converted, i) =>
            converted !== given[i] && !(Number.isNaN(converted) && Number.isNaN(given[i]));
        if (values.some(isOther)) throw new RangeError(`${name} has to be a sequence of ${kind}`);
        if (countAt === undefined && values.length !== count)
            throw new RangeError(`${name} has to have ${count} numbers`);
        const pointer = arena.take(values.byteLength || 1);
        new Type(this.#c.memory.buffer, pointer, values.length).set(values);
        const view = this.#view();
        view.setUint32(at, pointer, true);
        if (countAt === undefined) return;
        const before = view.getUint32(countAt, true);
        if (before !== 0 && before !== values.length)
            throw new RangeError('positions and values have to be as many');
        view.setUint32(countAt, values.length, true);
    }
}

/** A noise of 1 to 4 dimensions, which never changes. */
export class Noise {
    #source;
    #host;
    #freed = false;

    static {
        sourceOf = (noise, owner) => {
            if (!(noise instanceof Noise))
                throw new TypeError('an input has to be a noise or a number');
            if (noise.#host.owner !== owner)
                throw new TypeError('an input is of another instance of the library');
            noise.#checkAlive();
            return noise.#source;
        };
    }

    /** Use Perlin.noise(), Perlin.published() or Perlin.combine(). */
    constructor(source, inputs, host) {
        this.kind = source.kind;
        this.inputs = inputs;
        this.parameters = source.parameters;
        this.#source = source;
        this.#host = host;
        Object.freeze(this);
    }

    /** What Perlin.from() makes the same noise of: it can be posted to a worker, or be JSON. */
    get description() {
        return this.#source;
    }

    /**
     * Proven bounds of the results in so many dimensions: [least, greatest]. They may be wider than
     * results ever get, and are infinite of COORDINATE and DISTANCE.
     */
    bounds(dims) {
        const { c, check, view, within } = this.#host,
            noise = this.#address();
        return within(arena => {
            const both = arena.take(16);
            check(c.perlin_bounds(noise, integer('dims', dims, 32), both));
            return [view().getFloat64(both, true), view().getFloat64(both + 8, true)];
        });
    }

    /**
     * Frees the module's memory of this noise at once, or with the last combination that holds it.
     * The noise cannot be used any more, but combinations of it can.
     */
    free() {
        this.#freed = true;
        this.#host.free(this.#source);
    }

    get backend() {
        const backend = this.#host.c.perlin_backend_of(this.#address());
        return this.#nameOf('backend', backend).toLowerCase();
    }

    get hash() {
        return this.#nameOf('hash', this.#host.c.perlin_hash_of(this.#address()));
    }

    /** The permutation table of an octave: 256 bytes. */
    permutation(octave = 0) {
        const { c, check, view, within } = this.#host,
            noise = this.#address();
        return within(arena => {
            const table = arena.take(256);
            check(c.perlin_permutation(noise, integer('octave', octave, 32), table));
            return new Uint8Array(view().buffer, table, 256).slice();
        });
    }

    /**
     * The noise at points: `coordinates` has an array for each axis, x first. Float32Arrays are
     * computed with in float, others in double. The result has the type of `out`, else that of the
     * coordinates.
     */
    points(coordinates, options = {}) {
        return this.#points('points', coordinates, options).values;
    }

    /** The noise at points and its derivatives by each coordinate: `{ values, gradient }`. */
    pointsGradient(coordinates, options = {}) {
        return this.#points('pointsGradient', coordinates, options);
    }

    /**
     * The noise on a grid of count[0] by count[1] ... samples, x fastest: several times as fast as
     * points.
     */
    grid(count, options = {}) {
        const [values] = this.#grid(
            'grid',
            count,
            options,
            1,
            ([out], grid, extra) => [
                `perlin_grid_into_${extra.suffix}`,
                this.#address(),
                grid,
                extra.output,
                out,
                extra.bounds,
            ],
            true,
        );
        return values;
    }

    /** The same with the derivatives by each coordinate: `{ values, gradient }`. */
    gridGradient(count, options = {}) {
        const [values, ...gradient] = this.#grid(
            'gridGradient',
            count,
            options,
            1 + (count?.length ?? 0),
            ([out, ...slopes], grid, extra) => [
                `perlin_grid_gradient_${extra.suffix}`,
                this.#address(),
                grid,
                out,
                extra.pointers(slopes),
            ],
            false,
        );
        return { values, gradient };
    }

    /**
     * The normals of a terrain, `height` high per unit of the noise: the arrays of x, y and z, z
     * being up.
     */
    normals(count, options = {}) {
        const { height = 1, ...rest } = Object(options);
        return this.#grid(
            'normals',
            count,
            typeof options === 'object' ? rest : options,
            3,
            (normal, grid, extra) => [
                `perlin_grid_normals_${extra.suffix}`,
                this.#address(),
                grid,
                number('height', height),
                extra.pointers(normal),
            ],
            false,
        );
    }

    #checkAlive() {
        if (this.#freed) throw new Error('this noise has been freed');
    }

    // For one call of the module: the next use of another noise may give this one up.
    #address() {
        this.#checkAlive();
        return this.#host.addressOf(this.#source);
    }

    #nameOf(parameter, value) {
        const prefix = prefixOf(TYPE_OF.get(parameter));
        return names(parameter).find(name => constants[prefix + name] === value);
    }

    #output(arena, options) {
        const output = arena.struct('perlin_output'),
            at = layout.perlin_output.fields,
            view = this.#host.view();
        const { scale = 1, bias = 0, accumulate = false } = options;
        view.setFloat64(output + at.scale.offset, number('scale', scale), true);
        view.setFloat64(output + at.bias.offset, number('bias', bias), true);
        view.setUint32(output + at.accumulate.offset, accumulate ? 1 : 0, true);
        return output;
    }

    #points(method, coordinates, options) {
        const { c, check, view, within } = this.#host,
            withGradient = method === 'pointsGradient';
        if (!Array.isArray(coordinates) || !coordinates.every(isArray))
            throw new TypeError(
                `${method} takes an array for each axis: ${method}([[0.5], [0.25]]) is at the ` +
                    `point (0.5, 0.25), ${method}([[0.5, 0.25]]) at two points of a line`,
            );
        requireObject('the options', options, `${method}([[0.5], [0.25]], { out })`);
        refuseUnknown(
            options,
            withGradient ? ['out', 'gradient'] : ['out', 'scale', 'bias', 'accumulate', 'bounds'],
        );
        const dims = coordinates.length,
            length = dims > 0 ? coordinates[0].length : 0;
        if (coordinates.some(axis => axis.length !== length))
            throw new RangeError('the coordinates have arrays of different lengths');
        const inFloat = dims > 0 && coordinates.every(axis => axis instanceof Float32Array);
        const In = inFloat ? Float32Array : Float64Array;
        const values = outputOf(options.out, length, In),
            Out = values.constructor;
        if (inFloat && Out === Float64Array)
            throw new TypeError('results of Float32Arrays are floats');
        const gradient = withGradient
            ? coordinates.map((_, axis) => outputOf(options.gradient?.[axis], length, Out))
            : [];
        if (gradient.some(slopes => slopes.constructor !== Out))
            throw new TypeError('the results and the gradient have to be arrays of one type');
        const suffix = inFloat ? 'f32' : Out === Float64Array ? 'f64' : 'f64_f32';
        const bounds = new Bounds(options.bounds);
        within(arena => {
            const block = Math.max(1, Math.min(length, BLOCK)),
                size = Out.BYTES_PER_ELEMENT;
            const axes = coordinates.map(() => arena.take(block * In.BYTES_PER_ELEMENT));
            const out = arena.take(block * size),
                slopes = gradient.map(() => arena.take(block * size));
            const list = pointers(arena, view, axes),
                slopeList = pointers(arena, view, slopes);
            const output = withGradient ? 0 : this.#output(arena, options),
                limits = arena.take(16);
            let first = 0;
            do {
                // once for no points at all, to check the rest
                const n = Math.min(block, length - first);
                axes.forEach((pointer, axis) =>
                    copyIn(new In(view().buffer, pointer, n), coordinates[axis], first),
                );
                if (options.accumulate)
                    new Out(view().buffer, out, n).set(values.subarray(first, first + n));
                check(
                    withGradient
                        ? c[`perlin_points_gradient_${suffix}`](
                              this.#address(),
                              dims,
                              n,
                              list,
                              0,
                              out,
                              slopeList,
                          )
                        : c[`perlin_points_into_${suffix}`](
                              this.#address(),
                              dims,
                              n,
                              list,
                              0,
                              output,
                              out,
                              limits,
                          ),
                );
                values.set(new Out(view().buffer, out, n), first);
                slopes.forEach((pointer, axis) =>
                    gradient[axis].set(new Out(view().buffer, pointer, n), first),
                );
                if (!withGradient) bounds.add(new Out(view().buffer, limits, 2));
                first += n;
            } while (first < length);
        });
        bounds.store();
        return { values, gradient };
    }

    // `call` names the function and its arguments, given the arrays in the module and the grid.
    #grid(method, count, options, arrays, call, intoOutput) {
        const { c, check, view, within } = this.#host,
            right = `${method}([256, 256], { step: 1 / 64 })`;
        if (!isArray(count))
            throw new TypeError(`${method} takes an array of counts, one an axis: ${right}`);
        requireObject('the options', options, right);
        refuseUnknown(options, [
            'step',
            'start',
            'origin',
            'period',
            'out',
            ...(intoOutput ? ['scale', 'bias', 'accumulate', 'bounds'] : []),
        ]);
        const dims = count.length;
        const lengths = Array.from(count, n => integer('count', n, 53));
        if (dims < 1 || dims > 4) throw new RangeError('a grid has 1 to 4 axes');
        const total = lengths.reduce((product, n) => product * n, 1);
        const given =
            arrays === 1 && !Array.isArray(options.out) ? [options.out] : (options.out ?? []);
        const outs = Array.from({ length: arrays }, (_, i) =>
            outputOf(given[i], total, given[0]?.constructor ?? Float32Array),
        );
        const Out = outs[0].constructor,
            suffix = Out === Float64Array ? 'f64' : 'f32',
            bounds = new Bounds(options.bounds);
        const start = Array.from(perAxis('start', options.start ?? 0, dims), n =>
            wide('start', n, 'signed'),
        );
        within(arena => {
            const grid = arena.struct('perlin_grid'),
                at = layout.perlin_grid.fields;
            view().setUint32(grid + at.dims.offset, dims, true);
            for (const name of ['step', 'origin'])
                perAxis(name, options[name] ?? 0, dims).forEach((value, axis) =>
                    view().setFloat64(grid + at[name].offset + 8 * axis, number(name, value), true),
                );
            perAxis('period', options.period ?? 0, dims).forEach((value, axis) =>
                view().setBigUint64(
                    grid + at.period.offset + 8 * axis,
                    wide('period', value, 'unsigned'),
                    true,
                ),
            );
            const block = Math.max(1, Math.min(total, BLOCK));
            const inModule = outs.map(() => arena.take(block * Out.BYTES_PER_ELEMENT));
            const limits = arena.take(16),
                output = intoOutput ? this.#output(arena, options) : 0;
            const list = arena.take(16);
            const extra = {
                suffix,
                output,
                bounds: limits,
                pointers: parts => {
                    parts.forEach((pointer, i) => view().setUint32(list + 4 * i, pointer, true));
                    return list;
                },
            };
            forEachPart(lengths, (from, size, first) => {
                const n = size.reduce((product, length) => product * length, 1);
                for (let axis = 0; axis < dims; axis++) {
                    view().setBigInt64(
                        grid + at.start.offset + 8 * axis,
                        start[axis] + BigInt(from[axis]),
                        true,
                    );
                    view().setUint32(grid + at.count.offset + 4 * axis, size[axis], true);
                }
                if (options.accumulate)
                    new Out(view().buffer, inModule[0], n).set(outs[0].subarray(first, first + n));
                const [name, ...rest] = call(inModule, grid, extra);
                check(c[name](...rest));
                outs.forEach((out, i) => out.set(new Out(view().buffer, inModule[i], n), first));
                if (intoOutput) bounds.add(new Out(view().buffer, limits, 2));
            });
        });
        bounds.store();
        return outs;
    }
}

// The parts of a grid that fit a block, as whole as can be. A result does not depend on the split.
function forEachPart(count, action, from = count.map(() => 0), first = 0) {
    const total = count.reduce((product, n) => product * n, 1);
    if (total <= BLOCK) return action(from, count, first);
    const axis = count.findLastIndex(n => n > 1),
        slice = total / count[axis]; // samples of one index of that axis
    const most = Math.max(1, Math.floor(BLOCK / slice));
    for (let i = 0; i < count[axis]; i += most) {
        const part = [...count],
            place = [...from];
        part[axis] = Math.min(most, count[axis] - i);
        place[axis] += i;
        forEachPart(part, action, place, first + i * slice);
    }
}

function copyIn(target, source, first) {
    if (ArrayBuffer.isView(source)) target.set(source.subarray(first, first + target.length));
    else
        for (let i = 0; i < target.length; i++)
            target[i] = number('a coordinate', source[first + i]);
}

function pointers(arena, view, parts) {
    const list = arena.take(16);
    parts.slice(0, 4).forEach((pointer, i) => view().setUint32(list + 4 * i, pointer, true));
    return list;
}

function outputOf(out, length, Type) {
    if (out === undefined) return new Type(length);
    if (!(out instanceof Float32Array || out instanceof Float64Array))
        throw new TypeError('out has to be a Float32Array or a Float64Array');
    if (out.length < length)
        throw new RangeError(`out has ${out.length} elements for ${length} samples`);
    return out;
}

function refuseUnknown(options, known) {
    for (const name of Object.keys(options))
        if (!known.includes(name))
            throw new TypeError(`there is no option '${name}' here, but ${known.join(', ')}`);
}

// The least and the greatest result, into an array of two numbers.
class Bounds {
    constructor(target) {
        this.target = target;
        this.least = Infinity;
        this.greatest = -Infinity;
    }

    add([least, greatest]) {
        this.least = Math.min(this.least, least);
        this.greatest = Math.max(this.greatest, greatest);
    }

    store() {
        if (this.target) [this.target[0], this.target[1]] = [this.least, this.greatest];
    }
}
