#!/usr/bin/env python3
"""Write what index.js and its types need of perlin-api.json: perlin-api.js and names.d.ts.

    npm/describe.py perlin-api.json FOLDER
"""
import json
import os
import sys


def camel(name):
    return ''.join(word.capitalize() for word in name.removeprefix('perlin_').split('_'))


def interface(title, about, fields, types):
    hidden = {'struct_size', 'reserved', 'allocate', 'release', 'user', 'weight_count',
              'position_count', 'kind', 'input'}
    kinds = {'seed': 'number | bigint | `${bigint}`', **dict.fromkeys(('weights', 'permutation', 'positions', 'values'),
                                                        'ArrayLike<number>')}
    arrays = ['number', 'readonly number[]', 'readonly (readonly number[])[]']
    switches = {'octave_seeds', 'octave_offsets', 'elias_smoothing'}
    lines = ['', f'/** {about} */', f'export interface {title} {{']
    for field in fields:
        name = field['name']
        if name not in hidden:
            kind = kinds.get(name) or (camel(field['type']) if field['type'] in types else
                                       'number | boolean' if name in switches else arrays[len(field['array'])])
            lines.append(f'  {name}?: {kind};')
    return lines + ['}']


def main():
    with open(sys.argv[1], encoding='utf-8') as stream:
        api = json.load(stream)
    folder = sys.argv[2]
    used = {
        'version': api['version'],
        'constants': api['constants'],
        'types': {name: old for name, old in api['types'].items() if name != 'perlin_status'},
        'structs': {name: [{key: field[key] for key in ('name', 'type', 'array')} for field in api['structs'][name]]
                    for name in ('perlin_params', 'perlin_combination')},
        'layout': api['layouts']['wasm32'],
        'kinds': api['kinds'],
        'causes': api['causes'],
    }
    with open(os.path.join(folder, 'perlin-api.js'), 'w', encoding='utf-8') as stream:
        stream.write('// Made from perlin-api.json by scripts/pack-npm.\n'
                     f'export const api = {json.dumps(used, separators=(",", ":"))};\n')
    lines = ['// Made from perlin-api.json by scripts/pack-npm.', '',
             '/** A name of perlin.h in capitals or small letters, or its number. */',
             'type Named<T extends string> = T | Lowercase<T> | number;', '']
    for name in used['types']:
        prefix = name.removesuffix('_kind').upper() + '_'
        values = [f"'{constant.removeprefix(prefix)}'" for constant in api['constants'] if constant.startswith(prefix)]
        lines.append(f'export type {camel(name)} = Named<{" | ".join(values)}>;')
    lines += ['', 'export interface Constants {']
    lines += [f'  readonly {name}: {value};' for name, value in api['constants'].items()]
    lines += ['}']
    lines += interface('Parameters', 'The parameters of a noise: fields of perlin_params, which perlin.h explains.',
                       api['structs']['perlin_params'], used['types'])
    lines += interface('Numbers', 'The numbers of a combination: fields of perlin_combination.',
                       api['structs']['perlin_combination'], used['types'])
    with open(os.path.join(folder, 'names.d.ts'), 'w', encoding='utf-8') as stream:
        stream.write('\n'.join(lines) + '\n')


main()
