package plan

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// jsonWriter writes JSON as encoding/json does. The functions for the types of plans (text.go) are generated.
type jsonWriter struct {
	bytes  []byte
	failed bool // a value has no text in JSON
}

func (w *jsonWriter) open(bracket byte) { w.bytes = append(w.bytes, bracket) }

func (w *jsonWriter) close(bracket byte) { w.bytes = append(w.bytes, bracket) }

// item separates an item of a list or object from the one before.
func (w *jsonWriter) item() {
	if last := w.bytes[len(w.bytes)-1]; last != '{' && last != '[' {
		w.bytes = append(w.bytes, ',')
	}
}

// key writes a key, which needs no escapes.
func (w *jsonWriter) key(name string) {
	w.item()
	w.bytes = append(w.bytes, '"')
	w.bytes = append(w.bytes, name...)
	w.bytes = append(w.bytes, '"', ':')
}

func (w *jsonWriter) null() { w.bytes = append(w.bytes, "null"...) }

func (w *jsonWriter) boolean(x bool) { w.bytes = strconv.AppendBool(w.bytes, x) }

func (w *jsonWriter) integer(x int) { w.long(int64(x)) }

func (w *jsonWriter) long(x int64) { w.bytes = strconv.AppendInt(w.bytes, x, 10) }

func (w *jsonWriter) number(x float64) {
	switch size := math.Abs(x); {
	case size >= 1 && size < 0x1p53 && x == math.Trunc(x):
		w.long(int64(x))
	case x == 0 || size >= 0x1p-19 && size < 0x1p69:
		w.bytes = strconv.AppendFloat(w.bytes, x, 'f', -1, 64)
	default: // perhaps with an exponent, or no number
		w.other(x)
	}
}

func (w *jsonWriter) text(x string) {
	if strings.ContainsFunc(x, isEscaped) {
		w.other(x)
		return
	}
	w.bytes = append(w.bytes, '"')
	w.bytes = append(w.bytes, x...)
	w.bytes = append(w.bytes, '"')
}

// isEscaped reports whether a text with this character is left to encoding/json: the character is escaped, or need not
// be one.
func isEscaped(c rune) bool {
	return c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&'
}

func field[T any](w *jsonWriter, key string, x T, write func(*jsonWriter, T)) {
	w.key(key)
	write(w, x)
}

func listField[T any](w *jsonWriter, key string, list []T, write func(*jsonWriter, T)) {
	w.key(key)
	if list == nil {
		w.null()
		return
	}
	w.open('[')
	for _, x := range list {
		w.item()
		write(w, x)
	}
	w.close(']')
}

func structsField[T any](w *jsonWriter, key string, list []T, write func(*jsonWriter, *T)) {
	w.key(key)
	if list == nil {
		w.null()
		return
	}
	w.open('[')
	for i := range list {
		w.item()
		write(w, &list[i])
	}
	w.close(']')
}

// Those that begin with "filled" leave out what "omitempty" does.

func filledField[T comparable](w *jsonWriter, key string, x T, write func(*jsonWriter, T)) {
	var zero T
	if x != zero {
		field(w, key, x, write)
	}
}

func filledListField[T any](w *jsonWriter, key string, list []T, write func(*jsonWriter, T)) {
	if len(list) > 0 {
		listField(w, key, list, write)
	}
}

func filledStructsField[T any](w *jsonWriter, key string, list []T, write func(*jsonWriter, *T)) {
	if len(list) > 0 {
		structsField(w, key, list, write)
	}
}

// other writes any value.
func (w *jsonWriter) other(x any) {
	text, err := json.Marshal(x)
	w.bytes, w.failed = append(w.bytes, text...), w.failed || err != nil
}
