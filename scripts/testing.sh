# shellcheck shell=bash
# Runs of tests and their results. Source it after lib.sh.

results=${PERLIN_RESULTS:-$build/results}
failures=0
report= # what the last run_tests did, in the lines of read-testlog

# record PASSED FAILED SKIPPED WHAT
record() {
    printf '%s\n' "$*" >> "$results"
    failures=$((failures + $2))
}

# check WHAT COMMAND...: a test that is a command. (Errors do not end a function that is called this
# way: it has to return them.)
check() {
    local what=$1
    shift
    if "$@"; then
        say "   passed: $what"
        record 1 0 0 "$what"
    else
        say "   FAILED: $what"
        record 0 1 0 "$what"
    fi
}

# briefly LOG COMMAND...: of the output of a command only the last line.
briefly() {
    quietly "$@" || return 1
    say "   $(tail -n 1 "$1")"
}

skip() {
    say "   SKIPPED $1"
    record 0 0 1 "$1"
}

file_name() { printf '%s' "$1" | tr -cs '[:alnum:]\n' '-'; }

# build_tests WHAT DIRECTORY OPTION...: fails, and records it, where something does not compile.
# Warnings are counted, no failure: a compiler that nobody here has may warn of more.
build_tests() {
    local what=$1 directory=$2 warnings
    shift 2
    if ! configure "$directory" -Dtests=enabled -Dbench=disabled -Dtools=disabled "$@" ||
        ! compile "$directory" all meson-test-prereq; then
        record 0 1 0 "$what: build"
        return 1
    fi
    warnings=$(grep -c 'warning:' "$directory.log") || return 0
    say "   $warnings warnings: see $directory.log"
}

# run_tests WHAT DIRECTORY ARGUMENT...: `meson test`, counted. Sets `report`.
run_tests() {
    local what=$1 directory=$2 log passed failed skipped
    shift 2
    log=$directory/meson-logs/$(file_name "$what")
    rm -f "$log"*.json
    meson test -C "$directory" --logbase "$(file_name "$what")" "$@" > "$log.out" 2>&1 || true
    report=$("$root/scripts/read-testlog" "$log"*.json 2> /dev/null) || report='0 1 0'
    read -r passed failed skipped <<< "$report"
    if [ "$((passed + failed))" = 0 ]; then # it cannot have tested anything
        failed=1
    fi
    say "   $passed passed, $failed failed, $skipped skipped: $what"
    sed -n 's/^skipped /   SKIPPED /p' <<< "$report"
    record "$passed" "$failed" "$skipped" "$what"
    if [ "$failed" != 0 ]; then
        sed -n 's/^failed /   FAILED: /p' <<< "$report"
        [ "$report" != '0 1 0' ] || tail -n 20 "$log.out"
        say "   see $log*.txt"
    fi
}

# run_tests_by WRAPPER WHAT DIRECTORY [TEST...]: the tests that are programs, each as `WRAPPER
# program`.
run_tests_by() {
    local wrapper=$1 what=$2 directory=$3
    local tests=("${@:4}")
    [ ${#tests[@]} -gt 0 ] || mapfile -t tests < <(compiled_tests "$directory")
    run_tests "$what" "$directory" --timeout-multiplier 20 --wrapper "$wrapper" "${tests[@]}"
}

compiled_tests() {
    meson introspect --tests "$1" |
        python3 -c 'import json, os, sys
for test in json.load(sys.stdin):
    if os.path.realpath(test["cmd"][0]).startswith(os.path.realpath(sys.argv[1]) + os.sep):
        print(test["name"])' "$1"
}

# ran BACKEND: whether a test of it ran in the last run_tests.
ran() { grep -qx "ran $1" <<< "$report"; }

# The machine's own gcc and release: the build that most is tested with.
base=$build/test
base_prefix=$build/test-prefix
build_base() {
    CC=gcc CXX=g++ build_tests 'gcc release' "$base" -Dbuildtype=release -Dsimde=enabled \
        -Dtools=enabled "-Dprefix=$base_prefix" -Dlibdir=lib
}

# run_node_tests WHAT LOG FILE...: `node --test`, counted.
run_node_tests() {
    local what=$1 log=$2 passed failed skipped
    shift 2
    node --test --test-reporter=tap "$@" > "$log" 2>&1 || true
    read -r passed failed skipped < <(awk '/^# (pass|fail|cancelled|skipped) [0-9]+$/ { n[$2] += $3 }
        END { print n["pass"] + 0, n["fail"] + n["cancelled"], n["skipped"] + 0 }' "$log")
    if [ "$((passed + failed))" = 0 ]; then # it cannot have tested anything
        failed=1
    fi
    say "   $passed passed, $failed failed, $skipped skipped: $what"
    record "$passed" "$failed" "$skipped" "$what"
    [ "$failed" = 0 ] || { grep -A12 '^ *not ok' "$log" | head -n 40; say "   see $log"; }
}
