# find_package(gobc) defines the target gobc::gobc. The installed files may be moved together.
if(NOT TARGET gobc::gobc)
  get_filename_component(gobc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(gobc::gobc SHARED IMPORTED)
  set_target_properties(gobc::gobc PROPERTIES
    IMPORTED_LOCATION "${gobc_prefix}/lib/libgobc.so"
    IMPORTED_SONAME "libgobc.so"
    INTERFACE_INCLUDE_DIRECTORIES "${gobc_prefix}/include")
  unset(gobc_prefix)
endif()
