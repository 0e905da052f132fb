include(CMakeFindDependencyMacro)
find_dependency(perlin)
include("${CMAKE_CURRENT_LIST_DIR}/exporter-targets.cmake")
