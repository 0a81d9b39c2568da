package search

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Scripts of the index call one function with their path and their data, so
// that they can be loaded from a file as well as from a server.
const call = "modelbookIndex"

// Folder holds the scripts of a language.
func Folder(lang string) string { return "search/" + lang + "/" }

// DirectoryPath is the script that is read first.
func DirectoryPath(lang string) string { return Folder(lang) + "directory.js" }

// WordsPath is the script of a shard of the vocabulary.
func WordsPath(lang string, shard int) string {
	return Folder(lang) + "words-" + strconv.Itoa(shard) + ".js"
}

// PagePath is the script with the text of a page, by the page's number.
func PagePath(lang string, page int) string {
	return Folder(lang) + "page-" + strconv.Itoa(page) + ".js"
}

// WritePage writes the script with the text of a page. part is the title of
// the part that the page belongs to, or "".
func WritePage(w io.Writer, d Document, number int, part string) error {
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	fmt.Fprintf(b, "%s(%q,[", call, strings.TrimSuffix(PagePath(d.Page.Lang, number), ".js"))
	for i, text := range []string{d.Page.Slug, d.Page.Meta.Title, part, d.Original} {
		if i > 0 {
			b.WriteByte(',')
		}
		quote(b, text)
	}
	for _, section := range d.Sections {
		b.WriteString(",\n[")
		quote(b, section.ID)
		b.WriteByte(',')
		quote(b, section.Heading)
		b.WriteByte(',')
		quote(b, section.Text)
		b.WriteByte(']')
	}
	b.WriteString("])\n")
	_, err := w.Write(b.Bytes())
	return err
}

// buffers are for texts as long as a page, which would be most of the garbage.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// quote writes a string of JavaScript that is JSON too.
func quote(b *bytes.Buffer, text string) {
	b.WriteByte('"')
	start := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b.WriteString(text[start:i])
		start = i + 1
		switch {
		case c == '\n':
			b.WriteString(`\n`)
		case c < ' ':
			fmt.Fprintf(b, `\u%04x`, c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	b.WriteString(text[start:])
	b.WriteByte('"')
}

// Shards divides the index into scripts: the directory, and shards of about
// the same size.
func (x *Index) Shards(count int) (directory []byte, words [][]byte) {
	starts := x.divide(count)
	for s, start := range starts {
		end := len(x.entries)
		if s+1 < count {
			end = starts[s+1]
		}
		words = append(words, x.shard(s, x.entries[start:end]))
	}
	return x.directory(starts), words
}

// divide returns the form that each shard begins with.
func (x *Index) divide(count int) []int {
	ends := make([]int, len(x.entries)) // of each entry, in bytes
	counted := make([]bool, len(x.lists.ends))
	size := 0
	for i, f := range x.entries {
		size += len(f.text)
		for _, t := range f.terms {
			if !counted[t] {
				size += len(x.lists.of(t))
			}
			counted[t] = true
		}
		ends[i] = size
	}
	starts := make([]int, count)
	for s := 1; s < count; s++ {
		first, _ := slices.BinarySearch(ends, size*s/count)
		starts[s] = min(max(first, starts[s-1]+1), len(x.entries))
	}
	return starts
}

// digits are the digits of numbers in base 64: each holds five bits of a
// number, the lowest first; all but the last have 32 added.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

func appendNumber(to []byte, n uint32) []byte {
	for n >= 32 {
		to = append(to, digits[n&31|32])
		n >>= 5
	}
	return append(to, digits[n])
}

// lists are the encoded terms of an index, one after another by their numbers.
type lists struct {
	text []byte
	ends []int
}

func (l *lists) of(term int) []byte {
	if term == 0 {
		return l.text[:l.ends[0]]
	}
	return l.text[l.ends[term-1]:l.ends[term]]
}

// encode writes the terms and releases their postings.
func (x *Index) encode() {
	x.lists.ends = make([]int, 0, len(x.terms))
	for t := range x.terms {
		x.lists.text = x.terms[t].appendTo(x.lists.text)
		x.lists.ends = append(x.lists.ends, len(x.lists.text))
	}
	x.terms = nil
}

// appendTo writes a term's rarity, and of each of its sections the distance to
// the one before with the level.
func (t *term) appendTo(to []byte) []byte {
	to = append(to, digits[t.rarity])
	last := uint32(0)
	for _, p := range strongest(t.postings, maxPostings) {
		to = appendNumber(to, uint32(p)-last<<levelBits)
		last = p.section()
	}
	return to
}

// shard writes entries in their order and the postings of their terms. An entry is
// a digit, how many letters it shares with the one before; the rest of it; and
// after a tab the numbers of its terms in the shard, unless it has only the next
// one.
func (x *Index) shard(number int, entries []entry) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s(%q,\"", call, strings.TrimSuffix(WordsPath(x.lang, number), ".js"))
	numbers := map[int]int{}
	var order []int
	last := ""
	for i, f := range entries {
		if i > 0 {
			b.WriteString(`\n`)
		}
		shared := sharedLetters(last, f.text)
		b.WriteByte(digits[shared.letters])
		b.WriteString(f.text[shared.bytes:])
		last = f.text
		_, known := numbers[f.terms[0]]
		for j, t := range f.terms {
			n, exists := numbers[t]
			if !exists {
				n = len(order)
				numbers[t] = n
				order = append(order, t)
			}
			if known || len(f.terms) > 1 {
				b.WriteString([]string{`\t`, " "}[min(j, 1)])
				b.WriteString(strconv.FormatInt(int64(n), 36))
			}
		}
	}
	b.WriteString("\",\"")
	for i, t := range order {
		if i > 0 {
			b.WriteString(`\n`)
		}
		b.Write(x.lists.of(t))
	}
	b.WriteString("\")\n")
	return b.Bytes()
}

type shared struct{ letters, bytes int }

func sharedLetters(a, b string) shared {
	var s shared
	for s.bytes < len(a) && s.letters < len(digits)-1 {
		r, size := utf8.DecodeRuneInString(a[s.bytes:])
		if !strings.HasPrefix(b[s.bytes:], a[s.bytes:s.bytes+size]) || r > 0xffff {
			break
		}
		s.letters, s.bytes = s.letters+1, s.bytes+size
	}
	return s
}

// directory writes where each shard begins, how many sections each page has, and
// the words that are ignored.
func (x *Index) directory(starts []int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s(%q,[", call, strings.TrimSuffix(DirectoryPath(x.lang), ".js"))
	for s, start := range starts {
		if s > 0 {
			b.WriteByte(',')
		}
		quote(&b, x.start(s, start))
	}
	b.WriteString("],\"")
	var counts []byte
	for _, p := range x.pages {
		n := 0
		if p != nil {
			n = p.Sections
		}
		counts = appendNumber(counts, uint32(n))
	}
	b.Write(counts)
	b.WriteString("\",")
	quote(&b, strings.Join(x.ignored, " "))
	b.WriteString(")\n")
	return b.Bytes()
}

// start returns the shortest prefix of a shard's first form that differs from
// the form before it.
func (x *Index) start(shard, first int) string {
	if shard == 0 {
		return ""
	}
	if first == len(x.entries) {
		return "\uffff"
	}
	text := x.entries[first].text
	end := sharedLetters(x.entries[first-1].text, text).bytes
	_, size := utf8.DecodeRuneInString(text[end:])
	return text[:end+size]
}
