package render

import (
	"fmt"

	"modelbook/generator/code"
	"modelbook/generator/code/shell"
	"modelbook/generator/ejson"
	"modelbook/generator/example"
	"modelbook/generator/figure"
	"modelbook/generator/guide"
)

// scanKind is a figure of the entries of an index in their order, with those that a
// question or a step reads. Without a size they are those at the first.
var scanKind = Kind{
	[]guide.Pattern{
		{Fragment: "scan/<step or answers>", Place: guide.Alone | guide.InList},
		{Fragment: "scan/<step or answers>/<size>", Place: guide.Alone | guide.InList},
	},
	func(of Models, t guide.Target) (figure.Figure, error) {
		scans, err := IndexScansOf(of.Results, t.Subject, t.Size)
		return figure.Figure{Names: scanNames(scans), Panes: []figure.Pane{{Class: "all", Elements: []figure.Element{scans}}}}, err
	},
}

// The most of what one figure shows.
const (
	mostScannedModels = 4
	mostScannedFields = 4
	mostScannedSteps  = 2
	longestKey        = 30 // characters of a value
)

// IndexScansOf draws how models read indexes for a question, or in a step.
func IndexScansOf(results []*example.Result, subject string, size int) (figure.IndexScans, error) {
	var all figure.IndexScans
	if len(results) > mostScannedModels {
		return all, fmt.Errorf("%d models are too many for one figure of index scans, which shows at most %d", len(results), mostScannedModels)
	}
	hasIndex, ran := false, false
	for _, r := range results {
		model := figure.ScansOfModel{Model: r.Example.Name}
		if run := r.At(size); run != nil && len(run.Steps) > 0 {
			ran = true
			for i, step := range run.Steps {
				if is := r.Example.Steps[i]; is.ID != subject && (is.Answers == nil || is.Answers.ID != subject) {
					continue
				}
				scan, err := scanOf(r.Example.Steps[i], step)
				if err != nil {
					return all, fmt.Errorf("the step %s of the example %s: %w", r.Example.Steps[i].ID, r.Example.Name, err)
				}
				hasIndex = hasIndex || scan.Fields != nil
				model.Scans = append(model.Scans, scan)
			}
			if len(model.Scans) > mostScannedSteps {
				return all, fmt.Errorf("%d steps of the example %s answer %q; a figure of index scans shows at most %d", len(model.Scans), r.Example.Name, subject, mostScannedSteps)
			}
		}
		all.Models = append(all.Models, model)
	}
	if ran && !hasIndex {
		return all, fmt.Errorf("%q uses no index: whole collections are read, and there are no entries to show", subject)
	}
	return all, nil
}

func scanOf(step example.Step, result example.StepResult) (figure.IndexScan, error) {
	switch {
	case !step.Wants("keysRead"):
		return figure.IndexScan{}, fmt.Errorf("it is not measured, and so it is not known what it reads; give it \"answers\", or an \"expectCost\" with \"keysRead\"")
	case len(result.Scans) == 0:
		return figure.IndexScan{}, fmt.Errorf("it looks for no document, and so reads no index")
	case len(result.Scans) > 1:
		return figure.IndexScan{}, fmt.Errorf("it is sent several times; the entries of one query are shown")
	}
	s := result.Scans[0]
	if s.Why != "" {
		return figure.IndexScan{}, fmt.Errorf("no index entries can be shown: %s", s.Why)
	}
	if len(s.Fields) > mostScannedFields {
		return figure.IndexScan{}, fmt.Errorf("an index of %d fields is too wide; at most %d are shown", len(s.Fields), mostScannedFields)
	}
	drawn := figure.IndexScan{Collection: s.Collection, Counts: scanCounts(s)}
	for i, field := range s.Fields {
		f := figure.IndexField{Path: field.Path, Descending: field.Descending}
		if i < len(s.Bounds) {
			f.Bounds = s.Bounds[i]
		}
		drawn.Fields = append(drawn.Fields, f)
	}
	if s.IsMultikey {
		drawn.Remarks = append(drawn.Remarks, figure.Words{Key: "scan-words.multikey"})
	}
	if s.LeftOut > 0 {
		drawn.Remarks = append(drawn.Remarks, figure.Because(figure.Words{Key: "scan-words.left-out"}, figure.Integer(s.LeftOut)))
	}
	examined := 0
	for _, row := range s.Rows {
		entry, err := entryOf(row)
		if err != nil {
			return drawn, err
		}
		drawn.Entries = append(drawn.Entries, entry)
		if examined += entry.Examined; entry.LeftOut == 0 && row.State >= example.Examined {
			examined++
		}
	}
	if measured, _ := result.Cost.KeysRead.Number(); int64(examined) != measured {
		return drawn, fmt.Errorf("%d entries would be shown as read, but %d were measured", examined, measured)
	}
	return drawn, nil
}

// entryStates are the keys of scan-words for what a scan does with an entry.
var entryStates = map[example.EntryState]string{example.Within: "within", example.Examined: "examined", example.Returned: "returned"}

// shownOfID is where the counter of an ObjectId begins, which tells entries apart: all of it
// would leave no room for the other fields of a key.
const shownOfID = 18

func entryOf(row example.EntryRow) (figure.EntryRow, error) {
	entry := figure.EntryRow{State: entryStates[row.State], LeftOut: row.LeftOut, Examined: row.LeftOutExamined, Returned: row.LeftOutReturned}
	for _, value := range row.Values {
		if value.IsZero() {
			entry.Values = append(entry.Values, nil)
			continue
		}
		if id, isID := value.ObjectIDOK(); isID {
			entry.Values = append(entry.Values, []figure.Token{{Class: figure.String, Text: shell.Ellipsis + id.Hex()[shownOfID:]}})
			continue
		}
		node, err := ejson.Open(value)
		if err != nil {
			return entry, err
		}
		if written := []rune(node.Text); len(written) > longestKey {
			node.Text = string(written[:longestKey]) + shell.Ellipsis
		}
		tokens, err := keyTokens(node)
		if err != nil {
			return entry, err
		}
		entry.Values = append(entry.Values, tokens)
	}
	return entry, nil
}

func keyTokens(node ejson.Node) ([]figure.Token, error) {
	if node.Type == "array" && len(node.Fields) == 0 {
		return punctuation("[]"), nil
	}
	if err := code.KeepsOrder(node); err != nil {
		return nil, err
	}
	written, err := shell.Read(node)
	return written.Inline(), err
}

func scanCounts(s example.IndexScan) []figure.Phrase {
	said := func(key string, count figure.Phrase) figure.Phrase {
		return figure.Because(figure.Words{Key: key}, count)
	}
	var counts []figure.Phrase
	if s.Index != "" {
		counts = append(counts, said("measures.keysRead", figure.Words{Key: "scan-words.of", With: []figure.Argument{
			{Name: "count", Phrase: figure.Integer(s.Examined)}, {Name: "all", Phrase: figure.Integer(s.Entries)}}}))
	}
	return append(counts, said("measures.documentsRead", figure.Integer(s.Documents)), said("scan-words.found", figure.Integer(s.Returned)))
}

// scanNames are the stages of the plans.
func scanNames(scans figure.IndexScans) []string {
	var names []string
	for _, model := range scans.Models {
		for _, scan := range model.Scans {
			name := "IXSCAN"
			if scan.Fields == nil {
				name = "COLLSCAN"
			}
			names = append(names, name)
			for _, field := range scan.Fields {
				names = append(names, field.Path)
			}
		}
	}
	return names
}
