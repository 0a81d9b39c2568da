package i18n

import (
	"cmp"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/translate"
)

// Work is the work that is left for a page.
type Work struct {
	File  string // of the translation
	Begin bool   // there is no translation yet
	// Rewritten says that little of the original page is left that was translated.
	Rewritten bool
	Tasks     []Task
}

// Task is the work that is left for a segment.
type Task struct {
	State    guide.State
	Obsolete bool // The original no longer has it
	// Unsealed says that only its base is to be brought up.
	Unsealed bool
	Pos      diag.Pos // in the translation, or in the original if there is none
	Place    string
	Kind     string
	// Changes are those of the original text since it was translated.
	Changes []translate.Change
	Text    string // the original text of a missing segment, the translation of an obsolete one
	Marked  bool   // an update put it into the page
}

// Next returns the worklist of a language, by page: pages that mislead first,
// then the ones with most work.
func (w *Workspace) Next(lang string, names []string) ([]Work, diag.List, error) {
	pages, err := w.selected(names)
	if err != nil {
		return nil, nil, err
	}
	var list []Work
	messages, err := w.each(pages, []string{lang}, func(u *unit) error {
		if work := u.work(); work.Begin || work.Rewritten || len(work.Tasks) > 0 {
			list = append(list, work)
		}
		return nil
	})
	slices.SortStableFunc(list, func(a, b Work) int {
		return cmp.Or(cmp.Compare(misleading(b), misleading(a)), cmp.Compare(len(b.Tasks), len(a.Tasks)))
	})
	return list, messages, err
}

func misleading(w Work) int {
	n := 0
	for _, task := range w.Tasks {
		if task.State == guide.Misleading {
			n++
		}
	}
	return n
}

func (u *unit) work() Work {
	if u.compared == nil {
		return Work{File: u.file(), Begin: true}
	}
	work := Work{File: u.translated.Guide.File, Rewritten: u.compared.Rewritten}
	for i := range u.compared.Blocks {
		if b := &u.compared.Blocks[i]; b.State != guide.Fresh || b.Unsealed {
			work.Tasks = append(work.Tasks, task(b))
		}
	}
	for _, s := range u.compared.Obsolete {
		work.Tasks = append(work.Tasks, Task{Obsolete: true, Pos: s.Pos, Place: s.Place, Kind: s.Kind, Text: s.Text, Marked: s.Obsolete})
	}
	slices.SortStableFunc(work.Tasks, func(a, b Task) int { return cmp.Compare(a.urgency(), b.urgency()) })
	return work
}

// urgency orders misleading segments first, and segments that need only a seal
// last.
func (t Task) urgency() int {
	switch {
	case t.Obsolete:
		return 3
	case t.State == guide.Misleading:
		return 0
	case t.State == guide.Missing:
		return 1
	case t.State == guide.Stale:
		return 2
	}
	return 4
}

func task(b *translate.Block) Task {
	t := Task{State: b.State, Unsealed: b.Unsealed, Pos: b.Original.Pos, Place: b.Original.Place, Kind: b.Original.Kind, Text: b.Original.Text}
	if len(b.Translated) > 0 {
		t.Pos, t.Marked = b.Translated[0].Pos, b.Translated[0].Todo != ""
	}
	if len(b.From) > 0 && b.State != guide.Missing {
		t.Changes = translate.Diff(b.Before(), b.Original.Text)
	}
	return t
}
