/* bases_f32.c with the flags of VBMI: see src/meson.build. */
#include "bases_f32.c"
