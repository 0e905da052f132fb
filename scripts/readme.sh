# shellcheck shell=bash
# The ways of the README, and of docs/building.md and docs/python.md where they need no more, as the pages print
# them: from a clone in a new folder. Source it after testing.sh and matrix.sh.

readme=$build/readme
readme_clone=$readme/libperlin # has terrain.c, terrain.cpp and terrain.py, the README's examples

# copy_checkout FOLDER: what a clone would have, with what has been changed here.
copy_checkout() {
    mkdir -p "$1"
    (cd "$root" && git ls-files -z --cached --others --exclude-standard |
        tar --null --files-from=- --ignore-failed-read -cf - 2> "$readme/copy.log") | tar -xf - -C "$1"
}

# readme_fence LANGUAGE: the README's first block of that language.
readme_fence() {
    awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ && inside { exit } inside' "$root/README.md"
}

readme_examples() {
    readme_fence c > "$readme_clone/terrain.c" && readme_fence cpp > "$readme_clone/terrain.cpp" &&
        readme_fence python > "$readme_clone/terrain.py" && grep -q perlin_create "$readme_clone/terrain.c" &&
        grep -q perlin::noise "$readme_clone/terrain.cpp" && grep -q perlin.Noise "$readme_clone/terrain.py"
}

# in_clone LOG COMMAND...: where what was installed is found, by the variables that docs/building.md names for
# other prefixes. Debian's Python comes first, since its packages are asked for.
in_clone() {
    local libraries
    libraries=$(gcc -print-multiarch)
    libraries=$readme/prefix/${libraries:+lib/}${libraries:-lib64} # where meson installs
    (
        cd "$readme_clone" || exit 1
        export PATH=/usr/bin:/bin:$PATH PKG_CONFIG_PATH=$libraries/pkgconfig LD_LIBRARY_PATH=$libraries
        export CMAKE_C_COMPILER_LAUNCHER=${ccache:-}
        quietly "$@"
    )
}

# as_printed FILE: but that nothing is installed in the system: to another prefix, without ldconfig, and without
# apt-get, which leg_readme has called. CI runs ./scripts/test.
as_printed() {
    sed -e "s,--prefix=/usr/local,--prefix=$readme/prefix," -e 's/ && ldconfig$//' -e '/^ldconfig$/d' \
        -e '/^apt-get install/d' -e '/^\.\/scripts\/test /d' "$1"
}

# run_block FILE: programs that it makes write what they promise.
run_block() {
    rm -f "$readme_clone"/terrain{,.png}
    # What a user types, where a block ends with python3.
    in_clone "$1.log" bash -euo pipefail "$1.sh" < <(printf 'import perlin\nperlin.Noise().points(1, 2)\n') || return 1
    [ ! -e "$readme_clone/terrain" ] || says terrain.c ./terrain || return 1
    ! grep -q quickstart "$1" || [ -s "$readme_clone/terrain.png" ]
}

# says EXAMPLE COMMAND...: the program writes what the example promises.
says() {
    local expected
    expected=$(sed -n 's,.*/[*/] \(.*\) on every machine.*,\1,p' "$readme_clone/$1")
    in_clone "$readme/run.log" "${@:2}" || return 1
    if [ -z "$expected" ] || [ "$(cat "$readme/run.log")" != "$expected" ]; then
        say "$1 writes $(cat "$readme/run.log"), not $expected"
        return 1
    fi
}

# The command of the C example, with the other compiler and file.
check_readme_cxx() {
    local command
    command=$(grep -h '^cc terrain.c \$(pkg-config' "$root/README.md" |
        sed 's/^cc terrain.c/c++ -std=c++17 terrain.cpp/;s/-o terrain/-o terrain_cxx/')
    in_clone "$readme/cxx.log" bash -euc "$command" && says terrain.cpp ./terrain_cxx
}

# Where the README's program has an array `height`, that has the C program's number.
check_readme_python() {
    in_clone "$readme/python.log" env/bin/python -c "exec(open('terrain.py').read())
assert height[0, 1] == float.fromhex('$(sed -n 's,.*/\* \(.*\) on every machine.*,\1,p' "$readme_clone/terrain.c")')"
}

# The lines of the README in the shortest project around them.
check_readme_cmake() {
    local project=$readme/cmake
    mkdir "$project"
    ln -s "$readme_clone" "$project/libperlin"
    cp "$readme_clone/terrain.c" "$project"
    {
        printf '%s\n' 'cmake_minimum_required(VERSION 3.16)' 'project(terrain C)'
        readme_fence cmake
    } > "$project/CMakeLists.txt"
    in_clone "$project.log" cmake -S "$project" -B "$project/build" &&
        in_clone "$project.log" cmake --build "$project/build" --parallel "$(nproc)" &&
        says terrain.c "$project/build/terrain"
}

# check_readme_meson NAME: NAME is `installed`, or `subproject`, whose source is in subprojects/perlin.
check_readme_meson() {
    local project=$readme/meson-$1
    mkdir -p "$project/subprojects"
    [ "$1" = installed ] || ln -s "$readme_clone" "$project/subprojects/perlin"
    cp "$readme_clone/terrain.c" "$project"
    { printf "project('terrain', 'c')\n" && grep -o "executable('terrain'[^\`]*" "$root/README.md"; } \
        > "$project/meson.build" || return 1
    in_clone "$project.log" meson setup "$project/build" "$project" "${@:2}" &&
        in_clone "$project.log" ninja -C "$project/build" && says terrain.c "$project/build/terrain"
}

leg_readme() {
    local block earlier ccache
    step 'the ways of the README'
    need git gcc g++ libc6-dev meson ninja-build pkg-config cmake libpng-dev python3 python3-numpy python3-venv \
        python3-mesonpy
    ccache=$(command -v ccache || true)
    rm -rf "$readme"
    mkdir -p "$readme/blocks"
    copy_checkout "$readme_clone"
    check 'it has three examples' readme_examples || return 0
    "$root/tests/commands.sh" "$root" --write readme "$readme/blocks"
    for block in "$readme"/blocks/*; do
        as_printed "$block" > "$block.sh"
        for earlier in "$readme"/blocks/*.sh; do # two pages may show the same
            [ "$earlier" = "$block.sh" ] || ! cmp -s "$earlier" "$block.sh" || continue 2
        done
        check "$(basename "$block" | sed 's/^[0-9]*-//;s,%,/,')" run_block "$block"
    done
    check 'in C++, with the installed library' check_readme_cxx
    check 'in Python, with what pip has installed' check_readme_python
    check 'by CMake, with the source in a folder' check_readme_cmake
    check 'by meson, with the installed library' check_readme_meson installed
    # A part of the library, which is as well found and linked.
    check 'by meson, with the source in a folder' check_readme_meson subproject --wrap-mode=forcefallback \
        -Dperlin:backends=sse2 -Dperlin:bases=perlin
}
