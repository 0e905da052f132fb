# shellcheck shell=bash
# Other architectures: Debian's cross compilers, and libraries of their own under qemu-user. Source
# it after testing.sh.

cross_architectures=(aarch64 i686 armhf riscv64 ppc64le s390x musl windows)

# By architecture: the triple, which names cross/TRIPLE.ini; Debian's name, where it has cmocka;
# packages.
cross_triple() {
    case $1 in
        armhf) echo arm-linux-gnueabihf ;;
        ppc64le) echo powerpc64le-linux-gnu ;;
        musl) echo x86_64-linux-musl ;;
        windows) echo x86_64-w64-mingw32 ;;
        *) echo "$1-linux-gnu" ;;
    esac
}
cross_debian() {
    case $1 in
        aarch64) echo arm64 ;;
        i686) echo i386 ;;
        ppc64le) echo ppc64el ;;
        armhf | s390x) echo "$1" ;;
    esac
}
cross_packages() {
    case $1 in
        musl) echo musl-tools ;;
        windows) echo gcc-mingw-w64-x86-64 wine wine64 ;;
        i686) echo gcc-i686-linux-gnu libc6-dev-i386-cross ;;
        riscv64) echo gcc-riscv64-linux-gnu libc6-dev-riscv64-cross qemu-user ;;
        *) echo "gcc-$(cross_triple "$1") libc6-dev-$(cross_debian "$1")-cross qemu-user" ;;
    esac
}
# cross_runner ARCHITECTURE LIBRARIES: the words, quoted for meson, of the command that runs a
# program. An x86-64 CPU runs i686 by itself (qemu-i386 7.2 hangs where threads begin): the loader
# finds the libraries.
cross_runner() {
    local triple
    triple=$(cross_triple "$1")
    case $1 in
        i686) printf "'%s', " /usr/$triple/lib/ld-linux.so.2 --library-path ;;
        armhf) printf "'%s', " qemu-arm -L "/usr/$triple" -E ;;
        *) printf "'%s', " "qemu-$1" -L "/usr/$triple" -E ;;
    esac
    case $1 in
        i686) printf "'%s:/usr/$triple/lib'" "$2" ;;
        *) printf "'LD_LIBRARY_PATH=%s'" "$2" ;;
    esac
}

# test_cross ARCHITECTURE COMPILER OPTION...: builds with gcc or a clang, and runs all tests, or
# those that need no libraries where there are none. Emulated, a test of a minute takes half an
# hour. So there are fewer random trials, and no properties of the noise, which follow from its
# bits.
test_cross() {
    local arch=$1 compiler=$2 what directory triple options=(-Dbuildtype=release)
    local count=0.1 selection=(--no-suite properties)
    shift 2
    what="$arch, $compiler"
    directory=$build/test-$arch-$compiler
    triple=$(cross_triple "$arch")
    step "$what"
    # shellcheck disable=SC2046 # lists of words
    need meson ninja-build pkg-config python3 binutils $(cross_packages "$arch")
    options+=(--cross-file "$root/cross/$triple.ini")
    if [ -n "$(cross_debian "$arch")" ]; then
        need libsimde-dev
        if ! fetch_sysroot "$arch"; then
            record 0 1 0 "$what: libraries"
            return
        fi
        options+=(-Dsimde=enabled --cross-file "$(sysroot "$arch").ini")
    else
        options+=(-Dtests=auto)
    fi
    if [ "$compiler" != gcc ]; then
        need "$compiler"
        printf "[binaries]\nc = ['%s', '--target=%s']\n" "$compiler" "$triple" > "$directory.ini"
        options+=(--cross-file "$directory.ini")
    fi
    build_tests "$what" "$directory" "${options[@]}" "$@" || return 0
    if [ "$arch" = i686 ] || [ -z "$(cross_debian "$arch")" ]; then # not emulated, or few tests
        count=1 selection=()
    fi
    PERLIN_TEST_COUNT=${PERLIN_TEST_COUNT:-$count} \
        run_tests "$what" "$directory" --timeout-multiplier 20 "${selection[@]}"
    case $arch in
        aarch64) check "NEON has run: $what" ran neon ;;
        i686) check "AVX2 has run: $what" ran avx2 ;;
    esac
}

sysroot() { echo "$build/sysroot-$1"; }

# The libraries for a cross build, unpacked into a folder: the system's packages stay as they are.
fetch_sysroot() {
    local arch=$1 sysroot apt package debian
    sysroot=$(sysroot "$arch") debian=$(cross_debian "$arch") apt=$(sysroot "$arch")/apt
    if ! [ -e "$sysroot/complete" ]; then
        has_command apt-get || { say "   apt-get is needed to fetch libraries for $arch"; return 1; }
        rm -rf "$sysroot"
        mkdir -p "$apt"/{lists/partial,cache/archives/partial}
        : > "$apt/status"
        local options=(-qq -o APT::Architecture="$debian" -o APT::Architectures="$debian"
            -o Dir::State="$apt" -o Dir::State::Lists="$apt/lists" -o Dir::State::Status="$apt/status"
            -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)")
        # A list that fails may not be one that is needed.
        apt-get "${options[@]}" update > "$build/apt-$arch.log" 2>&1 || true
        (cd "$apt" && quietly "$build/apt-$arch.log" apt-get "${options[@]}" download \
            libcmocka0 libcmocka-dev) || return 1
        for package in "$apt"/*.deb; do
            dpkg-deb -x "$package" "$sysroot" || return 1
        done
        rm -rf "$apt"
        touch "$sysroot/complete"
    fi
    write_sysroot_file "$arch"
}

# Where the sysroot is, for meson.
write_sysroot_file() {
    local sysroot triple multiarch libraries
    sysroot=$(sysroot "$1") triple=$(cross_triple "$1")
    multiarch=${triple/i686/i386}
    libraries=$sysroot/usr/lib/$multiarch
    cat > "$sysroot.ini" << INI
[binaries]
exe_wrapper = [$(cross_runner "$1" "$libraries")]

[properties]
needs_exe_wrapper = true
sys_root = '$sysroot'
pkg_config_libdir = '$libraries/pkgconfig'

[built-in options]
c_link_args = ['-Wl,-rpath-link,$libraries']
INI
}
