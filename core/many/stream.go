package many

import (
	"gobc/core/answer"
	"gobc/core/engine"
	"gobc/core/graph"
)

// chunkRows is how many rows of a stream are read before the networks among them that have ended are computed: 2,000
// networks of 130 edges, 20 MB with their results.
const chunkRows = 1 << 18

// Stream answers a question for networks that come one after the other. It holds those that were read and not computed,
// and the names of all before.
type Stream struct {
	keepBad  bool
	question answer.Question
	read     *graph.Networks
	ended    *graph.Labels
}

// NewStream returns a stream without networks. With keepBad set bad networks are left out.
func NewStream(options graph.Options, keepBad bool, q answer.Question) (*Stream, error) {
	if err := Check(q); err != nil {
		return nil, err
	}
	return &Stream{keepBad, q, graph.NewNetworks(options, keepBad), graph.NewLabels()}, nil
}

// Options returns those of the graphs.
func (s *Stream) Options() graph.Options { return s.read.Options() }

// Close releases the memory.
func (s *Stream) Close() {
	s.read.Free()
	s.ended.Free()
}

// Read returns what was read and is not computed: edges are added to it.
func (s *Stream) Read() *graph.Networks { return s.read }

// Ready reports whether there are enough rows, of a network that has ended among others.
func (s *Stream) Ready() bool { return s.read.Rows() >= chunkRows && s.read.Len() > 1 }

// Next computes the networks that have ended: all but the last one or, at the end, all. Where the stream is neither
// ready nor at its end there are none yet. The caller frees both results.
func (s *Stream) Next(end bool, control *engine.Control) (*graph.Networks, *Result, error) {
	if err := s.read.Interleaved(); err != nil {
		return nil, nil, answer.BadData("edges", err)
	}
	networks, err := s.cut(end)
	if err != nil {
		return nil, nil, err
	}
	result, err := Compute(networks, s.question, control)
	if err == nil {
		if err = answer.BadData("edges", networks.NamesInto(s.ended)); err != nil {
			result.Free()
		}
	}
	if err != nil {
		networks.Free()
		return nil, nil, err
	}
	return networks, result, nil
}

// cut takes the networks that have ended.
func (s *Stream) cut(end bool) (*graph.Networks, error) {
	networks := s.read
	switch {
	case end:
		s.read = networks.Following()
	case !s.Ready():
		return graph.NewNetworks(graph.Options{}, s.keepBad), nil
	default:
		rest, err := networks.Cut()
		if err != nil {
			return nil, err
		}
		s.read = rest
	}
	return networks, nil
}
