package locale

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Typography is a language's use of marks and spaces in prose.
type Typography struct {
	// Open and Close are its quotation marks, InnerOpen and InnerClose its
	// marks inside a quotation.
	Open, Close           string
	InnerOpen, InnerClose string
	// Units stay on the line of the number before them.
	Units map[string]bool
	// Short words stay on the line of the word after them, and so do all of up
	// to ShortLetters letters.
	Short        map[string]bool
	ShortLetters int
	// Joined is the greatest length, in letters, of a word that stays on the line
	// of the word at the other side of a hyphen.
	Joined int
	// Dash: a dash stays on the line of the word before it.
	Dash bool
	// Grouped: a space between digits groups them.
	Grouped bool
	// Han: words have no spaces between them, and there is none beside a
	// full-width mark.
	Han bool
	// LatinSpaced: there is one space between Han and Latin letters, digits or
	// code.
	LatinSpaced bool
	// Comma is the mark between the items of a list in Han, 0 where that is a comma.
	Comma rune
}

// Typography returns the language's marks and spaces.
func (l *Locale) Typography() *Typography { return &l.typography }

// KeepsWord reports whether the last word of before is a short one that stays
// with the next. Its first letter may be at the beginning of the text after
// prev.
func (t *Typography) KeepsWord(before []byte, prev rune) bool {
	if t.Short == nil && t.ShortLetters == 0 {
		return false
	}
	start, letters := len(before), 0
	for start > 0 && letters <= 6 {
		r, size := utf8.DecodeLastRune(before[:start])
		if !isLetter(r) {
			if r == '-' || r == '’' || r == '\'' {
				return false // the end of a longer word
			}
			break
		}
		start -= size
		letters++
	}
	word := before[start:]
	if letters == 0 || letters > t.ShortLetters && !t.Short[string(word)] {
		return false
	}
	return !(start == 0 && isWord(prev) || t.Units[string(word)] && endsInDigit(before[:start]))
}

// WordJoiner prevents a line break. It is invisible, and a browser's search ignores
// it.
const WordJoiner = "\u2060"

// KeepsHyphen reports whether no line may break after the hyphen between two pieces
// of a text.
func (t *Typography) KeepsHyphen(before, after []byte) bool {
	if t.Joined == 0 {
		return false
	}
	left := 0
	for ; left <= t.Joined && len(before) > 0; left++ {
		r, size := utf8.DecodeLastRune(before)
		if !isLetter(r) {
			break
		}
		before = before[:len(before)-size]
	}
	right := 0
	for ; right <= t.Joined && len(after) > 0; right++ {
		r, size := utf8.DecodeRune(after)
		if !isLetter(r) {
			break
		}
		after = after[size:]
	}
	return left > 0 && right > 0 && min(left, right) <= t.Joined
}

// KeepHyphens inserts a WordJoiner after each hyphen at which no line may break, in
// a text without markup. It is for headings and links that are shown, not for text
// that is searched.
func (t *Typography) KeepHyphens(text string) string {
	if t.Joined == 0 || !strings.Contains(text, "-") {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		b.WriteByte(text[i])
		if text[i] == '-' && t.KeepsHyphen([]byte(text[:i]), []byte(text[i+1:])) {
			b.WriteString(WordJoiner)
		}
	}
	return b.String()
}

// isLetter is unicode.IsLetter, quicker for the letters that most text is of.
func isLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'а' <= r && r <= 'я' || unicode.IsLetter(r)
}

// endsInDigit reports whether the last thing before a unit is its number.
func endsInDigit(b []byte) bool {
	r, _ := utf8.DecodeLastRune(bytes.TrimRightFunc(b, unicode.IsSpace))
	return isDigitRune(r)
}

// KeepsNext reports whether the text after a space stays with the text before
// it: a unit with its number, a dash with its word, a group of digits.
func (t *Typography) KeepsNext(before rune, next []byte) bool {
	digit := before >= '0' && before <= '9'
	if !digit && !t.Dash {
		return false
	}
	if t.Dash && (bytes.HasPrefix(next, []byte("—")) || bytes.HasPrefix(next, []byte("–"))) {
		return true
	}
	if !digit {
		return false
	}
	word := firstWord(next)
	return t.Units[string(word)] || len(word) < len(next) && next[len(word)] == '.' && t.Units[string(word)+"."] || t.Grouped && isGroup(next)
}

// isGroup reports whether b begins with a group of digits: three of them.
func isGroup(b []byte) bool {
	end := bytes.IndexFunc(b, func(r rune) bool { return r < '0' || r > '9' })
	return end == 3 || end < 0 && len(b) == 3
}

// firstWord returns the letters that b begins with, or its percent sign.
func firstWord(b []byte) []byte {
	if len(b) > 0 && b[0] == '%' {
		return b[:1]
	}
	end := bytes.IndexFunc(b, func(r rune) bool { return !unicode.IsLetter(r) && r != '°' })
	if end < 0 {
		return b
	}
	return b[:end]
}

// Gap is the space between two characters of a text in Han.
type Gap uint8

const (
	// AsTyped leaves the space as it is.
	AsTyped Gap = iota
	// OneSpace is a space, typed or not.
	OneSpace
	// NoSpace means no space, even if one was typed.
	NoSpace
)

// Gap returns the gap between two characters, the first of which may be 0 at
// the beginning of a text.
func (t *Typography) Gap(before, next rune) Gap {
	switch {
	case !t.Han || before == 0 || next == 0:
		return AsTyped
	case isFullWidthMark(before) || isFullWidthMark(next):
		return NoSpace
	case !t.LatinSpaced:
		return AsTyped
	case isDigitRune(before) && strings.ContainsRune("年月日", next), isDigitRune(next) && strings.ContainsRune("年月", before):
		return AsTyped // in a date none, in a time one
	case isHan(before) == isHan(next):
		return AsTyped // two Han characters, mostly
	case isLatin(before) || isLatin(next):
		return OneSpace
	}
	return AsTyped
}

// JoinsLines reports whether the end of a source line between two characters is
// no space.
func (t *Typography) JoinsLines(before, next rune) bool {
	if !t.Han {
		return false
	}
	wide := IsWide(before) && IsWide(next) || !t.LatinSpaced && (IsWide(before) || IsWide(next))
	return wide || t.Gap(before, next) == NoSpace
}

// IsNotLatin reports whether a language is written in other letters than
// Latin ones.
func (l *Locale) IsNotLatin() bool {
	script, _ := l.tag.Script()
	return script.String() != "Latn"
}

// IsWide reports whether r is a Han character or a Japanese kana.
func IsWide(r rune) bool {
	return r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

// isLatin reports whether r is as narrow as a Latin letter: a letter of Latin or Greek,
// or a digit.
func isLatin(r rune) bool { return unicode.In(r, unicode.Latin, unicode.Greek) || isDigitRune(r) }

func isDigitRune(r rune) bool { return r >= '0' && r <= '9' }

// isFullWidthMark reports whether r is a mark as wide as a Han character, which
// brings its own space.
func isFullWidthMark(r rune) bool {
	return r >= 0x3000 && r <= 0x303F && !isHan(r) || r >= 0xFF00 && r <= 0xFF60 || r == '“' || r == '”' || r == '…'
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Quotes turns the straight quotation marks of a run of text into those of a
// language. Its zero value with Typography set is at the beginning of a run.
type Quotes struct {
	Typography *Typography
	open       []quotation
}

// quotation is an opening quotation mark that is not yet closed.
type quotation struct {
	isOuter bool
	offset  int
}

// Double returns the mark for a straight double one at an offset: marks pair up in
// their order.
func (q *Quotes) Double(offset int) string {
	for i := range q.open {
		if q.open[i].isOuter {
			q.open = q.open[:i]
			return q.Typography.Close
		}
	}
	q.open = append(q.open, quotation{true, offset})
	return q.Typography.Open
}

// Single returns the mark for a straight single one: an apostrophe, or the begin
// or end of a quotation inside another or alone.
func (q *Quotes) Single(before, next rune, offset int) string {
	inner := len(q.open) > 0 && !q.open[len(q.open)-1].isOuter
	switch {
	case isWord(before) && isWord(next):
	case !isWord(before) && before != '.' && before != ',' && next > '9' && isWord(next):
		q.open = append(q.open, quotation{false, offset})
		return q.Typography.InnerOpen
	case inner:
		q.open = q.open[:len(q.open)-1]
		return q.Typography.InnerClose
	}
	return "’"
}

// Unpaired returns the offsets of double marks that have no partner.
func (q *Quotes) Unpaired() []int {
	var offsets []int
	for _, open := range q.open {
		if open.isOuter {
			offsets = append(offsets, open.offset)
		}
	}
	return offsets
}

// Begin begins another run.
func (q *Quotes) Begin() { q.open = q.open[:0] }

const noBreak = "\u00a0"

// Typeset returns a text without markup the marks and spaces of the language.
func (t *Typography) Typeset(text string) string {
	quotes := Quotes{Typography: t}
	var b strings.Builder
	prev, copied := rune(0), 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		replacement, changes := t.replace(&quotes, text, i, end, prev)
		if t.Gap(prev, r) == OneSpace {
			replacement, changes = " "+text[i:end], true
		}
		if changes {
			b.WriteString(text[copied:i] + replacement)
			copied = end
		}
		prev = r
		if t.Han && replacement != "" {
			prev, _ = utf8.DecodeLastRuneInString(replacement)
		}
	}
	if copied == 0 {
		return text
	}
	b.WriteString(text[copied:])
	return b.String()
}

// replace returns the replacement of a straight quotation mark or a space, if
// there is one.
func (t *Typography) replace(quotes *Quotes, text string, i, end int, prev rune) (string, bool) {
	switch text[i] {
	case '"':
		return quotes.Double(i), true
	case '\'':
		next, _ := utf8.DecodeRuneInString(text[end:])
		return quotes.Single(prev, next, i), true
	case ' ':
		next, _ := utf8.DecodeRuneInString(text[end:])
		if t.Gap(prev, next) == NoSpace {
			return "", true
		}
		if t.KeepsWord([]byte(text[:i]), 0) || t.KeepsNext(prev, []byte(text[end:])) || KeepsFormula([]byte(text[:i]), []byte(text[end:]), false) {
			return noBreak, true
		}
	}
	return "", false
}
