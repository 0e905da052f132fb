#!/usr/bin/env python3
"""Check that a build compiles the library with -O2 at least.

    levels.py BUILD [OUTPUTS]    reads BUILD/compile_commands.json; of several -O the last one counts

OUTPUTS is a regular expression for the library's objects; by default for those of meson.
"""
import json
import os
import re
import shlex
import sys

with open(os.path.join(sys.argv[1], 'compile_commands.json'), encoding='utf-8') as stream:
    commands = json.load(stream)
outputs = sys.argv[2] if len(sys.argv) > 2 else r'(^|/)src/libperlin[._]'
low, kernels = [], 0
for command in commands:
    words = shlex.split(command['command'])
    output = words[words.index('-o') + 1]
    if not re.search(outputs, output):
        continue  # neither the library nor one of its backends
    levels = [word for word in words if re.match(r'-O', word)]
    kernels += 'backend_f' in output or 'scalar' in output
    if not levels or levels[-1] not in ('-O2', '-O3'):
        low.append(f'{output}: {" ".join(levels) or "no -O"}')
print('\n'.join(low))
if kernels == 0:
    print(f'{sys.argv[1]} compiles no kernels')
sys.exit(1 if low or kernels == 0 else 0)
