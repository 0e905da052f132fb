#!/usr/bin/env python3
"""Compute cases of package.test.mjs with the native library, through the Python package.

Reads a list of cases as JSON. Writes a list: the SHA-256 of each one's arrays, or its error.
"""
import hashlib
import json
import sys

import numpy as np
import perlin


def made(about):
    """The noise of a description."""
    if isinstance(about, (int, float)):
        return about
    parameters = dict(about['parameters'])
    if 'kind' in about:
        return perlin.Noise.combine(about['kind'], *map(made, about['inputs']), **parameters)
    parameters['seed'] = int(parameters['seed'])
    return (perlin.Noise.published if about['published'] else perlin.Noise)(**parameters)


def computed(case):
    noise = made(case['noise'])
    return [np.array(noise.bounds(len(case['count'])))] + results(noise, case)


def results(noise, case):
    dtype, method = np.dtype(case['type']), case['method']
    shape, step, start, origin = (case[name][::-1] for name in ('count', 'step', 'start', 'origin'))
    scaled = {'scale': case['scale'], 'bias': case['bias']}
    place = {'step': step, 'start': start, 'origin': origin, 'dtype': dtype}
    if method == 'grid':
        return [noise.grid(shape, **place, **scaled)]
    if method == 'normals':
        return list(noise.normals(shape, height=case['height'], **place))
    if method == 'gridGradient':
        values, gradient = noise.grid_gradient(shape, **place)
        return [values, *gradient]
    i = np.arange(np.prod(shape)) % 1009
    coordinates = [(o + i * s).astype(case['coordinates']) for o, s in zip(case['origin'], case['step'])]
    if method == 'points':
        return [noise.points(*coordinates, dtype=dtype, **scaled)]
    values, gradient = noise.points_gradient(*coordinates, dtype=dtype)
    return [values, *gradient]


def answer(case):
    digest = hashlib.sha256()
    try:
        for array in computed(case):
            digest.update(np.ascontiguousarray(array).tobytes())
    except perlin.PerlinError as error:
        return f'{error.status}: {error}'
    return digest.hexdigest()


json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)
