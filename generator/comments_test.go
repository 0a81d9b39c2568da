package main

import (
	"regexp"
	"strings"
	"testing"
)

var (
	sentenceEnd = regexp.MustCompile(`[.!?:;](\s+|$)`)
	gives       = regexp.MustCompile(`(?i)\b(gives?|gave)\b`)
	freeWhat    = regexp.MustCompile(`(?i)\bwhat(ever)?\b`)
)

// Comments are in the English of other Go programs: functions return values and don't
// "give" them, and sentences name their subjects instead of hanging on "what". Now and
// then both are right, so a share of the sentences may have them.
func TestCommentsAreInPlainEnglish(t *testing.T) {
	const mayGive, mayHaveWhat = 0.01, 0.03
	sentences := map[*regexp.Regexp][]string{}
	all := 0
	for _, file := range sources(t) {
		for _, comment := range file.Comments {
			for _, sentence := range sentenceEnd.Split(comment.Text(), -1) {
				if len(strings.Fields(sentence)) < 2 {
					continue
				}
				all++
				for _, word := range []*regexp.Regexp{gives, freeWhat} {
					if word.MatchString(sentence) {
						sentences[word] = append(sentences[word], sourcePositions.Position(comment.Pos()).String()+": "+strings.TrimSpace(sentence))
					}
				}
			}
		}
	}
	if all < 5000 {
		t.Fatalf("%d sentences", all)
	}
	for word, share := range map[*regexp.Regexp]float64{gives: mayGive, freeWhat: mayHaveWhat} {
		if found := sentences[word]; float64(len(found)) > share*float64(all) {
			t.Errorf("%d of %d sentences have %s, more than %.0f %%; name what is meant in some of:\n%s", len(found), all, word, 100*share, strings.Join(found, "\n"))
		}
	}
}
