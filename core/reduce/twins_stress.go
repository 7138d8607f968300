package reduce

import (
	"cmp"

	"gobc/core/memory"
	"gobc/core/sums"
)

// Stress of twins, with the weights P of stress.go. sigma is that of a class, as for betweenness, gamma that of one of
// its k vertices, and A the sum of the weights of a class:
//
//	gamma(C) = sum of A(D) + k(D) gamma(D) over the successors D of C,
//
// and each vertex of C has, of the paths from outside of its class, the sum of A(S) sigma(C) / k(C) gamma(C) over all
// sources S other than C. What is left are the paths between two of a class: one if they are closed twins, and if they
// are open ones one through each of their d common neighbors, which get the sum of P(v) P(w) over ordered pairs of v
// and w in C. So
//
//	from v start    gamma(C) of the source C, and A(C) - P(v) times 1 or d.
//
// A(C) - P(v) is added up from the weights of the others: a subtraction would lose them beside a P(v) above 2^53.

// unfoldPaths turns the sums of a sweep over the classes, weighed by paths, into those of a sweep over the union, and
// adds them to `into`.
func (t *Twins) unfoldPaths(of, into *sums.Paths, stop func() error) error {
	p := pace{stop: stop}
	others, err := memory.Make[float64](len(t.class))
	if err != nil {
		return err
	}
	defer memory.Free(others)
	pairs, err := memory.Make[float64](len(t.first)) // ordered ones, of vertices of a class
	if err != nil {
		return err
	}
	defer memory.Free(pairs)
	t.addOtherWeights(others, pairs)
	weights, lists := t.weights(), t.Graph.View(false).Out
	for v, class := range t.class {
		if err := cmp.Or(into.Stress.AddSum(v, &of.Stress, int(class)), p.walk(1)); err != nil {
			return err
		}
		each := 1.0
		if t.open[class] {
			each = float64(len(lists.List(int32(v))))
		}
		into.PathsOnward[v] += of.PathsOnward[class] + times(each, others[v])
		pairs[class] += times(weights[v], others[v])
	}
	for class, first := range t.first {
		if !t.open[class] {
			continue
		}
		for _, u := range lists.List(first) {
			if err := cmp.Or(into.Stress.AddProduct(int(u), pairs[class], 1), p.walk(1)); err != nil {
				return err
			}
		}
	}
	return nil
}

// addOtherWeights gives each copy the weights of the others of its class: those before it, and those after it. sum has
// an item for each class, zero before and after.
func (t *Twins) addOtherWeights(others, sum []float64) {
	weights := t.weights()
	for v, class := range t.class {
		others[v] = sum[class]
		sum[class] += weights[v]
	}
	clear(sum)
	for v := len(t.class) - 1; v >= 0; v-- {
		class := t.class[v]
		others[v] += sum[class]
		sum[class] += weights[v]
	}
	clear(sum)
}

// othersBytes returns the memory that unfoldPaths takes.
func (t *Twins) othersBytes() int64 { return 8 * int64(len(t.class)+len(t.first)) }
