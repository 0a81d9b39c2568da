package i18n

import (
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/translate"
)

// Status is how much of the site is translated.
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

// Percent returns the share of segments that are up to date, rounded down, so that
// 100 is all.
func (l LanguageStatus) Percent() int {
	if l.All() == 0 {
		return 100
	}
	return 100 * l.Fresh / l.All()
}

// PageStatus counts the segments of a page by state, by language.
type PageStatus struct {
	Slug   string
	Counts map[string]translate.Count
}

// Status compares all translations into these languages with the original.
func (w *Workspace) Status(languages []string) (Status, diag.List, error) {
	var status Status
	sums := map[string]translate.Count{}
	messages := slices.Clone(w.Messages)
	for _, t := range w.pages.All() {
		counts, found, err := w.counts(t, languages)
		messages = append(messages, found...)
		if err != nil {
			return status, messages, err
		}
		if counts == nil {
			continue
		}
		status.Pages = append(status.Pages, PageStatus{t.Slug, counts})
		for lang, count := range counts {
			sums[lang] = sums[lang].Plus(count)
		}
	}
	for _, lang := range languages {
		status.Languages = append(status.Languages, LanguageStatus{lang, sums[lang], w.pages.MissingStrings(lang)})
	}
	return status, messages, nil
}

// counts counts the translations of a page. They are nil if the original can't be read.
func (w *Workspace) counts(t guide.Translations, languages []string) (map[string]translate.Count, diag.List, error) {
	counts := map[string]translate.Count{}
	var rest []string
	original := w.pages.ReadSegments(t.First(), nil)
	for _, lang := range languages {
		count, ok := w.upToDate(original, t.Pages[lang])
		if !ok {
			rest = append(rest, lang)
			continue
		}
		counts[lang] = count
	}
	if len(rest) == 0 {
		return counts, nil, nil
	}
	messages, err := w.page(t, rest, func(u *unit) error {
		counts[u.lang] = u.count()
		return nil
	})
	if len(counts) < len(languages) {
		return nil, messages, err
	}
	return counts, messages, err
}

func (u *unit) count() translate.Count {
	if u.compared == nil {
		return translate.Missing(u.original)
	}
	return u.compared.Count()
}

// upToDate counts a translation without parsing it, if it is up to date. Most are. Of
// any other the parser may have more to tell, so ok is false.
func (w *Workspace) upToDate(original *translate.Page, named guide.Page) (count translate.Count, ok bool) {
	if original == nil || named.File == "" {
		return count, false
	}
	translated := w.pages.ReadSegments(named, w.memory)
	if translated == nil {
		return count, false
	}
	w.memory = translated.Guide.Blocks
	base, messages := w.pages.Base(original, named)
	if len(messages) > 0 {
		return count, false
	}
	compared := translate.Compare(original, translated, base)
	return compared.Count(), compared.IsUpToDate()
}
