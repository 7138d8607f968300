//go:build !linux && !windows

package system

import "math"

func machineLimits(string) []Limit { return nil }

func processLimits() []Limit { return nil }

func affinity() int { return 0 }

func quota(string) float64 { return math.Inf(1) }
