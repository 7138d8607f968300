/* All instances of the label-correcting sweep. */
#include "common/instance.h"
#include "weighted/label_correcting.h"

#define GOBC_WIDTH GOBC_LABEL_CORRECTING_WIDTH
#define GOBC_REAL 64

#define GOBC_BODY "weighted/body.h"
#define GOBC_BODY_SETS GOBC_ALL_SETS
#include "common/instance_sets.h"
