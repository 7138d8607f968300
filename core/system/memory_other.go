//go:build !linux

package system

func machineLimits(string) []Limit { return nil }

func processLimits() []Limit { return nil }
