#!/usr/bin/env python3
"""A binding made from perlin-api.json, by ctypes, and the checks that any binding should make.

    bindings.py LIBRARY DESCRIPTION    for example libperlin.so.0 share/perlin/perlin-api.json

No struct, constant or function is written down here: what the description has is there.
"""
import ctypes
import json
import platform
import re
import struct
import sys

PLAIN = {
    'void': None, 'char': ctypes.c_char, 'int': ctypes.c_int, 'float': ctypes.c_float, 'double': ctypes.c_double,
    'uint16_t': ctypes.c_uint16, 'uint32_t': ctypes.c_uint32, 'int64_t': ctypes.c_int64,
    'uint64_t': ctypes.c_uint64, 'size_t': ctypes.c_size_t, 'ptrdiff_t': ctypes.c_ssize_t,
}


class Binding:
    """The library: its functions and structs as attributes, its constants in a dict."""

    def __init__(self, library, description):
        self.library = ctypes.CDLL(library)
        self.api = description
        self.constants = description['constants']
        self.structs = {}
        for name, members in description['structs'].items():
            self.structs[name] = type(name, (ctypes.Structure,), {'_fields_': [
                (member['name'], self.in_struct(member)) for member in members]})
        for name, about in description['functions'].items():
            function = getattr(self.library, name)
            function.restype = self.type_of(about['returns'])
            function.argtypes = [self.argument(argument) for argument in about['arguments']]
            setattr(self, name, function)

    def type_of(self, text):
        """The type that C's text stands for. Pointers to what is not a string carry no type here."""
        text = re.sub(r'\bconst\b', '', text).strip()
        if '*' in text:
            return ctypes.c_char_p if re.match(r'char \*$', text) else ctypes.c_void_p
        text = self.api['types'].get(text, text)
        return self.structs[text] if text in self.structs else PLAIN[text]

    def in_struct(self, member):
        made = self.type_of(member['type'])
        for length in reversed(member['array']):
            made = made * length
        return made

    def argument(self, argument):
        return ctypes.c_void_p if argument['array'] else self.type_of(argument['type'])

    # ---- What to check before the first use ------------------------------------------------------

    def check_layouts(self):
        """Structs have the sizes and offsets of the description, for this architecture."""
        machine = platform.machine()
        layout = {'AMD64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine)
        if layout == 'x86_64' and struct.calcsize('P') == 4:
            layout = 'i686'
        for name, expected in self.api['layouts'][layout].items():
            made = self.structs[name]
            assert ctypes.sizeof(made) == expected['size'], name
            for field, place in expected['fields'].items():
                here = getattr(made, field)
                assert (here.offset, here.size) == (place['offset'], place['size']), f'{name}.{field}'

    def check_version(self):
        """The library is that of the description: up to 1.0, of the same major and minor version."""
        library = self.perlin_version().decode()
        assert library.split('.')[:2] == self.api['version'].split('.')[:2], library

    def check(self, status):
        if status != self.constants['PERLIN_OK']:
            raise ValueError(self.perlin_status_string(status).decode())

    def check_sample(self):
        """The program of the README prints this number on every machine."""
        params = self.structs['perlin_params']()
        self.check(self.perlin_params_init_sized(ctypes.byref(params), ctypes.sizeof(params)))
        params.seed = 42
        params.fractal = self.constants['PERLIN_FRACTAL_FBM']
        noise = ctypes.c_void_p()
        self.check(self.perlin_create(ctypes.byref(noise), ctypes.byref(params)))
        try:
            grid = self.structs['perlin_grid']()
            self.check(self.perlin_grid_init_sized(ctypes.byref(grid), ctypes.sizeof(grid)))
            grid.dims = 2
            grid.count[0] = grid.count[1] = 256
            grid.step[0] = grid.step[1] = 1 / 64
            grid.start[0] = 3 * 256
            height = (ctypes.c_float * (256 * 256))()
            self.check(self.perlin_grid_f32(noise, ctypes.byref(grid), height))
        finally:
            self.perlin_destroy(noise)
        assert height[1] == float.fromhex('-0x1.5685dp-5'), height[1].hex()
        return height[1]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding='utf-8') as stream:
        binding = Binding(sys.argv[1], json.load(stream))
    binding.check_layouts()
    binding.check_version()
    print(f'libperlin {binding.perlin_version().decode()}: {binding.check_sample().hex()}')


main()
