#ifndef GOBC_SYSTEM_PLANTED_H
#define GOBC_SYSTEM_PLANTED_H

#include <stddef.h>

void gobc_plant_pages(size_t page);
long long gobc_planted_bytes(void);
long long gobc_planted_refusals(void);

#endif
