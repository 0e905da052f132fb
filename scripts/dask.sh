# shellcheck shell=bash
# The world of examples/dask_world.py, on a cluster of this machine. Source it after testing.sh.

leg_dask() {
    step 'a world by dask'
    need python3-numpy python3-pytest python3-dask python3-distributed python3-zarr
    build_base || return 0
    PERLIN_LIBRARY=$base/src/libperlin.so PERLIN_COMMAND=$base/tools/perlin check \
        'a killed worker, a run taken up again, and perlin render leave the same bits' \
        quietly_python "$build/dask.log" -m pytest -q -p no:cacheprovider "$root/tests/dask"
}
