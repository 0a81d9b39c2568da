// Package locale holds what the languages of a site do differently: numbers,
// plurals, dates, and the marks and spaces of prose.
//
// Its functions take a language's BCP 47 tag, as site.yaml has it, and values;
// they give text for a page. A tag that Check refuses counts as English. The
// data is that of Unicode CLDR 47 unless a comment names another source.
package locale

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/language"
)

type locale struct {
	tag language.Tag
	// forms are the language's plural categories.
	forms []string
	// decimal and group are the separators of a number; it is grouped from the
	// group-th digit before the decimal separator on.
	decimal, group string
	grouped        int
	// date is the pattern of a long date: {d}, {m} (the number), {month}, {y}.
	date   string
	months string
	Typography
}

var locales = map[string]*locale{
	"en": {
		tag: language.English, forms: []string{"one", "other"},
		decimal: ".", group: ",", grouped: 4,
		date: "{month} {d}, {y}", months: "January February March April May June July August September October November December",
		Typography: english,
	},
	"it": {
		tag: language.Italian, forms: []string{"one", "other"},
		decimal: ",", group: ".", grouped: 4,
		date: "{d} {month} {y}", months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
		Typography: italian,
	},
	"ru": {
		tag: language.Russian, forms: []string{"one", "few", "many", "other"},
		decimal: ",", group: noBreakSpace, grouped: 4,
		date: "{d} {month} {y}" + noBreakSpace + "г.", months: "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
		Typography: russian,
	},
	"pt-BR": {
		tag: language.BrazilianPortuguese, forms: []string{"one", "other"},
		decimal: ",", group: ".", grouped: 4,
		date: "{d} de {month} de {y}", months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
		Typography: portuguese,
	},
	"bg": {
		tag: language.Bulgarian, forms: []string{"one", "other"},
		decimal: ",", group: noBreakSpace, grouped: 5,
		date: "{d} {month} {y}" + noBreakSpace + "г.", months: "януари февруари март април май юни юли август септември октомври ноември декември",
		Typography: bulgarian,
	},
	"zh-CN": {
		tag: language.SimplifiedChinese, forms: []string{"other"},
		decimal: ".", group: ",", grouped: 4,
		date:       "{y}年{m}月{d}日",
		Typography: chinese,
	},
}

const noBreakSpace = "\u00a0"

func of(lang string) *locale {
	if l, ok := locales[lang]; ok {
		return l
	}
	return locales["en"]
}

// Languages gives the tags that Check accepts, in the order of the alphabet.
func Languages() []string { return slices.Sorted(maps.Keys(locales)) }

// Check gives an error that suggests another tag if lang is not one of Languages.
func Check(lang string) error {
	if _, ok := locales[lang]; ok {
		return nil
	}
	base, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(lang), "_", "-"), "-")
	for _, known := range Languages() {
		if first, _, _ := strings.Cut(known, "-"); first == base {
			return fmt.Errorf("unknown language %q; did you mean %s?", lang, known)
		}
	}
	return fmt.Errorf("unknown language %q; known are %s", lang, strings.Join(Languages(), ", "))
}
