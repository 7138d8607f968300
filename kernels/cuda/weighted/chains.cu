/* The sweep of the nodes of chains. */
#include "chains.h"

#define GOBC_CHAIN_KERNEL(name) GOBC_KERNEL(name, gobc_chain_arguments, GOBC_CHAIN_THREADS, 2)

GOBC_CHAIN_KERNEL(gobc_chains_out_u32) { chains_out<Whole32>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_out_u64) { chains_out<Whole64>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_nodes_u32) { chains_nodes<Whole32, false>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_nodes_u64) { chains_nodes<Whole64, false>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_targets_u32) { chains_targets<Whole32, false>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_targets_u64) { chains_targets<Whole64, false>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_count_nodes_u32) { chains_nodes<Whole32, true>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_count_nodes_u64) { chains_nodes<Whole64, true>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_count_targets_u32) { chains_targets<Whole32, true>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_count_targets_u64) { chains_targets<Whole64, true>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_back_u32) { chains_back<Whole32>(*arguments); }
GOBC_CHAIN_KERNEL(gobc_chains_back_u64) { chains_back<Whole64>(*arguments); }
