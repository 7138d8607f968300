package driver

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestErrors(t *testing.T) {
	inner := &Error{Call: "cuLaunchKernel", Code: 700}
	for _, c := range []struct {
		err  error
		code int
	}{
		{nil, 0},
		{errors.New("no code"), 0},
		{inner, 700},
		{fmt.Errorf("batch 3: %w", inner), 700},
		{Wrap("cuMemAlloc", inner), 700},
		{&Error{Call: "open", Detail: "no driver"}, 0},
	} {
		if got := Code(c.err); got != c.code {
			t.Errorf("%v: code %d, want %d", c.err, got, c.code)
		}
	}
	if Wrap("cuInit", nil) != nil {
		t.Error("Wrap makes an error of none")
	}
	if !Lost(700) || !Lost(719) || Lost(OutOfMemory) || Lost(NoDevice) {
		t.Error("Lost")
	}
}

// The codes that users meet have a sentence of their own.
func TestSentences(t *testing.T) {
	for _, code := range []int{2, 3, 35, 46, 100, 101, 200, 209, 218, 222, 700, 702, 719, 802, 803, 804, 999} {
		text := (&Error{Call: "cuInit", Code: code}).Error()
		if Describe(code) == Describe(-1) || !strings.Contains(text, fmt.Sprintf("(CUDA error %d)", code)) {
			t.Errorf("code %d: %s", code, text)
		}
	}
}
