package translate_test

import (
	"testing"

	"modelbook/generator/translate"
)

// TestSealWithoutUpdate: a base that would keep the text of an original that has changed
// is refused; without an update, only a translation that is as the original was is kept.
func TestSealWithoutUpdate(t *testing.T) {
	const was, own = "A hut has beds.\n\nMany huts have a warden.\n\nGalep\n", "Хижата има легла.\n\nМного хижи имат хижар.\n\nGalep\n"
	base, messages := translate.Compare(page(t, "en", was), page(t, "bg", own), nil).Seal()
	if base == nil {
		t.Fatal(messages)
	}
	const changed, gone = "the original has changed since this was translated, and no update has brought the change in", "the original no longer has this"
	for _, c := range []struct{ name, now, own, want string }{
		{"nothing", was, own, ""},
		{"other words", "Each hut has beds.\n\nMany huts have a warden.\n\nGalep\n", own, changed},
		{"a number", "A hut has 3 beds.\n\nMany huts have a warden.\n\nGalep\n", own, changed},
		{"a number that the translator has brought in", "A hut has 3 beds.\n\nMany huts have a warden.\n\nGalep\n", "Хижата има 3 легла.\n\nМного хижи имат хижар.\n\nGalep\n", ""},
		{"a block that is gone", "A hut has beds.\n\nGalep\n", own, gone},
		{"a block that is new", was + "\nNew.\n", own, ""},
	} {
		now, messages := translate.Compare(page(t, "en", c.now), page(t, "bg", c.own), base).Seal()
		got := ""
		if len(messages) > 0 {
			got = messages[0].Text
		}
		if got != c.want || (now == nil) != (c.want != "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestNumberWords: a word for a number contradicts one for another number, in every
// language. One that grammar expresses, or that digits say, contradicts none.
func TestNumberWords(t *testing.T) {
	for _, c := range []struct {
		english, lang, own string
		isWrong            bool
	}{
		{"Read it three times.", "it", "Si legge due volte.", true},
		{"Read it three times.", "it", "Si legge tre volte.", false},
		{"Read it three times.", "ru", "Это читают дважды.", true},
		{"Read it three times.", "ru", "Это читают трижды.", false},
		{"Read it three times.", "pt-BR", "Lê-se duas vezes.", true},
		{"Read it three times.", "bg", "Чете се два пъти.", true},
		{"Read it three times.", "zh-CN", "读取两次。", true},
		{"Read it three times.", "zh-CN", "读取三次。", false},
		{"Twelve huts are near.", "zh-CN", "十二间小屋很近。", false},
		{"The two huts are near.", "it", "I rifugi sono vicini.", false},
		{"The huts are near.", "it", "I due rifugi sono vicini.", false},
		{"Read it 3 times.", "it", "Si legge tre volte.", false},
		{"One of the huts is near.", "it", "Due rifugi sono vicini.", false},
	} {
		sealed, messages := translate.Compare(page(t, "en", c.english+"\n"), page(t, c.lang, c.own+"\n"), nil).Seal()
		if (sealed == nil) != c.isWrong {
			t.Errorf("%s: %s: %v", c.english, c.own, messages)
		}
	}
}
