/* The batched sweep; sweep_SET.c are its instances. */
#include "sweep/sweep.c"
