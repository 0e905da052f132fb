# shellcheck shell=bash
# Tests of the Python package's wheel. Source it after testing.sh.

# The wheel as meson-python builds it, unpacked as an installation would, and tested without the source
# tree: with its own library.
leg_python() {
    step 'the Python package'
    need python3-numpy python3-pytest python3-mesonpy python3-build gcc meson ninja-build
    check 'the wheel is built' build_wheel || return 0
    check 'of this version, with the library, its description and types' check_wheel
    PERLIN_INSTALLED=1 PYTHONPATH=$build/wheel/unpacked check 'its tests, with the library inside' \
        quietly_python "$build/wheel/tests.log" "$root/python/tests/run.py"
}

# Debian's Python, which has Debian's packages: another may come first in PATH.
quietly_python() { quietly "$1" /usr/bin/python3 "${@:2}"; }

build_wheel() {
    rm -rf "$build/wheel"
    quietly_python "$build/wheel.log" -m build --wheel --no-isolation --skip-dependency-check \
        --outdir "$build/wheel" "$root/python" &&
        quietly_python "$build/wheel.log" -m zipfile -e "$build"/wheel/perlin-*.whl "$build/wheel/unpacked"
}

check_wheel() {
    local version name
    version=$(sed -n 's/^#define PERLIN_VERSION_[A-Z]* //p' "$root/include/perlin/perlin.h" | paste -sd.)
    grep -qx "Version: $version" "$build/wheel/unpacked/perlin-$version.dist-info/METADATA" || return 1
    for name in __init__.py _library.py _noise.py py.typed perlin-api.json libperlin_python.so; do
        [ -e "$build/wheel/unpacked/perlin/$name" ] || { say "$name is missing"; return 1; }
    done
}
