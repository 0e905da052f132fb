# shellcheck shell=bash
# What the scripts share. Source it after `set -euo pipefail`; it defines `root`, the checkout.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
program=$(basename "$0")

say() { printf '%s\n' "$*"; }
step() { printf '== %s\n' "$*"; }
die() {
    printf '%s: %s\n' "$program" "$*" >&2
    exit 1
}

# quietly LOG COMMAND...: the output goes to LOG; of a command that fails, its end is shown.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" > "$log" 2>&1; then
        printf '%s: failed: %s\n' "$program" "$*" >&2
        tail -n 30 "$log" >&2
        printf '%s: the whole output is in %s\n' "$program" "$log" >&2
        return 1
    fi
}

# ---- Packages --------------------------------------------------------------------------------------

has_command() { command -v "$1" > /dev/null; }
has_header() { printf '#include <%s>\n' "$1" | "${CC:-cc}" -E - > /dev/null 2>&1; }

# present PACKAGE: whether what we want of a Debian package is here, however it came.
present() {
    case $1 in
        gcc) has_command "${CC:-cc}" ;;
        g++) has_command "${CXX:-c++}" ;;
        libc6-dev) has_header stdio.h ;;
        ninja-build) has_command ninja ;;
        binutils) has_command nm ;;
        libpng-dev) pkg-config --exists libpng 2> /dev/null ;;
        libcmocka-dev) pkg-config --exists cmocka 2> /dev/null ;;
        libsimde-dev) has_header simde/x86/sse2.h ;;
        libclang-rt-*) clang -fsanitize=address,undefined -x c -o /dev/null - <<< 'int main(void){return 0;}' 2> /dev/null ;;
        gcc-mingw-w64-x86-64) has_command x86_64-w64-mingw32-gcc ;;
        gcc-*-linux-gnu*) has_command "${1#gcc-}-gcc" ;;
        libc6-dev-*-cross | wine64) dpkg -s "$1" > /dev/null 2>&1 ;;
        musl-tools) has_command musl-gcc ;;
        netpbm) has_command pnmtopng ;;
        lld) has_command ld.lld ;;
        llvm) has_command llvm-ar ;;
        llvm-19) has_command llvm-mca-19 ;;
        abigail-tools) has_command abidiff && has_command abidw ;;
        qemu-user) has_command qemu-aarch64 && has_command qemu-x86_64 ;;
        *) has_command "$1" ;;
    esac
}

missing_of() {
    local package
    for package in "$@"; do
        present "$package" || printf '%s ' "$package"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

# need PACKAGE...: installs what is missing of these Debian packages.
need() {
    local missing
    missing=$(missing_of "$@")
    [ -n "$missing" ] || return 0
    if ! has_command apt-get || { [ "$(id -u)" != 0 ] && ! has_command sudo; }; then
        die "missing: ${missing% } (names of Debian packages). Install them and run this again."
    fi
    say "installing $missing"
    mkdir -p "$build"
    # A list that fails may not be one that is needed.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update > "$build/apt.log" 2>&1 || true
    # shellcheck disable=SC2086 # a list of words
    quietly "$build/apt.log" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --no-install-recommends $missing
    missing=$(missing_of "$@")
    [ -z "$missing" ] || die "still missing after installation: $missing"
}

# ---- Builds ----------------------------------------------------------------------------------------

# configure DIRECTORY OPTION...: also where the directory has been configured before.
configure() {
    local directory=$1 log=$1.log again=()
    shift
    if [ -f "$directory/build.ninja" ]; then
        again=(--reconfigure)
    elif [ -d "$directory" ]; then
        rm -rf "$directory" # the rest of a failed attempt
    fi
    quietly "$log" meson setup "${again[@]}" "$directory" "$root" "$@"
}

compile() {
    quietly "$1.log" ninja -C "$@"
}
