package plan

// partialBytes is what the lists of finished sources take: as they grow, by thread and together, up to five times their
// 4 bytes a source; and the column that marks them.
func (r Request) partialBytes() int64 {
	if !r.Partial {
		return 0
	}
	return 20*int64(len(r.Sources)) + int64(r.Graph.Vertices)/8
}
