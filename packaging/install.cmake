# Installs what meson installs, but the command. CMakeLists.txt includes this file if PERLIN_INSTALL is
# ON. packaging/meson.build says why perlin.pc names its folders as it does.

include(GNUInstallDirs)

set(libraries libperlin_static)
if(has_shared_libs)
  list(APPEND libraries libperlin_shared)
endif()
set_target_properties(${libraries} PROPERTIES EXCLUDE_FROM_ALL OFF)
install(TARGETS ${libraries} EXPORT libperlin
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES include/perlin/perlin.h include/perlin/perlin.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/perlin)
install(FILES share/perlin/perlin-api.json DESTINATION ${CMAKE_INSTALL_DATADIR}/perlin)

set(VERSION ${PROJECT_VERSION})

# ---- pkg-config ----------------------------------------------------------------------------------

set(PREFIX_LINES "prefix=${CMAKE_INSTALL_PREFIX}
includedir=${CMAKE_INSTALL_FULL_INCLUDEDIR}
libdir=${CMAKE_INSTALL_FULL_LIBDIR}")
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND NOT IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR}
    AND NOT IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up ${up})
  set(PREFIX_LINES "includedir=\${pcfiledir}/${up}/${CMAKE_INSTALL_INCLUDEDIR}
libdir=\${pcfiledir}/..
prefix=\${pcfiledir}/${up}")
endif()
set(m_flag)
if(NOT WIN32 OR MINGW)
  set(m_flag " -lm")
endif()
set(LIBS)
set(CFLAGS)
set(LIBS_PRIVATE ${m_flag})
set(CFLAGS_PRIVATE)
if(NOT has_shared_libs)
  set(LIBS ${m_flag})
  set(LIBS_PRIVATE)
  set(CFLAGS " -DPERLIN_STATIC")
elseif(WIN32)
  set(CFLAGS_PRIVATE " -DPERLIN_STATIC")
endif()
configure_file(packaging/perlin.pc.in perlin.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/perlin.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- CMake ---------------------------------------------------------------------------------------

set(FIRST_COMPATIBLE ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
  set(FIRST_COMPATIBLE 0.${PROJECT_VERSION_MINOR})
endif()
set(POINTER_SIZE ${CMAKE_SIZEOF_VOID_P})
math(EXPR POINTER_BITS "8 * ${POINTER_SIZE}")
configure_file(packaging/perlin-config-version.cmake.in perlin-config-version.cmake @ONLY)

# A parent that exports targets of its own needs both: for its build and for an installed copy.
configure_file(packaging/perlin-config.cmake perlin-config.cmake COPYONLY)
export(EXPORT libperlin NAMESPACE perlin:: FILE ${PROJECT_BINARY_DIR}/perlin-targets.cmake)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/perlin)
install(EXPORT libperlin NAMESPACE perlin:: FILE perlin-targets.cmake DESTINATION ${package_dir})
install(FILES ${PROJECT_BINARY_DIR}/perlin-config.cmake ${PROJECT_BINARY_DIR}/perlin-config-version.cmake
  DESTINATION ${package_dir})
