/*
 * The golden digests: the results of backends that `digests` does not reach, over every function
 * and set-up, are the published bits. `perlin info` makes the same comparison.
 */
#include "selftest.h"
#include "support.h"

#include <inttypes.h>
#include <string.h>

static void digests_are_golden(const struct test_case *test)
{
    struct selftest_case digested;
    for (size_t i = 0; selftest_case_at(i, &digested); i++) {
        perlin_noise *noise;
        uint64_t golden = 0, digest = 0;
        if (test->subject->backend != PERLIN_BACKEND_SCALAR && selftest_is_scalar(&digested))
            continue;
        if (!selftest_golden(&digested, &golden))
            fail_msg("golden.h has no digest of '%s'", digested.name);
        assert_status(selftest_create(&digested, test->subject->backend, &noise), PERLIN_OK,
                      digested.name);
        assert_int_equal(perlin_backend_of(noise), test->subject->backend);
        assert_status(selftest_digest(&digested, noise, &digest), PERLIN_OK, digested.name);
        perlin_destroy(noise);
        if (digest != golden)
            fail_msg("%s: %016" PRIx64 ", not %016" PRIx64, digested.name, digest, golden);
    }
}

/* The constants belong to the cases one to one, and no two are the same: set-ups have effects. */
static void constants_are_complete_and_distinct(const struct test_case *test)
{
    struct selftest_case a, b;
    size_t count = 0;
    (void)test;
    for (; selftest_case_at(count, &a); count++) {
        uint64_t golden_a = 0, golden_b = 0;
        assert_true(selftest_golden(&a, &golden_a));
        for (size_t j = 0; j < count; j++) {
            assert_true(selftest_case_at(j, &b));
            assert_true(selftest_golden(&b, &golden_b));
            if (strcmp(a.name, b.name) == 0 || golden_a == golden_b)
                fail_msg("'%s' and '%s' are the same", a.name, b.name);
        }
    }
    assert_int_equal(count, selftest_golden_count());
}

int main(void)
{
    add_case(constants_are_complete_and_distinct, NULL, F32, 0, "constants");
    for (size_t s = 0; s < SUBJECT_COUNT;
         s++) /* `digests` takes the others, from the library as it ships */
        if (subject_at(s)->skipped || subject_at(s)->is_foreign)
            add_case(digests_are_golden, subject_at(s), F32, 0, "digests/%s", subject_at(s)->name);
    return run_cases("golden");
}
