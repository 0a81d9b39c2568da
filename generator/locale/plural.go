package locale

import "golang.org/x/text/feature/plural"

var categories = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two",
	plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// Plural gives the category of n things: "one", "few", "many" or "other".
func Plural(lang string, n int) string {
	return categories[plural.Cardinal.MatchPlural(of(lang).tag, max(n, -n), 0, 0, 0, 0)]
}

// PluralForms gives the categories that a language has, those of fractions included.
func PluralForms(lang string) []string { return of(lang).forms }
