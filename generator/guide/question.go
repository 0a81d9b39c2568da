package guide

import (
	"unicode"
	"unicode/utf8"
)

// QuestionWords returns the words by which tables name a question of the workload:
// those that the text links to #question/<id>. They begin with a capital letter.
// "" if the text has none, which was reported.
func (g *Guide) QuestionWords(id string) string {
	for i := range g.Blocks {
		for _, part := range g.Blocks[i].Parts {
			if n := part.Number; n != nil && n.Target.Kind == "question" && n.Target.Rate == id {
				first, size := utf8.DecodeRuneInString(n.Text)
				return string(unicode.ToUpper(first)) + n.Text[size:]
			}
		}
	}
	return ""
}
