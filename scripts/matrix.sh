# shellcheck shell=bash
# The matrix: compilers, architectures, CPUs, sanitizers, fuzzers. Source it after testing.sh and
# cross.sh. Legs of other builds are in files of their own: cmake.sh, amalgamation.sh, python.sh, dask.sh,
# wasm.sh, readme.sh.
#
# A leg is a function, leg_NAME. A run takes the daily legs and one slice of the others: as many
# days in a row as there are slices take every leg. Time bounds random trials
# (PERLIN_TEST_SECONDS), fuzzers and mutants, so that a new noise does not stretch a run.

daily_legs=(slices refusals abi proofs)
slices=( # each takes some twenty minutes, so has one emulated architecture at most
    'clang_O2_static armhf wasm'
    's390x gcc_lto'
    'amalgamation clang19 gcc_O0 musl'
    'riscv64 small cmake clang_lto'
    'aarch64_clang gcc_O2_static clang'
    'riscv64_clang python threads memory'
    'ppc64le_clang distribution unity'
    'dask clang_O0 i686_clang fuzz gcc_O3_native'
    'scale clang19_O3_native s390x_clang'
    'armhf_clang windows playground'
    'readme npm bundlers'
    'aarch64 valgrind cpus'
    'sanitizers i686'
    'ppc64le'
)

all_legs() { declare -F | sed -n 's/^declare -f leg_//p'; }

# legs_of_slice NUMBER
legs_of_slice() {
    local legs
    read -ra legs <<< "${slices[$1 % ${#slices[@]}]}"
    printf '%s\n' "${daily_legs[@]}" "${legs[@]}"
}

# A new leg has to be in a slice.
leg_slices() {
    step 'slices of the matrix'
    check 'the slices together have every leg' slices_take_every_leg
}
slices_take_every_leg() {
    local number
    diff <(all_legs | sort) <(for ((number = 0; number < ${#slices[@]}; number++)); do
        "$root/scripts/test" --list --slice "$number" | sed -n 's/^\* //p'
    done | sort -u)
}

# run_legs SECONDS LEG...: SECONDS is the time of each of the legs that can use any amount.
run_legs() {
    local leg
    leg_seconds=$1
    shift
    need gcc g++ libc6-dev meson ninja-build pkg-config libcmocka-dev libsimde-dev libpng-dev binutils \
        python3
    for leg; do
        if [ "$(type -t "leg_$leg")" != function ]; then
            die "no such leg: $leg"
        fi
        export PERLIN_TEST_SECONDS=${test_seconds:-5}
        leg_started=$SECONDS
        "leg_$leg"
        say "   ($((SECONDS - leg_started)) s)"
        unset PERLIN_TEST_SECONDS
    done
}

needs_x86() {
    [ "$(uname -m)" = x86_64 ] || { skip "$1: this is not an x86-64 machine"; return 1; }
}

needs_32_bit_programs() {
    need libc6-dev-i386-cross
    /usr/i686-linux-gnu/lib/ld-linux.so.2 --version > /dev/null 2>&1 ||
        { skip "$1: this kernel runs no 32-bit programs"; return 1; }
}

# ---- Compilers and modes -------------------------------------------------------------------------

# Builds other than the base run fewer trials, and no properties of the noise, which follow from its
# bits.
fewer=0.3
bits=(--no-suite properties)

# cxx_of COMPILER: g++ of gcc, clang++-19 of clang-19
cxx_of() { sed 's/gcc/g++/;s/clang/clang++/' <<< "$1"; }

# native_build WHAT COMPILER OPTION...
native_build() {
    local what=$1 compiler=$2 directory
    shift 2
    step "$what"
    need "$compiler"
    directory=$build/test-$(file_name "$what")
    CC=$compiler CXX=$(cxx_of "$compiler") build_tests "$what" "$directory" -Dsimde=enabled "$@" || return 0
    PERLIN_TEST_COUNT=${PERLIN_TEST_COUNT:-$fewer} \
        run_tests "$what" "$directory" --timeout-multiplier 5 "${bits[@]}"
}

# lto_build WHAT COMPILER: some programs, since linking one compiles all kernels anew. Kernels are
# not unrolled, which does not concern LTO.
lto_build() {
    local directory tests=(digests fpenv)
    step "$1"
    need "$2"
    directory=$build/test-$(file_name "$1")
    if ! CC=$2 CXX=$(cxx_of "$2") configure "$directory" -Dbuildtype=release -Db_lto=true \
        -Dc_args=-DPERLIN_ROLLED -Dsimde=disabled -Dtests=enabled -Dbench=disabled -Dtools=disabled \
        -Dexamples=false ||
        ! compile "$directory" tests/digests tests/test_fpenv; then
        record 0 1 0 "$1: build"
        return 0
    fi
    run_tests "$1" "$directory" --no-rebuild "${tests[@]}"
}

# The library too, which other builds raise to -O2: the bits have to be the same at every level.
# (Without optimisation intrinsics are macros, which warn.)
unoptimized=(-Dbuildtype=plain -Doptimization=0 -Dalways_optimize=false)
leg_gcc_O0() { native_build 'gcc -O0' gcc "${unoptimized[@]}"; }
leg_gcc_O2_static() {
    native_build 'gcc -O2, static' gcc -Dbuildtype=plain -Doptimization=2 -Ddefault_library=static
}
# May fuse, and vectorise the scalar code, as far as the build lets it.
leg_gcc_O3_native() {
    native_build 'gcc -O3 -march=native' gcc -Dbuildtype=plain -Dwerror=true \
        '-Dc_args=-O3 -march=native' # a release would compile kernels with -O2
}
leg_gcc_lto() { lto_build 'gcc -flto' gcc; }
# Without what runs through SIMDe, which is a part of the base and of the other builds.
leg_clang() {
    native_build 'clang release' clang -Dbuildtype=release -Dwerror=true -Dsimde=disabled
}
leg_clang_O0() { native_build 'clang -O0' clang "${unoptimized[@]}"; }
leg_clang_O2_static() {
    native_build 'clang -O2, static' clang -Dbuildtype=plain -Doptimization=2 -Ddefault_library=static
}
leg_clang_lto() {
    need lld llvm
    CC_LD=lld AR=llvm-ar lto_build 'clang -flto' clang
}
leg_clang19() { native_build 'clang-19 release' clang-19 -Dbuildtype=release -Dwerror=true; }
leg_clang19_O3_native() {
    native_build 'clang-19 -O3 -march=native' clang-19 -Dbuildtype=release -Dc_args=-march=native
}

# The flags of Linux distributions, which harden what they build: without LTO and with it. Kernels still
# need no more stack than promised. Two programs, since linking one by LTO compiles all kernels anew.
leg_distribution() {
    local lto what directory flags='-O2 -fstack-protector-strong -fstack-clash-protection -fcf-protection'
    flags+=' -ftrivial-auto-var-init=zero -D_FORTIFY_SOURCE=2'
    step "distributions' flags"
    needs_x86 "distributions' flags" || return 0
    need gcc
    for lto in '' ' -flto=auto -ffat-lto-objects'; do
        what="distributions' flags${lto:+ and LTO}"
        directory=$build/test-$(file_name "$what")
        if ! CC=gcc CXX=g++ configure "$directory" -Dbuildtype=plain "-Dc_args=$flags$lto" \
            "-Dc_link_args=$flags$lto -Wl,-z,relro,-z,now" -Dsimde=disabled -Dtests=enabled -Dbench=disabled \
            -Dtools=disabled -Dexamples=false ||
            ! compile "$directory" tests/digests tests/test_stack; then
            record 0 1 0 "$what: build"
            continue
        fi
        run_tests "$what" "$directory" --no-rebuild digests stack
    done
}

# meson's unity builds, of this project and of one that has it as a subproject. Without backends, whose files they
# do not join.
leg_unity() {
    local directory=$build/test-unity unity=(--unity=on -Dunity_size=100)
    step 'unity builds'
    need gcc g++
    check 'a unity build of a parent project' check_unity_parent "$build/unity/parent" "${unity[@]}"
    CC=gcc CXX=g++ build_tests 'a unity build' "$directory" "${unity[@]}" -Dbackends=[] -Dsimde=disabled \
        -Dtools=enabled -Dbench=auto || return 0
    run_tests 'a unity build' "$directory" digests header_c11 points grids perlin_command_images perlin_command_code
}

# check_unity_parent DIRECTORY OPTION...
check_unity_parent() {
    local consumer
    configure_parent "$@" -Dperlin:backends=[] && quietly "$1.log" ninja -C "$1/build" || return 1
    for consumer in consumer consumer_static; do
        quietly "$1.log" "$1/build/$consumer" || return 1
    done
}

# Libraries that leave bases and backends out.
leg_small() {
    local directory=$build/test-small
    step 'small libraries'
    needs_x86 'small libraries' || return 0
    need gcc
    CC=gcc build_tests 'Perlin noise alone' "$directory" -Dbuildtype=release -Dwerror=true \
        -Dsimde=disabled -Dtools=enabled -Dbases=perlin -Dbackends=sse2,avx2 || return 0
    run_tests 'Perlin noise alone' "$directory"
    check 'Perlin noise alone is below 1.35 MB' is_smaller "$directory/src/libperlin.so" 1350000
    need clang
    directory=$build/test-small-clang
    CC=clang build_tests 'clang, without Perlin noise' "$directory" -Dbuildtype=release -Dwerror=true \
        -Dsimde=disabled -Dbases=value,opensimplex2 -Dbackends=sse2 || return 0
    run_tests 'clang, without Perlin noise' "$directory"
}

# is_smaller LIBRARY BYTES: the stripped library.
is_smaller() {
    local size
    strip -o "$1.stripped" "$1" && size=$(wc -c < "$1.stripped") || return 1
    say "   $size bytes"
    [ "$size" -lt "$2" ]
}

# Flags that change arithmetic, or the caller's FP environment: the configuration has to fail.
leg_refusals() {
    local flag arguments compiler=gcc directory=$build/test-refusals
    step 'refused flags'
    for flag in -ffast-math -Ofast -funsafe-math-optimizations -fno-signed-zeros -ffp-contract=fast; do
        check "$flag is refused" refuses "$directory" "-Dc_args=$flag"
        LDFLAGS=$flag check "LDFLAGS=$flag is refused" refuses "$directory"
    done
    needs_x86 'flags of x86' || return 0
    for flag in -mpc32 -mpc64 -mpc80; do
        check "$flag is refused" refuses "$directory" "-Dc_args=$flag"
        CC=gcc LDFLAGS=$flag check "LDFLAGS=$flag is refused" refuses "$directory"
        CC="gcc $flag" check "CC='gcc $flag' is refused" refuses "$directory"
    done
    if ! gcc -mdaz-ftz -E - < /dev/null > /dev/null 2>&1; then # gcc has it from 13 on
        need clang-19
        compiler=clang-19
    fi
    CC=$compiler LDFLAGS=-mdaz-ftz check 'LDFLAGS=-mdaz-ftz is refused' refuses "$directory"
    needs_32_bit_programs 'x87 arithmetic' || return 0 # meson runs one when it configures
    need gcc-i686-linux-gnu
    arguments=(--cross-file "$root/cross/i686-linux-gnu.ini")
    check '-mfpmath=387 is refused' refuses "$directory" "${arguments[@]}" -Dc_args=-mfpmath=387
    check 'without them it is configured' configure "$directory" "${arguments[@]}" -Dtests=disabled \
        -Dtools=disabled -Dbench=disabled
    rm -rf "$directory"
}

# refuses DIRECTORY OPTION...: meson fails, and says which promise the flag would break.
refuses() {
    local directory=$1
    shift
    rm -rf "$directory"
    ! meson setup "$directory" "$root" -Dtests=disabled -Dtools=disabled -Dbench=disabled "$@" \
        > "$directory.log" 2>&1 && grep -qE 'ERROR: .*(promises exact bits|IEEE 754)' "$directory.log"
}

# ---- Architectures -------------------------------------------------------------------------------

leg_aarch64() {
    test_cross aarch64 gcc -Dsimde=disabled
    if needs_x86 'instructions counted' && build_base; then
        check 'NEON needs no more instructions than it may' \
            "$root/scripts/count-instructions" "$base" "$build/test-aarch64-gcc"
    fi
}
leg_i686() { test_i686 gcc; }
test_i686() {
    needs_x86 i686 || return 0
    needs_32_bit_programs i686 || return 0
    test_cross i686 "$1"
}
leg_armhf() { test_cross armhf gcc; }
leg_riscv64() { test_cross riscv64 gcc; }
leg_ppc64le() { test_cross ppc64le gcc; }
leg_s390x() { test_cross s390x gcc; }
leg_musl() { if needs_x86 musl; then test_cross musl gcc; fi; }
leg_windows() { WINEDEBUG=-all test_cross windows gcc; }
leg_aarch64_clang() { test_cross aarch64 clang; }
leg_i686_clang() { test_i686 clang; }
leg_armhf_clang() { test_cross armhf clang; }
leg_riscv64_clang() { test_cross riscv64 clang; }
leg_ppc64le_clang() { test_cross ppc64le clang; }
leg_s390x_clang() { test_cross s390x clang; }

# ---- x86 CPUs ------------------------------------------------------------------------------------

# On each the right backend is chosen, and gives the golden digests: an instruction that the CPU
# lacks would end the program. The last has AVX, but an operating system that does not save its
# state.
leg_cpus() {
    step 'x86 CPUs, by qemu'
    needs_x86 'x86 CPUs' || return 0
    need qemu-user
    build_base || return 0
    local cpu backend
    while read -r cpu backend; do
        check "$cpu takes $backend" quietly "$build/cpu.log" \
            qemu-x86_64 -cpu "$cpu" "$base/tests/digests" "$backend"
    done << 'CPUS'
Conroe sse2
Nehalem sse2
SandyBridge sse2
Haswell avx2
max avx2
max,-avx2 sse2
max,-fma sse2
max,-xsave sse2
CPUS
}

# ---- Sanitizers ----------------------------------------------------------------------------------

need_clang_runtime() {
    need clang
    need "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"
}

# sanitized DIRECTORY SANITIZERS OPTION...: a build by clang that ends at the first report. All of
# it by -O1, the library too: nothing is reported of code that an optimiser has taken out.
sanitized() {
    local directory=$1 sanitizers=$2
    shift 2
    need_clang_runtime
    CC=clang CXX=clang++ build_tests "clang with $sanitizers" "$directory" -Dbuildtype=plain -Doptimization=1 \
        -Dalways_optimize=false -Db_lundef=false "-Db_sanitize=$sanitizers" "$@"
}

leg_sanitizers() {
    local directory=$build/test-sanitizers
    step 'clang with address and undefined behaviour sanitizers'
    sanitized "$directory" address,undefined -Dsimde=disabled \
        '-Dc_args=-g1 -fsanitize=float-cast-overflow -fno-sanitize-recover=all' \
        '-Dc_link_args=-fsanitize=float-cast-overflow' || return 0
    export PERLIN_TEST_COUNT=0.1 # they watch where code goes, more than what it computes
    run_tests 'address and undefined behaviour' "$directory" --timeout-multiplier 5 "${bits[@]}"
    unset PERLIN_TEST_COUNT
}

# Threads that share, and first calls at once: each in a process of its own, since there is one
# first call a process.
leg_threads() {
    local directory=$build/test-thread-sanitizer
    step 'clang with the thread sanitizer'
    sanitized "$directory" thread -Dsimde=disabled -Dc_args=-g1 || return 0
    export PERLIN_TEST_COUNT=0.1
    run_tests 'threads' "$directory" --timeout-multiplier 10 threads splits combine
    check '500 first calls at once' first_calls "$directory/tests/test_threads" 500
    unset PERLIN_TEST_COUNT
}

# first_calls PROGRAM COUNT
first_calls() {
    local i
    for ((i = 0; i < $2; i++)); do
        quietly "$build/first-calls.log" "$1" first || return 1
    done
}

# What is read has been written. The programs without cmocka: it is not instrumented.
leg_memory() {
    local directory=$build/test-memory-sanitizer
    step 'clang with the memory sanitizer'
    sanitized "$directory" memory -Dsimde=disabled -Dc_args=-g1 || return 0
    run_tests 'memory' "$directory" --timeout-multiplier 10 digests layout \
        fuzz_corpus_params fuzz_corpus_points fuzz_corpus_grid fuzz_corpus_output exhaustive1_binade \
        random_scale
}

# On what the compiler made of it without instruments; valgrind shows no AVX-512 to programs.
leg_valgrind() {
    step 'valgrind'
    need valgrind
    build_base || return 0
    export PERLIN_TEST_COUNT=0.02
    run_tests_by 'valgrind --quiet --error-exitcode=9 --leak-check=full' valgrind "$base" \
        digests points grids output gradients at api errors fuzz_corpus_params fuzz_corpus_output
    unset PERLIN_TEST_COUNT
}

# ---- Inputs --------------------------------------------------------------------------------------

leg_fuzz() {
    step 'fuzzers'
    need_clang_runtime
    check 'fuzzers' "$root/tests/fuzz/run" "$leg_seconds"
}

# Each day other floats: 256 days take all of them. Random samples with a new seed.
leg_scale() {
    local day=$(($(date +%s) / 86400 % 256)) programs=$base/tests/scale
    step 'exhaustive and random samples'
    build_base || return 0
    say "   floats from $(printf '%#010x' $((day << 24))) on, seed $day"
    check '1-D noise of 2^24 floats' briefly "$build/exhaustive1.log" \
        "$programs/exhaustive1" all $((day << 24)) $((1 << 24)) "$(nproc)"
    PERLIN_TEST_SEED=$day check 'random samples' briefly "$build/random-scale.log" \
        "$programs/random_scale" 1e9 "$(awk -v s="$leg_seconds" 'BEGIN { print s / 20 }')"
}

# ---- The interface, and the tests themselves -----------------------------------------------------

leg_abi() {
    step 'binary interface'
    needs_x86 'binary interface' || return 0
    check 'the binary interface is the recorded one' "$root/scripts/abi-check"
    need clang # which has the layouts of all architectures
    check 'share/perlin/perlin-api.json describes it for all architectures' check_description
}

check_description() {
    local said
    said=$("$root/scripts/describe-api" --check) && ! grep SKIPPED <<< "$said"
}

leg_proofs() {
    step 'proofs'
    check 'the bounds of gradient noise' briefly "$build/prove-range.log" "$root/scripts/prove-range"
    check 'the bounds of noise on simplices' briefly "$build/bound-simplex.log" "$root/scripts/bound-simplex"
    check 'the lattice points of OPENSIMPLEX2S in 4-D' \
        briefly "$build/prove-groups.log" "$root/scripts/prove-groups"
}
