package search

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"sync"

	"modelbook/generator/guide"
)

// Page is the index data of a document: the words of each section with their
// weight.
type Page struct {
	Lang     string
	Title    string
	Original string // as in Document
	Sections int
	// heads are the id and the text of each section's heading, with a zero byte
	// after each: one slice, since a site has hundreds of thousands of them.
	heads []byte
	// words are, for each section: how many words it has; how many different
	// ones; for each of these twice the difference of its number to the
	// previous one, plus one if it is once in the text and nowhere else, which
	// fixes its weight; otherwise the weight follows. All are varints.
	words []byte
}

// Head is a section's place and name. The first section has neither.
type Head struct{ ID, Text string }

// Heads returns the heads of the sections.
func (p *Page) Heads() []Head {
	heads := make([]Head, p.Sections)
	rest := string(p.heads)
	for i := range heads {
		heads[i].ID, rest, _ = strings.Cut(rest, "\x00")
		heads[i].Text, rest, _ = strings.Cut(rest, "\x00")
	}
	return heads
}

// weights are how often a word counts, by its place: words of the title count
// most.
type weights struct{ title, sought, question, description, heading, text, name uint32 }

const textWeight = 2

var (
	guideWeights = weights{title: 48, sought: 32, question: 8, description: 6, heading: 20, text: textWeight, name: 1}
	// An overview names the subjects of other pages.
	overviewWeights = weights{title: 16, sought: 16, question: 2, description: 2, heading: 4, text: textWeight, name: 1}
	// The sections of a glossary are short, which would rank them first.
	glossaryWeights = weights{title: 16, sought: 16, question: 2, description: 2, heading: 1, text: 1, name: 1}
)

func weightsOf(d *Document) weights {
	if d.Glossary {
		return glossaryWeights
	}
	if slug := d.Page.Slug; slug == guide.Home || strings.HasPrefix(slug, guide.PartPrefix) {
		return overviewWeights
	}
	return guideWeights
}

// NewPage counts the words of a document.
func (v *Vocabularies) NewPage(d Document) *Page {
	w := weightsOf(&d)
	c := counters.Get().(*counter)
	defer counters.Put(c)
	c.vocabulary, c.encoded, c.heads = v.of(d.Page.Lang), c.encoded[:0], c.heads[:0]
	for i := range d.Sections {
		section := &d.Sections[i]
		for _, text := range []string{section.ID, section.Heading} {
			c.heads = append(append(c.heads, text...), 0)
		}
		if i == 0 {
			c.add(d.Page.Meta.Title, w.title)
			for _, sought := range d.Sought {
				c.add(sought, w.sought)
			}
			c.add(d.Page.Meta.Question, w.question)
			c.add(d.Page.Meta.Description, w.description)
		}
		heading, text := w.heading, w.text
		if section.ID == guide.SeeAlso { // which names the subjects of other pages
			heading, text = 1, 1
		}
		c.add(section.Heading, heading)
		c.add(section.Text, text)
		for _, name := range section.Names {
			c.add(name, w.name)
		}
		c.end()
	}
	return &Page{d.Page.Lang, d.Page.Meta.Title, d.Original, len(d.Sections), bytes.Clone(c.heads), bytes.Clone(c.encoded)}
}

// counter counts the words of one document, section by section.
type counter struct {
	vocabulary *vocabulary
	scanner    scanner
	words      wordList
	weights    []uint32 // by word's number, in the section that is counted
	met        []uint64 // words of that section: a bit for each number, since they are written in order
	length     int      // of that section, in words
	different  int      // words of that section
	encoded    []byte
	heads      []byte
}

var counters = sync.Pool{New: func() any { return new(counter) }}

func (c *counter) add(text string, weight uint32) {
	c.vocabulary.numbersOf(&c.scanner, text, &c.words, func(n uint32) {
		c.length++
		if int(n) >= len(c.weights) {
			c.met = append(c.met, make([]uint64, (int(n)+1024)/64-len(c.met))...)
			c.weights = append(c.weights, make([]uint32, len(c.met)*64-len(c.weights))...)
		}
		if c.weights[n] == 0 {
			c.met[n/64] |= 1 << (n % 64)
			c.different++
		}
		c.weights[n] += weight
	})
}

func (c *counter) end() {
	c.encoded = binary.AppendUvarint(c.encoded, uint64(c.length))
	c.encoded = binary.AppendUvarint(c.encoded, uint64(c.different))
	last := uint32(0)
	for i, met := range c.met {
		for ; met != 0; met &= met - 1 {
			n := uint32(i*64 + bits.TrailingZeros64(met))
			distance := uint64(n-last) << 1
			if c.weights[n] == textWeight {
				c.encoded = binary.AppendUvarint(c.encoded, distance|1)
			} else {
				c.encoded = binary.AppendUvarint(c.encoded, distance)
				c.encoded = binary.AppendUvarint(c.encoded, uint64(c.weights[n]))
			}
			c.weights[n], last = 0, n
		}
	}
	clear(c.met)
	c.length, c.different = 0, 0
}

// each calls section with the length of each section, and after that word with
// each of its words.
func (p *Page) each(section func(length int), word func(number, weight uint32)) {
	data := p.words
	next := func() uint64 {
		n, size := binary.Uvarint(data)
		data = data[size:]
		return n
	}
	for range p.Sections {
		section(int(next()))
		number := uint32(0)
		for range next() {
			distance, weight := next(), uint64(textWeight)
			if distance&1 == 0 {
				weight = next()
			}
			number += uint32(distance >> 1)
			word(number, uint32(weight))
		}
	}
}
