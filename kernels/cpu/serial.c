/* One source at a time. */
#include "serial/serial.c"
