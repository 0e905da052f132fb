import type { CombineKind, Constants, Numbers, Parameters } from './names.js';

export type {
    Backend,
    Basis,
    Cellular,
    CombineKind,
    Constants,
    Curve,
    Fractal,
    Gradients,
    Hash,
    Interpolation,
    Metric,
    Numbers,
    Parameters,
    Radius,
    Range,
    Rotation,
} from './names.js';

type Floats = Float32Array | Float64Array;
type Coordinates = Floats | readonly number[];
type PerAxis<T> = T | readonly T[];

// Types of the DOM or of node, for programs that have them: this file needs neither.
type Response = typeof globalThis extends { Response: { prototype: infer T } } ? T : never;
type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } }
    ? T
    : object;

/** The version of the library, "major.minor.patch". */
export const version: string;
/** The constants of perlin.h. */
export const constants: Constants;
/** The names of the parameters, in the order of perlin.h. */
export const parameters: readonly (keyof Parameters)[];
/**
 * The names of an enumeration: `names('basis')` is PERLIN, VALUE and so on, `names('kind')` has the
 * kinds of combinations.
 */
export function names(parameter: keyof Parameters | keyof Numbers | 'kind'): string[];

/** What the library refuses: its text, and its number, a PERLIN_ERROR_ of `constants`. */
export class PerlinError extends Error {
    readonly status: number;
}

/**
 * What is done with results: value = result * scale + bias, and `accumulate` adds that to `out`.
 */
export interface Output<T extends Floats> {
    /** Takes the results in place of a new array. A Float64Array asks for double. */
    out?: T;
    scale?: number;
    bias?: number;
    accumulate?: boolean;
    /** Gets the least and the greatest value written. */
    bounds?: { 0: number; 1: number };
}

/** Sample i of an axis is at origin + (start + i) * step. One number is that of every axis. */
export interface Place {
    /** In units of coordinates. It has no default for axes of more than one sample. */
    step?: PerAxis<number>;
    /** The index of the first sample. */
    start?: PerAxis<number | bigint>;
    /** The coordinate of index 0. */
    origin?: PerAxis<number>;
    /** In samples; 0 is none. */
    period?: PerAxis<number | bigint>;
}

export interface Gradient<T extends Floats> {
    values: T;
    /** The derivatives by x, by y and so on. */
    gradient: T[];
}

/** What a noise is made of, in plain objects: JSON can write and read it. */
export type Description =
    | { readonly published: boolean; readonly parameters: Parameters }
    | {
          readonly kind: CombineKind;
          readonly inputs: readonly (Description | number)[];
          readonly parameters: Numbers;
      };

/** A noise of 1 to 4 dimensions, which never changes. */
export class Noise {
    private constructor();
    /**
     * As they were given, of a combination its numbers; a BigInt is a number where that is exact,
     * else a string, which `seed` takes, too.
     */
    readonly parameters: Parameters | Numbers;
    /** The kind of a combination, as it was given; undefined of a noise by parameters. */
    readonly kind: CombineKind | undefined;
    /** What a combination is made of, as it was given. */
    readonly inputs: readonly (Noise | number)[];
    /** What Perlin.from() makes the same noise of: it can be posted to a worker, or be JSON. */
    readonly description: Description;
    /** The backend that computes: "wasm128" or "scalar". */
    readonly backend: string;
    /** "INTEGER" or "PERMUTATION"; "AUTO" with ELIAS, which has its own, and of combinations. */
    readonly hash: string;
    /**
     * Frees the module's memory of this noise at once, or with the last combination that holds it.
     * The noise cannot be used any more, but combinations of it can.
     */
    free(): void;
    /**
     * Proven bounds of the results in so many dimensions: [least, greatest]. They may be wider than
     * results ever get, and are infinite of COORDINATE and DISTANCE.
     */
    bounds(dims: number): [number, number];
    /** The permutation table of an octave: 256 bytes. */
    permutation(octave?: number): Uint8Array;

    /**
     * The noise at points. `coordinates` has an array for each axis, x first. Float32Arrays are
     * computed with in float, others in double. The result has the type of `out`, else that of the
     * coordinates.
     */
    points(coordinates: readonly Float32Array[], options?: Output<Float32Array>): Float32Array;
    points<T extends Floats>(
        coordinates: readonly Coordinates[],
        options: Output<T> & { out: T },
    ): T;
    points(coordinates: readonly Coordinates[], options?: Output<Float64Array>): Float64Array;
    /** The noise at points and its derivatives by each coordinate. */
    pointsGradient(
        coordinates: readonly Float32Array[],
        options?: { out?: Float32Array; gradient?: readonly Float32Array[] },
    ): Gradient<Float32Array>;
    pointsGradient<T extends Floats>(
        coordinates: readonly Coordinates[],
        options: { out: T; gradient?: readonly T[] },
    ): Gradient<T>;
    pointsGradient(
        coordinates: readonly Coordinates[],
        options?: { out?: Float64Array; gradient?: readonly Float64Array[] },
    ): Gradient<Float64Array>;

    /** The noise on a grid of count[0] by count[1] ... samples, x fastest. */
    grid<T extends Floats>(count: readonly number[], options: Place & Output<T> & { out: T }): T;
    grid(count: readonly number[], options?: Place & Output<Float32Array>): Float32Array;
    /**
     * The same with the derivatives by each coordinate. `out` has the array of the values, then
     * those of the gradient.
     */
    gridGradient<T extends Floats>(
        count: readonly number[],
        options: Place & { out: readonly T[] },
    ): Gradient<T>;
    gridGradient(count: readonly number[], options?: Place): Gradient<Float32Array>;
    /**
     * The normals of a terrain, `height` high per unit of the noise: arrays of x, y and z, z being
     * up.
     */
    normals<T extends Floats>(
        count: readonly [number, number],
        options: Place & { height?: number; out: readonly T[] },
    ): [T, T, T];
    normals(
        count: readonly [number, number],
        options?: Place & { height?: number },
    ): [Float32Array, Float32Array, Float32Array];
}

/** An instance of the library, with memory of its own. */
export class Perlin {
    private constructor();
    /** Can be posted to a worker, where load(module) does not compile it again. */
    readonly module: Module;
    /** A noise by parameters as in perlin.h. */
    noise(parameters?: Parameters): Noise;
    /** The same with the defaults of articles and most libraries. */
    published(parameters?: Parameters): Noise;
    /**
     * A noise made of noises: `combine('BLEND', [plains, mountains, mask])`, with a mask of 0 to 1,
     * such as `combine('SMOOTHSTEP', [regions], { lower: -0.1, upper: 0.1 })`. An input may be a
     * number: a noise that has this value everywhere. The noise holds its inputs, which may be
     * freed.
     */
    combine(kind: CombineKind, inputs?: readonly (Noise | number)[], numbers?: Numbers): Noise;
    /** The noise that another one's `description` describes, inputs included. */
    from(description: Description): Noise;
    /** The names of the backends of this module, the slowest first. */
    backends(): string[];
    /** How many octaves of these parameters samples `step` apart can show, at `depth` bits. */
    octavesFor(parameters: Parameters, step: number, depth: number): number;
}

/**
 * Makes an instance of the library. `source` is the module, its bytes, or the Response of a fetch;
 * by default the file perlin.wasm beside this one, or beside the bundle that has this one.
 */
export function load(source?: Module | ArrayBufferView | ArrayBuffer | Response): Promise<Perlin>;
