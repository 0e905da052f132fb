# shellcheck shell=bash
# WebAssembly by clang, with Debian's wasi-libc. Source it after testing.sh, amalgamation.sh and cmake.sh.

wasm=$build/wasm
wasm_compiler=(clang --target=wasm32-wasi)

need_wasm() {
    need clang
    need lld wasi-libc "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev-wasm32" nodejs python3
}

# in_node PROGRAM ARGUMENT...
# Before node 20 WASI is asked for.
in_node() { node --no-warnings --experimental-wasi-unstable-preview1 "$root/tests/wasm/run.mjs" "$@"; }

# compile_wasm NAME FLAG...: the folder's perlin.c, to NAME.o.
compile_wasm() {
    local name=$wasm/$1
    shift
    quietly "$name.log" "${wasm_compiler[@]}" -O3 "$@" -Wall -Wextra -Werror -c "$amalgamation/perlin/perlin.c" -o "$name.o"
}

# link_wasm NAME PROGRAM SOURCE...: with NAME.o. The digests need a larger stack than wasm-ld gives.
link_wasm() {
    quietly "$wasm/$1-$2.log" "${wasm_compiler[@]}" -std=gnu11 -O2 -ffp-contract=off -Wl,-z,stack-size=1048576 \
        -I"$amalgamation" -I"$root/tools" "${@:3}" "$wasm/$1.o" -o "$wasm/$1-$2.wasm"
}

# check_wasm_program NAME PROGRAM SOURCE...
check_wasm_program() {
    link_wasm "$@" && quietly "$wasm/$1-$2.out" in_node "$wasm/$1-$2.wasm"
}

# check_wasm_digests NAME BACKEND: of BACKEND, which is chosen, and of the scalar one.
check_wasm_digests() {
    check_wasm_program "$1" digests "$root"/tests/digests.c "$root"/tools/{selftest,digest}.c &&
        grep -qx "$2: [1-9][0-9]* digests, 0 wrong" "$wasm/$1-digests.out" &&
        grep -qx "the automatic choice is $2" "$wasm/$1-digests.out"
}

check_wasm_example() {
    readme_example "$wasm/example.c" && check_wasm_program "$1" example "$wasm/example.c" &&
        grep -qx -- '-0x1.5685dp-5' "$wasm/$1-example.out"
}

# A module with an instruction of simd128 anywhere is refused by an engine without.
check_wasm_features() {
    grep -q simd128 "$wasm/simd128.o" && ! grep -q simd128 "$wasm/scalar.o"
}

check_wasm_cmake() {
    local directory=$wasm/cmake program
    build_parent "$directory" '-DLIBRARIES=perlin;perlin_static' -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_SYSTEM_NAME=Generic -DCMAKE_C_COMPILER=clang -DCMAKE_C_COMPILER_TARGET=wasm32-wasi \
        -DCMAKE_AR="$(command -v llvm-ar)" -DCMAKE_RANLIB="$(command -v llvm-ranlib)" -DCMAKE_EXE_LINKER_FLAGS=-Wl,-z,stack-size=1048576 || return 1
    for program in consumer_perlin digests_perlin consumer_perlin_static digests_perlin_static; do
        PERLIN_TEST_COUNT=0.1 quietly "$directory.log" in_node "$directory/$program" || return 1
    done
    grep -q '^wasm128: [1-9][0-9]* digests, 0 wrong' "$directory.log"
}

leg_wasm() {
    local name
    step 'WebAssembly'
    need_wasm
    need cmake ninja-build llvm
    rm -rf "$wasm"
    mkdir -p "$wasm"
    check 'the folder that is compiled' amalgamate || return 0
    check 'a module by simd128 compiles' compile_wasm simd128 -msimd128 || return 0
    check 'a scalar module compiles' compile_wasm scalar || return 0
    check 'which has no simd128' check_wasm_features
    check 'simd128: all digests, in node' check_wasm_digests simd128 wasm128
    check 'scalar: all digests, in node' check_wasm_digests scalar scalar
    for name in simd128 scalar; do
        check "$name: the layout of structs" check_wasm_program $name layout "$root/tests/test_layout.c"
        check "$name: the README's example" check_wasm_example $name
    done
    check 'by CMake, as a subproject' check_wasm_cmake
}

# ---- The npm package -----------------------------------------------------------------------------

npm_folder=$build/npm

# Packed, and installed from the file into a new folder, without a registry.
install_npm_package() {
    local installed=$npm_folder/installed version
    version=$(sed -n 's/^#define PERLIN_VERSION_[A-Z]* //p' "$root/include/perlin/perlin.h" | paste -sd.)
    rm -rf "$npm_folder"
    quietly "$npm_folder.log" "$root/scripts/pack-npm" "$npm_folder" || return 1
    mkdir -p "$installed"
    printf '%s\n' '{"private": true, "type": "module"}' > "$installed/package.json"
    cp "$root"/tests/npm/{package.test.mjs,types.ts} "$installed"
    (cd "$installed" && quietly "$npm_folder.log" npm install --offline --no-audit --no-fund --no-package-lock \
        "$npm_folder/libperlin-$version.tgz")
}

# All that the package is made of, and nothing else; it needs no other package.
check_npm_contents() {
    local installed=$npm_folder/installed/node_modules
    diff <(printf '%s\n' LICENSE README.md index.d.ts index.js names.d.ts package.json perlin-api.js perlin.wasm) \
        <(cd "$installed/libperlin" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort) &&
        [ "$(find "$installed" -mindepth 1 -maxdepth 1 -not -name '.*')" = "$installed/libperlin" ] &&
        ! grep -E '"(dev|peer|optional)?[dD]ependencies"|"scripts"' "$installed/libperlin/package.json" &&
        node -e 'const module = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
            process.exit(WebAssembly.Module.imports(module).length)' "$installed/libperlin/perlin.wasm"
}

leg_npm() {
    local lib
    step 'the npm package'
    need_wasm
    need npm node-typescript python3-numpy
    build_base || return 0
    check 'it is packed and installed' install_npm_package || return 0
    check 'it has its files, no dependencies and no imports' check_npm_contents
    for lib in es2022 es2022,dom; do
        check "its types, for TypeScript with lib $lib" quietly "$npm_folder.log" tsc --strict --noEmit \
            --target es2022 --module node16 --moduleResolution node16 --lib $lib "$npm_folder/installed/types.ts"
    done
    PERLIN_API=$root/share/perlin/perlin-api.json PYTHONPATH=$root/python PERLIN_LIBRARY=$base/src/libperlin.so PERLIN_COMMAND=$base/tools/perlin \
        PERLIN_ORACLE="[\"/usr/bin/python3\", \"$root/tests/npm/oracle.py\"]" \
        run_node_tests 'the installed npm package' "$npm_folder/tests.log" "$npm_folder/installed/package.test.mjs"
}

# ---- The npm package in bundles ------------------------------------------------------------------

bundlers=$build/bundlers

# The bundlers, and playwright, which drives Debian's browser.
install_bundlers() {
    rm -rf "$bundlers"
    mkdir -p "$bundlers"
    cp "$root"/tests/npm/bundlers/* "$bundlers"
    (cd "$bundlers" && quietly "$bundlers.log" npm install --no-audit --no-fund --no-package-lock --ignore-scripts \
        "$npm_folder"/libperlin-*.tgz)
}

# Whether the registry answers. npm would answer from its cache; so it has an empty one here.
reaches_npm_registry() {
    local cache=$build/npm-no-cache
    rm -rf "$cache"
    npm view --cache "$cache" --fetch-retries=1 esbuild version > "$build/npm-registry.log" 2>&1
}

leg_bundlers() {
    step 'the npm package in bundles'
    need_wasm
    need npm chromium
    node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + +minor < 2019 ? 1 : 0)' ||
        { skip 'bundlers: Vite needs node 20.19'; return 0; }
    reaches_npm_registry || { skip "bundlers: there is no way to npm's registry"; return 0; }
    check 'the npm package' install_npm_package || return 0
    check 'the bundlers' install_bundlers || return 0
    run_node_tests 'the package in bundles' "$bundlers/tests.log" "$bundlers/bundlers.test.mjs"
}

# ---- The playground ------------------------------------------------------------------------------

playground=$build/playground

# The page, its modules for the tests, and playwright, which drives Debian's browser.
make_playground() {
    rm -rf "$playground"
    mkdir -p "$playground/site"
    quietly "$playground.log" "$root/scripts/pack-playground" "$npm_folder/package" "$playground/page" &&
        cp "$root"/playground/*.js "$npm_folder/package/perlin-api.js" "$playground/site" &&
        cp "$root"/tests/playground/* "$playground" || return 1
    (cd "$playground" && quietly "$playground.log" npm install --no-audit --no-fund --no-package-lock --ignore-scripts)
}

# One file, which names no other place than the project's.
check_playground_file() {
    [ "$(cd "$playground/page" && find . -type f)" = ./playground.html ] &&
        ! grep -oE '(src|href)="(https?:)?//[^"]*"|@import|url\(' "$playground/page/playground.html"
}

leg_playground() {
    step 'the playground'
    need_wasm
    need npm chromium gcc python3-numpy fonts-dejavu-core
    build_base || return 0
    check 'the npm package' install_npm_package || return 0
    check 'the page is made' make_playground || return 0
    check 'it is one file' check_playground_file
    (
        cd "$playground"
        export PERLIN_API=$root/share/perlin/perlin-api.json PERLIN_INCLUDE=$root/include \
            PERLIN_LIBRARY=$base/src/libperlin.so PERLIN_PYTHON=$root/python PERLIN_NPM=$npm_folder/installed
        run_node_tests 'the page, in Chromium' "$playground/tests.log" playground.test.mjs
        [ "$failures" = 0 ]
    ) || failures=$((failures + 1))
}
