package search

import (
	"hash/maphash"
	"sync"
)

// Vocabularies number the words of each language, so that what is kept of a
// page is small. They only grow. They may be used from several goroutines.
type Vocabularies struct {
	mu  sync.Mutex
	all map[string]*vocabulary
}

// NewVocabularies gives empty ones.
func NewVocabularies() *Vocabularies { return &Vocabularies{all: map[string]*vocabulary{}} }

func (v *Vocabularies) of(lang string) *vocabulary {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.all[lang] == nil {
		v.all[lang] = &vocabulary{slots: make([]slot, 1024)}
	}
	return v.all[lang]
}

// vocabulary numbers words in lower case, with their accents. It is a hash
// table of its own, for it is asked for every word of every page, and a map of
// strings takes twice its time and memory.
type vocabulary struct {
	mu    sync.RWMutex
	slots []slot   // a power of two, at most three quarters of them used
	text  []byte   // all words, one after another
	ends  []uint32 // of each word in text
}

// slot holds a word's number, one more so that 0 is none, enough of its hash to
// pass by most others, and the word itself if it is short: the text would be
// one more place in memory to look at.
type slot struct {
	hash, next uint32
	size       uint16
	short      [22]byte
}

var seed = maphash.MakeSeed()

func hashOf(word []byte) uint32 { return uint32(maphash.Bytes(seed, word)) }

// find gives the slot in which a word stands or would stand.
func (v *vocabulary) find(word []byte, hash uint32) *slot {
	last := uint32(len(v.slots) - 1)
	for i := hash & last; ; i = (i + 1) & last {
		s := &v.slots[i]
		if s.next == 0 || s.hash == hash && v.holds(s, word) {
			return s
		}
	}
}

func (v *vocabulary) holds(s *slot, word []byte) bool {
	switch {
	case int(s.size) != len(word):
		return false
	case len(word) <= len(s.short):
		return string(s.short[:s.size]) == string(word)
	}
	end := v.ends[s.next-1]
	return string(v.text[end-uint32(s.size):end]) == string(word)
}

// add numbers a word that may be known by now.
func (v *vocabulary) add(word []byte) (number uint32) {
	hash := hashOf(word)
	s := v.find(word, hash)
	if s.next != 0 {
		return s.next - 1
	}
	v.text = append(v.text, word...)
	v.ends = append(v.ends, uint32(len(v.text)))
	*s = slot{hash: hash, next: uint32(len(v.ends)), size: uint16(len(word))}
	copy(s.short[:], word)
	if 4*len(v.ends) > 3*len(v.slots) {
		v.grow()
	}
	return uint32(len(v.ends)) - 1
}

func (v *vocabulary) grow() {
	old := v.slots
	v.slots = make([]slot, 2*len(old))
	last := uint32(len(v.slots) - 1)
	for _, s := range old {
		if s.next == 0 {
			continue
		}
		i := s.hash & last
		for v.slots[i].next != 0 {
			i = (i + 1) & last
		}
		v.slots[i] = s
	}
}

// unknown are words of a text that had no number yet, one after another.
type unknown struct {
	text []byte
	ends []int
}

// numbersOf calls found with the number of each word of a text, a new one for a
// word that is not known yet.
func (v *vocabulary) numbersOf(s *scanner, text string, new *unknown, found func(number uint32)) {
	new.text, new.ends = new.text[:0], new.ends[:0]
	v.mu.RLock()
	s.words(text, func(word []byte, _ Kind) {
		if known := v.find(word, hashOf(word)); known.next != 0 {
			found(known.next - 1)
			return
		}
		new.text = append(new.text, word...)
		new.ends = append(new.ends, len(new.text))
	})
	v.mu.RUnlock()
	if len(new.ends) == 0 {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	start := 0
	for _, end := range new.ends {
		found(v.add(new.text[start:end]))
		start = end
	}
}

// known gives the words that have a number, by number.
func (v *vocabulary) known() []string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	text := string(v.text)
	words := make([]string, 0, len(v.ends))
	start := uint32(0)
	for _, end := range v.ends {
		words = append(words, text[start:end])
		start = end
	}
	return words
}
