package translate

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
	"modelbook/generator/locale"
)

// Rules of lint, as <!-- lint: rule reason --> names them.
const (
	ruleForbidden = "forbidden" // a word that is never right
	ruleDoubtful  = "doubtful"  // a word that often is not
	ruleTerm      = "term"      // a concept of the original text has none of its words
	ruleLatin     = "latin"     // a word in Latin letters in a language with others
	ruleEnglish   = "english"   // the text is the original one, or reads like English
	ruleNumbers   = "numbers"   // a number is not grouped as the language does
	ruleMarks     = "marks"     // half-width marks and spaces beside Han
	ruleBold      = "bold"      // stars that make nothing bold
	ruleSentences = "sentences" // nearly all paragraphs have as many sentences as in the original
)

var rules = []string{ruleForbidden, ruleDoubtful, ruleTerm, ruleLatin, ruleEnglish, ruleNumbers, ruleMarks, ruleBold, ruleSentences}

// Linter holds texts of one language to its glossary.
type Linter struct {
	locale             *locale.Locale
	glossary, original guide.Glossary
	forbidden, doubt   []*regexp.Regexp
	stems              map[string][][]string // of the words of each concept
	latin              map[string]bool
	englishWords       map[string]bool
	script             bool // the language has other letters than Latin
	tallies            []Tally
}

// Tally is how often a rule found something.
type Tally struct {
	Rule              string
	Reported, LeftOut int
	Reasons           []string // for exceptions, each once
}

// Tallies returns the findings of each rule since the linter was made, in a fixed
// order.
func (n *Linter) Tallies() []Tally { return n.tallies }

// count counts a finding of a rule, or only the reason of an exception.
func (n *Linter) count(rule string, leftOut *guide.Waiver) {
	t := &n.tallies[slices.Index(rules, rule)]
	if leftOut == nil {
		t.Reported++
		return
	}
	t.LeftOut++
	if !slices.Contains(t.Reasons, leftOut.Reason) {
		t.Reasons = append(t.Reasons, leftOut.Reason)
	}
}

// NewLinter takes a language's glossary and that of the original.
func NewLinter(l *locale.Locale, glossary, original guide.Glossary) *Linter {
	n := &Linter{locale: l, glossary: glossary, original: original, stems: map[string][][]string{}, latin: setOf(glossary.Latin), englishWords: setOf(glossary.English)}
	n.forbidden, n.doubt = n.compile(glossary.Forbidden), n.compile(glossary.Doubtful)
	for id, words := range glossary.Terms {
		for _, word := range words {
			n.stems[id] = append(n.stems[id], n.stem(word))
		}
	}
	for _, terms := range []map[string][]string{glossary.Terms, glossary.Listed} {
		for _, words := range terms {
			for _, word := range words {
				for each := range strings.FieldsFuncSeq(word, isNotLetter) {
					n.latin[each] = true
				}
			}
		}
	}
	n.script = l.IsNotLatin()
	for _, rule := range rules {
		n.tallies = append(n.tallies, Tally{Rule: rule})
	}
	return n
}

func setOf(words []string) map[string]bool {
	set := map[string]bool{}
	for _, word := range words {
		set[word] = true
	}
	return set
}

// compile makes patterns match in any case, and at the begin of words where
// there are spaces between them.
func (n *Linter) compile(rules []guide.WordRule) []*regexp.Regexp {
	compiled := make([]*regexp.Regexp, len(rules))
	for i, rule := range rules {
		pattern := "(?i)()(" + rule.Pattern + ")"
		if !n.locale.Typography().Han {
			pattern = `(?i)(^|[^\p{L}])(` + rule.Pattern + `)`
		}
		compiled[i] = regexp.MustCompile(pattern)
	}
	return compiled
}

// Alike returns the pairs of labels that may be alike, with the reason.
func (n *Linter) Alike() map[string]string { return n.glossary.Alike }

// finding is a mistake that a rule found in a text.
type finding struct {
	rule, word, text, hint string
	severity               diag.Severity
}

// Text holds a text of the interface or of the settings to the rules that need
// no original beside it.
func (n *Linter) Text(pos diag.Pos, text string) diag.List {
	var messages diag.List
	text = placeholder.ReplaceAllString(text, code)
	found := append(n.words(text), n.letters(text)...)
	for _, f := range append(found, n.marks(text)...) {
		n.count(f.rule, nil)
		messages.Add(diag.Message{Pos: pos, Severity: f.severity, Text: f.text + " (" + f.rule + ")", Hint: f.hint})
	}
	return messages
}

// words finds forbidden and doubtful words.
func (n *Linter) words(text string) []finding {
	var found []finding
	for _, kind := range []struct {
		rule     string
		patterns []*regexp.Regexp
		rules    []guide.WordRule
		severity diag.Severity
	}{{ruleForbidden, n.forbidden, n.glossary.Forbidden, diag.Error}, {ruleDoubtful, n.doubt, n.glossary.Doubtful, diag.Warning}} {
		for i, pattern := range kind.patterns {
			for _, m := range pattern.FindAllStringSubmatch(text, -1) {
				found = append(found, finding{kind.rule, m[2], fmt.Sprintf("%q is a word that is not written", strings.TrimSpace(m[2])), "write: " + kind.rules[i].Instead, kind.severity})
			}
		}
	}
	return found
}

var (
	latinRun    = regexp.MustCompile(`--[a-z-]+|\$?\p{Latin}{3,}`)
	placeholder = regexp.MustCompile(`\{[a-z]+\}`)
)

// letters finds words in Latin letters where the language has others.
func (n *Linter) letters(text string) []finding {
	var found []finding
	if n.script {
		for _, word := range latinRun.FindAllString(text, -1) {
			if word[0] != '$' && word[0] != '-' && !n.latin[word] {
				found = append(found, finding{ruleLatin, word, fmt.Sprintf("%q is not translated", word), "translate it, or add it to latin in the glossary", diag.Error})
			}
		}
	}
	return found
}

// Lint holds a translation to the rules, block by block.
func (n *Linter) Lint(t *Translation) diag.List {
	r := &run{Linter: n, page: t.Translated, found: map[*Segment]map[string]bool{}, judged: map[*Segment]bool{}}
	for j := range t.Blocks {
		b := &t.Blocks[j]
		if len(b.Translated) != 1 || b.Translated[0].Todo != "" {
			continue // missing translations are reported by Status
		}
		r.block(t, b)
	}
	r.sentences(t)
	r.waivers()
	return r.messages
}

// LintOriginal holds the original page to the rules that need nothing beside it.
func (n *Linter) LintOriginal(p *Page) diag.List {
	r := &run{Linter: n, page: p, found: map[*Segment]map[string]bool{}, judged: map[*Segment]bool{}}
	for i := range p.Segments {
		s := &p.Segments[i]
		r.judged[s] = true
		for _, f := range append(n.words(p.prose(s)), n.marks(s.Text)...) {
			r.report(s, f)
		}
	}
	r.waivers()
	return r.messages
}

// run is lint on one page.
type run struct {
	*Linter
	page     *Page
	messages diag.List
	found    map[*Segment]map[string]bool // rules that found something, left out or not
	judged   map[*Segment]bool            // by all rules: not stale segments, nor ones gone from the original
}

// report adds a finding, unless the segment is an exception to the rule.
func (r *run) report(s *Segment, f finding) {
	if r.found[s] == nil {
		r.found[s] = map[string]bool{}
	}
	r.found[s][f.rule] = true
	if i := slices.IndexFunc(s.Waivers, func(w guide.Waiver) bool { return w.Rule == f.rule }); i >= 0 {
		r.count(f.rule, &s.Waivers[i])
		return
	}
	r.count(f.rule, nil)
	pos := s.Pos
	if i := strings.Index(s.Text, f.word); i >= 0 && f.word != "" {
		pos = s.at(i)
	}
	r.messages.Add(diag.Message{Pos: pos, Severity: f.severity, Text: f.text + " (" + f.rule + ")", Hint: f.hint, Source: s.line(pos.Line)})
}

// waivers reports comments that make a segment an exception to a rule without
// need.
func (r *run) waivers() {
	for i := range r.page.Segments {
		s := &r.page.Segments[i]
		for _, w := range s.Waivers {
			switch {
			case !slices.Contains(rules, w.Rule):
				r.messages.Add(diag.Message{Pos: w.Pos, Text: "lint has no rule " + w.Rule, Hint: "the rules are " + strings.Join(rules, ", ")})
			case r.judged[s] && !r.found[s][w.Rule]:
				r.messages.Add(diag.Message{Pos: w.Pos, Text: "lint finds nothing here by the rule " + w.Rule, Hint: "delete the comment"})
			}
		}
	}
}

func (r *run) block(t *Translation, b *Block) {
	translated := b.Translated[0]
	if translated.Kind == kindCode || translated.Kind == kindRule {
		return
	}
	text, plain := r.page.prose(translated), r.page.unemphasizedProse(translated)
	found := append(r.words(text), r.letters(plain)...)
	found = append(found, r.readsEnglish(b, plain)...)
	if b.State != guide.Stale && b.State != guide.Misleading {
		found = append(found, r.terms(t.Original.unemphasizedProse(b.Original), text)...)
		found = append(found, r.numbers(b.Original, translated, t.Original.Locale)...)
		r.judged[translated] = true
	}
	found = append(found, r.marks(translated.Text)...)
	found = append(found, stars(translated.Text, text)...)
	for _, f := range found {
		r.report(translated, f)
	}
}

// readsEnglish reports a text that is the original one, or reads like English.
func (r *run) readsEnglish(b *Block, text string) []finding {
	if b.Untranslated {
		return []finding{{rule: ruleEnglish, text: "this is the original text", hint: "translate it", severity: diag.Error}}
	}
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, isNotLetter) {
		if word = strings.ToLower(word); r.englishWords[word] {
			words[word] = true
		}
	}
	if len(words) < 3 {
		return nil
	}
	return []finding{{rule: ruleEnglish, text: "this reads like English", hint: "translate it", severity: diag.Error}}
}

// literalStars are stars that a text is to show.
var literalStars = regexp.MustCompile(`\\\*`)

// stars reports stars in the text that readers see: CommonMark takes no star for
// emphasis that is between a mark and a letter, between which Han has no space.
func stars(source, shown string) []finding {
	begin := strings.IndexByte(shown, '*')
	if begin < 0 || literalStars.MatchString(source) {
		return nil
	}
	here := []rune(shown[begin:])
	return []finding{{ruleBold, string(here[:min(len(here), 5)]), "stars that are shown as they stand, and make nothing bold",
		"write the mark outside of the stars, or a space on their other side", diag.Warning}}
}

func isNotLetter(r rune) bool { return !unicode.IsLetter(r) }
