/*
 * Describes Hugo Elias's noise to the library.
 */
#include "elias.h"

/* The constants of each octave. Those of the first octave are his, except for the factor of z. The
   others are primes that we chose. */
static const struct perlin_elias constants_by_octave[PERLIN_MAX_OCTAVES] = {
    {{57, 1000003}, 15731, 789221, 1376312589},     {{6007, 1100009}, 16741, 799223, 556046831},
    {{7001, 1200007}, 17737, 809231, 1883264711},   {{8009, 1300021}, 18731, 819229, 1062998987},
    {{9001, 1400017}, 19739, 829223, 242733221},    {{10007, 1500007}, 20731, 839221, 1569951101},
    {{11003, 1600033}, 21737, 849221, 749685317},   {{12007, 1700021}, 22739, 859223, 2076903211},
    {{13001, 1800017}, 23741, 869233, 1256637457},  {{14009, 1900009}, 24733, 879227, 436371667},
    {{15013, 2000003}, 25733, 889237, 1763589563},  {{16001, 2100001}, 26731, 899221, 943323811},
    {{17011, 2200013}, 27733, 909239, 123058037},   {{18013, 2300003}, 28751, 919223, 1450275913},
    {{19001, 2400001}, 29741, 929239, 630010163},   {{20011, 2500009}, 30757, 939229, 1957228051},
    {{21001, 2600011}, 31741, 949241, 1136962271},  {{22003, 2700023}, 32749, 959227, 316696507},
    {{23003, 2800001}, 33739, 969233, 1643914411},  {{24001, 2900017}, 34739, 979229, 823648663},
    {{25013, 3000017}, 35731, 989231, 3382867},     {{26003, 3100007}, 36739, 999221, 1330600751},
    {{27011, 3200003}, 37747, 1009237, 510334987},  {{28001, 3300001}, 38737, 1019237, 1837552891},
    {{29009, 3400043}, 39733, 1029247, 1017287111}, {{30011, 3500017}, 40739, 1039229, 197021353},
    {{31013, 3600001}, 41737, 1049227, 1524239231}, {{32003, 3700001}, 42737, 1059221, 703973531},
    {{33013, 3800021}, 43753, 1069223, 2031191369}, {{34019, 3900067}, 44741, 1079227, 1210925591},
    {{35023, 4000037}, 45737, 1089223, 390659833},  {{36007, 4100011}, 46747, 1099223, 1717877729},
};

static double octave_scale(const perlin_params *params, uint32_t dims)
{
    (void)params;
    (void)dims;
    return 0x1.fffcp-1;
}

static size_t state_size(const perlin_params *params)
{
    (void)params;
    return sizeof(struct perlin_elias_state);
}

static void state_init(void *state, const perlin_params *params)
{
    *(struct perlin_elias_state *)state =
        (struct perlin_elias_state){.constants = constants_by_octave,
                                    .salt = (uint32_t)perlin_mix64(params->seed), /* 0 for seed 0 */
                                    .smoothing = params->elias_smoothing};
}

const struct perlin_basis_info perlin_basis_elias = {
    .dims = 7,
    .natural_modulus = PERLIN_MAX_PERIOD, /* the hash keeps 31 bits */
    .takes_period = 1,
    .octave_scale = octave_scale,
    .state_size = state_size,
    .state_init = state_init,
};
