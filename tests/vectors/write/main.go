// Command write computes the conformance vectors unless the files exist and have the recorded hashes. With --update
// it computes them again and also writes the hashes. With --random it writes so many cases of small random graphs into
// a folder. Run it in the root folder: go run ./tests/vectors/write.
package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"

	"gobc/tests/vectors/generate"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	switch {
	case len(arguments) == 0:
		return generate.Ensure("tests/vectors")
	case slices.Equal(arguments, []string{"--update"}):
		return generate.Update("tests/vectors")
	case len(arguments) == 3 && arguments[0] == "--random":
		count, err := strconv.Atoi(arguments[1])
		if err != nil || count < 1 {
			return fmt.Errorf("--random %s: give the number of graphs, at least 1", arguments[1])
		}
		return generate.WriteRandom(arguments[2], count)
	}
	return errors.New("usage: go run ./tests/vectors/write [--update | --random COUNT FOLDER]")
}
