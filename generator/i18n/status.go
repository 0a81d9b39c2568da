package i18n

import (
	"modelbook/generator/diag"
	"modelbook/generator/translate"
)

// Status says what is translated.
type Status struct {
	Languages []LanguageStatus
	Pages     []PageStatus
}

// LanguageStatus sums up a language.
type LanguageStatus struct {
	Lang string
	translate.Count
	// Strings are the words of the interface that are English.
	Strings []string
}

// Percent gives the share of segments that are up to date, rounded down, so that
// 100 is all.
func (l LanguageStatus) Percent() int {
	if l.All() == 0 {
		return 100
	}
	return 100 * l.Fresh / l.All()
}

// PageStatus says what there is of a page, by language.
type PageStatus struct {
	Slug   string
	Counts map[string]translate.Count
}

// Status compares all translations into these languages with English.
func (w *Workspace) Status(languages []string) (Status, diag.List, error) {
	var status Status
	sums := map[string]translate.Count{}
	messages, err := w.each(w.pages.All(), languages, func(u *unit) error {
		slug := u.english.Guide.Slug
		if n := len(status.Pages); n == 0 || status.Pages[n-1].Slug != slug {
			status.Pages = append(status.Pages, PageStatus{slug, map[string]translate.Count{}})
		}
		count := u.count()
		status.Pages[len(status.Pages)-1].Counts[u.lang] = count
		sums[u.lang] = sums[u.lang].Plus(count)
		return nil
	})
	for _, lang := range languages {
		status.Languages = append(status.Languages, LanguageStatus{lang, sums[lang], w.pages.MissingStrings(lang)})
	}
	return status, messages, err
}

func (u *unit) count() translate.Count {
	if u.whole {
		return u.english.Whole()
	}
	if u.compared == nil {
		return translate.Missing(u.english)
	}
	count := u.compared.Count()
	count.InEnglish = u.compared.Page() == nil
	return count
}
