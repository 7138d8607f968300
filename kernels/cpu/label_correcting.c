/* The label-correcting sweep. */
#include "weighted/label_correcting.c"
