"""The bits are those of the C library, called here by ctypes alone; all that is NumPy's works."""
import ctypes
import os
import pickle
import re
import resource
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import perlin
from perlin import _library

lib = _library.library


def equal(a, b):
    """Every bit."""
    assert a.dtype == b.dtype and a.shape == b.shape
    assert np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()


def c_noise(**fields):
    params = _library.initialised('perlin_params')
    for name, value in fields.items():
        setattr(params, name, value)
    handle = ctypes.c_void_p()
    assert lib.perlin_create(ctypes.byref(handle), ctypes.byref(params)) == 0
    return handle


def c_points(handle, suffix, arrays, result):
    pointers = (ctypes.c_void_p * len(arrays))(*(a.ctypes.data for a in arrays))
    assert getattr(lib, f'perlin_points_{suffix}')(
        handle, len(arrays), result.size, pointers, None, result.ctypes.data) == 0
    return result


@pytest.fixture
def noise():
    return perlin.Noise(seed=42, fractal='FBM', octaves=3)


@pytest.fixture
def handle():
    return c_noise(seed=42, fractal=_library.constants['PERLIN_FRACTAL_FBM'], octaves=3)


def random_points(dims, count=1000, dtype=np.float64):
    return [a.astype(dtype) for a in np.random.default_rng(dims).uniform(-500, 500, (dims, count))]


# ---- Points -------------------------------------------------------------------------------------


@pytest.mark.parametrize('dims', [1, 2, 3, 4])
@pytest.mark.parametrize('types', [('f32', np.float32, np.float32), ('f64', np.float64, np.float64),
                                   ('f64_f32', np.float64, np.float32)])
def test_points(noise, handle, dims, types):
    suffix, coordinate, result = types
    arrays = random_points(dims, dtype=coordinate)
    equal(noise.points(*arrays, dtype=result), c_points(handle, suffix, arrays, np.empty(1000, result)))


def test_points_default_types(noise):
    assert noise.points(np.float32(0.5)).dtype == np.float32
    assert noise.points(0.5).dtype == np.float64
    assert noise.points(np.arange(3)).dtype == np.float64
    assert noise.points(np.float32(0.5), 0.5).dtype == np.float64
    assert noise.points(0.5).shape == ()
    equal(noise.points(np.array([0.3], np.float32), dtype=np.float64), noise.points([np.float64(np.float32(0.3))]))


def test_points_of_numbers(noise):
    """A float, as NumPy's functions have it; in `out`, and of arrays, an array."""
    one = noise.points(0.5, 0.25)
    assert isinstance(one, float)
    equal(np.asarray(one), noise.points([0.5], [0.25])[0])
    assert isinstance(noise.points(np.float32(0.5), np.float32(0.25)), np.float32)
    value, gradient = noise.points_gradient(0.5, 0.25)
    assert isinstance(value, float) and gradient.shape == (2,)
    out = np.empty(())
    assert noise.points(0.5, 0.25, out=out) is out and out == one
    assert isinstance(noise.points([0.5], 0.25), np.ndarray)


def test_points_broadcast(noise):
    x, y = np.linspace(-3, 3, 7), np.linspace(0, 1, 5)[:, None]
    whole_x, whole_y = (np.ascontiguousarray(a).ravel() for a in np.broadcast_arrays(x, y))
    equal(noise.points(x, y), noise.points(whole_x, whole_y).reshape(5, 7))
    equal(noise.points(x, 0.25), noise.points(x, np.full(7, 0.25)))


def test_points_strided(noise):
    vertices = np.random.default_rng(1).uniform(-9, 9, (100, 3)).astype(np.float32)
    columns = [np.ascontiguousarray(vertices[:, a]) for a in range(3)]
    equal(noise.points(*vertices.T), noise.points(*columns))
    equal(noise.points(*(column[::-1] for column in columns)), noise.points(*columns)[::-1])
    packed = np.zeros(20, np.dtype([('x', 'f4'), ('skip', 'u1')]))  # strides of 5 bytes
    packed['x'] = columns[0][:20]
    equal(noise.points(packed['x']), noise.points(columns[0][:20]))


def test_points_out(noise):
    x, y = random_points(2)
    expected = noise.points(x, y)
    out = np.full(1000, 7.0)
    assert noise.points(x, y, out=out) is out
    equal(out, expected)
    column = np.full((1000, 2), 7.0)
    noise.points(x, y, out=column[:, 1])
    equal(column[:, 1], expected)
    assert (column[:, 0] == 7).all()
    shared = x.copy()
    equal(noise.points(shared, y, out=shared), expected)
    twice = np.concatenate([x, [0]])
    equal(noise.points(twice[:-1], y, out=twice[1:]), expected)


def test_points_scaled(noise):
    x = random_points(1)[0].astype(np.float32)
    values = noise.points(x)
    equal(noise.points(x, scale=100, bias=5), values * np.float32(100) + np.float32(5))
    out = np.ones(1000, np.float32)
    equal(noise.points(x, out=out, scale=2, accumulate=True), np.float32(1) + values * np.float32(2))
    with pytest.raises(ValueError, match='out'):
        noise.points(x, accumulate=True)


@pytest.mark.parametrize('dtype', [np.float32, np.float64])
def test_points_gradient(noise, dtype):
    x, y = random_points(2, 50, dtype)
    values, gradient = noise.points_gradient(x, y)
    equal(values, noise.points(x, y))
    assert gradient.shape == (2, 50)
    step = 1e-6
    wide = [a.astype(np.float64) for a in (x, y)]
    difference = (noise.points(wide[0], wide[1] + step) - noise.points(wide[0], wide[1] - step)) / (2 * step)
    assert np.allclose(gradient[1], difference, atol=1e-3)


def test_points_none(noise):
    assert noise.points(np.empty((0, 3)), np.empty((0, 3))).shape == (0, 3)


# ---- Grids --------------------------------------------------------------------------------------


@pytest.mark.parametrize('dtype', [np.float32, np.float64])
def test_grid(noise, dtype):
    got = noise.grid((4, 5, 6), step=(0.3, 0.2, 0.1), start=(-3, 10, 1 << 40), origin=(1, 2, 3), dtype=dtype)
    z, y, x = (origin + (start + np.arange(n)) * step for n, step, start, origin in
               zip((4, 5, 6), (0.3, 0.2, 0.1), (-3, 10, 1 << 40), (1.0, 2.0, 3.0)))
    equal(got, noise.points(x, y[:, None], z[:, None, None], dtype=dtype))


def test_grid_of_the_readme():
    noise = perlin.Noise(seed=42, fractal='FBM')
    assert noise.grid((256, 256), step=1 / 64, start=(0, 768))[0, 1] == float.fromhex('-0x1.5685dp-5')


def test_grid_out(noise):
    expected = noise.grid((4, 6), 0.1)
    padded = np.full((9, 20), 7, np.float32)
    part = padded[1:9:2, 15:3:-2]
    assert noise.grid((4, 6), 0.1, out=part) is part
    equal(part, expected)
    part[...] = 7
    assert (padded == 7).all()
    fortran = np.empty((4, 6), np.float64, order='F')
    equal(noise.grid((4, 6), 0.1, out=fortran), noise.grid((4, 6), 0.1, dtype=np.float64))
    equal(noise.grid((4, 6), 0.1, out=expected.copy(), accumulate=True), expected + expected)


def test_grid_period(noise):
    tile = perlin.Noise(period=(4, 4)).grid((32, 64), step=1 / 8, start=(-16, 0), period=32)
    equal(tile[:, :32], tile[:, 32:])
    one = noise.grid(1, 0.0, start=3)
    assert one.shape == (1,)


def test_grid_parts(noise):
    whole = noise.grid((32, 32), 0.1)
    parts = [[noise.grid((16, 16), 0.1, start=(y, x)) for x in (0, 16)] for y in (0, 16)]
    equal(np.block(parts), whole)


def test_grid_gradient_and_normals(noise):
    values, gradient = noise.grid_gradient((8, 9), 0.1, start=(2, 5))
    equal(values, noise.grid((8, 9), 0.1, start=(2, 5)))
    y, x = (np.arange(2, 10) * 0.1)[:, None], np.arange(5, 14) * 0.1
    equal(gradient, noise.points_gradient(x, y, dtype=np.float32)[1])
    normals = noise.normals((8, 9), 0.1, height=0.5, start=(2, 5))
    assert normals.shape == (3, 8, 9)
    assert np.allclose((normals ** 2).sum(0), 1)
    assert np.allclose(normals[0] / normals[2], -0.5 * gradient[0], atol=1e-6)


# ---- Parameters ---------------------------------------------------------------------------------


def test_every_parameter():
    """By its name in perlin.h, and its value by name or number."""
    assert perlin.Noise(basis='value-cubic').parameters == {'basis': 'value-cubic'}
    x = random_points(3, 100)
    equal(perlin.Noise(basis='SIMPLEX').points(*x), perlin.Noise(basis=4).points(*x))
    for name, field in ((f['name'], f) for f in _library.api['structs']['perlin_params']):
        default = getattr(_library.initialised('perlin_params'), name)
        if name in ('struct_size', 'reserved', 'allocate', 'release', 'user', 'weight_count'):
            with pytest.raises(TypeError, match='no parameter'):
                perlin.Noise(**{name: 0})
        elif name not in ('permutation', 'weights'):
            value = np.ctypeslib.as_array(default).tolist() if field['array'] else default
            equal(perlin.Noise(**{name: value}).points(*x), perlin.Noise().points(*x))


def test_arrays_as_parameters():
    x = random_points(2, 100)
    table = np.random.default_rng(3).permutation(256)
    swapped = perlin.Noise(permutation=table).points(*x)
    assert not np.array_equal(swapped, perlin.Noise().points(*x))
    weights = [1, 0.5, 0.25]
    equal(perlin.Noise(fractal='FBM', octaves=3, weights=weights).points(*x),
          perlin.Noise(fractal='FBM', octaves=3).points(*x))
    turned = perlin.Noise(rotation='MATRIX', matrix=[[0, 1], [1, 0]])
    equal(turned.points(*x), perlin.Noise().points(x[1], x[0]))
    equal(perlin.Noise.published(seed=0, basis='PERLIN').points(*x),
          perlin.Noise(hash='PERMUTATION', range='RAW', octave_seeds=0, octave_offsets=0).points(*x))


@pytest.mark.parametrize('negative', [-1, -3, -(1 << 63)])
def test_negative_seeds(negative):
    x = random_points(2, 100)
    equal(perlin.Noise(seed=negative).points(*x), perlin.Noise(seed=negative + (1 << 64)).points(*x))


@pytest.mark.parametrize('parameters, error, text', [
    ({'octaves': 0}, perlin.PerlinError, 'octaves must be 1 to 32: octaves = 0$'),
    ({'octaves': -1}, ValueError, 'integer'),
    ({'octaves': 2.5}, ValueError, 'integer'),
    ({'seed': 1 << 64}, ValueError, 'integer'),
    ({'seed': -(1 << 63) - 1}, ValueError, r'from -2\^63 to 2\^64 - 1'),
    ({'basis': 'perlim'}, ValueError, 'none of PERLIN'),
    ({'basis': 999}, perlin.PerlinError, 'basis = 999'),
    ({'frequency': 1 // 64, 'seed': 3}, perlin.PerlinError, r'\): frequency = 0$|finite: frequency = 0$'),
    ({'matrix': [[0, 1], [1, 0]]}, perlin.PerlinError, r'MATRIX: matrix = \[\[0, 1\], \[1, 0\]\]$'),
    ({'octaves': 3, 'fractal': 'FBM', 'period': [5], 'lacunarity': 1.5}, perlin.PerlinError, 'lacunarity = 1.5$'),
    ({'basis': 'SIMPLEX', 'period': [5]}, perlin.PerlinError, r"period = \[5\], basis = 'SIMPLEX'$"),
    ({'fractal': 'FBM', 'weights': [1, 2]}, perlin.PerlinError, r'weights = \[1, 2\]$'),
    ({'frequncy': 2}, TypeError, 'frequency'),
    ({'period': [1] * 5}, ValueError, 'at most 4'),
    ({'permutation': [0.5] * 256}, ValueError, 'permutation'),
    ({'permutation': [0] * 256}, perlin.PerlinError, r'permutation = \[0, 0, .*\.\.\.$'),
    ({'permutation': [256] * 256}, ValueError, 'permutation'),
    ({'permutation': range(255)}, ValueError, '256 numbers'),
])
def test_wrong_parameters(parameters, error, text):
    with pytest.raises(error, match=text):
        perlin.Noise(**parameters)


@pytest.mark.parametrize('kind', perlin._library.api['kinds'])
def test_foreign_numbers(kind):
    takes = perlin._library.api['kinds'][kind]
    inputs, own = [perlin.Noise()] * takes['inputs'][0], {}
    if 'positions' in takes['fields']:
        own = {'positions': [0, 1], 'values': [0, 1]} if 'values' in takes['fields'] else {'positions': [0, 1]}
    perlin.Noise.combine(kind, *inputs, backend='SCALAR', **own)
    for name in {name for other in perlin._library.api['kinds'].values() for name in other['fields']}:
        if name not in takes['fields']:
            with pytest.raises(TypeError, match=f"{kind} has no parameter '{name}'"):
                perlin.Noise.combine(kind, *inputs, **own, **{name: 1})


@pytest.mark.parametrize('parameters, place, says', [
    ({}, {'step': 1}, True),
    ({'frequency': 4}, {'step': 0.25, 'origin': 0.5, 'start': 3}, True),
    ({'fractal': 'FBM', 'octaves': 1}, {'step': 2}, True),
    ({'fractal': 'FBM', 'octave_offsets': 0}, {'step': 1}, True),
    ({}, {'step': 0.5}, False),
    ({}, {'step': 1, 'origin': 0.5}, False),
    ({'fractal': 'FBM'}, {'step': 1}, False),
    ({'basis': 'VALUE'}, {'step': 1}, False),
    ({'rotation': 'XY'}, {'step': 1}, False),
])
def test_lattice_points(parameters, place, says):
    made = perlin.Noise(**parameters)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        values = made.grid((3, 4), **place)
        made.grid_gradient((3, 4), **place)
        made.grid((1, 1), **place)
        (made + 1).grid((3, 4), **place)
    assert len(caught) == (2 if says else 0)
    assert not (says and values.any())
    for one in caught:
        assert 'lattice points' in str(one.message) and one.filename == __file__


def test_wrong_arguments(noise):
    with pytest.raises(TypeError, match='1 to 4'):
        noise.points()
    with pytest.raises(TypeError, match='real'):
        noise.points(1j)
    with pytest.raises(TypeError, match='float32'):
        noise.points(0.5, dtype=np.float16)
    with pytest.raises(ValueError, match='shape'):
        noise.points(np.zeros(3), out=np.zeros(4))
    with pytest.raises(ValueError, match='2 axes'):
        noise.grid((4, 4), step=(1, 2, 3))
    with pytest.raises(ValueError, match='integer'):
        noise.grid((4, 4), step=1, start=0.5)
    with pytest.raises(ValueError, match='range'):
        noise.grid(4, step=1, start=1 << 63)
    with pytest.raises(perlin.PerlinError) as caught:
        noise.grid((4, 4), step=0)
    assert caught.value.status == perlin.constants['PERLIN_ERROR_GRID']
    with pytest.raises(perlin.PerlinError):
        perlin.Noise(basis='ELIAS').points(0.5, 0.5, 0.5, 0.5)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.status, str(again)) == (caught.value.status, str(caught.value))
    locked = np.zeros(3)
    locked.flags.writeable = False
    with pytest.raises(TypeError, match='written'):
        noise.points(np.zeros(3), out=locked)


def test_grid_of_two_numbers(noise):
    """In grid(100, 100) the second number would be the step."""
    for call in (lambda: noise.grid(100, 200), lambda: noise.grid(100, 200, 300),
                 lambda: noise.grid(np.int64(100), np.int64(200), step=0.1), lambda: noise.grid(100, 200, step=0.1)):
        with pytest.raises(TypeError, match=re.escape('grid((100, 200), step=1 / 64)')):
            call()
    with pytest.raises(TypeError, match=re.escape('grid_gradient((100, 200), step=1 / 64)')):
        noise.grid_gradient(100, 200)
    with pytest.raises(TypeError, match=re.escape('normals((100, 200), step=1 / 64)')):
        noise.normals(100, 200, 0.5)
    assert noise.grid(100, step=2).shape == noise.grid(100, 2.0).shape == noise.grid((100,), 2).shape == (100,)


def test_one_number_for_all_axes():
    with pytest.raises(ValueError, match=re.escape('period=(4, 4)')):
        perlin.Noise(period=4)
    with pytest.raises(ValueError, match=re.escape('matrix=((2, 0), (0, 2))')):
        perlin.Noise(rotation='MATRIX', matrix=2)
    with pytest.raises(ValueError, match=re.escape('offset=(0.5, 0.5)')):
        perlin.Noise.combine('TRANSFORM', 1, offset=0.5)


def test_masked_arrays(noise):
    masked = np.ma.masked_array([0.5, 0.25], [True, False])
    for call in (lambda: noise.points(masked), lambda: noise.points([0.5, 0.25], masked), lambda: noise.points(masked[0]),
                 lambda: noise.points([masked, masked]), lambda: noise.points_gradient(masked),
                 lambda: noise.points([0.5, 0.25], out=masked), lambda: noise.grid(2, 0.1, out=masked.astype(np.float32)),
                 lambda: noise.grid((2, 2), masked), lambda: noise.grid((2, 2), 0.1, origin=masked),
                 lambda: perlin.Noise(fractal='FBM', octaves=2, weights=masked),
                 lambda: perlin.Noise(period=np.ma.masked_array([4, 4], [True, False])),
                 lambda: perlin.Noise.combine('TERRACE', 1, positions=np.ma.masked_array([0.25, 0.5]))):
        with pytest.raises(TypeError, match='mask'):
            call()
    assert noise.points(masked.filled(0)).shape == noise.points(masked.data).shape == (2,)


def test_noises_never_change(noise):
    for name in ('seed', 'sead', 'kind', 'parameters'):
        with pytest.raises(AttributeError, match=f"never changes, so '{name}'"):
            setattr(noise, name, 3)
    with pytest.raises(TypeError):
        noise.parameters['seed'] = 3
    assert noise.parameters['seed'] == 42
    other = perlin.Noise(**{**noise.parameters, 'seed': 3})
    equal(other.points(0.3), perlin.Noise(seed=3, fractal='FBM', octaves=3).points(0.3))


# ---- The rest -----------------------------------------------------------------------------------


def test_pickle(noise):
    x = random_points(3, 100)
    again = pickle.loads(pickle.dumps(noise))
    equal(again.points(*x), noise.points(*x))
    assert repr(again) == repr(noise) == "Noise(seed=42, fractal='FBM', octaves=3)"
    old = perlin.Noise.published(weights=np.array([1.0, 2.0]), octaves=2, fractal='FBM')
    equal(pickle.loads(pickle.dumps(old)).points(*x), old.points(*x))


def test_version():
    """The header's, by way of the library."""
    header = (Path(__file__).parents[2] / 'include' / 'perlin' / 'perlin.h').read_text(encoding='utf-8')
    numbers = re.findall(r'^#define PERLIN_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$', header, flags=re.M)
    assert len(numbers) == 3
    assert perlin.__version__ == perlin.version == lib.perlin_version().decode() == '.'.join(numbers)


def test_backends():
    names = perlin.backends()
    assert names[0] == 'scalar'
    x = random_points(2, 100)
    for name in names:
        one = perlin.Noise(backend=name)
        assert one.backend == name
        equal(one.points(*x), perlin.Noise().points(*x))


def test_threads_run_at_once():
    """While a thread is in a call, another one runs Python: the GIL is released."""
    longest, done = [0.0], threading.Event()

    def watch():
        last = time.perf_counter()
        while not done.is_set():
            now = time.perf_counter()
            longest[0], last = max(longest[0], now - last), now

    thread = threading.Thread(target=watch)
    slow = perlin.Noise(backend='scalar', fractal='FBM', octaves=32)
    thread.start()
    try:
        begun = time.perf_counter()
        slow.grid((700, 1000), 0.1)
        taken = time.perf_counter() - begun
    finally:
        done.set()
        thread.join()
    assert longest[0] < taken / 2


def test_threads_share(noise):
    expected = noise.grid((64, 64), 0.1)
    results = [None] * 8

    def work(i):
        results[i] = noise.grid((64, 64), 0.1)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        equal(result, expected)


def test_noises_are_freed():
    """5,000 noises of 125 KB each."""
    def make():
        perlin.Noise(fractal='FBM', octaves=32, hash='PERMUTATION')

    make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(5000):
        make()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # KiB


def test_import_checks_the_description(tmp_path):
    """With one offset changed the package cannot be imported."""
    package = os.path.dirname(perlin.__file__)
    for name in os.listdir(package):
        if name.endswith('.py'):
            (tmp_path / 'perlin').mkdir(exist_ok=True)
            (tmp_path / 'perlin' / name).write_bytes(open(os.path.join(package, name), 'rb').read())
    api = _library.json.dumps(_library.api)
    environment = dict(os.environ, PYTHONPATH=str(tmp_path), PERLIN_LIBRARY=lib._name)
    for wrong, returncode in ((api, 0), (api.replace('"offset": 24', '"offset": 28'), 1),
                              (api.replace('"version": "', '"version": "9'), 1)):
        (tmp_path / 'perlin' / 'perlin-api.json').write_text(wrong)
        run = subprocess.run([sys.executable, '-c', 'import perlin'], env=environment, capture_output=True, check=False)
        assert run.returncode == returncode, run.stderr


def test_the_readme_has_the_sample_of_its_program_in_c():
    readme = (Path(__file__).parents[2] / 'README.md').read_text(encoding='utf-8')
    made = {}
    exec(re.search(r'^```python\n(.*?)^```', readme, flags=re.M | re.S)[1], made)
    assert made['height'].shape == (256, 256)
    assert made['height'][0, 1] == float.fromhex('-0x1.5685dp-5')


# ---- Combinations -------------------------------------------------------------------------------


def c_combine(kind, inputs, **fields):
    combination = _library.structs['perlin_combination']()
    assert lib.perlin_combination_init_sized(ctypes.byref(combination), ctypes.sizeof(combination),
                                             _library.constants['PERLIN_COMBINE_' + kind]) == 0
    for i, one in enumerate(inputs):
        combination.input[i] = one
    for name, value in fields.items():
        setattr(combination, name, value)
    handle = ctypes.c_void_p()
    assert lib.perlin_combine(ctypes.byref(handle), ctypes.byref(combination)) == 0
    return handle


def test_combine(noise, handle):
    """The bits of the C library's combination: points, grids and gradients."""
    other, mask = perlin.Noise(seed=7), perlin.Noise(seed=8, frequency=0.3)
    others = [c_noise(seed=7), c_noise(seed=8, frequency=0.3)]
    blend = perlin.Noise.combine('BLEND', noise, other, mask)
    warp = perlin.Noise.combine('warp', blend, mask, amplitude=0.7)
    c_blend = c_combine('BLEND', [handle] + others)
    c_warp = c_combine('WARP', [c_blend, others[1]], amplitude=0.7)
    for dims in (1, 2, 3, 4):
        for suffix, coordinate, result in (('f32', np.float32, np.float32), ('f64', np.float64, np.float64),
                                           ('f64_f32', np.float64, np.float32)):
            x = random_points(dims, dtype=coordinate)
            equal(warp.points(*x, dtype=result), c_points(c_warp, suffix, x, np.empty(1000, result)))
    y, x = (np.arange(2, 10) * 0.1)[:, None], np.arange(5, 14) * 0.1
    values, gradient = warp.grid_gradient((8, 9), 0.1, start=(2, 5))
    equal(values, warp.points(x, y, dtype=np.float32))
    equal(gradient, warp.points_gradient(x, y, dtype=np.float32)[1])
    assert (warp.kind, warp.inputs, warp.parameters) == ('warp', (blend, mask), {'amplitude': 0.7})
    assert (noise.kind, noise.inputs) == (None, ())


def test_every_kind():
    """Each by its name, by its formula in perlin.h; names with hyphens and numbers of kinds, too."""
    x = random_points(2, 200)
    a, b, c = (perlin.Noise(seed=seed, frequency=0.1) for seed in (1, 2, 3))
    p, q, t = (one.points(*x) for one in (a, b, c))

    def smoothstep(v, lower, upper):
        s = np.clip((v - lower) * (1 / (upper - lower)), 0, 1)
        return s * s * (3 - 2 * s)

    h = np.maximum(0.25 - abs(p - q), 0) / 0.25
    s = smoothstep(t, -0.1 - 0.05, -0.1 + 0.05) * (t <= 0.1) + (1 - smoothstep(t, 0.3 - 0.05, 0.3 + 0.05)) * (t > 0.1)
    combine = perlin.Noise.combine
    expected = {
        'CONSTANT': (combine('CONSTANT', value=0.3), np.full(200, 0.3)),
        'COORDINATE': (combine('COORDINATE', axis=1), x[1]),
        'DISTANCE': (combine('DISTANCE', point=(1, 2)), np.hypot(x[0] - 1, x[1] - 2)),
        'SCALE_BIAS': (combine('scale-bias', a, scale=2, bias=0.5), p * 2 + 0.5),
        'ABSOLUTE': (combine('ABSOLUTE', a), abs(p)),
        'CLAMP': (combine('CLAMP', a, lower=-0.1, upper=0.1), np.clip(p, -0.1, 0.1)),
        'SMOOTHSTEP': (combine('SMOOTHSTEP', a, lower=-0.2, upper=0.3), smoothstep(p, -0.2, 0.3)),
        'CURVE': (combine('CURVE', a, positions=[-0.5, 0, 0.25], values=[1, 2, -1]),
                  np.interp(p, [-0.5, 0, 0.25], [1, 2, -1])),
        'TERRACE': (combine('TERRACE', a, positions=[-1, 0, 1]),
                    np.where(p < 0, (p + 1) ** 2 - 1, p ** 2)),
        'ADD': (combine('ADD', a, b), p + q),
        'SUBTRACT': (combine('SUBTRACT', a, b), p - q),
        'MULTIPLY': (combine('MULTIPLY', a, b), p * q),
        'MINIMUM': (combine('MINIMUM', a, b), np.minimum(p, q)),
        'MAXIMUM': (combine('MAXIMUM', a, b), np.maximum(p, q)),
        'SMOOTH_MINIMUM': (combine('SMOOTH_MINIMUM', a, b), np.minimum(p, q) - h * h * 0.25 / 4),
        'SMOOTH_MAXIMUM': (combine('SMOOTH_MAXIMUM', a, b, smoothness=0.25), np.maximum(p, q) + h * h * 0.25 / 4),
        'BLEND': (combine('BLEND', a, b, c), np.where(t <= 0, p, p + t * (q - p))),
        'SELECT': (combine('SELECT', a, b, c, lower=-0.1, upper=0.3, falloff=0.05), p + s * (q - p)),
        'TRANSFORM': (combine('TRANSFORM', a, matrix=[[0, 2], [1, 0]], offset=(3, 4)),
                      a.points(2 * x[1] + 3, x[0] + 4)),
        'WARP': (combine('WARP', a, b, c, amplitude=0.5), a.points(x[0] + 0.5 * q, x[1] + 0.5 * t)),
    }
    kinds = {name: number for name, number in perlin.constants.items() if name.startswith('PERLIN_COMBINE_')}
    assert {'PERLIN_COMBINE_' + name for name in expected} == set(kinds)
    for name, (made, values) in expected.items():
        assert np.allclose(made.points(*x), values, atol=1e-12), name
        again = combine(kinds['PERLIN_COMBINE_' + name], *made.inputs, **made.parameters)
        equal(again.points(*x), made.points(*x))
    cubic = combine('CURVE', a, curve='cubic', positions=(-0.5, 0, 0.25), values=(1, 2, -1))
    assert not np.array_equal(cubic.points(*x), expected['CURVE'][0].points(*x))


def test_operators(noise):
    x = random_points(2, 100)
    other = perlin.Noise(seed=7)
    a, b = noise.points(*x), other.points(*x)
    for made, values in ((noise + other, a + b), (noise - other, a - b), (noise * other, a * b),
                         (noise + 0.25, a + 0.25), (0.25 + noise, a + 0.25), (noise - 0.25, a - 0.25),
                         (0.25 - noise, 0.25 - a), (noise * 3, a * 3), (3 * noise, a * 3), (-noise, -a),
                         (abs(noise), abs(a)), (np.float64(0.5) * noise, a * 0.5), (np.int32(2) + noise, a + 2)):
        equal(made.points(*x), values + 0)
    equal(perlin.Noise.combine('MAXIMUM', noise, 0).points(*x), np.maximum(a, 0))
    for wrong in (lambda: noise + 'a', lambda: noise * None, lambda: [1] - noise, lambda: np.zeros(3) * noise):
        with pytest.raises(TypeError):
            wrong()


def test_bounds(noise):
    assert noise.bounds(2) == pytest.approx((-1, 1), abs=1e-4)
    low, high = (0.5 * abs(noise) + 3).bounds(3)
    assert (low, high) == pytest.approx((3, 3.5), abs=1e-4) and low <= 3
    assert perlin.Noise.combine('COORDINATE').bounds(1) == (-np.inf, np.inf)
    values = (noise * noise).grid((64, 64), 0.1)
    assert (noise * noise).bounds(2)[0] <= values.min() and values.max() <= (noise * noise).bounds(2)[1]
    with pytest.raises(perlin.PerlinError):
        noise.bounds(5)


def test_combinations_hold_their_inputs():
    x = random_points(2, 100)
    made = 0.5 * perlin.Noise(seed=1) + perlin.Noise(seed=2)
    expected = 0.5 * perlin.Noise(seed=1).points(*x) + perlin.Noise(seed=2).points(*x)
    equal(made.points(*x), expected)


def test_pickle_of_combinations(noise):
    shared = perlin.Noise.published(seed=3)
    made = perlin.Noise.combine('CURVE', noise + shared * shared, positions=np.array([-1.0, 1.0]), values=[0, 2])
    x = random_points(3, 100)
    again = pickle.loads(pickle.dumps(made))
    equal(again.points(*x), made.points(*x))
    assert repr(again) == repr(made)
    assert repr(noise * 2) == "Noise.combine('SCALE_BIAS', Noise(seed=42, fractal='FBM', octaves=3), scale=2)"
    product = again.inputs[0].inputs[1]
    assert product.inputs[0] is product.inputs[1]  # which is evaluated once


@pytest.mark.parametrize('arguments, numbers, error, text', [
    (('BLENDED',), {}, ValueError, 'none of CONSTANT'),
    ((99,), {}, perlin.PerlinError, 'kind = 99$'),
    (('ADD', 1), {}, TypeError, 'ADD takes 2 inputs, not 1'),
    (('ADD', 1, 2, 3), {}, TypeError, 'ADD takes 2 inputs, not 3'),
    (('ABSOLUTE',), {}, TypeError, 'ABSOLUTE takes 1 input, not 0'),
    (('ADD', 1, 'x'), {}, TypeError, 'not str'),
    (('WARP', 1, 1, 1, 1, 1, 1), {}, TypeError, 'WARP takes 2 to 5 inputs, not 6'),
    (('CURVE', 1), {'positions': [0, 1]}, TypeError, 'values'),
    (('CURVE', 1), {'positions': [0, 1], 'values': [1, 2, 3]}, ValueError, 'as many'),
    (('CURVE', 1), {}, perlin.PerlinError, 'positions is missing'),
    (('TERRACE', 1), {'positions': [1, 0]}, perlin.PerlinError, r'positions must rise.*: positions = \[1, 0\]$'),
    (('TERRACE', 1), {'positions': [0, 1], 'curve': 2}, TypeError, "TERRACE has no parameter 'curve'"),
    (('CLAMP', 1), {'lower': 2}, perlin.PerlinError, ': lower = 2$'),
    (('SCALE_BIAS', 1), {'scale': 2, 'bias': 1e39}, perlin.PerlinError, ': bias = 1e\\+39$'),
    (('TRANSFORM', 1), {'matrix': [[float('nan')]]}, perlin.PerlinError, r'matrix = \[\[nan\]\]$'),
    (('ADD', 1, float('inf')), {}, perlin.PerlinError, 'value = inf$'),
    (('CLAMP', 1), {'loewr': 2}, TypeError, 'lower'),
    (('CLAMP', 1), {'kind': 2}, TypeError, ''),
    (('CLAMP', 1), {'input': 2}, TypeError, 'no parameter'),
    (('CLAMP', 1), {'seed': 2}, TypeError, 'no parameter'),
    (('WARP', 1, 1), {'backend': 'avx3'}, ValueError, 'none of AUTO'),
])
def test_wrong_combinations(arguments, numbers, error, text):
    with pytest.raises(error, match=text):
        perlin.Noise.combine(*arguments, **numbers)
