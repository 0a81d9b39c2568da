package search

import (
	"slices"
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
		v.all[lang] = &vocabulary{numbers: map[string]uint32{}}
	}
	return v.all[lang]
}

// vocabulary numbers words in lower case, with their accents.
type vocabulary struct {
	mu      sync.RWMutex
	numbers map[string]uint32
	words   []string
}

// numbersOf calls found with the number of each word of a text, a new one for a
// word that is not known yet.
func (v *vocabulary) numbersOf(text string, found func(number uint32)) {
	var unknown []string
	v.mu.RLock()
	Words(text, func(word []byte, _ Kind) {
		if n, known := v.numbers[string(word)]; known {
			found(n)
			return
		}
		unknown = append(unknown, string(word))
	})
	v.mu.RUnlock()
	if unknown == nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, word := range unknown {
		n, known := v.numbers[word]
		if !known {
			n = uint32(len(v.words))
			v.numbers[word] = n
			v.words = append(v.words, word)
		}
		found(n)
	}
}

// known gives the words that have a number, by number.
func (v *vocabulary) known() []string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return slices.Clip(v.words)
}
