"""The C library by ctypes, from perlin-api.json. Importing this checks that both belong together."""
from __future__ import annotations

import ctypes
import json
import os
import platform
import re
import struct
from pathlib import Path
from typing import Any, Mapping

_HERE = Path(__file__).parent
_PLAIN = {
    'void': None, 'char': ctypes.c_char, 'int': ctypes.c_int, 'float': ctypes.c_float, 'double': ctypes.c_double,
    'uint16_t': ctypes.c_uint16, 'uint32_t': ctypes.c_uint32, 'int64_t': ctypes.c_int64,
    'uint64_t': ctypes.c_uint64, 'size_t': ctypes.c_size_t, 'ptrdiff_t': ctypes.c_ssize_t,
}


class PerlinError(ValueError):
    """What the library refuses: its text, with the parameters that it is about, and in `status` its number,
    a PERLIN_ERROR_ of `constants`."""

    def __init__(self, status: int, about: str = ''):
        super().__init__(library.perlin_status_string(status).decode() + about)
        self.status = status
        self._about = about

    def __reduce__(self) -> Any:
        return (PerlinError, (self.status, self._about))


def _first(*paths: Path) -> Path:
    for path in paths:
        if path.exists():
            return path
    raise ImportError(f'perlin: none of these files exists: {", ".join(map(str, paths))}')


def _find_library() -> str:
    """In a wheel it is beside this file. PERLIN_LIBRARY names another one."""
    if 'PERLIN_LIBRARY' in os.environ:
        return os.environ['PERLIN_LIBRARY']
    names = ('libperlin_python.so', 'libperlin_python.dylib', 'libperlin_python.dll', 'perlin_python.dll')
    return str(_first(*(_HERE / name for name in names)))


def _type_of(text: str) -> Any:
    text = re.sub(r'\bconst\b', '', text).strip()
    if '*' in text:
        return ctypes.c_char_p if re.match(r'char \*$', text) else ctypes.c_void_p
    text = api['types'].get(text, text)
    return structs[text] if text in structs else _PLAIN[text]


def _array_of(member: dict[str, Any]) -> Any:
    made = _type_of(member['type'])
    for length in reversed(member['array']):
        made = made * length
    return made


def _check_layouts() -> None:
    machine = platform.machine()
    layout = {'AMD64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine)
    if layout == 'x86_64' and struct.calcsize('P') == 4:
        layout = 'i686'
    for name, expected in api['layouts'].get(layout, {}).items():
        made = structs[name]
        places = {field: (getattr(made, field).offset, getattr(made, field).size) for field in expected['fields']}
        if ctypes.sizeof(made) != expected['size'] or any(
                places[field] != (place['offset'], place['size']) for field, place in expected['fields'].items()):
            raise ImportError(f'perlin: struct {name} has another layout than perlin-api.json says')


def _is_finite(value: Any) -> bool:
    """Whether it is finite when rounded to float, as the library asks."""
    if isinstance(value, str) or not hasattr(value, '__iter__'):
        return abs(ctypes.c_float(value).value) < float('inf')
    return all(map(_is_finite, value))


def _blame(status: int, given: Mapping[str, Any]) -> str:
    """The parameters that a status is about, with their values: ': octaves = 0'."""
    name = next(name for name, number in constants.items() if number == status and name.startswith('PERLIN_ERROR_'))
    causes = api['causes'].get(name, [])
    named = [cause for cause in causes if cause in given]
    if name == 'PERLIN_ERROR_NOT_FINITE':
        named = [cause for cause in named if not _is_finite(given[cause])]
    if not named:
        return f': {causes[0]} is missing' if name == 'PERLIN_ERROR_POSITION_COUNT' else ''
    values = {cause: repr(given[cause]) for cause in named}
    return ': ' + ', '.join(f'{cause} = {text if len(text) <= 60 else text[:57] + "..."}'
                            for cause, text in values.items())


def check(status: int, given: Mapping[str, Any] = {}) -> None:
    """Raises what a status says, about parameters that were given."""
    if status == constants['PERLIN_ERROR_MEMORY']:
        raise MemoryError(library.perlin_status_string(status).decode())
    if status != 0:
        raise PerlinError(status, _blame(status, given))


def initialised(name: str) -> Any:
    """A struct with its defaults."""
    made = structs[name]()
    check(getattr(library, f'{name}_init_sized')(ctypes.byref(made), ctypes.sizeof(made)))
    return made


with open(_first(_HERE / 'perlin-api.json', _HERE.parents[1] / 'share' / 'perlin' / 'perlin-api.json'),
          encoding='utf-8') as _stream:
    api: dict[str, Any] = json.load(_stream)

#: The constants of perlin.h by their names.
constants: dict[str, int] = api['constants']

structs: dict[str, Any] = {}
for _name, _members in api['structs'].items():
    structs[_name] = type(_name, (ctypes.Structure,), {
        '_fields_': [(member['name'], _array_of(member)) for member in _members]})
_check_layouts()

library = ctypes.CDLL(_find_library())  # calls through CDLL release the GIL
for _name, _about in api['functions'].items():
    _function = getattr(library, _name)
    _function.restype = _type_of(_about['returns'])
    _function.argtypes = [ctypes.c_void_p if argument['array'] else _type_of(argument['type'])
                          for argument in _about['arguments']]

#: The version of the library, "major.minor.patch".
version: str = library.perlin_version().decode()
if version != api['version']:
    raise ImportError(f'perlin: the library is of version {version}, perlin-api.json of {api["version"]}')


def backends() -> list[str]:
    """The names of the backends that this machine can use, the slowest first."""
    numbers = [number for name, number in constants.items() if name.startswith('PERLIN_BACKEND_')]
    return [library.perlin_backend_name(number).decode() for number in sorted(numbers)
            if number != 0 and library.perlin_backend_available(number)]
