// Command worker is the Go program of the test in which several languages share a folder.
//
//	worker begin FOLDER FILE   makes a job from a file of edges
//	worker run FOLDER          computes shards until none is missing
//	worker merge FOLDER        writes the vertices and their values
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"

	"gobc"
)

func main() {
	ctx := context.Background()
	var err error
	switch arguments := os.Args[1:]; {
	case len(arguments) == 3 && arguments[0] == "begin":
		err = begin(ctx, arguments[1], arguments[2])
	case len(arguments) == 2 && arguments[0] == "run":
		err = run(ctx, arguments[1])
	case len(arguments) == 2 && arguments[0] == "merge":
		err = merge(ctx, arguments[1])
	default:
		err = errors.New("usage: worker begin FOLDER FILE | run FOLDER | merge FOLDER")
	}
	if err != nil {
		log.Fatal(err)
	}
}

func begin(ctx context.Context, folder, path string) error {
	file, err := gobc.ReadFile(ctx, path, gobc.FileOptions{Weight: "weight"})
	if err != nil {
		return err
	}
	g, err := gobc.NewGraph(ctx, file.Edges, gobc.GraphOptions{Directed: true})
	if err != nil {
		return err
	}
	q := gobc.Query{Measures: []gobc.Measure{gobc.Betweenness, gobc.Closeness}}
	job, err := gobc.NewJob(ctx, g, q, 60)
	if err != nil {
		return err
	}
	return job.Save(folder, false)
}

func run(ctx context.Context, folder string) error {
	job, err := gobc.LoadJob(ctx, folder, gobc.GraphOptions{})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	for found := true; found && err == nil; {
		_, found, err = job.RunNext(ctx, folder, gobc.Where{Threads: 1})
	}
	return err
}

func merge(ctx context.Context, folder string) error {
	job, err := gobc.LoadJob(ctx, folder, gobc.GraphOptions{})
	if err != nil {
		return err
	}
	part, err := gobc.MergeFolder(ctx, folder)
	if err != nil {
		return err
	}
	result, err := job.Result(ctx, part)
	if err != nil {
		return err
	}
	names := job.Graph().Names()
	for row, id := range result.Vertices() {
		label := strconv.FormatInt(id, 10)
		if names != nil {
			label = names[id]
		}
		fmt.Print(label)
		for _, m := range result.Measures() {
			fmt.Print(",", strconv.FormatFloat(result.Column(m)[row], 'g', -1, 64))
		}
		fmt.Println()
	}
	return nil
}
