package many

// newBallast returns memory that nobody touches, so that the system never provides it. The heap counts it: the garbage
// collector, which starts when the heap has doubled, starts rarely. Without it the heap of a call is 4 MB, which short
// graphs of all workers fill many times a second, and threads spend half of their time on marking.
func newBallast() []byte { return make([]byte, 32<<20) }
