package graph

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Column is a batch of labels or weights in the caller's memory, without nulls. Int, Text, Real or Decimal is set, by
// the type of the values.
type Column struct {
	Rows int
	// Arrow's letter for the values: cCsSiIlL for integers, u for any text, f and g for floats, d for decimals
	Format string
	Int    func(row int) int64  // unsigned integers keep their bits
	Wide   []int64              // nil, or what Int gives, of 64-bit integers beside each other
	Text   func(row int) string // valid until the next batch
	Real   func(row int) float64
	// Decimal gives decimals, or why float64 does not hold them: see DecimalOf.
	Decimal func(row int) (float64, error)
	// Entry is set for a dictionary of so many Entries: which of them a row has. Int and Text then take that in place of
	// the row.
	Entry   func(row int) int
	Entries int
	// Known is nil, or for each entry 1 + the vertex of its label, 0 where that is unknown. It is kept for other columns
	// with the same dictionary and the same labels.
	Known []int32
}

// Integers and Reals are slices as columns. They are not copied.
func Integers(values []int64) Column {
	return Column{Rows: len(values), Format: "l", Int: func(row int) int64 { return values[row] }, Wide: values}
}

func Reals(values []float64) Column {
	return Column{Rows: len(values), Format: "g", Real: func(row int) float64 { return values[row] }}
}

// Texts are the texts of the rows; none of a column of numbers.
func (c Column) Texts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for row := 0; c.Text != nil && row < c.Rows; row++ {
			at := row
			if c.Entry != nil {
				at = c.Entry(row)
			}
			if !yield(c.Text(at)) {
				return
			}
		}
	}
}

// show writes a label, or a weight that is an integer, for a message.
func (c Column) show(row int) string {
	if c.Entry != nil {
		row = c.Entry(row)
	}
	switch {
	case c.Text != nil:
		return strconv.Quote(Shorten(c.Text(row)))
	case c.Format == "L":
		return strconv.FormatUint(uint64(c.Int(row)), 10)
	}
	return strconv.FormatInt(c.Int(row), 10)
}

// Shorten cuts a name from outside to what an error message can hold.
func Shorten(name string) string {
	const most = 60
	if len(name) > most {
		name = name[:most] + "..."
	}
	return strings.ToValidUTF8(name, "\uFFFD")
}

// read returns a function that gives the vertex numbers of the labels of a column; with add unset, -1 for unknown ones.
func (l *Labels) read(c Column, add bool) (func(row int) (int32, error), error) {
	if add {
		if err := l.adopt(c.Format); err != nil && c.Rows > 0 && (c.Text != nil || c.Int != nil) {
			return nil, fmt.Errorf("%w; the first of these is %s", err, c.show(0))
		} else if err != nil {
			return nil, err
		}
	} else if kind, err := kindOf(c.Format); err != nil {
		return nil, err
	} else if l.Kind != kind && l.Kind != None {
		return nil, fmt.Errorf("these labels are %s, but the labels of the graph are %s; "+
			"give labels of the graph's type", kind, l.Kind)
	}
	integer, text, wide := c.Int, c.Text, c.Wide
	number := func(i int) (int32, error) {
		var x int64
		if wide != nil {
			x = wide[i]
		} else {
			x = integer(i)
		}
		if x < 0 && (l.mixed || !add) {
			if known, err := l.admit(c.Format == "L", add); !known || err != nil {
				return -1, err
			}
		}
		return l.internInt(x, add)
	}
	if text != nil {
		number = func(i int) (int32, error) { return l.internText(text(i), add) }
	}
	if c.Entry == nil {
		return number, nil
	}
	if !c.remembers() {
		return func(row int) (int32, error) { return number(c.Entry(row)) }, nil
	}
	// An entry is looked up at its first row. A map took 1.7 times as long as texts without a dictionary.
	known := c.Known
	if known == nil {
		known = make([]int32, c.Entries)
	}
	return func(row int) (int32, error) {
		i := c.Entry(row)
		if known[i] > 0 {
			return known[i] - 1, nil
		}
		v, err := number(i)
		if err == nil {
			known[i] = v + 1
		}
		return v, err
	}, nil
}

// remembers reports whether the vertices of a dictionary's entries are kept: enough entries come again.
func (c Column) remembers() bool { return c.Entry != nil && (c.Known != nil || 2*c.Entries <= c.Rows) }

// adopt settles the label type: the first column decides; different integer widths widen to int64.
func (l *Labels) adopt(format string) error {
	kind, err := kindOf(format)
	switch {
	case err != nil:
		return err
	case l.Kind == None:
		l.Kind, l.Format = kind, format
	case l.Kind != kind:
		return fmt.Errorf("these labels are %s, but earlier labels are %s; give all label columns the same type", kind,
			l.Kind)
	case l.Format == format || l.mixed:
	case l.Format == "L" || format == "L":
		return l.mix()
	default:
		l.Format = "l"
	}
	return nil
}

// mix makes labels of uint64 and of other integers those of one type. From then on each label whose sign differs in the
// two is admitted one by one.
func (l *Labels) mix() error {
	unsigned := l.Format == "L"
	l.mixed, l.Format = true, "l"
	for _, x := range l.Ints() {
		if x < 0 {
			_, err := l.admit(unsigned, true)
			return err
		}
	}
	return nil
}

// admit records a label whose bits are those of a negative number or, with `unsigned`, of one of 2^63 or more; a graph
// cannot have both. For a lookup it reports whether the graph can have the label.
func (l *Labels) admit(unsigned, add bool) (bool, error) {
	if !add {
		return unsigned == (l.Format == "L"), nil
	}
	l.huge, l.negative = l.huge || unsigned, l.negative || !unsigned
	if l.huge && l.negative {
		return false, fmt.Errorf("the label columns hold negative integers and integers of 2^63 or more, and no integer " +
			"type holds both: give text")
	}
	if l.huge {
		l.Format = "L"
	}
	return true, nil
}

func (k Kind) String() string {
	if k == Text {
		return "text"
	}
	return "integers"
}

func kindOf(format string) (Kind, error) {
	switch {
	case format == "u":
		return Text, nil
	case len(format) == 1 && strings.Contains("cCsSiIlL", format):
		return Integer, nil
	}
	return None, fmt.Errorf("labels of this type cannot be read: use integers, text or a dictionary of those")
}

// Words in the names of weights, in any case. Python and R warn where a weight of such a name is taken as a length: the
// larger it is, the nearer its ends are. Each list has its rule to make a length.
var (
	Probabilities = []string{"probability", "probabilities", "prob", "probs", "confidence", "reliability", "likelihood"}
	Correlations  = []string{"correlation", "correlations", "corr", "cor", "r", "pearson", "spearman", "pcc", "rho"}
	Scores        = []string{"score", "scores", "similarity", "similarities", "sim", "cosine", "jaccard", "overlap",
		"proximity", "affinity", "identity", "miscore", "tom", "mi", "mutual", "evidence", // then STRING's
		"experimental", "experimentally", "experiments", "textmining", "database", "databases", "cooccurence",
		"neighborhood", "fusion", "homology"}
	Strengths = []string{"strength", "strengths", "connectivity", "connectivities", "conductance", "count", "counts",
		"frequency", "cooccurrence", "coexpression", "interactions", "adjacency", "importance", "importances", "lls",
		"expression"}
)

// LengthWords are words in the names of lengths, which may have been made of similarities: log_prob, score_distance.
var LengthWords = []string{"length", "lengths", "distance", "distances", "dist", "dissimilarity", "cost", "costs",
	"log", "inverse", "inv",
	"neg", "minus", "resistance"}

// TopScore is the largest of scores that are thousandths, as STRING has them.
const TopScore = 1000
