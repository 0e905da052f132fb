"""Coherent noise over NumPy arrays, the same bits on every machine.

    import perlin
    noise = perlin.Noise(seed=42, fractal='FBM', octaves=8)
    height = noise.grid((1024, 1024), step=1 / 64)

`Noise` has all that a noise can do. Errors are `PerlinError`.
"""
from ._library import PerlinError, backends, constants, version
from ._noise import Noise

__all__ = ['Noise', 'PerlinError', 'backends', 'constants', 'version']
__version__ = version
