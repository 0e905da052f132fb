# shellcheck shell=bash
# Tests of how an installed copy is found and linked. Source it after testing.sh.

# test_packaging: of the copy at $base_prefix, which the build `base` has installed.
test_packaging() {
    check 'the members of libperlin.a have names of their own' check_members "$base_prefix/lib/libperlin.a"
}

check_members() {
    local members twice
    members=$(ar t "$1") || return 1
    twice=$(sort <<< "$members" | uniq -d)
    [ -n "$members" ] || { say "$1 is empty"; return 1; }
    [ -z "$twice" ] || { say "$twice"; return 1; }
}
