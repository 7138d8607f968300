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

func ExampleManyLayers() {
	g, err := gobc.NewGraph(context.Background(), gobc.Edges{From: []int64{1, 2, 1}, To: []int64{2, 3, 3}},
		gobc.GraphOptions{})
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	bootstraps := gobc.Layers{
		Networks: []int64{0, 1},
		Weight: []float64{
			1, 1, 3, // of the three edges in network 0
			1, 4, 1,
		},
	}
	query := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness}, Preset: gobc.Raw}
	result, err := gobc.ManyLayers(context.Background(), g, bootstraps, query)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Column(gobc.Betweenness)) // of three vertices in two networks
	// Output:
	// [0 2 0 2 0 0]
}

func ExampleManyBatches() {
	batches := func(yield func(gobc.Networks) bool) { // as from a file that does not fit into memory
		for network := range int64(3) {
			edges := gobc.Edges{From: []int64{0, 1}, To: []int64{1, 2 + network}}
			if !yield(gobc.Networks{Network: []int64{network, network}, Edges: edges}) {
				return
			}
		}
	}
	query := gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity}}
	for result, err := range gobc.ManyBatches(context.Background(), batches, query) {
		if err != nil {
			log.Fatal(err)
		}
		for network, scores := range result.All {
			fmt.Println(network, scores.Vertices(), scores.Column(gobc.Eccentricity))
		}
	}
	// Output:
	// 0 [0 1 2] [2 1 2]
	// 1 [0 1 3] [2 1 2]
	// 2 [0 1 4] [2 1 2]
}

func ExampleManyResult_Column() {
	networks := gobc.Networks{Network: []int64{1, 1, 2}, Edges: gobc.Edges{From: []int64{5, 6, 5}, To: []int64{6, 7, 6}}}
	result, err := gobc.Many(context.Background(), networks, gobc.Query{Measures: []gobc.Measure{gobc.Eccentricity}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Column(gobc.Eccentricity))
	// Output:
	// [2 1 2 1 1]
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
