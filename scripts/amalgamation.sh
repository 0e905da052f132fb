# shellcheck shell=bash
# Tests of the folder that scripts/amalgamate makes. Source it after testing.sh and cross.sh.

amalgamation=$build/amalgamation # has the folder as `perlin`, so that programs find <perlin/perlin.h>

amalgamate() {
    rm -rf "$amalgamation"
    mkdir -p "$amalgamation"
    quietly "$amalgamation.log" "$root/scripts/amalgamate" "$amalgamation/perlin"
}

# link_amalgamated NAME COMPILER...: the digests and the README's example, with the object NAME.o.
link_amalgamated() {
    local name=$amalgamation/$1
    shift
    readme_example "$name-example.c" &&
        quietly "$name.log" "$@" -std=c11 -I"$amalgamation" "$name-example.c" "$name.o" -lm -o "$name-example" &&
        quietly "$name.log" "$@" -std=gnu11 -O2 -ffp-contract=off -I"$amalgamation" -I"$root/tools" \
            "$root"/tests/digests.c "$root"/tools/{selftest,digest}.c "$name.o" -lm -o "$name-digests"
}

# check_amalgamated NAME COMPILER FLAG...: perlin.c compiles with these flags alone and no warning, and gives
# the golden digests on every backend.
check_amalgamated() {
    local name=$1 compiler=$2
    shift 2
    quietly "$amalgamation/$name.log" "$compiler" -c -Wall -Wextra -Werror "$@" "$amalgamation/perlin/perlin.c" \
        -o "$amalgamation/$name.o" && link_amalgamated "$name" "$compiler" &&
        quietly "$amalgamation/$name-example.log" "$amalgamation/$name-example" &&
        PERLIN_TEST_COUNT=0.3 quietly "$amalgamation/$name-digests.log" "$amalgamation/$name-digests"
}

# check_standard_c COMPILER: as a compiler that has neither GNU C nor atomics gets it. By -O1 gcc 12 takes the integer
# hash's gradients, which noise by tables does not have, for an array that is read.
check_standard_c() {
    check_amalgamated "standard-$1" "$1" -std=c11 -pedantic-errors -O1 -Wno-array-bounds -DPERLIN_STANDARD_C \
        -D__STDC_NO_ATOMICS__
}

# refuses_amalgamated WHAT COMPILER FLAG...: does not compile, and says WHAT.
refuses_amalgamated() {
    local what=$1
    shift
    ! "$@" -fsyntax-only "$amalgamation/perlin/perlin.c" > "$amalgamation/refusal.log" 2>&1 &&
        grep -q "error: .*$what" "$amalgamation/refusal.log"
}

# What is quick of it: that the folder can be made of these sources, that its names are distinct in every
# backend, and the scalar backend's bits.
test_amalgamation() {
    check 'a folder of four files is made' amalgamate || return 0
    check 'all of it is valid for gcc' quietly "$amalgamation/syntax.log" gcc -fsyntax-only -Wall -Wextra -Werror \
        "$amalgamation/perlin/perlin.c"
    check 'in standard C11 it has the golden digests' check_standard_c gcc
    check 'C++ is refused' refuses_amalgamated 'perlin.c is C11' g++ -x c++
    check '-ffast-math is refused' refuses_amalgamated 'exact bits' gcc -ffast-math
    check '-ffinite-math-only is refused' refuses_amalgamated 'exact bits' gcc -ffinite-math-only
}

leg_amalgamation() {
    step 'a folder of four files'
    need gcc g++ clang valgrind
    test_amalgamation
    check 'clang: in standard C11' check_standard_c clang
    check 'clang: -ffast-math is refused' refuses_amalgamated 'exact bits' clang -ffast-math
    check 'gcc -O2' check_amalgamated gcc-O2 gcc -O2
    check 'as many instructions a sample as the build by meson' check_amalgamated_counts gcc-O2
    check 'gcc -O3 -march=native' check_amalgamated gcc-native gcc -O3 -march=native
    check 'gcc without flags' check_amalgamated gcc-O0 gcc
    check 'clang -O3 -march=native' check_amalgamated clang-native clang -O3 -march=native
    check 'clang without flags' check_amalgamated clang-O0 clang
    needs_x86 'AArch64 by qemu' || return 0
    # shellcheck disable=SC2046 # a list of words
    need $(cross_packages aarch64)
    check 'AArch64, by qemu' check_amalgamated_aarch64
}

# check_amalgamated_counts NAME
check_amalgamated_counts() {
    local name=$amalgamation/$1
    quietly "$name-counts.log" gcc -std=gnu11 -O2 -I"$amalgamation" "$root/tests/instruction_counts.c" "$name.o" \
        -lm -o "$name-counts" &&
        quietly "$name-counts.log" "$root/tests/instruction_counts.sh" "$name-counts" \
            "$root/tests/instruction_counts.txt" gcc
}

check_amalgamated_aarch64() {
    local name=aarch64 compiler=aarch64-linux-gnu-gcc
    quietly "$amalgamation/$name.log" $compiler -c -O2 "$amalgamation/perlin/perlin.c" \
        -o "$amalgamation/$name.o" && link_amalgamated "$name" $compiler -static &&
        PERLIN_TEST_COUNT=0.1 quietly "$amalgamation/$name-digests.log" qemu-aarch64 "$amalgamation/$name-digests" &&
        grep -q '^neon: .* 0 wrong' "$amalgamation/$name-digests.log"
}
