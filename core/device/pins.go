//go:build gobc_pins

// Package device is where the accelerators are found and driven. This build has none: the file only keeps the pinned
// driver binding among the module's requirements, and is never compiled.
package device

import _ "gorgonia.org/cu"
