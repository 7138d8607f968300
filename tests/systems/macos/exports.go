// Command macos prints what a library for macOS exports, or with -needs which libraries it needs, one a line: Debian's
// nm reads no Mach-O.
package main

import (
	"debug/macho"
	"fmt"
	"os"
	"strings"
)

const external, private, kind = 0x01, 0x10, 0x0e // N_EXT, N_PEXT, N_TYPE of a symbol's type; a kind of 0 is undefined

func main() {
	path := os.Args[len(os.Args)-1]
	file, err := macho.Open(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, path+":", err)
		os.Exit(1)
	}
	if os.Args[1] == "-needs" {
		libraries, err := file.ImportedLibraries()
		fmt.Println(strings.Join(libraries, "\n"))
		if err != nil {
			panic(err)
		}
		return
	}
	for _, symbol := range file.Symtab.Syms {
		if symbol.Type&external != 0 && symbol.Type&private == 0 && symbol.Type&kind != 0 {
			fmt.Println(strings.TrimPrefix(symbol.Name, "_"))
		}
	}
}
