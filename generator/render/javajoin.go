package render

import "modelbook/generator/ejson"

func lookupInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	if has(n, "from localField foreignField as", "") {
		return static("Aggregates", "lookup", textOf(n, "from"), textOf(n, "localField"), textOf(n, "foreignField"), textOf(n, "as")), true, nil
	}
	if !has(n, "from pipeline as", "let") {
		return mixedLookup(d, n)
	}
	p := static("Aggregates", "lookup", textOf(n, "from"))
	if let, ok := field(n.Fields, "let"); ok {
		variables, err := pairs(d, "Variable", let)
		if err != nil {
			return p, false, err
		}
		p.items = append(p.items, static("List", "of", variables...))
	}
	stages, _ := field(n.Fields, "pipeline")
	pipeline, err := pipelineInJava(d, stages)
	p.items = append(p.items, pipeline, textOf(n, "as"))
	return p, true, err
}

// mixedLookup writes $lookup with fields and a pipeline, which has no builder, though the
// stages in it have.
func mixedLookup(d *Dialect, n ejson.Node) (piece, bool, error) {
	values := make([]piece, len(n.Fields))
	for i, f := range n.Fields {
		write := func(d *Dialect, n ejson.Node) (piece, error) { return d.piece(n, false) }
		if f.Key == "pipeline" {
			write = pipelineInJava
		}
		var err error
		if values[i], err = write(d, f.Value); err != nil {
			return piece{}, false, err
		}
	}
	return documentOf("$lookup", composeInJava(n, values)), true, nil
}

func graphLookupInJava(d *Dialect, n ejson.Node) (piece, bool, error) {
	if !has(n, "from startWith connectFromField connectToField as", "maxDepth depthField restrictSearchWithMatch") {
		return piece{}, false, nil
	}
	start, _ := field(n.Fields, "startWith")
	expression, err := d.piece(start, false)
	if err != nil {
		return piece{}, false, err
	}
	p := static("Aggregates", "graphLookup", textOf(n, "from"), expression, textOf(n, "connectFromField"), textOf(n, "connectToField"), textOf(n, "as"))
	options := made("GraphLookupOptions")
	for _, f := range n.Fields {
		switch f.Key {
		case "maxDepth", "depthField":
			value, err := d.piece(f.Value, false)
			if err != nil {
				return p, false, err
			}
			options = options.calls(f.Key, value)
		case "restrictSearchWithMatch":
			filter, err := filterInJava(d, f.Value)
			if err != nil {
				return p, false, err
			}
			options = options.calls(f.Key, filter)
		}
	}
	if len(options.then) > 0 {
		p.items = append(p.items, options)
	}
	return p, true, nil
}
