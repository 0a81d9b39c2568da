package search

import "strings"

// bulgarianStem removes the article and the endings of number and gender from a
// Bulgarian word in lower case. It follows the light stemmer of J. Savoy,
// "Searching Strategies for the Bulgarian Language", Information Retrieval 10
// (2007), pages 509–529: first the article, then the plural, then the rest of
// the gender, each by the first ending that fits a word of its length.
//
// It differs where forms of this field's words would get different stems. The
// plural rules си → х and е.и → я. are left out: индекси and модели are no
// plurals of индех and модял. The article та is one after а, я or ст, for
// документа is документ. The plurals of short words, редове and цени, are cut
// as well. A final и, й, ц, ел or ат is treated like the endings of other
// forms: колекция and колекции, случай and случаи, единица and единици, възел
// and възли, резултат and резултата.
func bulgarianStem(word string) string {
	word = cutEnding(word, articles)
	word = cutEnding(word, plurals)
	for _, endings := range genders {
		word = cutEnding(word, endings)
	}
	return word
}

// ending is an ending of words of at least so many letters, and the text that
// replaces it in the stem.
type ending struct {
	letters    int
	text, stem string
}

var articles = []ending{
	{7, "ият", ""}, {6, "ия", ""}, {5, "ът", ""}, {6, "ата", "а"}, {6, "ята", "я"}, {6, "стта", "ст"},
	{6, "то", ""}, {6, "те", ""}, {5, "ят", ""},
}

var plurals = []ending{
	{6, "ове", ""}, {6, "еве", "й"}, {7, "овци", "о"}, {6, "ища", ""}, {6, "зи", "г"}, {6, "ета", "е"}, {4, "и", ""},
}

// genders are tried one set after another.
var genders = [][]ending{
	{{4, "я", ""}, {4, "й", ""}},
	{{4, "а", ""}, {4, "о", ""}, {4, "е", ""}},
	{{5, "и", ""}},
	{{5, "ен", "н"}},
	{{5, "ц", "к"}},
	{{6, "ък", "к"}, {6, "ъл", "л"}, {6, "ър", "р"}, {5, "ел", "л"}, {7, "ат", ""}},
}

func cutEnding(word string, endings []ending) string {
	letters := len(word) / len("я")
	for _, e := range endings {
		if letters < e.letters {
			continue
		}
		if stem, found := strings.CutSuffix(word, e.text); found {
			return stem + e.stem
		}
	}
	return word
}
