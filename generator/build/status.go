package build

import (
	"cmp"
	"io"
	"slices"

	"modelbook/generator/guide"
	"modelbook/generator/page"
	"modelbook/generator/translate"
)

// statusPages is the page about the state of translations, in every language.
func (s *Site) statusPages() summary {
	var files []fileOf[*findings]
	if len(s.source.settings.Languages) > 1 {
		for _, lang := range s.source.settings.Languages {
			files = append(files, fileOf[*findings]{guide.Path(lang, guide.Status), func(w io.Writer, all *findings) error { return s.renderStatus(w, lang, all) }})
		}
	}
	return &summaryOf[*findings]{guide.Status, files, everything}
}

func (s *Site) renderStatus(w io.Writer, lang string, all *findings) error {
	at := place{root: "../"}
	versions := guide.Translations{Slug: guide.Status, Original: s.source.settings.Original(), Pages: map[string]guide.Page{}}
	for _, each := range s.source.settings.Languages {
		versions.Pages[each] = guide.Page{Slug: guide.Status, Lang: each}
	}
	in := s.input(versions, frame{kind: page.StatusPage, chapter: -1}, lang, at)
	in.Status = s.status(lang, all)
	return s.theme.Render(w, in)
}

// status collects the counts of all pages. If there are too many pages for the
// table, it lists those that are behind, and then the first of the others.
func (s *Site) status(lang string, all *findings) *page.Status {
	status := &page.Status{Languages: s.source.settings.Languages[1:]}
	totals := make([]translate.Count, len(status.Languages))
	for number, t := range s.outline.All() {
		row := page.StatusRow{Entry: *s.entry(&t, lang)}
		for i, translation := range status.Languages {
			count := all.count(number, translation)
			totals[i] = totals[i].Plus(count)
			cell := statusCell(count)
			cell.Href = "../" + guide.Path(translation, t.Slug)
			cell.Edit = s.translateAt(t, translation)
			row.Cells = append(row.Cells, cell)
		}
		status.Rows = append(status.Rows, row)
	}
	if status.Cut = len(status.Rows) > mostInStatus; status.Cut {
		slices.SortStableFunc(status.Rows, func(a, b page.StatusRow) int { return cmp.Compare(upToDate(a), upToDate(b)) })
		status.Rows = status.Rows[:mostInStatus]
	}
	for _, total := range totals {
		status.Totals = append(status.Totals, statusCell(total))
	}
	return status
}

// upToDate is 0 for a page that is behind in a language, else 1.
func upToDate(row page.StatusRow) int {
	for _, c := range row.Cells {
		if c.Missing+c.Stale+c.Misleading > 0 || c.InOriginal {
			return 0
		}
	}
	return 1
}

func statusCell(c translate.Count) page.StatusCell {
	return page.StatusCell{Fresh: c.Fresh, Stale: c.Stale, Misleading: c.Misleading, Missing: c.Missing, InOriginal: c.InOriginal}
}

// translateAt returns where a translation is edited or begun, or "".
func (s *Site) translateAt(t guide.Translations, lang string) string {
	if named, ok := t.Pages[lang]; ok {
		return s.edit(named.File)
	}
	if s.source.settings.Repository == "" {
		return ""
	}
	_, folder := inRepository(s.source.settings.Repository, "new")
	return folder + "/content/" + lang + "?filename=" + t.Slug + ".md"
}
