/* backend_f32.c with the flags of VBMI: see src/meson.build. */
#include "backend_f32.c"
