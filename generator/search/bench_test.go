package search

import (
	"os"
	"testing"

	"modelbook/generator/guide"
)

// BenchmarkNewPage counts the words of a page of this handbook, in a language
// of two bytes a letter, and in one of one.
func BenchmarkNewPage(b *testing.B) {
	for _, lang := range []string{"en", "bg", "zh-CN"} {
		b.Run(lang, func(b *testing.B) {
			text, err := os.ReadFile("../../content/" + lang + "/one-to-one.md")
			if err != nil {
				b.Fatal(err)
			}
			v := NewVocabularies()
			d := Document{Page: guide.Page{Lang: lang}, Sections: []Section{{Text: string(text)}}}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				v.NewPage(d)
			}
		})
	}
}
