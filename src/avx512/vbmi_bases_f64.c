/* bases_f64.c with the flags of VBMI: see src/meson.build. */
#include "bases_f64.c"
