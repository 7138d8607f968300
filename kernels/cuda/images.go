//go:build gobc_cuda && cgo

package cuda

import _ "embed"

// packed is written by compile.py before every build (scripts/build_environment.sh); it is no source and not kept in
// the repository.
//
//go:embed images/kernels.zip
var packed string
