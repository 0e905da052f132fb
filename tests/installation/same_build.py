#!/usr/bin/env python3
"""Check that CMake and meson compile the same files of the library with the same flags.

    same_build.py MESON_BUILD CMAKE_BUILD    reads compile_commands.json of both

Compared are the flags that can change code: -f, -m, -std, -Wa, the last -O, and the definitions of
this project. A file of the core is compiled for the shared and for the static library.
"""
import collections
import json
import os
import re
import shlex
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..'))
CHANGES_CODE = re.compile(r'-(f(?!diagnostics|color-)|m|std=|Wa,|D(PERLIN|BACKEND))')


def library(build, outputs):
    """Of each source, the flags of each time that it is compiled."""
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as stream:
        commands = json.load(stream)
    compiled = collections.defaultdict(list)
    for command in commands:
        words = shlex.split(command['command'])
        if not re.search(outputs, words[words.index('-o') + 1]):
            continue
        source = os.path.realpath(os.path.join(command['directory'], command['file']))
        levels = [word for word in words if re.match(r'-O', word)] or ['-O0']
        flags = {word for word in words if CHANGES_CODE.match(word)} | {levels[-1]}
        compiled[os.path.relpath(source, ROOT)].append(sorted(flags))
    return {source: sorted(flags) for source, flags in compiled.items()}


by_meson = library(sys.argv[1], r'^src/libperlin[._]')
by_cmake = library(sys.argv[2], r'(^|/)CMakeFiles/libperlin_[a-z0-9]+\.dir/')
failed = not by_meson
for file in sorted(by_meson.keys() | by_cmake.keys()):
    one, other = by_meson.get(file, []), by_cmake.get(file, [])
    if one != other:
        failed = True
        print(f'{file}:\n   meson {one}\n   CMake {other}'.replace("', '", ' '))
print(f'{len(by_meson)} files by meson, {len(by_cmake)} by CMake')
sys.exit(failed)
