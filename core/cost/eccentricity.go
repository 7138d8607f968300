package cost

// The least number of vertices at which a component is worth bounds on its eccentricities. In smaller components a
// search from every vertex takes sixteen batches at most. With lengths a search takes longer.
const (
	BoundedComponent = 8192
	BoundedByLengths = 1024
)

// mostWaste is the share of the cost of searching from all vertices that rounds of bounds may waste.
const mostWaste = 0.06

// Bounding is the account of the rounds that look for bounds on eccentricities. A vertex that a round closes earns what
// searching from it would cost; rounds go on while what they cost beyond that is below a share of searching from all
// open vertices. So rounds and searches together cost at most about 1.06 times searching from all vertices, and rounds
// end if the last vertices close slowly.
type Bounding struct {
	Vertex float64 // what searching from one vertex costs, where all are searched from
	credit float64 // what rounds may still cost
}

// Begin gives rounds their credit, `least` at least.
func (b *Bounding) Begin(open int, least float64) { b.credit = max(b.waste(open), least) }

// Settle accounts for a round: what it spent and how many vertices it closed. The cap of the credit is at
// least `least`.
func (b *Bounding) Settle(spent float64, closed, open int, least float64) {
	b.credit = min(b.credit+b.Vertex*float64(closed)-spent, max(b.waste(open), least))
}

func (b *Bounding) waste(open int) float64 { return mostWaste * b.Vertex * float64(open) }

// mostBatches is how many batches a round has at most.
const mostBatches = 32

// Batches returns how many batches the next round has after one of `last`, of which each costs so much; 0: no round
// pays.
func (b *Bounding) Batches(last int, each float64, open int) int {
	if b.credit < each || b.Vertex*float64(open) < each {
		return 0
	}
	return max(1, min(2*last, mostBatches, int(b.credit/each)))
}

// Sources of a round of lengths; they double: from 28 all of a Kronecker graph of 2^13 is closed, from 48 no sooner.
const (
	fewestSources = 4
	mostSources   = 64
)

// BoundingLengths returns the account of rounds of lengths, in searches from one source.
func BoundingLengths(open int) *Bounding {
	b := &Bounding{Vertex: 1. / sourcesALengthSearch}
	b.Begin(open, fewestSources)
	return b
}

// Sources returns how many sources the next round of lengths has after one of `last`, 0 for none; 0: no round pays.
func (b *Bounding) Sources(last, open int) int {
	if open == 0 || b.credit < fewestSources {
		return 0
	}
	return min(max(2*last, fewestSources), mostSources, int(b.credit))
}

// manyLevels: in a component with an eccentricity from here on, sources spread over it share no work. CPU seconds for
// 64 of them one after the other, against 64 lanes: 0.21 to 0.31 on a Delaunay mesh of 131,072 vertices, 0.08 to 0.28
// on a road network of 114,000. On small-world graphs lanes are 3 times as fast.
const manyLevels = 48

// SpreadSourcesAlone reports whether sources spread over a component are searched faster one after the other.
func SpreadSourcesAlone(eccentricity int32) bool { return eccentricity >= manyLevels }

// BoundingSources returns how many of the sources of a round are taken from the center, the open vertices with the
// least lower bounds, and how many from the widest gaps: on a road network of 114,599 vertices 1,665 searches, and
// 2,561 without the center. The others are far ones.
func BoundingSources(sources int) (center, gaps int) { return sources / 5, 2 * sources / 5 }

// BallsClosed returns the radius of the balls that one in four of the sources of a round would have closed. fallen is
// how far each, in ascending order, is from what was a source beyond what was none.
func BallsClosed(fallen []int32) int { return int(fallen[len(fallen)*3/4] / 2) }

// BallVisits is how many entries of lists may be looked at to keep the sources of a round apart: as many as four
// searches.
func BallVisits(arcs int64) int64 { return 4 * arcs }

// LengthBalls returns how many vertices around a source no other one is taken from, a quarter of its share, and among
// how many of the best ones sources are looked for.
func LengthBalls(vertices, sources int) (around, candidates int) {
	return vertices / (4 * sources), 32 * sources
}
