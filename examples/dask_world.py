#!/usr/bin/env python3
"""A world larger than memory: heights by dask, block by block, in a Zarr store.

    dask_world.py STORE [--size 65536] [--block 2048] [--seed 42] [--scheduler ADDRESS] [--workers N]

Each block is a grid of its own `start`, so that blocks join without a seam, and none waits for another.
A block that a lost worker had is computed again, with the same bits. Called again, it computes the blocks
that are not in the store yet. Without --scheduler it runs on a cluster of N processes here. --digest
reads the store and prints a digest of the world. docs/worlds.md tells more.
"""
import argparse
import hashlib
import itertools
import sys

import dask
import dask.array as da
import numpy as np
import zarr
from dask.distributed import Client, LocalCluster, progress

import perlin

STEP = 1 / 512  # a cell of the largest octave has 512 samples a side


def heights(noise, block_info=None):
    """The heights of one block. dask says where it lies in the world: (first, last) of each axis."""
    (first_y, last_y), (first_x, last_x) = block_info[None]['array-location']
    return noise.grid((last_y - first_y, last_x - first_x), STEP, start=(first_y, first_x))


def world(size, block, seed):
    """The world as an array of dask: nothing is computed yet."""
    noise = perlin.Noise(seed=seed, fractal='FBM', octaves=10)  # goes to the workers by its parameters
    chunks = da.core.normalize_chunks((block, block), (size, size), dtype=np.float32)
    return da.map_blocks(heights, noise, chunks=chunks, dtype=np.float32, meta=np.empty((0, 0), np.float32))


def open_store(path, array, parameters):
    """The store, which has to be of this world if it is there."""
    store = zarr.open_array(path, mode='a', shape=array.shape, chunks=array.chunksize, dtype=array.dtype)
    known = store.attrs.setdefault('perlin', parameters)
    if known != parameters or store.shape != array.shape or store.chunks != array.chunksize:
        sys.exit(f'{path} has another world: {store.shape} in blocks of {store.chunks}, {known}')
    return store


def missing_blocks(array, store):
    """Zarr puts a block's file in its place when it is whole: a file that is there is right."""
    return [index for index in itertools.product(*map(range, array.numblocks))
            if '.'.join(map(str, index)) not in store.chunk_store]


def region(array, index):
    """Where a block lies in the world."""
    firsts = [sum(sizes[:i]) for sizes, i in zip(array.chunks, index)]
    return tuple(slice(first, first + sizes[i]) for first, sizes, i in zip(firsts, array.chunks, index))


def write(array, store, client):
    """Computes the blocks that are missing, and shows dask's progress. Returns how many there were."""
    missing = missing_blocks(array, store)
    if missing:
        stored = da.store([array.blocks[index] for index in missing], [store] * len(missing),
                          regions=[region(array, index) for index in missing], lock=False, compute=False)
        running = client.compute(stored)
        progress(running)
        running.result()
    return len(missing)


def digest(store):
    """SHA-256 of the digests of all blocks, row by row."""
    array = da.from_zarr(store)
    blocks = [dask.delayed(lambda block: hashlib.sha256(np.ascontiguousarray(block)).digest())(block)
              for block in array.to_delayed().ravel()]
    return hashlib.sha256(b''.join(dask.compute(*blocks))).hexdigest()


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument('store')
    arguments.add_argument('--size', type=int, default=65536)
    arguments.add_argument('--block', type=int, default=2048)
    arguments.add_argument('--seed', type=int, default=42)
    arguments.add_argument('--scheduler', help='address of a running cluster, such as tcp://10.0.0.1:8786')
    arguments.add_argument('--workers', type=int, help='processes of a cluster on this machine')
    arguments.add_argument('--digest', action='store_true', help='also print a digest of what is in the store')
    given = arguments.parse_args()

    array = world(given.size, given.block, given.seed)
    store = open_store(given.store, array, {'seed': given.seed, 'step': STEP, 'version': perlin.version})
    cluster = None
    if not given.scheduler:
        cluster = LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=None)
    with Client(given.scheduler or cluster) as client:
        print(f'\n{given.store}: {write(array, store, client)} blocks computed of {array.npartitions}')
        if given.digest:
            print(digest(store))
    if cluster:
        cluster.close()


if __name__ == '__main__':
    main()
