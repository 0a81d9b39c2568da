package locale

import (
	"slices"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// categories are CLDR's plural categories in its order.
var categories = []struct {
	category plural.Form
	name     string
}{
	{plural.Zero, "zero"}, {plural.One, "one"}, {plural.Two, "two"},
	{plural.Few, "few"}, {plural.Many, "many"}, {plural.Other, "other"},
}

func nameOf(category plural.Form) string {
	for _, c := range categories {
		if c.category == category {
			return c.name
		}
	}
	return "other"
}

// Plural returns the category of n things: "one", "few", "many" or "other".
func (l *Locale) Plural(n int) string {
	return nameOf(plural.Cardinal.MatchPlural(l.tag, max(n, -n), 0, 0, 0, 0))
}

// PluralCategories returns the categories of a language in CLDR's order, including
// the category of fractions.
func (l *Locale) PluralCategories() []string { return l.plurals }

// pluralCategories applies the rules to numbers of every kind that they
// distinguish: by the last two digits, by a million, and by a fraction (Unicode TR
// 35 part 3, language plural rules).
func pluralCategories(tag language.Tag) []string {
	met := map[plural.Form]bool{plural.Cardinal.MatchPlural(tag, 1, 1, 1, 5, 5): true}
	for n := range 1100 {
		met[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)] = true
	}
	met[plural.Cardinal.MatchPlural(tag, 1_000_000, 0, 0, 0, 0)] = true
	var names []string
	for _, c := range categories {
		if met[c.category] {
			names = append(names, c.name)
		}
	}
	return slices.Clip(names)
}
