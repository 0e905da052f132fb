# The CMake package of libperlin. find_package(perlin CONFIG REQUIRED) defines
#
#     perlin::perlin_shared   the shared library
#     perlin::perlin_static   the static library
#     perlin::perlin          the shared one if BUILD_SHARED_LIBS is ON, else the static one
#
# each only if it is installed. Where there is one library, perlin::perlin is that one.

if(TARGET perlin::perlin)
  return()
endif()

include("${CMAKE_CURRENT_LIST_DIR}/perlin-targets.cmake")

set(_perlin_kind static)
if(TARGET perlin::perlin_shared AND (BUILD_SHARED_LIBS OR NOT TARGET perlin::perlin_static))
  set(_perlin_kind shared)
endif()
if(TARGET perlin::perlin_${_perlin_kind})
  add_library(perlin::perlin INTERFACE IMPORTED)
  set_target_properties(perlin::perlin PROPERTIES INTERFACE_LINK_LIBRARIES perlin::perlin_${_perlin_kind})
else()
  set(perlin_FOUND FALSE)
  set(perlin_NOT_FOUND_MESSAGE "the libraries of ${CMAKE_CURRENT_LIST_DIR} are missing")
endif()
unset(_perlin_kind)
