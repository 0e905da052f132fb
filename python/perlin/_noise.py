"""Noise, by parameters as in perlin.h."""
from __future__ import annotations

import ctypes
import functools
import sys
import warnings
import weakref
from types import MappingProxyType
from typing import Any, Callable, Mapping, Optional, Sequence, TypeVar, Union, cast

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._library import PerlinError, api, check, constants, initialised, library, structs

Numbers = Union[float, Sequence[float]]
_Method = TypeVar('_Method', bound=Callable[..., Any])

# Pointers to arrays: the type of their numbers, and the field that counts them, or how many have to be there.
_ARRAYS = {'permutation': (np.uint8, 256), 'weights': (np.float64, 'weight_count'),
           'positions': (np.float64, 'position_count'), 'values': (np.float64, 'position_count')}
_HIDDEN = ({'struct_size', 'reserved', 'allocate', 'release', 'user', 'kind', 'input'}
           | {count for _, count in _ARRAYS.values()})
_FIELDS = {name: {member['name']: member for member in api['structs'][name] if member['name'] not in _HIDDEN}
           for name in ('perlin_params', 'perlin_combination')}
_SUFFIX = {np.dtype(np.float32): 'f32', np.dtype(np.float64): 'f64'}


def _constant(kind: str, value: Union[str, int]) -> int:
    """A number of an enumeration such as perlin_basis; 'value-cubic' is PERLIN_BASIS_VALUE_CUBIC."""
    if not isinstance(value, str):
        return int(value)
    prefix = kind.upper() + '_'
    name = prefix + value.upper().replace('-', '_')
    if name not in constants:
        known = ', '.join(c[len(prefix):] for c in constants if c.startswith(prefix))
        raise ValueError(f"{kind}: '{value}' is none of {known}")
    return constants[name]


def _set(params: Any, name: str, value: Any) -> Any:
    """Sets a field. Returns what has to live until the noise is made."""
    fields = _FIELDS[type(params).__name__]
    if name not in fields:
        raise TypeError(f"Noise has no parameter '{name}'. It has {', '.join(fields)}")
    field = fields[name]
    _refuse_mask(name, value)
    if name in _ARRAYS:
        kind, count = _ARRAYS[name]
        given = np.asarray(value)
        values = np.ascontiguousarray(given.astype(kind))
        if values.ndim != 1 or not np.array_equal(values, given):
            raise ValueError(f'{name} has to be a sequence of {values.dtype} numbers')
        if isinstance(count, int):
            if len(values) != count:
                raise ValueError(f'{name} has to have {count} numbers')
            setattr(params, name, values.ctypes.data)
            return values
        if getattr(params, count) not in (0, len(values)):
            raise ValueError('positions and values have to be as many')
        setattr(params, name, values.ctypes.data)
        setattr(params, count, len(values))
        return values
    if field['array']:
        target = np.ctypeslib.as_array(getattr(params, name))
        values = np.asarray(value)
        if values.ndim == 0:
            example = f'({value}, {value})' if target.ndim == 1 else f'(({value}, 0), (0, {value}))'
            raise ValueError(f'{name} has a number for each axis, x first: {name}={example} in 2-D')
        if values.ndim != target.ndim or any(here > there for here, there in zip(values.shape, target.shape)):
            raise ValueError(f'{name} has at most {" x ".join(map(str, target.shape))} numbers')
        target[tuple(map(slice, values.shape))] = values
    elif field['type'].startswith('perlin_'):
        setattr(params, name, _constant(field['type'], value))
    elif field['type'] == 'double':
        setattr(params, name, float(value))
    else:
        number, bits = int(value), 8 * getattr(type(params), name).size
        least, said = (-(1 << 63), '-2^63') if name == 'seed' else (0, '0')
        if number != value or not least <= number < 1 << bits:
            raise ValueError(f'{name} has to be an integer from {said} to 2^{bits} - 1')
        setattr(params, name, number)
    return None


def _is_masked(value: Any) -> bool:
    return isinstance(value, np.ma.MaskedArray) or (isinstance(value, (list, tuple)) and any(map(_is_masked, value)))


def _refuse_mask(name: str, value: Any) -> None:
    """NumPy drops the mask where it makes plain arrays of masked ones."""
    if _is_masked(value):
        raise TypeError(f'{name}: a masked array would lose its mask. Give its data or what filled() makes of it, '
                        'and mask the result')


def _check_kind(number: int, inputs: int, numbers: dict[str, Any]) -> None:
    """Refuses what a kind of combination does not take, which C ignores."""
    kind, takes = list(api['kinds'].items())[number]
    least, most = takes['inputs']
    if not least <= inputs <= most:
        wanted = f'{least}' if least == most else f'{least} to {most}'
        raise TypeError(f'{kind} takes {wanted} input{"s" if most != 1 else ""}, not {inputs}')
    for name in numbers:
        if name not in takes['fields'] and name != 'backend':
            raise TypeError(f"{kind} has no parameter '{name}'. It has {', '.join(takes['fields'] + ['backend'])}")


def _lattice(params: Any) -> Optional[float]:
    """The frequency of Perlin noise whose octaves are all 0 at the first one's lattice points; None of others."""
    single = params.fractal == constants['PERLIN_FRACTAL_NONE'] or params.octaves == 1
    aligned = single or (params.octave_offsets == 0 and params.lacunarity.is_integer())
    plain = (params.basis == constants['PERLIN_BASIS_PERLIN'] and
             params.rotation == constants['PERLIN_ROTATION_NONE'])
    return params.frequency if aligned and plain else None


def _warn_of_lattice_points(frequency: Optional[float], grid: Any) -> None:
    """Warns, at the caller's line, of a grid that shows 0 alone. It is no error: part of a plan may be one."""
    axes = range(grid.dims)
    if frequency is None or all(grid.count[a] <= 1 for a in axes) or not all(
            (grid.count[a] <= 1 or (grid.step[a] * frequency).is_integer()) and
            ((grid.origin[a] + grid.start[a] * grid.step[a]) * frequency).is_integer() for a in axes):
        return
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_code.co_filename == __file__:
        level, frame = level + 1, frame.f_back
    warnings.warn('all samples are lattice points, where Perlin noise is 0: take a step that is a fraction of a '
                  f'cell, such as {1 / (64 * abs(frequency)):g}', stacklevel=level)


def _make(published: bool, parameters: dict[str, Any]) -> Noise:
    return Noise.published(**parameters) if published else Noise(**parameters)


def _combine(kind: Union[str, int], inputs: Sequence[Noise], numbers: dict[str, Any]) -> Noise:
    return Noise.combine(kind, *inputs, **numbers)


def _takes_a_shape(method: _Method) -> _Method:
    """Refuses grid(100, 100), in which the second number would be the step."""
    @functools.wraps(method)
    def checked(self: Noise, *arguments: Any, **named: Any) -> Any:
        if len(arguments) > 1 and all(isinstance(one, (int, np.integer)) for one in arguments[:2]):
            name, (first, second) = method.__name__, arguments[:2]
            raise TypeError(f'{name}({first}, {second}) has no step: a shape is one argument, as in '
                            f'{name}(({first}, {second}), step=1 / 64). In 1-D name the step: {name}({first}, step=...)')
        return method(self, *arguments, **named)
    return cast(_Method, checked)


class Noise:
    """A noise of 1 to 4 dimensions, which never changes. Threads may share it: calls release the GIL.

    Parameters are the fields of perlin_params, by their names, with their defaults and values. Those of
    an enumeration may be given by name: ``basis='SIMPLEX'`` or ``'simplex'`` is PERLIN_BASIS_SIMPLEX.
    The most important ones:

    seed : int
        Any number of 64 bits, -1 being 2^64 - 1; each gives another noise of the same kind.
    frequency : float
        Cells per unit of the coordinates. A feature is about a cell wide.
    basis, fractal : str
        The kind of noise, and how its octaves are combined: by default PERLIN and NONE.
    octaves : int
        How many a fractal has.
    period, matrix, weights, permutation : sequences
        In place of arrays; counts follow from them. `period` is in the order x, y, z, w.

    Noises are made of noises, too: by `combine`, or as ``0.3 * hills + abs(ridges)``.

    A noise pickles by its parameters.

    Raises PerlinError for values that perlin_create refuses, TypeError for names that it does not have.
    """

    def __init__(self, **parameters: Any):
        self._create(False, parameters)

    @classmethod
    def published(cls, **parameters: Any) -> Noise:
        """With the defaults of articles and most libraries: perlin_params_init_published."""
        made = cls.__new__(cls)
        made._create(True, parameters)
        return made

    def _create(self, published: bool, parameters: dict[str, Any]) -> None:
        params = initialised('perlin_params')
        if published:
            check(library.perlin_params_init_published_sized(ctypes.byref(params), ctypes.sizeof(params)))
        self._published, self._kind, self._inputs = published, None, ()
        self._make_by(library.perlin_create, params, parameters)

    def _make_by(self, function: Any, params: Any, parameters: dict[str, Any]) -> None:
        alive = [_set(params, name, value) for name, value in parameters.items()]
        handle = ctypes.c_void_p()
        check(function(ctypes.byref(handle), ctypes.byref(params)), parameters)
        del alive
        self._parameters, self._handle = dict(parameters), handle
        self._lattice = _lattice(params) if function is library.perlin_create else None
        weakref.finalize(self, library.perlin_destroy, handle).atexit = False

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith('_'):
            raise AttributeError(f"a Noise never changes, so '{name}' can't be set: make another one")
        super().__setattr__(name, value)

    def __reduce__(self) -> Any:
        if self._kind is not None:
            return (_combine, (self._kind, self._inputs, self._parameters))
        return (_make, (self._published, self._parameters))

    def __repr__(self) -> str:
        arguments = [f'{name}={value!r}' for name, value in self._parameters.items()]
        if self._kind is not None:
            return f'Noise.combine({", ".join([repr(self._kind), *map(repr, self._inputs), *arguments])})'
        return f'{"Noise.published" if self._published else "Noise"}({", ".join(arguments)})'

    @property
    def parameters(self) -> Mapping[str, Any]:
        """What the noise was made with; other parameters have their defaults.

        Nothing in it can be set: Noise(**{**noise.parameters, 'seed': 3}) is another noise.
        """
        return MappingProxyType(self._parameters)

    @property
    def kind(self) -> Union[str, int, None]:
        """The kind of a combination, as it was given; None of a noise by parameters."""
        return self._kind

    @property
    def inputs(self) -> tuple[Noise, ...]:
        """The noises of a combination."""
        return self._inputs

    def bounds(self, dims: int) -> tuple[float, float]:
        """Proven bounds of the results in so many dimensions: (least, greatest), for float32 and float64.

        They may be wider than results ever get, and are infinite of COORDINATE and DISTANCE.
        """
        both = (ctypes.c_double * 2)()
        check(library.perlin_bounds(self._handle, dims, both))
        return both[0], both[1]

    # ---- Combinations ----------------------------------------------------------------------------

    @classmethod
    def combine(cls, kind: Union[str, int], *inputs: Union[Noise, float], **numbers: Any) -> Noise:
        """A noise made of noises.

            mask = Noise.combine('SMOOTHSTEP', regions, lower=-0.1, upper=0.1)  # 0 to 1
            world = Noise.combine('BLEND', plains, mountains, mask)
            bent = Noise.combine('WARP', world, Noise(seed=7, frequency=2), amplitude=0.3)

        kind : by name or number: 'SMOOTH_MAXIMUM' or 'smooth-maximum' is PERLIN_COMBINE_SMOOTH_MAXIMUM
        inputs : the noises that it is of, up to five; a number is a noise that has this value everywhere
        numbers : fields of perlin_combination by their names, with their defaults:
            value, scale, bias, lower, upper, falloff, smoothness, axis, dims, curve ('STRAIGHT', 'CUBIC')
            amplitude : of WARP, in units of the coordinates
            point, offset, matrix : in the order x, y, z, w
            positions, values : sequences of 2 to 32 numbers

        perlin.h has the formulas. All that a noise can do a combination can, and it pickles, inputs
        included. Raises PerlinError for what perlin_combine refuses, TypeError for inputs and numbers that
        the kind does not take.
        """
        made = cls.__new__(cls)
        combination = structs['perlin_combination']()
        number = _constant('perlin_combine', kind)
        check(library.perlin_combination_init_sized(ctypes.byref(combination), ctypes.sizeof(combination), number),
              {'kind': kind})
        _check_kind(number, len(inputs), numbers)
        made._published, made._kind = False, kind
        made._inputs = tuple(map(_as_noise, inputs))
        for i, one in enumerate(made._inputs):
            combination.input[i] = one._handle
        try:
            made._make_by(library.perlin_combine, combination, numbers)
        except PerlinError as error:
            if error.status != constants['PERLIN_ERROR_NULL']:
                raise
            raise TypeError(f'{kind} needs positions, and values, as many') from error
        return made

    __array_ufunc__ = None  # numbers of NumPy leave + and the like to the methods below

    def __add__(self, other: Union[Noise, float]) -> Noise:
        if isinstance(other, Noise):
            return Noise.combine('ADD', self, other)
        return Noise.combine('SCALE_BIAS', self, bias=other) if _is_number(other) else NotImplemented

    def __radd__(self, other: float) -> Noise:
        return self + other

    def __sub__(self, other: Union[Noise, float]) -> Noise:
        if isinstance(other, Noise):
            return Noise.combine('SUBTRACT', self, other)
        return self + -other if _is_number(other) else NotImplemented

    def __rsub__(self, other: float) -> Noise:
        return Noise.combine('SCALE_BIAS', self, scale=-1, bias=other) if _is_number(other) else NotImplemented

    def __mul__(self, other: Union[Noise, float]) -> Noise:
        if isinstance(other, Noise):
            return Noise.combine('MULTIPLY', self, other)
        return Noise.combine('SCALE_BIAS', self, scale=other) if _is_number(other) else NotImplemented

    def __rmul__(self, other: float) -> Noise:
        return self * other

    def __neg__(self) -> Noise:
        return self * -1

    def __abs__(self) -> Noise:
        return Noise.combine('ABSOLUTE', self)

    @property
    def backend(self) -> str:
        """The name of the backend that it computes with: 'avx2', for example."""
        return library.perlin_backend_name(library.perlin_backend_of(self._handle)).decode()

    # ---- Points ----------------------------------------------------------------------------------

    def points(self, *coordinates: ArrayLike, out: Optional[NDArray[Any]] = None,
               dtype: Optional[DTypeLike] = None, scale: float = 1, bias: float = 0,
               accumulate: bool = False) -> NDArray[Any]:
        """The noise at points.

        coordinates : one array for each of 1 to 4 dimensions, which broadcast to one shape
            In units of which `frequency` cells fit in one. Arrays of float32 are computed with in float,
            all others in double.
        out : array of that shape, float32 or float64
            Where results go, in place of a new array. float64 takes float64 coordinates.
        dtype : float32 or float64
            Of a new array; by default the coordinates' type. float32 with coordinates in double has full
            detail far from the origin, at the speed of float.
        scale, bias, accumulate :
            Writes result * scale + bias, with accumulate added to what is in `out`.

        Returns an array of that shape, of values in the documented range before scale and bias; a number
        where all coordinates are numbers and there is no `out`.
        """
        arrays, shape = _coordinates(coordinates)
        target, result = _output(out, dtype, arrays, shape)
        function = getattr(library, f'perlin_points_into_{_points_suffix(arrays, target)}')
        pointers, strides = _pointers(arrays)
        flat = target if target.flags.c_contiguous and target.flags.aligned else np.array(target, order='C')
        check(function(self._handle, len(arrays), target.size, pointers, strides,
                       _how(scale, bias, accumulate, out), flat.ctypes.data, None))
        if flat is not target:
            target[...] = flat
        return _number_or_array(result) if out is None else result

    def points_gradient(self, *coordinates: ArrayLike, dtype: Optional[DTypeLike] = None
                        ) -> tuple[NDArray[Any], NDArray[Any]]:
        """The noise at points, and its gradient.

        Returns (values, gradient): gradient[a] has the derivatives by coordinate a, x first, in units of
        the result per unit of the coordinate. Its shape is (number of coordinates,) + the points' shape.
        `values` is a number where all coordinates are numbers.
        """
        arrays, shape = _coordinates(coordinates)
        target, result = _output(None, dtype, arrays, shape)
        gradient = np.empty((len(arrays),) + shape, target.dtype)
        function = getattr(library, f'perlin_points_gradient_{_points_suffix(arrays, target)}')
        pointers, strides = _pointers(arrays)
        check(function(self._handle, len(arrays), target.size, pointers, strides, target.ctypes.data,
                       _addresses(gradient)))
        return _number_or_array(result), gradient

    # ---- Grids -----------------------------------------------------------------------------------

    @_takes_a_shape
    def grid(self, shape: Union[int, Sequence[int]], step: Numbers, start: Union[int, Sequence[int]] = 0,
             origin: Numbers = 0, *, period: Union[int, Sequence[int]] = 0, out: Optional[NDArray[Any]] = None,
             dtype: DTypeLike = np.float32, scale: float = 1, bias: float = 0, accumulate: bool = False
             ) -> NDArray[Any]:
        """The noise on a regular grid: far faster than its points, with the bits of points in double.

        shape : of the array, 1 to 4 axes; the last is x, the one before it y
        step : distance of neighbours, in units of the coordinates
        start : index of the first sample: sample i of an axis is at origin + (start + i) * step.
            Parts of a world differ in `start` alone; their samples are then equal bit for bit.
        origin : coordinate of index 0
        period : samples after which an axis repeats; 0 for none
            step, start, origin and period are a number for all axes, or one for each, in the order of
            shape.
        out : float32 or float64 array of that shape, of any strides
        dtype, scale, bias, accumulate : as for points; float32 by default

        Returns an array of that shape.
        """
        grid, target = _grid(shape, step, start, origin, period, out, dtype)
        _warn_of_lattice_points(self._lattice, grid)
        function = getattr(library, f'perlin_grid_into_{_SUFFIX[target.dtype]}')
        check(function(self._handle, ctypes.byref(grid), _how(scale, bias, accumulate, out), target.ctypes.data, None))
        return target

    @_takes_a_shape
    def grid_gradient(self, shape: Union[int, Sequence[int]], step: Numbers, start: Union[int, Sequence[int]] = 0,
                      origin: Numbers = 0, *, period: Union[int, Sequence[int]] = 0, dtype: DTypeLike = np.float32
                      ) -> tuple[NDArray[Any], NDArray[Any]]:
        """The noise on a grid, and its gradient: (values, gradient), as points_gradient has them.

        gradient[0] has the derivatives by x, which is the last axis of the arrays.
        """
        grid, target = _grid(shape, step, start, origin, period, None, dtype)
        _warn_of_lattice_points(self._lattice, grid)
        gradient = np.empty((target.ndim,) + target.shape, target.dtype)
        function = getattr(library, f'perlin_grid_gradient_{_SUFFIX[target.dtype]}')
        check(function(self._handle, ctypes.byref(grid), target.ctypes.data, _addresses(gradient)))
        return target, gradient

    @_takes_a_shape
    def normals(self, shape: Sequence[int], step: Numbers, height: float, start: Union[int, Sequence[int]] = 0,
                origin: Numbers = 0, *, period: Union[int, Sequence[int]] = 0, dtype: DTypeLike = np.float32
                ) -> NDArray[Any]:
        """The normals of the terrain z = height * noise(x, y), with z up.

        height : in units of coordinates per unit of the result

        Returns an array of the shape (3,) + shape: x, y and z of unit vectors.
        """
        grid, target = _grid(shape, step, start, origin, period, None, dtype)
        normal = np.empty((3,) + target.shape, target.dtype)
        function = getattr(library, f'perlin_grid_normals_{_SUFFIX[target.dtype]}')
        check(function(self._handle, ctypes.byref(grid), float(height), _addresses(normal)))
        return normal


# ---- Arguments ----------------------------------------------------------------------------------


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating))


def _as_noise(value: Union[Noise, float]) -> Noise:
    if isinstance(value, Noise):
        return value
    if _is_number(value):
        return Noise.combine('CONSTANT', value=value)
    raise TypeError(f'an input is a Noise or a number, not {type(value).__name__}')


def _coordinates(given: Sequence[ArrayLike]) -> tuple[list[NDArray[Any]], tuple[int, ...]]:
    """The coordinates as arrays of one type and shape."""
    if not 1 <= len(given) <= 4:
        raise _wrong_dims(len(given))
    for one in given:
        _refuse_mask('coordinates', one)
    arrays = [np.asarray(one) for one in given]
    if any(array.dtype.kind not in 'fiu' for array in arrays):
        raise TypeError('coordinates have to be real numbers')
    is_float = all(array.dtype == np.float32 for array in arrays)
    arrays = [array.astype(np.float32 if is_float else np.float64, copy=False) for array in arrays]
    arrays = list(np.broadcast_arrays(*arrays))
    return arrays, arrays[0].shape


def _wrong_dims(count: int) -> TypeError:
    return TypeError(f'noise has 1 to 4 coordinates, not {count}')


def _number_or_array(made: NDArray[Any]) -> Any:
    """As NumPy's own functions do: a number in place of an array without axes."""
    return made[()] if made.ndim == 0 else made


def _is_strided(array: NDArray[Any]) -> bool:
    return array.ndim == 1 and array.strides[0] % array.itemsize == 0 and array.flags.aligned


def _pointers(arrays: list[NDArray[Any]]) -> tuple[Any, Any]:
    """Arrays of one axis are read where they are; others are copied if they are not packed."""
    for i, array in enumerate(arrays):
        if not _is_strided(array):
            arrays[i] = np.ascontiguousarray(array).reshape(-1)
    strides = [array.strides[0] // array.itemsize for array in arrays]
    return ((ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays)),
            (ctypes.c_ssize_t * len(arrays))(*strides))


def _addresses(arrays: NDArray[Any]) -> Any:
    first, distance = arrays.ctypes.data, arrays.strides[0]
    return (ctypes.c_void_p * len(arrays))(*(first + i * distance for i in range(len(arrays))))


def _real(dtype: DTypeLike) -> np.dtype[Any]:
    made = np.dtype(dtype)
    if made not in _SUFFIX:
        raise TypeError(f'results are float32 or float64, not {made}')
    return made


def _check_out(out: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    _refuse_mask('out', out)
    if not isinstance(out, np.ndarray) or not out.flags.writeable:
        raise TypeError('out has to be an array that can be written to')
    _real(out.dtype)
    if out.shape != shape:
        raise ValueError(f'out has the shape {out.shape}, and should have {shape}')
    return out


def _output(out: Optional[NDArray[Any]], dtype: Optional[DTypeLike], arrays: list[NDArray[Any]],
            shape: tuple[int, ...]) -> tuple[NDArray[Any], NDArray[Any]]:
    if out is None:
        made = np.empty(shape, _real(arrays[0].dtype if dtype is None else dtype))
        return made, made
    target = _check_out(out, shape)
    for i, array in enumerate(arrays):  # the library allows no overlap but an exact one
        if np.may_share_memory(array, target):
            arrays[i] = array.copy()
    return target, out


def _points_suffix(arrays: list[NDArray[Any]], target: NDArray[Any]) -> str:
    """Which function; there is none from float to double, so that such coordinates become double."""
    if arrays[0].dtype == np.float32 and target.dtype == np.float64:
        arrays[:] = [array.astype(np.float64) for array in arrays]
    if arrays[0].dtype == target.dtype:
        return _SUFFIX[target.dtype]
    return 'f64_f32'


def _how(scale: float, bias: float, accumulate: bool, out: Any) -> Any:
    if accumulate and out is None:
        raise ValueError('accumulate adds to out, which has to be given')
    if scale == 1 and bias == 0 and not accumulate:
        return None
    made = initialised('perlin_output')
    made.scale, made.bias, made.accumulate = float(scale), float(bias), int(bool(accumulate))
    return ctypes.byref(made)


def _for_each(name: str, value: Any, axes: int) -> list[Any]:
    """A number for all axes, or one for each, from the array's order to that of perlin.h."""
    values = list(value) if np.ndim(value) else [value] * axes
    if len(values) != axes:
        raise ValueError(f'{name} has {len(values)} numbers for {axes} axes')
    return values[::-1]


def _integer(name: str, value: Any) -> int:
    number = int(value)
    if number != value:
        raise ValueError(f'{name} has to be an integer, not {value}')
    return number


def _grid(shape: Any, step: Any, start: Any, origin: Any, period: Any, out: Optional[NDArray[Any]],
          dtype: DTypeLike) -> tuple[Any, NDArray[Any]]:
    lengths = tuple(_integer('shape', length) for length in (shape if np.ndim(shape) else [shape]))
    if not 1 <= len(lengths) <= 4:
        raise _wrong_dims(len(lengths))
    target = np.empty(lengths, _real(dtype)) if out is None else _check_out(out, lengths)
    if any(stride % target.itemsize for stride in target.strides) or not target.flags.aligned:
        raise ValueError('the strides of out have to be whole elements')
    grid = initialised('perlin_grid')
    grid.dims = len(lengths)
    given = {'step': (step, float), 'start': (start, None), 'origin': (origin, float), 'period': (period, None)}
    for name, (value, kind) in given.items():
        _refuse_mask(name, value)
        for axis, one in enumerate(_for_each(name, value, len(lengths))):
            number = kind(one) if kind else _integer(name, one)
            if name == 'start' and not -1 << 63 <= number < 1 << 63 or name == 'period' and not 0 <= number < 1 << 63:
                raise ValueError(f'{name} is out of range: {number}')
            getattr(grid, name)[axis] = number
    for axis, length in enumerate(lengths[::-1]):
        grid.count[axis] = length
        grid.stride[axis] = target.strides[len(lengths) - 1 - axis] // target.itemsize if target.size else 0
        if grid.step[axis] == 0 and length <= 1:
            grid.step[axis] = 1.0
    return grid, target
