// Command write computes the conformance vectors unless the files exist and have the recorded hashes. With --update
// it computes them again and also writes the hashes. Run it in the root folder: go run ./tests/vectors/write.
package main

import (
	"fmt"
	"os"
	"slices"

	"gobc/tests/vectors/generate"
)

func main() {
	ensure := generate.Ensure
	if slices.Equal(os.Args[1:], []string{"--update"}) {
		ensure = generate.Update
	} else if len(os.Args) > 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tests/vectors/write [--update]")
		os.Exit(2)
	}
	if err := ensure("tests/vectors"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
