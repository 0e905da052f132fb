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

const TABLES = {
    weights: ['double', 'weight_count'],
    permutation: ['uint8_t', null],
    positions: ['double', 'position_count'],
};

// The statements that make a noise, and the tables that they need.
function statementsC({ name, kind, inputs, parameters }) {
    const struct = kind ? 'how' : 'params',
        set = [],
        tables = [];
    for (const [field, value] of portable(parameters)) {
        const to = `${struct}.${field}`;
        if (field in TABLES) {
            const [type, count] = TABLES[field],
                table = kind ? `${name}_${field}` : field;
            tables.push(arrayC(type, table, value));
            set.push(`${to} = ${table};`);
            if (count !== null) set.push(`${struct}.${count} = ${value.length};`);
        } else if (field === 'matrix') {
            value.forEach((row, r) =>
                row.forEach((entry, c) => {
                    if (!Object.is(entry, r === c ? 1 : 0))
                        set.push(`${to}[${r}][${c}] = ${double(entry)};`);
                }),
            );
        } else if (field === 'period') {
            value.forEach((period, axis) => {
                if (period !== 0) set.push(`${to}[${axis}] = ${period};`);
            });
        } else if (field === 'seed') {
            set.push(`${to} = ${value > 0xffffffffn ? `UINT64_C(${value})` : value};`);
        } else {
            set.push(`${to} = ${isName(value) ? constantName(field, value) : value};`);
        }
    }
    const lines = kind
        ? [
              `perlin_combination_init(&how, PERLIN_COMBINE_${kind});`,
              ...inputs.map((input, i) => `how.input[${i}] = ${input};`),
              ...set,
              `check(perlin_combine(&${name}, &how));`,
          ]
        : ['perlin_params_init(&params);', ...set, `check(perlin_create(&${name}, &params));`];
    return { lines, tables };
}

// `perlin_noise *one, *other;`, in lines of seven.
function declarationsC(names) {
    const lines = [];
    for (let i = 0; i < names.length; i += 7)
        lines.push(
            `perlin_noise ${names
                .slice(i, i + 7)
                .map(name => `*${name}`)
                .join(', ')};`,
        );
    return lines;
}

export function codeC({ nodes, grid, view, height }) {
    const { count } = grid,
        samples = `${count[0]} * ${count[1]}`,
        normals = view === 'normals',
        made = nodes.map(statementsC),
        names = nodes.map(({ name }) => name),
        last = names.at(-1);
    const place = ['perlin_grid_init(&grid);', `grid.dims = ${count.length};`];
    grid.count.forEach((n, axis) => {
        if (n !== 1)
            place.push(
                `grid.count[${axis}] = ${n};`,
                `grid.step[${axis}] = ${double(grid.step[axis])};`,
                `grid.start[${axis}] = ${grid.start[axis]};`,
            );
        if (grid.origin[axis] !== 0)
            place.push(`grid.origin[${axis}] = ${double(grid.origin[axis])};`);
    });
    const declared = [
        ...declarationsC(names),
        'perlin_params params;',
        ...(nodes.length > 1 ? ['perlin_combination how;'] : []),
        'perlin_grid grid;',
    ];
    const call = normals
        ? [
              'float *const normal[3] = {normals[0], normals[1], normals[2]};',
              `check(perlin_grid_normals_f32(${last}, &grid, ${double(height)}, normal));`,
          ]
        : [`check(perlin_grid_f32(${last}, &grid, samples));`];
    const parts = [
        declared,
        ...made.map(({ lines }) => lines),
        place,
        [...call, ...names.map(name => `perlin_destroy(${name});`)],
    ];
    const body = parts.map(lines => lines.map(line => `    ${line}\n`).join('')).join('\n');
    return `#include <perlin/perlin.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

${made.flatMap(({ tables }) => tables).join('')}static float ${
        normals ? `normals[3][${samples}]` : `samples[${samples}]`
    };

static void check(perlin_status status)
{
    if (status != PERLIN_OK) {
        fprintf(stderr, "%s\\n", perlin_status_string(status));
        exit(1);
    }
}

int main(void)
{
${body}
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

// `perlin.noise({ seed: 1 })`: a line for each parameter of a noise, one for a combination.
function nodeJavaScript({ name, kind, inputs, parameters }) {
    const made = Object.entries(parameters).map(
        ([field, value]) => `${field}: ${valueOf(value, "'", true)}`,
    );
    if (!kind)
        return `const ${name} = perlin.noise({\n${made.map(line => `  ${line},\n`).join('')}});\n`;
    const numbers = made.length > 0 ? `, { ${made.join(', ')} }` : '';
    const before = inputs.length > 0 || numbers ? `, [${inputs.join(', ')}]` : '';
    return `const ${name} = perlin.combine('${kind}'${before}${numbers});\n`;
}

export function codeJavaScript({ nodes, grid, view, height }) {
    const { name } = nodes.at(-1);
    const options =
        placeOf(grid, values => values)
            .map(([option, values]) => `  ${option}: [${list(values)}],\n`)
            .join('') + (view === 'normals' ? `  height: ${height},\n` : '');
    const count = `[${list(grid.count)}]`;
    const call = view === 'normals' ? `[x, y, z] = ${name}.normals` : `samples = ${name}.grid`;
    return `import { load } from 'libperlin';

const perlin = await load();
${nodes.map(nodeJavaScript).join('')}const ${call}(${count}, {
${options}});

// The page's digest: FNV-1a over the bytes of the samples.
let digest = 0xcbf29ce484222325n;
for (const array of [${view === 'normals' ? 'x, y, z' : 'samples'}])
  for (const byte of new Uint8Array(array.buffer))
    digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
console.log(digest.toString(16).padStart(16, '0'));
`;
}

function nodePython({ name, kind, inputs, parameters }) {
    const made = portable(parameters).map(
        ([field, value]) => `${field}=${valueOf(value, "'", false)}`,
    );
    if (!kind) return `${name} = perlin.Noise(\n${made.map(line => `    ${line},\n`).join('')})\n`;
    return `${name} = perlin.Noise.combine(${[`'${kind}'`, ...inputs, ...made].join(', ')})\n`;
}

export function codePython({ nodes, grid, view, height }) {
    const { name } = nodes.at(-1);
    const reversed = values => `(${list([...values].reverse())})`;
    const options =
        placeOf(grid, reversed)
            .map(([option, values]) => `, ${option}=${values}`)
            .join('') + (view === 'normals' ? `, height=${height}` : '');
    return `import perlin

${nodes.map(nodePython).join('')}samples = ${name}.${
        view === 'normals' ? 'normals' : 'grid'
    }(${reversed(grid.count)}${options})

# The page's digest: FNV-1a over the bytes of the samples.
digest = 0xcbf29ce484222325
for byte in samples.tobytes():
    digest = (digest ^ byte) * 0x100000001b3 % 2**64
print(f'{digest:016x}')
`;
}
