package search

import (
	"hash/maphash"
	"sync"
)

// Vocabularies number the words of each language, so that the index data of a
// page is small. They only grow. They may be used from several goroutines.
type Vocabularies struct {
	mu  sync.Mutex
	all map[string]*vocabulary
}

// NewVocabularies returns empty vocabularies.
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
// table of our own, since each word of each page is looked up, and a map of
// strings takes twice the time and memory.
type vocabulary struct {
	mu    sync.RWMutex
	slots []slot   // a power of two, at most three quarters of them used
	text  []byte   // all words, one after another
	ends  []uint32 // of each word in text
}

// slot holds a word's number plus one, so that 0 is none, enough of its hash to
// distinguish it from most others, and the word itself if it is short, which
// saves another access to memory. Two slots fill a cache line of a processor,
// so that none is in two of them.
type slot struct {
	hash, next uint32
	size       uint8 // more than short has if the word is long
	short      [23]byte
}

var seed = maphash.MakeSeed()

func hashOf(word []byte) uint32 { return uint32(maphash.Bytes(seed, word)) }

// find returns the slot of a word, which is empty if the word is not known.
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
	if len(word) > len(s.short) {
		return string(v.word(s.next-1)) == string(word)
	}
	return int(s.size) == len(word) && string(s.short[:len(word)]) == string(word)
}

func (v *vocabulary) word(number uint32) []byte {
	start := uint32(0)
	if number > 0 {
		start = v.ends[number-1]
	}
	return v.text[start:v.ends[number]]
}

// add numbers a word that may be known by now.
func (v *vocabulary) add(word []byte, hash uint32) (number uint32) {
	s := v.find(word, hash)
	if s.next != 0 {
		return s.next - 1
	}
	v.text = append(v.text, word...)
	v.ends = append(v.ends, uint32(len(v.text)))
	*s = slot{hash: hash, next: uint32(len(v.ends)), size: uint8(min(len(word), len(s.short)+1))}
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

// wordList are the words of a text, one after another, with their hashes.
type wordList struct {
	text  []byte
	words []listed
}

type listed struct{ hash, start, end uint32 }

func (l *wordList) add(word []byte) {
	start := uint32(len(l.text))
	l.text = append(l.text, word...)
	l.words = append(l.words, listed{hashOf(word), start, uint32(len(l.text))})
}

// numbersOf calls found with the number of each word of a text, a new one for a
// word that is not known yet. It first lists the words and then looks them up:
// so a processor fetches the slots of several words at a time, and waiting for
// them is most of the work.
func (v *vocabulary) numbersOf(s *scanner, text string, list *wordList, found func(number uint32)) {
	list.text, list.words = list.text[:0], list.words[:0]
	s.words(text, func(word []byte, _ Kind) { list.add(word) })
	unknown := list.words[:0]
	v.mu.RLock()
	for _, w := range list.words {
		if known := v.find(list.text[w.start:w.end], w.hash); known.next != 0 {
			found(known.next - 1)
			continue
		}
		unknown = append(unknown, w)
	}
	v.mu.RUnlock()
	if len(unknown) == 0 {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, w := range unknown {
		found(v.add(list.text[w.start:w.end], w.hash))
	}
}

// known returns the words that have a number, by number.
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
