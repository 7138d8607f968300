package cpu

/*
#include <stdlib.h>
#include "kernels.h"
*/
import "C"

import (
	"math"
	"runtime"
	"unsafe"

	"gobc/core/memory"
	"gobc/core/reduce"
	"gobc/core/sums"
)

// contract makes a workspace one of nodes whose chains count. It keeps the addresses of the arrays, which are C memory.
func contract(c *reduce.Chains, f func(*C.gobc_chains) C.int) error {
	chains := (*C.gobc_chains)(C.calloc(1, C.size_t(unsafe.Sizeof(C.gobc_chains{}))))
	if chains == nil {
		return memory.ErrNoMemory
	}
	defer C.free(unsafe.Pointer(chains))
	*chains = C.gobc_chains{
		ends:    array[C.int32_t](c.Ends),
		first:   array[C.int32_t](c.First),
		length:  array[C.uint32_t](c.Length),
		doubled: array[C.uint32_t](c.Doubled),
		sums:    array[C.double](c.Sums),
		weight:  array[C.double](c.Weight),
		nodes:   C.int64_t(len(c.Weight)),
		scale:   C.double(math.Ldexp(1, -c.Pairs.Exponent)),
		total:   C.double(c.Total),
		items:   C.int64_t(c.Items()),
		hops:    flag(c.Hops),
		sources: C.int(c.MostSources()),
	}
	return kernelError(f(chains))
}

// withBatch points a C struct at a batch, and calls f with it.
func withBatch(b *reduce.Batch, f func(*C.gobc_chain_batch) C.int) C.int {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pinner.Pin(unsafe.SliceData(b.Lane))
	pinner.Pin(unsafe.SliceData(b.Own))
	pinner.Pin(unsafe.SliceData(b.Parts))
	batch := &C.gobc_chain_batch{
		lane:       array[C.int32_t](b.Lane),
		own:        array[C.double](b.Own),
		parts:      array[C.gobc_chain_part](b.Parts),
		lanes:      C.int(len(b.Lane)),
		part_count: C.int(len(b.Parts)),
	}
	if len(b.Sources) > 0 {
		pinner.Pin(unsafe.SliceData(b.Sources))
		batch.sources = array[C.gobc_chain_source](b.Sources)
	}
	return f(batch)
}

// ChainSweep is the label-correcting sweep of nodes whose chains count; one goroutine uses it at a time.
type ChainSweep struct {
	*LabelCorrecting
	chains *reduce.Chains
}

// NewChainSweep opens a workspace; see NewLabelCorrecting.
func NewChainSweep(c *reduce.Chains, distance int, isa string) (*ChainSweep, error) {
	k, err := NewLabelCorrecting(c.Forest(), nil, distance, 0, c.Kinds()&^sums.PathsOnward, isa)
	if err != nil {
		return nil, err
	}
	err = contract(c, func(chains *C.gobc_chains) C.int {
		return C.gobc_label_correcting_contract((*C.gobc_label_correcting)(k.c), chains)
	})
	if err != nil {
		k.Close()
		return nil, err
	}
	return &ChainSweep{k, c}, nil
}

// Run runs a batch. Out of range it has added nothing. After an error the sums are lost.
func (s *ChainSweep) Run(batch int32, t *sums.Paths, cancel *int32) (outOfRange bool, err error) {
	var lanes C.uint64_t
	status := withTotals([]*sums.Paths{t}, func(totals *C.gobc_totals) C.int {
		return withBatch(&s.chains.Batches[batch], func(b *C.gobc_chain_batch) C.int {
			return C.gobc_label_correcting_run_chains((*C.gobc_label_correcting)(s.c), b, totals, (*C.int32_t)(cancel), &lanes)
		})
	})
	return lanes != 0, kernelError(status)
}

// ChainFallback runs batches whose path counts are out of the sweep's range.
type ChainFallback struct {
	*Serial
	chains *reduce.Chains
}

// NewChainFallback opens a workspace.
func NewChainFallback(c *reduce.Chains) (*ChainFallback, error) {
	k, err := NewSerial(c.Forest(), nil, 0, true, c.Kinds()&^sums.PathsOnward)
	if err != nil {
		return nil, err
	}
	err = contract(c, func(chains *C.gobc_chains) C.int { return C.gobc_serial_contract((*C.gobc_serial)(k.c), chains) })
	if err != nil {
		k.Close()
		return nil, err
	}
	return &ChainFallback{k, c}, nil
}

// Run runs a batch. After an error the sums are lost.
func (s *ChainFallback) Run(batch int32, t *sums.Paths, cancel *int32) error {
	return kernelError(withTotals([]*sums.Paths{t}, func(totals *C.gobc_totals) C.int {
		return withBatch(&s.chains.Batches[batch], func(b *C.gobc_chain_batch) C.int {
			return C.gobc_serial_run_chains((*C.gobc_serial)(s.c), b, totals, (*C.int32_t)(cancel))
		})
	}))
}
