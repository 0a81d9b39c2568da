// Package locale handles the differences between the languages of a site:
// numbers, plurals, dates, and the marks and spaces of prose.
//
// New takes a language's BCP 47 tag, as site.yaml has it, and its Writing, from
// the strings of the theme; the methods of a Locale return text for a page.
// Plural rules and the separators of numbers are those of Unicode CLDR, as
// golang.org/x/text has them: no language is named in this package.
package locale

import (
	"fmt"

	"golang.org/x/text/language"
)

// Locale is how one language writes. It may be used from several goroutines.
type Locale struct {
	Lang string // BCP 47 tag

	tag            language.Tag
	decimal, group string // separators of a number
	writing        Writing
	typography     Typography
	plurals        []string            // plural categories
	numbers        map[string][]string // words, by value
	numberOf       map[string]string   // values, by word
}

// New makes the locale of a language. The error is that of Check, or reports a
// mistake in writing.
func New(lang string, writing Writing) (*Locale, error) {
	if err := Check(lang); err != nil {
		return nil, err
	}
	l := &Locale{Lang: lang, tag: language.MustParse(lang), writing: writing}
	if err := l.readWriting(); err != nil {
		return nil, err
	}
	l.decimal, l.group = separators(l.tag)
	l.plurals = pluralCategories(l.tag)
	l.numbers = numberWords(writing.Numbers)
	l.numberOf = numberOf(l.numbers)
	return l, nil
}

// Check returns an error, with the tag that was probably meant, if lang is not a
// language's tag in the form of RFC 5646: pt-BR, zh-Hant.
func Check(lang string) error {
	tag, err := language.Parse(lang)
	if err != nil || tag == language.Und {
		return fmt.Errorf("%q is not a language; write its tag, such as de or pt-BR", lang)
	}
	if canonical := tag.String(); canonical != lang {
		return fmt.Errorf("%q is not how a language's tag is written; did you mean %s?", lang, canonical)
	}
	return nil
}

// Territory returns the language with the territory in which most of its readers
// live, by CLDR's likely subtags, as Open Graph writes it: en_US.
func (l *Locale) Territory() string {
	base, _ := l.tag.Base()
	region, _ := l.tag.Region()
	return base.String() + "_" + region.String()
}
