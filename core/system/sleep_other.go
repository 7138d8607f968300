//go:build !linux

package system

import "time"

// Sleep pauses the caller.
func Sleep(d time.Duration) { time.Sleep(d) }
