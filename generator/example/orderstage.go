package example

import (
	"maps"
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// piped follows the documents of a collection through a pipeline.
func (e *Example) piped(collection string, pipeline bson.A) *flow {
	if !checksOrder {
		return nil
	}
	var filter bson.D
	if len(pipeline) > 0 {
		first, _ := pipeline[0].(bson.D)
		filter, _ = lookup(first, "$match").(bson.D)
	}
	f := e.flowOf(collection, filter)
	for _, item := range pipeline {
		if stage, ok := item.(bson.D); ok && len(stage) == 1 {
			f.stage(stage[0].Key, stage[0].Value)
		}
	}
	return f
}

// stage changes the flow as one stage of a pipeline does.
func (f *flow) stage(name string, argument any) {
	stage, known := stageNamed(name)
	if !known {
		return // the database refuses it
	}
	if follow := follows[name]; follow != nil {
		d, _ := argument.(bson.D)
		follow(f, d, argument)
		return
	}
	if stage.Documents == DocumentsMade {
		f.replace()
	}
	switch {
	case stage.Documents == DocumentsChosen:
		f.choose(name, argument)
	case stage.Order == OrderOpen && stage.Documents != DocumentsReshaped:
		f.order = open
	case stage.Order == OrderFixed:
		f.order = total
	case stage.Order == OrderSingle:
		f.order = single
	default:
		panic("example: no rule follows the order through " + name)
	}
}

// follows are the stages that reshape documents, or whose argument decides. It is
// filled by init because pipelines may be inside stages.
var follows map[string]func(f *flow, d bson.D, argument any)

func init() {
	if !checksOrder {
		return
	}
	set := func(f *flow, d bson.D, _ any) { f.set(d) }
	replace := func(f *flow, _ bson.D, _ any) { f.replace() }
	besides := func(f *flow, _ bson.D, _ any) { f.keys, f.order = nil, open }
	output := func(f *flow, d bson.D, _ any) {
		fields, _ := lookup(d, "output").(bson.D)
		for _, e := range fields {
			f.assign(e.Key)
		}
		f.order = open
	}
	bucket := func(f *flow, d bson.D, _ any) {
		output, _ := lookup(d, "output").(bson.D)
		f.group(output, total)
	}
	follows = map[string]func(f *flow, d bson.D, argument any){
		"$addFields":  set,
		"$bucket":     bucket,
		"$bucketAuto": bucket,
		"$densify":    besides,
		"$facet":      func(f *flow, d bson.D, _ any) { f.facet(d) },
		"$fill":       output,
		"$geoNear": func(f *flow, d bson.D, _ any) {
			distance, _ := lookup(d, "distanceField").(string)
			location, _ := lookup(d, "includeLocs").(string)
			f.assign(distance)
			f.assign(location)
			f.order = open
		},
		"$graphLookup": func(f *flow, d bson.D, _ any) { f.join("$graphLookup", d) },
		"$group": func(f *flow, d bson.D, _ any) {
			f.group(d, open)
			if lookup(d, "_id") == nil {
				f.order = single
			}
		},
		"$lookup":          func(f *flow, d bson.D, _ any) { f.join("$lookup", d) },
		"$match":           func(f *flow, d bson.D, _ any) { f.match(d) },
		"$project":         func(f *flow, d bson.D, _ any) { f.project(d) },
		"$redact":          func(*flow, bson.D, any) {},
		"$replaceRoot":     replace,
		"$replaceWith":     replace,
		"$set":             set,
		"$setWindowFields": output,
		"$sort":            func(f *flow, d bson.D, _ any) { f.sort(d) },
		"$sortByCount":     func(f *flow, _ bson.D, _ any) { f.group(nil, open) },
		"$unionWith":       besides,
		"$unset":           func(f *flow, _ bson.D, argument any) { f.unset(argument) },
		"$unwind":          func(f *flow, _ bson.D, argument any) { f.unwind(argument) },
	}
}

// replace forgets all facts about the fields.
func (f *flow) replace() { f.keys, f.arrays = nil, map[string]string{} }

// group follows $group. $first and its kin may well take a value that all
// documents of a group share, so they are left to the second, shuffled run.
func (f *flow) group(fields bson.D, after certainty) {
	arrays := map[string]string{}
	for _, e := range fields {
		accumulator, _ := e.Value.(bson.D)
		if len(accumulator) != 1 || e.Key == "_id" {
			continue
		}
		if name := accumulator[0].Key; name == "$addToSet" || name == "$push" && f.order == open {
			arrays[e.Key] = name
		}
	}
	f.keys, f.arrays, f.order = [][]string{{"_id"}}, arrays, after
}

// join adds an array of documents of another collection, whose order is promised
// only if there is at most one: the documents that a pipeline sorts are collected
// into an array after the sort.
func (f *flow) join(name string, d bson.D) {
	as, _ := lookup(d, "as").(string)
	f.assign(as)
	from, _ := lookup(d, "from").(string)
	foreign, _ := lookup(d, "foreignField").(string)
	pipeline, _ := lookup(d, "pipeline").(bson.A)
	inner := f.example.piped(from, pipeline)
	if inner.luck != "" && f.luck == "" {
		f.luck = inner.luck
	}
	one := name == "$lookup" && f.example.isUnique(from, foreign)
	if one || len(pipeline) > 0 && inner.order == single {
		return
	}
	f.arrays[as] = name
}

func (e *Example) isUnique(collection, field string) bool {
	c := e.indexed(collection)
	return c != nil && slices.ContainsFunc(c.uniqueKeys(nil), func(key []string) bool { return len(key) == 1 && key[0] == field })
}

func (f *flow) unwind(argument any) {
	path, _ := argument.(string)
	index := ""
	if d, ok := argument.(bson.D); ok {
		path, _ = lookup(d, "path").(string)
		index, _ = lookup(d, "includeArrayIndex").(string)
	}
	path = strings.TrimPrefix(path, "$")
	var keys [][]string
	for _, key := range f.keys {
		switch {
		case index != "":
			keys = append(keys, append(slices.Clone(key), index))
		case f.arrays[path] == "$lookup":
			keys = append(keys, append(slices.Clone(key), path+"._id"))
		}
	}
	f.keys = keys
	if f.arrays[path] != "" {
		delete(f.arrays, path)
		f.order = open
	}
	if f.order == single {
		f.order = total
	}
}

func (f *flow) facet(d bson.D) {
	outer := *f
	f.keys, f.arrays, f.order = nil, map[string]string{}, single
	for _, e := range d {
		inner := outer
		inner.arrays = maps.Clone(outer.arrays)
		pipeline, _ := e.Value.(bson.A)
		for _, item := range pipeline {
			if stage, ok := item.(bson.D); ok && len(stage) == 1 {
				inner.stage(stage[0].Key, stage[0].Value)
			}
		}
		if inner.order == open {
			f.arrays[e.Key] = "$facet"
		}
		for field, by := range inner.arrays {
			f.arrays[e.Key+"."+field] = by
		}
		if f.luck == "" {
			f.luck = inner.luck
		}
	}
}
