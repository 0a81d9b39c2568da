package translate

import (
	"fmt"
	"regexp"

	"modelbook/generator/diag"
)

var sentenceEnd = regexp.MustCompile(`[.!?][)»”“"’*]*(\s|$)|[。！？]`)

// sentences reports a page whose paragraphs nearly all have as many sentences as
// in the original: it is translated sentence by sentence.
func (r *run) sentences(t *Translation) {
	all, same := 0, 0
	var firstTranslated *Segment
	for j := range t.Blocks {
		b := &t.Blocks[j]
		if b.Original.Kind != "paragraph" || len(b.Translated) != 1 || b.Translated[0].Todo != "" {
			continue
		}
		if firstTranslated == nil {
			firstTranslated = b.Translated[0]
		}
		all++
		if sentencesIn(t.Original.prose(b.Original)) == sentencesIn(r.page.prose(b.Translated[0])) {
			same++
		}
	}
	if all >= fewestParagraphs && float64(same) > mostSame*float64(all) {
		r.report(firstTranslated, finding{rule: ruleSentences, text: fmt.Sprintf("%d of %d paragraphs have as many sentences as in the original", same, all),
			hint: "split and join sentences as the language likes them", severity: diag.Warning})
	}
}

const (
	fewestParagraphs = 10
	mostSame         = 0.9
)

func sentencesIn(text string) int { return len(sentenceEnd.FindAllString(text, -1)) }
