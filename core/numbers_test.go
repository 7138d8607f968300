package core_test

// allowedNumbers are those outside of core/cost, by why they are where they are: none of them decides which way is
// faster. A constant goes by its package, its function and its name, another number by its function and its text.
var allowedNumbers = map[string]string{
	// of an option
	"default": `answer.defaultDelta answer.defaultTolerance`,
	// of how a graph is built, which no plan decides: sizes of caches and of lists that are sorted in one way
	"building": `
		graph.digitBits graph.eachWorker graph.fewTargets graph.listedAhead graph.manyTargets graph.mostOfPairs
		graph.mostRanges graph.placeBits graph.rangeBits graph.unionBits`,
	// of a file, an interface, a type or a kernel's name
	"format": `
		answer.AnyShard calibrate.format cpu.DistanceF64 cpu.DistanceU16 cpu.DistanceU32 cpu.DistanceU64
		cuda.Image/10 cuda.Length32 cuda.Length64 cuda.LengthF64 cuda.Oldest device.notReady
		device.sharedMemoryOptin driver.Least driver.NoDevice
		driver.OutOfMemory driver.TooOld engine.F64 engine.U16 engine.U32 engine.U64 generate.latticeBits generate.most
		graph.checkEnds/3 graph.edgePrime graph.LeastCommon graph.LeastConstant graph.LongestAbsent graph.MostEndColumns
		graph.LeastOfTexts graph.LeastShaped graph.ManyAlike graph.MostClasses graph.MostEndRows graph.MostShaped
		graph.TopScore graph.leastMeasured
		measure.undefinedNaN read.begin/3 read.columnNames/3
		read.leastOfMatrix read.line/3
		read.looked read.mostOfEdge read.mostOfNumbers
		read.eight read.everyFourth read.highest read.mostDigits read.ones read.plain/18 read.shortDecimal/16
		memory.Huge
		store.alignment store.placed.most store.placed/16 store.wordBytes
		sums.Double sums.Single sums.windows`,
	// of a kernel
	"lanes": `
		cpu.CutoffsAVisit cpu.LabelCorrectingWidth distances.chainsAtOnce cuda.RunLengths/32 cudaengine.summation/64
		cudaengine.wider/32
		paths.groupLanes paths.verticesAtOnce
		eccentricity.narrow eccentricity.searchLeft.width eccentricity.wide order.LookNear.together order.LookNear.width
		order.near64/32 order.near64/64 reduce.Lanes reduce.leastRound`,
	// of what is asked or read
	"limit": `
		answer.CheckThreads.most calibrate.mostFileBytes calibrate.mostMachines generate.MostEdges graph.Shorten.most
		query.ParseDevices/255 read.largestRatio read.listed/8 read.longestLine read.mostNested read.mostRows
		read.rowsAnEntry read.unlimited read.blocksAhead
		sums.In/1000 sums.LeastPower sums.LeastReach sums.LongestReach
		sums.MostCutoffs sums.MostShards sums.SteepestPower sums.mostDecay`,
	"mathematics": `
		calibrate.processorTime/1e9 cpuengine.took/1e-12 engine.Predict/1e3 estimate.bernstein/7.0 estimate.bestRate/0.95
		estimate.entropyEnd/1e-13 estimate.look/3 estimate.predict/1.001 estimate.result/3 generate.geometricRadius/.55
		generate.roadLike/10 generate.roadLike/27 generate.thin/.06 generate/.19 generate/.57
		graph.children paths.add.none paths.largest.same query.DrawsPairs/3 reduce.none reference.shifted/64 sums.Shifted/64
		sums.binaryLog.places sums.decayHalf sums.decayPlaces sums.decayPrecision sums.decayed/13.0 sums.moreThanRounded
		sums.ofPower.one sums.ofPower.rootOfHalf sums.ofPower/21.0`,
	// a calibration
	"measuring": `
		calibrate.enoughSeconds calibrate.least calibrate.leastHad calibrate.leastSeconds calibrate.leastShare
		calibrate.makesSense/1e-9 calibrate.manyThreads/16 calibrate.mostRounds calibrate.mostScale calibrate.passes`,
	// that something takes, or that is left
	"memory": `
		cpuengine.Countable/16 cpuengine.Countable/3 cpuengine.Countable/8 cpuengine.hopBounds/12 cpuengine.hopBounds/45
		cpuengine.PlanLists.item cpuengine.PlanLists.order
		cpuengine.hopBounds/64 cpuengine.PlanRows.item cpuengine.PlanRows.lists cpuengine.PlanRows.state
		cpuengine.labelCorrectingWorkspace/0.43 cpuengine.samples cpuengine.wantedTotals/16
		cuda.ComponentBytes.deepest cuda.ComponentBytes.state
		cuda.kernelShared cuda.memoryLeft cuda.roundCapacity/4
		cuda.roundCapacity/64 cuda.scaleCapacity cudaengine.capacity/1.5 cudaengine.capacity/8 device.align
		device.halfBytes device.keepAtMost
		cudaengine.ascend.pieceBits
		device.leastStaged device.spread.pieceBits device.staged folder.mostNamed folder.readFacts.copies
		graph.directKept graph.directLeast
		graph.indexBytes store.blockBytes storetest.blockBytes
		graph.directRange graph.directShare
		memory.leastGrown
		graph.labelWindow
		graph.makeRoom/1024 graph.makeRoom/4 graph.mostCopied graph.labelBlock graph.rowBlock graph.searchBlock
		graph.sampledRows graph.searchBrings many.chunkRows
		measure.arcBlock memory.Little memory.scarce paths.all.ofPair paths.block.ofVertex
		paths.gains.ofVertex paths.LocalEfficiency.ofArc paths.LocalEfficiency.ofNeighbor paths.LocalEfficiency.ofVertex
		paths.sharesAtOnce paths.Together.ofGroup paths.Together.ofLink paths.Together.ofVertex paths.all.ofVertex
		paths.bytesOfSearch.ofArc paths.bytesOfSearch.ofVertex
		paths.bytesOfSearch.ofWeighted plan.base plan.measure/4 plan.notLookedFor/4 reduce.mostBlocks reduce.mostSources
		system.reservedData system.reservedSpace`,
	// how often or how long somebody waits
	"poll": `
		cudaengine.drainTime device.Do/50 device.wait/10 device.wait/200 device.wait/32 driver.Timeout
		graph.listsMade graph.listsTurned graph.ranksKnown guard.Chunks.piece
		paths.stopEvery reduce.stopEvery reduce.unfoldSteps system.keptFor`,
	// of a type, beyond which another way is right
	"range": `
		distances.bytesOfPair.ends distances.far reference.Rows/64
		cuda.LengthSources cuda.drained cudaengine.deepGraph eccentricity.begin/8 engine.Predict/1e15 graph.MaxVertices
		graph.MostUnits graph.denominator/53 graph.misreadOneIn graph.exactDigits graph.exactPower graph.leastWeight
		graph.longestLength graph.mostWeight graph.perUnit/1e9 order.distanceRows/255 reduce.leastCounted reduce.lighten/30
		reduce.longestChain reduce.mostCounted reduce.mostMass reduce.mostPairs reduce.mostPaths reference.plus/120
		reference.times/1000 reference.times/1023 sums.MostPairs sums.MostPerSource sums.check.most sums.check.mostFiner`,
	"rounding": `
		cpuengine.mostTerms cpuengine.mostTermsOfStress cuda.realKeys engine.oneWindow estimate.rounding
		reference.term/128 reference.term/13.0 sums.FixedPoint.coarse sums.FixedPoint.fine sums.HopUnit sums.LengthUnit
		sums.PairUnit sums.Powers.most sums.Window/95 sums.WindowBits sums.rateOf.places sums.rateOf.precision`,
	// what it is drawn from decides about answers or predictions
	"sample": `
		cudaengine.together.looked cudaengine.typicalWeight.most estimate.blockPairs estimate.bySources/4 estimate.classes
		estimate.firstHalfWidth estimate.firstRound estimate.following/16 estimate.leastPilot estimate.leastSquares
		estimate.looks/1.01 estimate.looks/3 estimate.looks/4 estimate.looks/50 estimate.mostPilot estimate.nextLook/1.05
		estimate.nextLook/1.875 estimate.pilotFactor estimate.roundBatch order.LookNear.searches`,
	// a bound that a test counts
	"work": `reduce.longList`,
}
