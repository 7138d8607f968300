// Package cost predicts how long sweeps, reductions and searches take. It is the one place of such predictions: every one is in
// seconds, of the same reference machines, and every coefficient stands in coefficients.go.
//
// What moves a bit of an answer, a reduction, is chosen by the reference machines alone: on any machine, with any number of
// threads, the same question has the same one.
package cost
