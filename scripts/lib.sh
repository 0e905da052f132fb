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

# quietly LOG COMMAND...: writes the output to LOG. Shows its end if the command fails.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    "$@" > "$log" 2>&1 || show_failure "$log" "$*"
}

# show_failure LOG COMMAND: shows the end of LOG and returns 1.
show_failure() {
    printf '%s: failed: %s\n' "$program" "$2" >&2
    tail -n 30 "$1" >&2
    printf '%s: the whole output is in %s\n' "$program" "$1" >&2
    return 1
}

# ---- Packages ------------------------------------------------------------------------------------

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
        libclang-rt-*-wasm32) [ -e "$(clang --target=wasm32-wasi -print-libgcc-file-name)" ] ;;
        libclang-rt-*) clang -fsanitize=address,undefined -x c -o /dev/null - <<< 'int main(void){return 0;}' 2> /dev/null ;;
        gcc-mingw-w64-x86-64) has_command x86_64-w64-mingw32-gcc ;;
        gcc-*-linux-gnu*) has_command "${1#gcc-}-gcc" ;;
        libc6-dev-*-cross | wine64) dpkg -s "$1" > /dev/null 2>&1 ;;
        musl-tools) has_command musl-gcc ;;
        python3-venv) /usr/bin/python3 -I -c 'import ensurepip' 2> /dev/null ;;
        python3-*) /usr/bin/python3 -I -c "import ${1#python3-}" 2> /dev/null ;;
        netpbm) has_command pnmtopng ;;
        nodejs) has_command node ;;
        fonts-*) dpkg -s "$1" > /dev/null 2>&1 ;;
        node-typescript) has_command tsc ;;
        wasi-libc) [ -e /usr/include/wasm32-wasi/stdio.h ] ;;
        lld) has_command ld.lld && has_command wasm-ld ;;
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

# need PACKAGE...: names those of these Debian packages that are missing, then installs them.
need() {
    local missing
    missing=$(missing_of "$@")
    [ -n "$missing" ] || return 0
    if ! has_command apt-get || { [ "$(id -u)" != 0 ] && ! has_command sudo; }; then
        die "missing: ${missing% } (names of Debian packages). Install them and run this again."
    fi
    if [ "$(id -u)" = 0 ]; then
        say "Installing with apt-get: ${missing% }"
    else
        say "Installing with sudo apt-get, which may ask for your password: ${missing% }"
    fi
    mkdir -p "$build"
    # A list that fails may not be one that is needed.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update > "$build/apt.log" 2>&1 || true
    # shellcheck disable=SC2086 # a list of words
    quietly "$build/apt.log" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq install --no-install-recommends $missing
    missing=$(missing_of "$@")
    [ -z "$missing" ] || die "still missing after installation: $missing"
}

# ---- Builds --------------------------------------------------------------------------------------

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

# compile DIRECTORY TARGET...: shows the progress. The whole output goes to a log, whose end is
# shown if the build fails.
compile() {
    local log=$1.log work steps
    read -r work steps < <(ninja -C "$@" -n 2> /dev/null | work_of_steps)
    ninja -C "$@" 2>&1 | tee "$log" | show_progress "$work" "$steps" || show_failure "$log" "ninja -C $*"
}

# work_of STEP: sets `work_of_step` to what a step of ninja's takes, in tenths of gcc's CPU seconds.
work_of() {
    case $1 in
        *sse2_backend_f64*) work_of_step=80 ;;
        *_backend_f*) work_of_step=260 ;;
        *_combined_f*) work_of_step=40 ;;
        *scalar_scalar*) work_of_step=150 ;;
        *'Compiling '*) work_of_step=5 ;;
        *) work_of_step=1 ;;
    esac
}

# work_of_steps: adds up those of the lines "[n/m] ...", and counts them.
work_of_steps() {
    local line work_of_step total=0 steps=0
    while IFS= read -r line; do
        [[ $line =~ ^\[[0-9]+/[0-9]+\] ]] || continue
        work_of "$line"
        total=$((total + work_of_step)) steps=$((steps + 1))
    done
    say "$total $steps"
}

# show_progress WORK STEPS: reads ninja's output and shows in one line how much of the work is done,
# and how long the rest may take. On a terminal each line replaces the one before. Elsewhere, as in
# CI, one appears every 15 seconds, so a quick build shows none. They go to standard error: the
# output of some scripts is a table.
show_progress() {
    local work=$1 steps=$2 step=0 work_of_step=0 done=0 percent=0 line status text shown='' terminal=0
    local begin=$SECONDS next=$((SECONDS + 15)) end=0
    [ ! -t 2 ] || [ "${TERM:-dumb}" = dumb ] || terminal=1
    while :; do
        status=0
        IFS= read -r -t 1 line || status=$?
        if [ $status = 0 ]; then
            [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
            step=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]}
            work_of "$line"
            done=$((done + work_of_step))
            # Where meson's files have changed ninja knew no steps beforehand.
            percent=$((done > work ? 100 * step / steps : 100 * done / work))
            [ $percent -lt 10 ] || end=$((SECONDS + (SECONDS - begin) * (100 - percent) / percent))
        elif [ $status -le 128 ]; then
            break # the end; above 128 a second has passed
        fi
        text="   $step of $steps steps, $percent% of the work"
        [ $end -le $SECONDS ] || text+="; about $((end - SECONDS)) s left"
        [ "$text" != "$shown" ] || continue
        if [ $terminal = 1 ]; then
            printf '\r\033[K%s' "$text" >&2
            shown=$text
        elif [ $SECONDS -ge $next ]; then
            say "$text" >&2
            shown=$text next=$((SECONDS + 15))
        fi
    done
    [ $terminal = 0 ] || printf '\r\033[K' >&2
}

# CPU seconds for the library and the perlin command, for the tests on top of them, and for what
# scripts/quickstart builds with AVX2: two and a half times what an AMD EPYC of Zen 5 takes (gcc
# 12.2, November 2026), as older CPUs do. Only the estimates below use them.
library_seconds=240
tests_seconds=60
quickstart_seconds=200

# say_how_long DIRECTORY SECONDS: estimates a build in DIRECTORY that takes so many CPU seconds.
# Call it before the directory is configured.
say_how_long() {
    local cores minutes
    cores=$(nproc 2> /dev/null || getconf _NPROCESSORS_ONLN)
    minutes=$((($2 / cores + 59) / 60))
    if [ -f "$1/.ninja_log" ]; then
        say "   built before: seconds, or up to $minutes min if much has changed since"
    else
        say "   a first build: up to about $minutes min on $cores cores"
    fi
}
