package estimate

// For tests that follow a rule draw by draw.
var NextRound = nextRound
