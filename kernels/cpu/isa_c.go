package cpu

/*
#include "kernels.h"
*/
import "C"

import (
	"fmt"
	"slices"
	"strings"
)

// isaNames are the instruction sets by their number in kernels.h, the best last.
var isaNames = []string{C.GOBC_ISA_BASELINE: "baseline", C.GOBC_ISA_AVX2: "avx2", C.GOBC_ISA_AVX512: "avx512"}

func isasOf(bits C.uint) (names []string) {
	for i, name := range isaNames {
		if bits>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return names
}

// InstructionSetsBuilt are those that the kernels are compiled for, the best last.
func InstructionSetsBuilt() []string { return isasOf(C.gobc_isas_built()) }

// InstructionSetsHere are those that this processor runs and that there are kernels for, compiled in or not.
func InstructionSetsHere() []string { return isasOf(C.gobc_isas_here()) }

// InstructionSets are those that kernels can run with: compiled in, and of this processor.
func InstructionSets() []string { return isasOf(C.gobc_isas_built() & C.gobc_isas_here()) }

// InstructionSet is the best of them, which kernels run with unless told otherwise; "" where there is none.
func InstructionSet() string {
	sets := InstructionSets()
	if len(sets) == 0 {
		return ""
	}
	return sets[len(sets)-1]
}

// CheckInstructionSet returns an error unless kernels can run with a set; "": with any.
func CheckInstructionSet(name string) error {
	if name == "" && C.gobc_isas_built()&C.gobc_isas_here() != 0 {
		return nil
	}
	return CheckInstructionSetOf(name, InstructionSetsBuilt(), InstructionSetsHere())
}

// CheckInstructionSetOf does so for a library built for some sets, on a processor that runs some. It is public for its
// test.
func CheckInstructionSetOf(name string, built, here []string) error {
	usable := func(set string) bool { return slices.Contains(here, set) }
	if name == "" && slices.ContainsFunc(built, usable) || slices.Contains(built, name) && usable(name) {
		return nil
	}
	if name == "" {
		return fmt.Errorf("this library's kernels are built for processors with %s, and this one has only %s: build gobc on "+
			"this machine, or with GOBC_CPU=all for every processor", strings.Join(built, ", "), strings.Join(here, ", "))
	}
	return fmt.Errorf("instruction set %s cannot be used: this library has kernels for %s, and this processor runs %s; "+
		"GOBC_CPU=all builds all", name, strings.Join(built, ", "), strings.Join(here, ", "))
}

// isaNumber is the number of a set, -1 for the best.
func isaNumber(name string) C.int { return C.int(slices.Index(isaNames, name)) }
