package cost

import "testing"

// The effort stays within the budget, and grows with the sweep.
func TestFit(t *testing.T) {
	rows := []struct {
		budget, making, search float64
		hubs, most, k          int
		orders                 bool
	}{
		{10, 1, 1, 1, 8, 8, true},
		{6, 1, 1, 1, 8, 5, true},
		{4.5, 1, 1, 1, 8, 4, false},
		{3, 1, 1, 1, 8, 3, false},
		{9.5, 1, 1, 2, 8, 4, true},
		{8.5, 1, 1, 2, 8, 8, false},
	}
	for _, row := range rows {
		s := fit(row.budget, row.making, row.search, row.hubs, row.most)
		if s.Count != row.k || s.Orders != row.orders || s.Hubs != row.k {
			t.Errorf("%+v: %+v", row, s)
		}
	}
}
