// The program that computes a picture's samples, in C, JavaScript and Python. Each prints the
// digest that the page shows.
import { constantName } from './settings.js';

// Of backends only the scalar one is on every machine.
const portable = parameters =>
    Object.entries(parameters).filter(([name, value]) => name !== 'backend' || value === 'SCALAR');

const isName = value => typeof value === 'string';
const list = numbers => numbers.map(String).join(', ');

// Numbers of many columns, 12 in a line.
function wrapped(numbers, indent) {
    const lines = [];
    for (let i = 0; i < numbers.length; i += 12)
        lines.push(indent + numbers.slice(i, i + 12).join(', '));
    return lines.join(',\n');
}

const arrayC = (type, name, values) =>
    values.length > 12
        ? `static const ${type} ${name}[] = {\n${wrapped(values, '    ')}};\n`
        : `static const ${type} ${name}[] = {${list(values)}};\n`;

// Constant expressions of C: an integer would divide as one.
const double = value =>
    Number.isInteger(value) && Math.abs(value) < 1e15 ? `${value}.0` : String(value);

export function codeC({ parameters, grid, view, height }) {
    const { count } = grid,
        samples = `${count[0]} * ${count[1]}`,
        normals = view === 'normals';
    const set = [],
        tables = [];
    for (const [name, value] of portable(parameters)) {
        if (name === 'weights' || name === 'permutation') {
            const type = name === 'weights' ? 'double' : 'uint16_t';
            tables.push(arrayC(type, name, value));
            set.push(
                `params.${name} = ${name};`,
                `params.${name === 'weights' ? 'weight' : name}_count = ${value.length};`,
            );
        } else if (name === 'matrix') {
            value.forEach((row, r) =>
                row.forEach((entry, c) =>
                    set.push(`params.matrix[${r}][${c}] = ${double(entry)};`),
                ),
            );
        } else if (name === 'period') {
            value.forEach((period, axis) => set.push(`params.period[${axis}] = ${period};`));
        } else if (name === 'seed') {
            set.push(`params.seed = ${value > 0xffffffffn ? `UINT64_C(${value})` : value};`);
        } else {
            set.push(`params.${name} = ${isName(value) ? constantName(name, value) : value};`);
        }
    }
    const place = [`grid.dims = ${count.length};`];
    grid.count.forEach((n, axis) => {
        if (n === 1) {
            place.push(`grid.origin[${axis}] = ${double(grid.origin[axis])};`);
            return;
        }
        place.push(
            `grid.count[${axis}] = ${n};`,
            `grid.step[${axis}] = ${double(grid.step[axis])};`,
            `grid.start[${axis}] = ${grid.start[axis]};`,
        );
        if (grid.origin[axis] !== 0)
            place.push(`grid.origin[${axis}] = ${double(grid.origin[axis])};`);
    });
    const indent = lines => lines.map(line => `    ${line}\n`).join('');
    return `#include <perlin/perlin.h>
#include <inttypes.h>
#include <stdio.h>

${tables.join('')}static float ${normals ? `normals[3][${samples}]` : `samples[${samples}]`};

int main(void)
{
    perlin_params params;
    perlin_grid grid;
    perlin_noise *noise = NULL;
    perlin_status status;

    perlin_params_init(&params);
${indent(set)}
    perlin_grid_init(&grid);
${indent(place)}
    status = perlin_create(&noise, &params);
    if (status == PERLIN_OK)
${
    normals
        ? `    {
        float *const normal[3] = {normals[0], normals[1], normals[2]};
        status = perlin_grid_normals_f32(noise, &grid, ${double(height)}, normal);
    }`
        : '        status = perlin_grid_f32(noise, &grid, samples);'
}
    perlin_destroy(noise);
    if (status != PERLIN_OK) {
        fprintf(stderr, "%s\\n", perlin_status_string(status));
        return 1;
    }

    /* The page's digest: FNV-1a over the bytes of the samples. */
    const unsigned char *const bytes = (const unsigned char *)${normals ? 'normals' : 'samples'};
    uint64_t digest = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof ${normals ? 'normals' : 'samples'}; i++)
        digest = (digest ^ bytes[i]) * UINT64_C(0x100000001b3);
    printf("%016" PRIx64 "\\n", digest);
    return 0;
}
`;
}

function valueOf(value, quote, big) {
    if (isName(value)) return `${quote}${value}${quote}`;
    if (typeof value === 'bigint')
        return `${value}${big && value > BigInt(Number.MAX_SAFE_INTEGER) ? 'n' : ''}`;
    if (!Array.isArray(value)) return String(value);
    const parts = value.map(part => valueOf(part, quote, big));
    return parts.length > 12 ? `[\n${wrapped(parts, '    ')}]` : `[${parts.join(', ')}]`;
}

// What all options have in common, in order, without those at their defaults.
function placeOf(grid, order) {
    const same = values => values.every(value => value === 0);
    return ['step', 'start', 'origin']
        .filter(name => !same(grid[name]))
        .map(name => [name, order(grid[name])]);
}

export function codeJavaScript({ parameters, grid, view, height }) {
    const made = Object.entries(parameters)
        .map(([name, value]) => `  ${name}: ${valueOf(value, "'", true)},\n`)
        .join('');
    const options =
        placeOf(grid, values => values)
            .map(([name, values]) => `  ${name}: [${list(values)}],\n`)
            .join('') + (view === 'normals' ? `  height: ${height},\n` : '');
    const count = `[${list(grid.count)}]`;
    return `import { load } from 'libperlin';

const perlin = await load();
const noise = perlin.noise({
${made}});
const ${view === 'normals' ? '[x, y, z] = noise.normals' : 'samples = noise.grid'}(${count}, {
${options}});

// The page's digest: FNV-1a over the bytes of the samples.
let digest = 0xcbf29ce484222325n;
for (const array of [${view === 'normals' ? 'x, y, z' : 'samples'}])
  for (const byte of new Uint8Array(array.buffer))
    digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
console.log(digest.toString(16).padStart(16, '0'));
`;
}

export function codePython({ parameters, grid, view, height }) {
    const made = portable(parameters)
        .map(([name, value]) => `    ${name}=${valueOf(value, "'", false)},\n`)
        .join('');
    const reversed = values => `(${list([...values].reverse())})`;
    const options =
        placeOf(grid, reversed)
            .map(([name, values]) => `, ${name}=${values}`)
            .join('') + (view === 'normals' ? `, height=${height}` : '');
    return `import perlin

noise = perlin.Noise(
${made})
samples = noise.${view === 'normals' ? 'normals' : 'grid'}(${reversed(grid.count)}${options})

# The page's digest: FNV-1a over the bytes of the samples.
digest = 0xcbf29ce484222325
for byte in samples.tobytes():
    digest = (digest ^ byte) * 0x100000001b3 % 2**64
print(f'{digest:016x}')
`;
}
