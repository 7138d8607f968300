// Package cuda holds the compiled CUDA kernels and runs them. A module is one .cu file. There is a cubin of it for every
// architecture of the build and, in a build for all of them, PTX, which the driver compiles for devices that came later.
package cuda

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gobc/kernels/cuda/driver"
)

// Oldest is the lowest compute capability that the kernels run on, ten times the number: 7.5.
const Oldest = 75

// ErrNone says that this build has no CUDA part.
var ErrNone = errors.New("gobc: cuda: this library was built without CUDA")

// Image returns the image of a module for a device of compute capability major.minor, and its kind: "sm_90" (a cubin) or
// "ptx". A cubin runs on devices of its major with the same or a higher minor; the highest that fits is taken.
func Image(module string, major, minor int) (image, kind string, err error) {
	files, err := files()
	if err != nil {
		return "", "", err
	}
	if 10*major+minor < Oldest {
		return "", "", &driver.Error{Call: "image", Detail: fmt.Sprintf("the device has compute capability %d.%d; %d.%d or "+
			"newer is needed", major, minor, Oldest/10, Oldest%10)}
	}
	if all := Modules(); !slices.Contains(all, module) {
		return "", "", fmt.Errorf("gobc: cuda: there is no module %q; there are %s", module, strings.Join(all, ", "))
	}
	chosen, kind := files[module+".ptx"], "ptx"
	for lower := minor; lower >= 0; lower-- {
		architecture := "sm_" + strconv.Itoa(10*major+lower)
		if file := files[module+"."+architecture+".cubin"]; file != nil {
			chosen, kind = file, architecture
			break
		}
	}
	if chosen == nil {
		return "", "", &driver.Error{Call: "image", Detail: fmt.Sprintf("the device has compute capability %d.%d, and this "+
			"library has CUDA kernels for %s alone; %s", major, minor, strings.Join(Targets(), ", "), driver.Remedy)}
	}
	image, err = read(chosen)
	return image, kind, err
}

// Targets lists what the kernels are compiled for, such as "sm_90" and "ptx"; nothing in a build without CUDA.
func Targets() []string {
	return distinct(func(_, target string) string { return strings.TrimSuffix(target, ".cubin") })
}

// Modules lists the modules in alphabetical order; none in a build without CUDA.
func Modules() []string { return distinct(func(module, _ string) string { return module }) }

// distinct lists a part of the images' names, each once.
func distinct(part func(module, target string) string) []string {
	files, err := files()
	if err != nil {
		return nil
	}
	found := map[string]bool{}
	for name := range files {
		module, target, _ := strings.Cut(name, ".")
		found[part(module, target)] = true
	}
	return slices.Sorted(maps.Keys(found))
}

func files() (map[string]*zip.File, error) {
	if packed == "" {
		return nil, ErrNone
	}
	archive, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, fmt.Errorf("gobc: cuda: the packed kernels cannot be read: %w", err)
	}
	byName := make(map[string]*zip.File, len(archive.File))
	for _, file := range archive.File {
		byName[file.Name] = file
	}
	return byName, nil
}

// read unpacks one image; the zip's checksum is checked on the way.
func read(file *zip.File) (string, error) {
	reader, err := file.Open()
	if err != nil {
		return "", fmt.Errorf("gobc: cuda: image %s cannot be read: %w", file.Name, err)
	}
	defer reader.Close()
	image, err := io.ReadAll(reader)
	if err != nil {
		return "", fmt.Errorf("gobc: cuda: image %s cannot be read: %w", file.Name, err)
	}
	return string(image), nil
}
