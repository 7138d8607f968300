# A later version serves a request for an earlier one of the same major version; before 1.0, of the same minor version.
string(REGEX MATCH "^(0\\.)?[0-9]+" gobc_series "${PACKAGE_VERSION}")
string(REGEX MATCH "^(0\\.)?[0-9]+" gobc_asked "${PACKAGE_FIND_VERSION}")
if(gobc_asked STREQUAL gobc_series OR gobc_asked STREQUAL "0")
  if(PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
  endif()
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
if(CMAKE_SIZEOF_VOID_P AND NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(PACKAGE_VERSION_UNSUITABLE TRUE) # the library has 64 bits
endif()
