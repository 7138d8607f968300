// Package cuda holds the compiled CUDA kernels and runs them. A module is one .cu file. The build holds a cubin of it
// for each architecture. A build for all architectures also holds PTX, which the driver compiles for newer devices.
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

	"github.com/klauspost/compress/zstd"

	"gobc/kernels/cuda/driver"
)

// Oldest is the lowest compute capability that the kernels run on, ten times the number: 7.5.
const Oldest = 75

// ErrNotBuilt says that this build has no CUDA part.
var ErrNotBuilt = errors.New("gobc: cuda: this library was built without CUDA")

// module is a file of the packed kernels: images for all targets, one after another, compressed as one.
type module struct {
	file   *zip.File
	images map[string]span // by target, "sm_90" (a cubin) or "ptx"
	bytes  int             // of all images
}

type span struct{ start, end int }

// Image returns the image of a module for a device of compute capability major.minor, and its kind: "sm_90" (a cubin)
// or "ptx". A cubin runs on devices of its major with the same or a higher minor; the highest that fits is taken.
func Image(name string, major, minor int) (image, kind string, err error) {
	modules, err := modules()
	if err != nil {
		return "", "", err
	}
	if 10*major+minor < Oldest {
		return "", "", &driver.Error{Call: "image", Detail: fmt.Sprintf("the device has compute capability %d.%d; %d.%d or "+
			"newer is needed", major, minor, Oldest/10, Oldest%10)}
	}
	m, known := modules[name]
	if !known {
		return "", "", fmt.Errorf("gobc: cuda: there is no module %q; there are %s", name, strings.Join(Modules(), ", "))
	}
	chosen, found := m.images["ptx"]
	kind = "ptx"
	for lower := minor; lower >= 0; lower-- {
		architecture := "sm_" + strconv.Itoa(10*major+lower)
		if at, fits := m.images[architecture]; fits {
			chosen, found, kind = at, true, architecture
			break
		}
	}
	if !found {
		return "", "", &driver.Error{Call: "image", Detail: fmt.Sprintf("the device has compute capability %d.%d, and "+
			"this library has CUDA kernels only for %s; %s", major, minor, strings.Join(Targets(), ", "), driver.Remedy)}
	}
	images, err := m.unpack()
	if err != nil {
		return "", "", fmt.Errorf("gobc: cuda: the images of module %s cannot be read: %w", name, err)
	}
	return string(images[chosen.start:chosen.end]), kind, nil
}

// Targets lists what the kernels are compiled for, such as "sm_90" and "ptx"; nothing in a build without CUDA.
func Targets() []string {
	modules, _ := modules()
	for _, m := range modules {
		return slices.Sorted(maps.Keys(m.images)) // of any: all have the same
	}
	return nil
}

// Modules lists the modules in alphabetical order; none in a build without CUDA.
func Modules() []string {
	modules, _ := modules()
	return slices.Sorted(maps.Keys(modules))
}

// modules reads the list of what is packed; compile.py (pack) writes it.
func modules() (map[string]module, error) {
	if packed == "" {
		return nil, ErrNotBuilt
	}
	archive, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		return nil, fmt.Errorf("gobc: cuda: the packed kernels cannot be read: %w", err)
	}
	byName := make(map[string]module, len(archive.File))
	for _, file := range archive.File {
		m := module{file, map[string]span{}, 0}
		words := strings.Fields(file.Comment)
		for i := 0; i+1 < len(words); i += 2 {
			bytes, err := strconv.Atoi(words[i+1])
			if err != nil {
				return nil, fmt.Errorf("gobc: cuda: the list of images of %s cannot be read: %w", file.Name, err)
			}
			m.images[words[i]] = span{m.bytes, m.bytes + bytes}
			m.bytes += bytes
		}
		byName[strings.TrimSuffix(file.Name, ".zst")] = m
	}
	return byName, nil
}

// unpack returns all images of a module; the zip's checksum is checked on the way.
func (m module) unpack() ([]byte, error) {
	reader, err := m.file.Open()
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	compressed, err := io.ReadAll(reader)
	if err != nil {
		return nil, err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	images, err := decoder.DecodeAll(compressed, nil)
	if err == nil && len(images) != m.bytes {
		err = fmt.Errorf("it has %d bytes, its list %d", len(images), m.bytes)
	}
	return images, err
}
