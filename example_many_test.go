package gobc_test

import (
	"context"
	"fmt"
	"log"

	"gobc"
)

func ExampleMany() {
	networks := gobc.Networks{
		Network: []int64{1, 1, 2, 2, 2}, // patients
		Edges: gobc.Edges{
			From: []int64{10, 20, 10, 30, 40},
			To:   []int64{20, 30, 30, 40, 20},
		},
	}
	query := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Preset: gobc.Raw}
	result, err := gobc.Many(context.Background(), networks, query)
	if err != nil {
		log.Fatal(err)
	}
	for patient, scores := range result.All {
		fmt.Println(patient, scores.Vertices(), scores.Column(gobc.Betweenness))
	}
	// Output:
	// 1 [10 20 30] [0 2 0]
	// 2 [10 30 40 20] [0 4 4 0]
}
