"""The package as it is in the source tree, with the library that PERLIN_LIBRARY names, unless the test
of the wheel asks for what is installed."""
import os
import sys
from pathlib import Path

if 'PERLIN_INSTALLED' not in os.environ:
    sys.path.insert(0, str(Path(__file__).parents[1]))
