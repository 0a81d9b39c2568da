package main

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

// vocabulary makes prose of one language: words of its letters, drawn by
// Zipf's law as in a real text, so that an index has common and rare words.
type vocabulary struct {
	words     []string
	rank      *rand.Zipf
	random    *rand.Rand
	separator string
	stop      string
}

const vocabularySize = 20_000

// syllables are common ones of each language; words are two to four of them.
var syllables = map[string]string{
	"en":    "ta re con ver ing der men tion al ly per ser ex pres do cu ment col lec ta ble in dex ar ray key va lue read write har bor fer ry mu se um hut guest book sto re",
	"it":    "ra men to zio ne col le do cu men ti va lo re let tu ra scrit chia ve ri fe ri men to por to mu se o ri fu gio co ro pa gi na sem pli ce lun go",
	"ru":    "до ку мент кол лек ци я по ле зна че ни е ссыл ка мас сив чте ни е за пись ключ хра не ни е па ром му зей го ра хи жи на хор пе сня",
	"pt-BR": "do cu men to co le ção cam po va lor re fe rên cia lei tu ra es cri ta cha ve por to mu seu co ro pá gi na sim ples lon go ma ré",
	"bg":    "до ку мент ко лек ция по ле стой ност пре прат ка ма сив че те не за пис ключ съ хра ня ва не фе ри бот му зей хи жа хор пе сен пла ни на",
	"zh-CN": "文 档 集 合 字 段 引 用 数 组 元 素 查 询 索 引 写 入 读 取 键 值 港 口 渡 轮 博 物 馆 山 屋 合 唱 民 歌 气 象 站 记 录 船 只 名 册 自 行 车 租 用",
}

func newVocabulary(lang string, seed uint64) *vocabulary {
	random := rand.New(rand.NewPCG(seed, uint64(len(lang))+uint64(lang[0])<<8))
	v := &vocabulary{random: random, separator: " ", stop: "."}
	longest := 4
	if lang == "zh-CN" {
		v.separator, v.stop, longest = "", "。", 3
	}
	parts := strings.Fields(syllables[lang])
	known := map[string]bool{}
	for len(v.words) < vocabularySize {
		var word strings.Builder
		for range 1 + random.IntN(longest) {
			word.WriteString(parts[random.IntN(len(parts))])
		}
		if !known[word.String()] {
			known[word.String()] = true
			v.words = append(v.words, word.String())
		}
	}
	v.rank = rand.NewZipf(random, 1.07, 2, vocabularySize-1)
	return v
}

func (v *vocabulary) word() string { return v.words[v.rank.Uint64()] }

func (v *vocabulary) phrase(words int) string {
	drawn := make([]string, words)
	for i := range drawn {
		drawn[i] = v.word()
	}
	return strings.Join(drawn, v.separator)
}

func (v *vocabulary) sentence() string {
	phrase := v.phrase(6 + v.random.IntN(12))
	first, size := utf8.DecodeRuneInString(phrase)
	return string(unicode.ToUpper(first)) + phrase[size:] + v.stop
}

// paragraph has a word in bold where a guide has a term.
func (v *vocabulary) paragraph() string {
	sentences := make([]string, 2+v.random.IntN(4))
	for i := range sentences {
		sentences[i] = v.sentence()
	}
	if v.random.IntN(2) == 0 {
		sentences[0] = "**" + v.word() + "** " + sentences[0]
	}
	return strings.Join(sentences, v.separator)
}
