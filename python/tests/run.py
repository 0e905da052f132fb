#!/usr/bin/env python3
"""Runs the tests of the Python package, with the library that PERLIN_LIBRARY names. Says so, and exits
with 77, where NumPy or pytest is missing (python3-numpy and python3-pytest of Debian)."""
import os
import sys

try:
    import numpy  # noqa: F401
    import pytest
except ImportError as missing:
    print(f'SKIPPED python: {missing}')
    sys.exit(77)

sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', os.path.dirname(os.path.abspath(__file__))] + sys.argv[1:]))
