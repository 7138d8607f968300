/*
 * Betweenness where the weight of a target depends on the source: a table of flows, a decay by distance (demand.h). In double
 * precision, of vertices and (full) of edges; ready batches for tables alone. Instances of their own, so that others pay nothing.
 */
#include "ready_batch.h"
#include "sweep.h"

GOBC_SWEEPS(double, demand_f64, 1024, ByPair)
GOBC_SWEEPS(double, full_demand_f64, 768, FullByPair)
GOBC_READY_BATCH_SWEEPS(demand_, f64, double, false, 2)
GOBC_READY_BATCH_SWEEPS(demand_arcs_, f64, double, true, 2)
