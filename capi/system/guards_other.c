//go:build !linux || gobc_portable

#include "system.h"

int gobc_guards_hold(void) { return 0; }

void gobc_guards_start(void) {}
