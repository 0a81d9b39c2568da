package code

import (
	"fmt"
	"strings"

	"modelbook/generator/code/layout"
	"modelbook/generator/example"
)

// Must returns the statement that ends a program, or only its transaction, or lets it
// begin again, if a run's result has another count than the one that decides. It is nil
// if no count decides, and on pages of the shell, whose readers see the result.
func (f *Facts) Must(r *Run) layout.Doc {
	if !f.looksAt(r) {
		return nil
	}
	template, wide := f.Templates.Must, f.Templates.WideMust
	switch {
	case r.Attempts > 0:
		template, wide = f.Templates.Again, None
	case r.Fails && !r.InCallback:
		template, wide = f.Templates.Warning, f.Templates.WideWarning
	}
	count := With{"variable": r.Variable, "count": r.Must.Count, "Count": Capitalized(r.Must.Count), "count_": SnakeCase(r.Must.Count)}
	with := With{"count": expand(f.Templates.Count, count.text), "is": fmt.Sprint(r.Must.Is), "attempts": fmt.Sprint(r.Attempts), "message": f.Quote(broken(r.Must, r.Object)), "nil": ""}
	if r.InCallback {
		with["nil"] = "nil, "
	}
	statement := f.Fill(template, with)
	margins := f.Page
	if r.IsScript {
		margins = f.Script
	}
	if wide != None && layout.Width(statement) > margins.Width {
		return f.Fill(wide, with)
	}
	return statement
}

// looksAt reports whether a program looks at a count of a run's result.
func (f *Facts) looksAt(r *Run) bool { return r.Must != nil && (r.IsScript || !f.IsShell) }

// Keeps reports whether a run's result has a variable, since later steps use it or a
// count in it decides.
func (f *Facts) Keeps(r *Run) bool { return r.IsSaved || f.looksAt(r) }

// broken returns the message that a count is another one than it must be.
func broken(m *example.Must, collection string) string {
	happened := map[string]string{"matchedCount": "matched in", "modifiedCount": "changed in", "deletedCount": "deleted from", "insertedCount": "inserted into"}[m.Count]
	if m.Is == 1 {
		return "nothing " + happened + " " + collection
	}
	return fmt.Sprintf("not %d %s %s", m.Is, happened, collection)
}

// failing returns the lines around a transaction that fails, since a count is another one
// than it must be.
func (t *Transaction) failing(of *Facts) (head, foot string, with With) {
	message := broken(t.Fails.Must, t.Fails.Object)
	with = With{"session": t.Session, "message": of.Quote(message), "expected, got": of.Quote("expected: " + message + ", got: %v"), "no error": []string{}}
	if t.Fails.IsScript && of.Templates.NoError != None {
		expected := of.Quote("expected: " + message)
		with["no error"] = strings.Split(strings.ReplaceAll(of.Templates.NoError, "{expected}", expected), "\n")
	}
	if t.IsScoped && of.Templates.ScopedFailingFoot != None {
		return of.Templates.ScopedFailingHead, of.Templates.ScopedFailingFoot, with
	}
	return of.Templates.FailingHead, of.Templates.FailingFoot, with
}
