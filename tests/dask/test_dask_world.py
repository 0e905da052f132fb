"""examples/dask_world.py on a cluster of this machine: the bits of one grid, also where a worker is
killed on the way, and where a run that was cut off is taken up again."""
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import zarr
from dask.distributed import Client, LocalCluster

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / 'examples'), str(ROOT / 'python')]
import dask_world  # noqa: E402
import perlin  # noqa: E402

SIZE, BLOCK, SEED = 3000, 128, 7  # the last blocks are smaller than others


@pytest.fixture(scope='module')
def whole():
    return perlin.Noise(seed=SEED, fractal='FBM', octaves=10).grid((SIZE, SIZE), dask_world.STEP)


@pytest.fixture
def client(monkeypatch):
    """Workers take the slowest backend, so that there is time to kill one; the bits are the same."""
    monkeypatch.setenv('PERLIN_BACKEND', 'scalar')
    monkeypatch.setenv('PYTHONPATH', os.pathsep.join(sys.path[:2]))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, \
            Client(cluster) as connected:
        yield connected


def opened(path):
    array = dask_world.world(SIZE, BLOCK, SEED)
    return array, dask_world.open_store(str(path), array, {'seed': SEED})


def test_a_killed_worker(tmp_path, client, whole, monkeypatch):
    array, store = opened(tmp_path / 'world.zarr')
    killed = []

    def kill_on_the_way(running):
        while len(store.chunk_store) < 20:
            assert not running.done()
            time.sleep(0.01)
        pid = next(iter(client.run(os.getpid).values()))
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)
        assert not running.done()

    monkeypatch.setattr(dask_world, 'progress', kill_on_the_way)
    assert dask_world.write(array, store, client) == array.npartitions
    assert killed and not Path(f'/proc/{killed[0]}').exists()
    assert store[:].tobytes() == whole.tobytes()
    assert dask_world.write(array, store, client) == 0


def test_resumed(tmp_path, client, whole):
    array, store = opened(tmp_path / 'world.zarr')
    dask_world.write(array, store, client)
    digest = dask_world.digest(store)
    for name in ('0.0', '3.5', '23.23'):
        (tmp_path / 'world.zarr' / name).unlink()
    before = (tmp_path / 'world.zarr' / '1.1').stat().st_mtime_ns
    assert dask_world.write(array, store, client) == 3
    assert (tmp_path / 'world.zarr' / '1.1').stat().st_mtime_ns == before
    assert store[:].tobytes() == whole.tobytes()
    assert dask_world.digest(store) == digest
    store[100, 200] += 1e-6
    assert dask_world.digest(store) != digest


def test_another_world_is_refused(tmp_path):
    array, _ = opened(tmp_path / 'world.zarr')
    with pytest.raises(SystemExit, match='another world'):
        dask_world.open_store(str(tmp_path / 'world.zarr'), array, {'seed': SEED + 1})


def test_the_program(tmp_path):
    path = tmp_path / 'world.zarr'
    environment = dict(os.environ, PYTHONPATH=str(ROOT / 'python'))
    command = [sys.executable, str(ROOT / 'examples' / 'dask_world.py'), str(path), '--size', '1000', '--block', '256',
               '--workers', '2', '--digest']
    said = [subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
            for _ in range(2)]
    assert '16 blocks computed of 16' in said[0] and '0 blocks computed of 16' in said[1]
    assert said[0].split()[-1] == said[1].split()[-1]
    expected = perlin.Noise(seed=42, fractal='FBM', octaves=10).grid((1000, 1000), dask_world.STEP)
    assert zarr.open(str(path))[:].tobytes() == expected.tobytes()


@pytest.mark.skipif('PERLIN_COMMAND' not in os.environ, reason='PERLIN_COMMAND does not name the command')
def test_the_same_by_perlin_render(tmp_path):
    """The command of docs/worlds.md gives a block's bits."""
    page = (ROOT / 'docs' / 'worlds.md').read_text(encoding='utf-8')
    script = page.split('```sh\n')[1].split('```')[0]
    assert 'perlin render' in script
    environment = dict(os.environ, SLURM_ARRAY_TASK_ID='37')
    environment['PATH'] = os.path.dirname(os.environ['PERLIN_COMMAND']) + os.pathsep + environment['PATH']
    subprocess.run(['sh', '-eu', '-c', script], env=environment, cwd=tmp_path, check=True)
    block = np.fromfile(tmp_path / 'block-1-5.raw', np.float32).reshape(2048, 2048)
    noise = perlin.Noise(seed=42, fractal='FBM', octaves=10)
    expected = noise.grid((2048, 2048), dask_world.STEP, start=(2048, 5 * 2048))
    assert block.tobytes() == expected.tobytes()
