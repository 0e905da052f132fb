# shellcheck shell=bash
# Tests of how an installed copy is found and linked. Source it after testing.sh. What they compile
# is in tests/installation.

packaging=$build/packaging
consumers=$root/tests/installation

# test_packaging: of the copy at $base_prefix, which the build `base` has installed.
test_packaging() {
    check 'the members of libperlin.a have names of their own' check_members "$base_prefix/lib/libperlin.a"
    check 'a plugin does not export the static library' check_plugin "$base_prefix"
    check 'the static library, with and without PERLIN_STATIC' check_static "$base_prefix"

    rm -rf "$packaging"
    mkdir -p "$packaging"
    mv "$base_prefix" "$packaging/moved"
    check 'moved, pkg-config finds lib' check_pkg_config "$packaging/moved" lib
    check 'moved, pkg-config leads to the static library' check_static_by_pkg_config "$packaging/moved/lib/pkgconfig"
    check 'moved, CMake finds both libraries' check_cmake "$packaging/moved/lib" 'C;CXX' \
        perlin perlin_shared perlin_static
    check 'CMake: versions that satisfy a request' quietly "$packaging/versions.log" \
        cmake "-DFILE=$packaging/moved/lib/cmake/perlin/perlin-config-version.cmake" \
        -P "$consumers/versions.cmake"
    mv "$packaging/moved" "$base_prefix"

    local multiarch=lib/x86_64-linux-gnu
    if install_as multiarch "$packaging/prefix" "-Dlibdir=$multiarch"; then
        check "moved, pkg-config finds $multiarch" check_pkg_config "$packaging/multiarch/prefix" "$multiarch"
        check "moved, CMake finds $multiarch" \
            check_cmake "$packaging/multiarch/prefix/$multiarch" C perlin perlin_shared perlin_static
    fi
    if install_as shared /usr -Dlibdir=lib -Ddefault_library=shared; then
        check 'of the shared library alone CMake defines no static one' \
            check_cmake "$packaging/shared/usr/lib" C perlin perlin_shared
        check 'pkg-config knows the folders of the system' \
            check_system "$packaging/shared/usr/lib/pkgconfig"
    fi
    if install_as static "$packaging/prefix" -Dlibdir=lib -Ddefault_library=static; then
        check 'of the static library alone CMake defines both names' \
            check_cmake "$packaging/static/prefix/lib" CXX perlin perlin_static
        check 'moved, pkg-config finds the static library alone' \
            check_pkg_config "$packaging/static/prefix" lib
    fi
    check 'as a subproject of a debug build it is optimised' check_subproject
    check 'CMake compiles the same files by the same flags' check_same_build "$base" -DCMAKE_C_COMPILER=gcc \
        -DCMAKE_BUILD_TYPE=Release
}

# install_as NAME PREFIX OPTION...: installs what `base` has compiled as a build with these options
# would: below $packaging/NAME, away from PREFIX, in `prefix` or `usr`.
install_as() {
    local name=$1 prefix=$2 directory=$build/test-packaging-$1 library
    shift 2
    if ! CC=gcc CXX=g++ configure "$directory" -Dbuildtype=release -Dsimde=disabled -Dtests=disabled \
        -Dbench=disabled -Dtools=disabled -Dexamples=false "-Dprefix=$prefix" "$@"; then
        record 0 1 0 "packaging, $name: configuration"
        return 1
    fi
    for library in "$base"/src/libperlin.{a,so*}; do
        [ -d "$library" ] || cp -a "$library" "$directory/src/"
    done
    rm -rf "${packaging:?}/$name"
    DESTDIR=$packaging/$name quietly "$packaging/$name.log" meson install -C "$directory" --no-rebuild || {
        record 0 1 0 "packaging, $name: installation"
        return 1
    }
    [ "$prefix" = /usr ] || mv "$packaging/$name$prefix" "$packaging/$name/prefix"
}

check_members() {
    local members twice
    members=$(ar t "$1") || return 1
    twice=$(sort <<< "$members" | uniq -d)
    [ -n "$members" ] || { say "$1 is empty"; return 1; }
    [ -z "$twice" ] || { say "$twice"; return 1; }
}

# check_plugin PREFIX
check_plugin() {
    local flag exported
    for flag in -DPERLIN_STATIC -UPERLIN_STATIC; do
        quietly "$build/plugin.log" gcc -O2 -Wall -Wextra -Werror -fPIC -shared -Wl,-z,defs $flag \
            -I "$1/include" "$consumers/plugin.c" "$1/lib/libperlin.a" -lm -o "$build/plugin.so" || return 1
        exported=$(nm -D --defined-only "$build/plugin.so" | awk '{ print $3 }') || return 1
        [ "$exported" = plugin_sample ] || {
            say "with $flag it exports:" "$exported"
            return 1
        }
    done
}

# check_static PREFIX
check_static() {
    local flag
    for flag in -DPERLIN_STATIC -UPERLIN_STATIC; do
        quietly "$build/static.log" gcc -O2 -Wall -Wextra -Werror $flag -I "$1/include" "$consumers/consumer.c" \
            "$1/lib/libperlin.a" -lm -o "$build/static" || return 1
        quietly "$build/static.log" "$build/static" || return 1
    done
}

# check_static_by_pkg_config FOLDER: where both libraries are installed, the command of docs/building.md takes
# the static one. FOLDER has perlin.pc.
check_static_by_pkg_config() {
    local example=$packaging/example
    readme_example "$example.c" && rm -f "$example" || return 1
    # shellcheck disable=SC2046 # a list of flags
    (
        export PKG_CONFIG_PATH=$1
        quietly "$example.log" cc -DPERLIN_STATIC "$example.c" $(pkg-config --cflags perlin) \
            $(pkg-config --variable=libdir perlin)/libperlin.a -lm -o "$example"
    ) || return 1
    ! readelf -dW "$example" | grep 'NEEDED.*libperlin' && quietly "$example.log" "$example"
}

# check_pkg_config PREFIX LIBDIR: the flags name the folders below PREFIX, and the README's example
# compiles with them and runs.
check_pkg_config() {
    local prefix=$1 libdir=$2 how flags flag folder example=$packaging/example
    readme_example "$example.c" || return 1
    for how in --define-prefix --dont-define-prefix; do
        flags=$(PKG_CONFIG_PATH=$prefix/$libdir/pkgconfig pkg-config "$how" --cflags --libs perlin) || return 1
        folder=
        for flag in $flags; do
            case $flag in
                -I*) folder+=" $(realpath "${flag#-I}")" ;;
                -L*) folder+=" $(realpath "${flag#-L}")" ;;
            esac
        done
        [ "$folder" = " $prefix/include $prefix/$libdir" ] || { say "$how: $flags"; return 1; }
        rm -f "$example"
        # shellcheck disable=SC2086 # a list of flags
        quietly "$example.log" gcc -std=c11 -Wall -Wextra -Werror -o "$example" "$example.c" $flags || return 1
        LD_LIBRARY_PATH=$prefix/$libdir quietly "$example.log" "$example" || return 1
    done
}

# check_system FOLDER: of perlin.pc for /usr, which the compiler searches by itself.
check_system() {
    local flags
    flags=$(PKG_CONFIG_PATH=$1 pkg-config --dont-define-prefix --cflags --libs perlin) || return 1
    [ "${flags% }" = -lperlin ] || { say "$flags"; return 1; }
}

# check_cmake LIBDIR LANGUAGES TARGET...: CMake defines just these targets, and a program of each
# language links the library that it asked for, and runs: where it is built, and installed together
# with the shared library. By a project without build type, and by one that maps its own to Release and
# sets BUILD_SHARED_LIBS.
check_cmake() {
    local libdir=$1 languages=$2 directory=$packaging/cmake targets version how kind
    shift 2
    targets=$(IFS=';'; printf '%s' "$*")
    version=$(PKG_CONFIG_PATH=$libdir/pkgconfig pkg-config --modversion perlin) || return 1
    for how in '' '-DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
            -DCMAKE_MAP_IMPORTED_CONFIG_RELWITHDEBINFO=RelWithDebInfo;Release'; do
        rm -rf "$directory"
        # shellcheck disable=SC2086 # a list of options
        quietly "$directory.log" cmake -S "$consumers" -B "$directory" -G Ninja $how "-DLANGUAGES=$languages" \
            "-DTARGETS=$targets" "-DVERSION=$version" "-Dperlin_DIR=$libdir/cmake/perlin" &&
            quietly "$directory.log" cmake --build "$directory" &&
            quietly "$directory.log" cmake --install "$directory" --prefix "$directory/installed" || return 1
        kind=${how:+shared}
        [ -e "$libdir/libperlin.a" ] || kind=shared
        [ -e "$libdir/libperlin.so" ] || kind=static
        check_cmake_programs "$directory" "${kind:-static}" || return 1
        if [ -e "$libdir/libperlin.so" ] && ! [ -f "$(cat "$directory/soname_file")" ]; then
            say "TARGET_SONAME_FILE is no file: $(cat "$directory/soname_file")"
            return 1
        fi
    done
}

# check_cmake_programs DIRECTORY KIND: perlin::perlin is of this KIND.
check_cmake_programs() {
    local executable kind needed wanted
    for executable in "$1"/perlin* "$1"/installed/bin/perlin*; do
        case $(basename "$executable") in
            perlin_shared_*) kind=shared ;;
            perlin_static_*) kind=static ;;
            *) kind=$2 ;;
        esac
        [ "$kind" = shared ] && wanted=1 || wanted=0
        needed=$(readelf -dW "$executable" | grep -c 'NEEDED.*libperlin') || true
        [ "$needed" = "$wanted" ] || { say "$executable: $needed shared libraries"; return 1; }
        quietly "$1.log" "$executable" || return 1
    done
}

# Only configured: kernels take minutes.
check_subproject() {
    configure_parent "$packaging/parent" || return 1
    "$consumers/levels.py" "$packaging/parent/build"
}

# configure_parent DIRECTORY OPTION...: a project that has libperlin as a subproject, also where it is installed.
configure_parent() {
    local parent=$1
    shift
    rm -rf "$parent"
    mkdir -p "$parent/subprojects"
    cp "$consumers/consumer.c" "$parent/.."
    cp "$consumers/parent/meson.build" "$parent"
    ln -s "$root" "$parent/subprojects/perlin"
    CC=gcc quietly "$parent.log" meson setup "$parent/build" "$parent" --force-fallback-for=perlin "$@"
}
