# shellcheck shell=bash
# Builds by CMake. Source it after testing.sh, matrix.sh and cross.sh. The parent project is in
# tests/installation.

cmake_parent=$root/tests/installation/parent
small_library=(-DPERLIN_BACKENDS=sse2 -DPERLIN_BASES=perlin) # where it does not matter which

# configure_cmake DIRECTORY SOURCE OPTION...: from nothing, since some results of checks stay.
configure_cmake() {
    local directory=$1 source=$2 options=()
    shift 2
    rm -rf "$directory"
    ! has_command ccache || options=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
    quietly "$directory.log" cmake -S "$source" -B "$directory" "${options[@]}" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
        "$@"
}

# ---- Beside meson --------------------------------------------------------------------------------

# check_same_build MESON_BUILD OPTION...: only configured.
check_same_build() {
    local directory=$build/cmake-same meson=$1
    shift
    configure_cmake "$directory" "$root" "$@" || return 1
    briefly "$directory.log" "$consumers/same_build.py" "$meson" "$directory"
}

# check_same_small_build: by clang, with flags of a debug build and some bases and backends.
check_same_small_build() {
    local directory=$build/cmake-same-meson
    rm -rf "$directory"
    CC=clang configure "$directory" -Dbuildtype=debug -Dbases=perlin,simplex -Dbackends=avx2,neon -Dsimde=disabled \
        -Dtests=disabled -Dbench=disabled -Dtools=disabled -Dexamples=false || return 1
    check_same_build "$directory" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug "-DPERLIN_BASES=perlin;simplex" \
        "-DPERLIN_BACKENDS=avx2;neon"
}

# check_same_names BUILD: the options of BUILD, which is configured with the defaults, have the names of
# meson's, in the same order.
check_same_names() {
    diff <(meson introspect --buildoptions "$root/meson.build" | python3 -c 'import json, sys
for option in json.load(sys.stdin):
    if option["name"] in ("bases", "backends"):
        print(option["name"].upper(), ";".join(option["choices"]))' | sort) \
        <(sed -n 's/^PERLIN_\(BASES\|BACKENDS\):STRING=/\1 /p' "$1/CMakeCache.txt" | sort)
}

# ---- Parent projects -----------------------------------------------------------------------------

# build_parent DIRECTORY OPTION...
build_parent() {
    configure_cmake "$1" "$cmake_parent" "-DPERLIN=$root" "${@:2}" &&
        quietly "$1.log" cmake --build "$1" --parallel "$(nproc)"
}

# check_parent DIRECTORY BUILT LIBRARIES OPTION...: the digests and what a user has run with each of these
# libraries (a list of CMake's), and BUILT is what was built: static, shared or both.
check_parent() {
    local directory=$1 expected=$2 libraries program built
    IFS=';' read -ra libraries <<< "$3"
    build_parent "$directory" "-DLIBRARIES=$3" "${@:4}" || return 1
    for program in perlin m "${libraries[@]/#/consumer_}" "${libraries[@]/#/digests_}"; do
        PERLIN_TEST_COUNT=$fewer quietly "$directory.log" "$directory/$program" || return 1
    done
    built=$(find "$directory" -name 'libperlin.so' -printf 'shared\n' -o -name 'libperlin.a' -printf 'static\n')
    [[ $built != *$'\n'* ]] || built=both
    [ "$built" = "$expected" ] || { say "built: $built"; return 1; }
}

# The shared library exports what the header declares, and has the names that meson gives it.
check_cmake_shared() {
    local library=$1/libperlin/libperlin.so.0 exported
    exported=$(nm -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort) || return 1
    diff <(declared_functions) <(printf '%s\n' "$exported") &&
        readelf -dW "$library" | grep -q 'SONAME.*\[libperlin\.so\.0\]' &&
        [ "$(basename "$(realpath "$library")")" = "$(basename "$(realpath "$base/src/libperlin.so")")" ]
}

# check_cmake_levels DIRECTORY: every file of the library is compiled with -O2 or -O3.
check_cmake_levels() {
    "$consumers/levels.py" "$1" 'CMakeFiles/libperlin_'
}

# check_cmake_program_installed DIRECTORY: the program that is linked to the shared library runs where both
# are installed, and nothing else is.
check_cmake_program_installed() {
    local prefix=$1-installed file
    file=$(basename "$(realpath "$base/src/libperlin.so")")
    rm -rf "$prefix"
    quietly "$1.log" cmake --install "$1" --prefix "$prefix" || return 1
    diff <(printf '%s\n' bin/consumer_perlin_shared lib/libperlin.so.0 "lib/$file") \
        <(find "$prefix" ! -type d -printf '%P\n' | sort) &&
        quietly "$1.log" "$prefix/bin/consumer_perlin_shared" &&
        ! readelf -dW "$prefix/bin/consumer_perlin_shared" | grep -F "$1"
}

# check_cmake_refuses WHAT OPTION...: configuration fails, and says WHAT.
check_cmake_refuses() {
    local directory=$build/cmake-refusals
    rm -rf "$directory"
    ! cmake -S "$cmake_parent" -B "$directory" "-DPERLIN=$root" "${@:2}" > "$directory.log" 2>&1 &&
        grep -q "$1" "$directory.log"
}

# check_cmake_expressions DIRECTORY: options with generator expressions, whatever their values. A level in one
# of them lowers none.
check_cmake_expressions() {
    local expressions='-Wall;SHELL:-Wextra -Wshadow;-DTEXT="two words";$<$<CONFIG:Release>:-g;-O0>;'
    expressions+='$<$<COMPILE_LANGUAGE:C>:SHELL:-include math.h>;-DNAME$<$<CONFIG:Release>:_OF_$<CONFIG>>=1'
    configure_cmake "$1" "$cmake_parent" "-DPERLIN=$root" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        "${small_library[@]}" "-DOPTIONS=$expressions" '-DLINK_OPTIONS=$<$<CONFIG:Release>:-Wl,-O1>' &&
        quietly "$1.log" cmake --build "$1" --target consumer_perlin_static &&
        quietly "$1.log" "$1/consumer_perlin_static" &&
        check_cmake_levels "$1"
}

# ---- Installation --------------------------------------------------------------------------------

# check_cmake_installs DIRECTORY: what meson installs, but the command. Only a part of the library, which is as
# well found and linked.
check_cmake_installs() {
    local prefix=$1/moved
    mkdir -p "$packaging"
    quietly "$build/install.log" meson install -C "$base" --no-rebuild || return 1
    configure_cmake "$1" "$root" -G Ninja -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$1/prefix" \
        -DCMAKE_INSTALL_LIBDIR=lib/multi-arch "${small_library[@]}" &&
        quietly "$1.log" cmake --build "$1" && quietly "$1.log" cmake --install "$1" &&
        mv "$1/prefix" "$prefix" || return 1
    diff <(installed_files "$base_prefix" | sed 's,^lib/,lib/multi-arch/,') \
        <(installed_files "$prefix" | grep -v 'perlin-targets-release.cmake') &&
        check_pkg_config "$prefix" lib/multi-arch &&
        check_cmake "$prefix/lib/multi-arch" C perlin perlin_shared perlin_static
}
installed_files() { find "$1" ! -type d -printf '%P\n' | grep -v '^bin/perlin$\|perlin\.1$' | sort; }

# check_cmake_exporter DIRECTORY: a parent project installs and exports a library that links this one.
check_cmake_exporter() {
    local user=$1-user prefix=$1-prefix
    rm -rf "$prefix"
    configure_cmake "$1" "$consumers/exporter" "-DPERLIN=$root" "${small_library[@]}" &&
        quietly "$1.log" cmake --build "$1" && quietly "$1.log" cmake --install "$1" --prefix "$prefix" &&
        configure_cmake "$user" "$consumers/exporter/user" "-DCMAKE_PREFIX_PATH=$prefix" &&
        quietly "$user.log" cmake --build "$user" && quietly "$user.log" "$user/user"
}

leg_cmake() {
    local directory=$build/cmake flag ninja=(-G Ninja -DCMAKE_BUILD_TYPE=Release)
    step 'CMake'
    need cmake gcc clang ninja-build make
    build_base || return 0

    check 'with some bases, by clang, for debugging: the same flags as by meson' check_same_small_build
    check 'the options are configured' configure_cmake "$directory-names" "$root"
    check 'their names are those of meson' check_same_names "$directory-names"
    check 'a subproject by gcc and Ninja: both libraries' check_parent "$directory-gcc" both \
        'perlin_shared;perlin_static' "${ninja[@]}" -DCMAKE_C_COMPILER=gcc
    check 'its shared library has the names and symbols of the one by meson' check_cmake_shared "$directory-gcc"
    check 'a program is installed with it' check_cmake_program_installed "$directory-gcc"
    check 'by FetchContent, clang, Makefiles, -O0' check_parent "$directory-clang" both 'perlin_shared;perlin_static' \
        -G 'Unix Makefiles' -DCMAKE_C_COMPILER=clang -DCMAKE_C_FLAGS=-O0 -DFETCH=ON
    check 'the library is optimised there' check_cmake_levels "$directory-clang"
    check 'in a debug build, too' configure_cmake "$directory-debug" "$cmake_parent" "-DPERLIN=$root" \
        -DCMAKE_BUILD_TYPE=Debug
    check 'where it is optimised, too' check_cmake_levels "$directory-debug"
    check 'unity builds, of the static library alone' check_parent "$directory-unity" static perlin "${ninja[@]}" \
        -DCMAKE_UNITY_BUILD=ON -DPERLIN_BACKENDS=sse2
    # Linking a program compiles all kernels anew.
    check 'LTO, of the shared library alone' check_parent "$directory-lto" shared perlin "${ninja[@]}" \
        -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON -DCMAKE_POLICY_DEFAULT_CMP0069=NEW -DBUILD_SHARED_LIBS=ON \
        -DPERLIN_BACKENDS=avx2 '-DPERLIN_BASES=perlin;simplex'

    check 'it installs what meson installs, but the command' check_cmake_installs "$directory-install"
    check 'a parent exports a static library that links it' check_cmake_exporter "$directory-exporter"
    check 'options of a parent with generator expressions' check_cmake_expressions "$directory-expressions"
    for flag in -ffast-math -fno-signed-zeros -ffp-contract=fast; do
        check "$flag is refused" check_cmake_refuses 'promises exact bits' "-DCMAKE_C_FLAGS=$flag"
        check "$flag in a generator expression is refused" check_cmake_refuses target_compile_options \
            "-DOPTIONS=\$<\$<CONFIG:Release>:-g;SHELL:-Wall $flag>"
    done
    check '-ffast-math for linking is refused' check_cmake_refuses 'promises exact bits' \
        '-DLINK_OPTIONS=$<IF:$<CONFIG:Debug>,-g,-ffast-math>'
    CC='gcc -fno-signed-zeros' check "CC='gcc -fno-signed-zeros' is refused" check_cmake_refuses 'promises exact bits'
    check 'an unknown basis is refused' check_cmake_refuses "'perlim' is none of" '-DPERLIN_BASES=perlim;value'

    needs_x86 'CMake for Windows' || return 0
    # shellcheck disable=SC2046 # a list of words
    need $(cross_packages windows)
    check 'for Windows by MinGW' check_cmake_windows "$directory-windows" || return 0
    check "clang's objects of the MSVC ABI: the library, and a caller of MinGW's DLL" \
        check_msvc_abi "$build/msvc" "$directory-windows"
}

# check_cmake_windows DIRECTORY
check_cmake_windows() {
    local program
    build_parent "$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Windows \
        -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc || return 1
    [ -e "$1/libperlin-0.dll" ] || { say 'libperlin-0.dll is not beside the programs'; return 1; }
    for program in {consumer,digests}_perlin_{shared,static}; do
        WINEDEBUG=-all PERLIN_TEST_COUNT=$fewer quietly "$1.log" wine "$1/$program.exe" || return 1
    done
}

# check_msvc_abi DIRECTORY MINGW_BUILD: clang compiles for the ABI of MSVC, against MinGW's headers, as
# far as Debian has any. They and __attribute__ ask for a version of GNU C. MinGW's runtime stands in for
# Microsoft's. The digests are right in the library so compiled, and with MinGW's DLL under such a caller.
# Kernels are rolled: unrolled they would take minutes.
check_msvc_abi() {
    local directory=$1 mingw=$2 stub=$1/stub.c name avx2
    read -ra avx2 < <(sed -n 's/^avx2 //p' "$root/src/backends.txt")
    rm -rf "$directory"
    mkdir -p "$directory"/{library,static,dynamic}
    printf '%s\n' 'int _fltused = 0;' '__asm__(".text\n.globl __chkstk\n__chkstk: jmp ___chkstk_ms\n");' > "$stub"
    while read -r name; do
        msvc_object "$directory/library" "src/$name" -DPERLIN_STATIC -DPERLIN_HAVE_SSE2 -DPERLIN_HAVE_AVX2 || return 1
    done < <(cat "$root/src/sources.txt"; echo cpu/x86.c; echo scalar/scalar.c)
    for name in backend_f32.c backend_f64.c combined_f32.c combined_f64.c; do
        msvc_object "$directory/library" "src/sse2/$name" -DBACKEND=perlin_sse2 -DPERLIN_ROLLED &&
            msvc_object "$directory/library" "src/avx2/$name" -DBACKEND=perlin_avx2 -DPERLIN_ROLLED "${avx2[@]}" ||
            return 1
    done
    for name in tests/digests.c tools/selftest.c tools/digest.c; do
        msvc_object "$directory/static" "$name" -DPERLIN_STATIC && msvc_object "$directory/dynamic" "$name" || return 1
    done
    quietly "$directory/link.log" x86_64-w64-mingw32-gcc "$stub" "$directory"/{library,static}/*.obj \
        -o "$directory/static.exe" &&
        quietly "$directory/link.log" x86_64-w64-mingw32-gcc "$stub" "$directory"/dynamic/*.obj \
            "$mingw/libperlin/libperlin.dll.a" -o "$directory/dynamic.exe" &&
        cp "$mingw/libperlin-0.dll" "$directory" || return 1
    for name in static dynamic; do
        WINEDEBUG=-all PERLIN_TEST_COUNT=$fewer quietly "$directory/$name.log" wine "$directory/$name.exe" || return 1
        grep -q '^avx2: .* 0 wrong\|^sse2: .* 0 wrong' "$directory/$name.log" || return 1
    done
}

# msvc_object DIRECTORY FILE FLAG...
msvc_object() {
    quietly "$1/compile.log" clang --target=x86_64-pc-windows-msvc -fgnuc-version=12 -isystem \
        /usr/x86_64-w64-mingw32/include -I"$root/include" -I"$root/tools" -std=gnu11 -O2 -ffp-contract=off -w \
        "${@:3}" -c "$root/$2" -o "$1/$(tr / - <<< "$2").obj"
}
