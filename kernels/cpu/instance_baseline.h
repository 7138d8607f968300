/* From here to instance_end.h functions are for any machine: GCC vectors of 16 bytes. */
#define GOBC_SET baseline
#define GOBC_LEVEL 0
#pragma GCC push_options
