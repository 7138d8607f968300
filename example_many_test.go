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

func ExampleManyResult_LeftOut() {
	networks := gobc.Networks{
		Network: []int64{1, 1, 2},
		Edges: gobc.Edges{
			From:   []int64{10, 20, 10},
			To:     []int64{20, 30, 30},
			Weight: []float64{1, 2, -3},
		},
		SkipBad: true,
	}
	query := gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity}}
	result, err := gobc.Many(context.Background(), networks, query)
	if err != nil {
		log.Fatal(err)
	}
	first, _ := result.Of(1)
	fmt.Println(result.Networks(), first.Map(gobc.Eccentricity))
	for _, left := range result.LeftOut() {
		fmt.Println("left out:", left.Network, "for row", left.Row)
	}
	// Output:
	// [1] map[10:3 20:2 30:3]
	// left out: 2 for row 2
}
