package plan

// Cutoff is the longest path that counts; negative: no limit.
func (p *Plan) Cutoff() float64 {
	if p.Pairs == nil {
		return -1
	}
	return p.Pairs.Cutoff
}
