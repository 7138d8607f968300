// Command write computes the conformance vectors unless they are there and have the recorded hashes. With --update it
// computes them anew and writes the hashes too. Run it in the root folder: go run ./tests/vectors/write.
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
