# shellcheck shell=bash
# Tests of how an installed copy is found and linked. Source it after testing.sh. What they compile
# is in tests/installation.

consumers=$root/tests/installation

# test_packaging: of the copy at $base_prefix, which the build `base` has installed.
test_packaging() {
    check 'the members of libperlin.a have names of their own' check_members "$base_prefix/lib/libperlin.a"
    check 'a plugin does not export the static library' check_plugin "$base_prefix"
    check 'the static library, with and without PERLIN_STATIC' check_static "$base_prefix"
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
