package translate

import "strings"

// Change is a piece of a text: the same before and now, or only one of both.
type Change struct {
	Before, Now string // with the spaces that follow
}

// mostWords is the product of words up to which two texts are compared word by
// word. Longer ones are shown one after the other.
const mostWords = 4_000_000

// Diff compares two texts word by word.
func Diff(before, now string) []Change {
	a, b := wordsOf(before), wordsOf(now)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	d := &differ{}
	d.same(a[:head])
	d.middle(a[head:len(a)-tail], b[head:len(b)-tail])
	d.same(a[len(a)-tail:])
	return d.changes
}

// wordsOf cuts a text behind its spaces.
func wordsOf(text string) []string {
	var words []string
	for text != "" {
		end := strings.IndexAny(text, " \n\t")
		if end < 0 {
			return append(words, text)
		}
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], " \n\t"))
		words = append(words, text[:end])
		text = text[end:]
	}
	return words
}

type differ struct{ changes []Change }

func (d *differ) same(words []string) {
	if len(words) == 0 {
		return
	}
	text := strings.Join(words, "")
	if n := len(d.changes); n > 0 && d.changes[n-1].Before == d.changes[n-1].Now {
		text = d.changes[n-1].Before + text
		d.changes = d.changes[:n-1]
	}
	d.changes = append(d.changes, Change{text, text})
}

func (d *differ) replace(before, now string) {
	if before == "" && now == "" {
		return
	}
	if n := len(d.changes); n > 0 && d.changes[n-1].Before != d.changes[n-1].Now {
		d.changes[n-1].Before += before
		d.changes[n-1].Now += now
		return
	}
	d.changes = append(d.changes, Change{before, now})
}

// middle keeps the longest common subsequence of words.
func (d *differ) middle(a, b []string) {
	if len(a)*len(b) > mostWords {
		d.replace(strings.Join(a, ""), strings.Join(b, ""))
		return
	}
	length := make([][]int32, len(a)+1)
	for i := range length {
		length[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if sameWord(a[i], b[j]) {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case sameWord(a[i], b[j]):
			d.same(b[j : j+1])
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			d.replace(a[i], "")
			i++
		default:
			d.replace("", b[j])
			j++
		}
	}
	d.replace(strings.Join(a[i:], ""), strings.Join(b[j:], ""))
}

// sameWord compares words without the spaces that follow.
func sameWord(a, b string) bool {
	return strings.TrimRight(a, " \n\t") == strings.TrimRight(b, " \n\t")
}

// WordDiff writes changes as git does with --word-diff: [-before-]{+now+}.
func WordDiff(changes []Change) string {
	var b strings.Builder
	for _, c := range changes {
		if c.Before == c.Now {
			b.WriteString(c.Now)
			continue
		}
		if written := b.String(); written != "" && !strings.ContainsAny(written[len(written)-1:], " \n\t") {
			b.WriteByte(' ') // the text before it ends here now
		}
		b.WriteString(bracket("[-", c.Before, "-]", c.Now == "") + bracket("{+", c.Now, "+}", true))
	}
	return b.String()
}

// bracket puts marks around a text and leaves the spaces that follow it outside,
// if it is the last of its place.
func bracket(opening, text, closing string, spaced bool) string {
	if text == "" {
		return ""
	}
	words := strings.TrimRight(text, " \n\t")
	if !spaced {
		return opening + words + closing
	}
	return opening + words + closing + text[len(words):]
}
