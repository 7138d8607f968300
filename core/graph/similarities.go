package graph

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
