package locale_test

import "testing"

// A text without markup gets what prose gets: quotation marks, spaces that do
// not break, and the spaces between scripts.
func TestTypeset(t *testing.T) {
	for _, test := range []struct{ lang, text, want string }{
		{"en", `The "small" print's 16 MB`, "The “small” print’s 16\u00a0MB"},
		{"it", "L'indice \"unico\"", "L’indice «unico»"},
		{"ru", "Один к одному: встраивание — и всё", "Один к\u00a0одному: встраивание\u00a0— и\u00a0всё"},
		{"ru", "в 2026 г.", "в\u00a02026\u00a0г."},
		{"ru", "кто-то", "кто-то"},
		{"bg", "Данни, които се четат с и от нея – у дома", "Данни, които се четат с\u00a0и\u00a0от нея\u00a0– у\u00a0дома"},
		{"zh-CN", "在MongoDB中有3个字段", "在 MongoDB 中有 3 个字段"},
		{"zh-CN", "一本 MongoDB 手册， 每个示例", "一本 MongoDB 手册，每个示例"},
		{"zh-CN", "若λ大于0", "若 λ 大于 0"},
		{"zh-CN", "2026年11月21日", "2026年11月21日"},
		{"zh-CN", "占100%的空间", "占 100%的空间"},
		{"zh-CN", "“内置”数据库", "“内置”数据库"},
		{"ja", "MongoDB の文書、2 件", "MongoDB の文書、2 件"},
		{"ja", "MongoDBの3つの文書", "MongoDBの3つの文書"},
		{"ja", "\"埋め込み\" と 、参照", "「埋め込み」と、参照"},
		{"ja", "佐々 木", "佐々 木"},
		{"pt-BR", "16 MiB", "16\u00a0MiB"},
	} {
		typography := of(t, test.lang).Typography()
		got := typography.Typeset(test.text)
		if got != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.lang, test.text, got, test.want)
		}
		if again := typography.Typeset(got); again != got {
			t.Errorf("%s: %q becomes %q when it is set again", test.lang, got, again)
		}
	}
}

// In a title a particle stays on the line of its word; an English one is as typed.
func TestKeepHyphens(t *testing.T) {
	for _, test := range []struct{ lang, text, want string }{
		{"bg", "Най-новите от по-старите", "Най-\u2060новите от по-\u2060старите"},
		{"ru", "Кто-то из-за поля-ссылки", "Кто-\u2060то из-\u2060за поля-ссылки"},
		{"pt-BR", "um-para-poucos", "um-\u2060para-poucos"},
		{"en", "one-to-one", "one-to-one"},
	} {
		typography := of(t, test.lang).Typography()
		got := typography.KeepHyphens(test.text)
		if got != test.want || typography.KeepHyphens(got) != got {
			t.Errorf("%s: %q becomes %q, want %q", test.lang, test.text, got, test.want)
		}
	}
}

// What a number is may be said in words.
func TestSaysNumber(t *testing.T) {
	for _, test := range []struct {
		lang, text, value string
		want              bool
	}{
		{"bg", "Две обръщения", "2", true}, {"bg", "Дветестове", "2", false}, {"bg", "хилядното измерване", "1000", true},
		{"zh-CN", "需要两次往返", "2", true}, {"en", "Twice a day", "2", true}, {"en", "a day", "2", false}, {"ru", "три чтения", "16", false},
	} {
		if got := of(t, test.lang).SaysNumber(test.text, test.value); got != test.want {
			t.Errorf("%s: %q says %s: %v", test.lang, test.text, test.value, got)
		}
	}
}

// The end of a source line is a space only where the language writes one.
func TestJoinsLines(t *testing.T) {
	for _, test := range []struct {
		lang         string
		before, next rune
		want         bool
	}{
		{"zh-CN", '文', '档', true}, {"zh-CN", 'B', '文', false}, {"zh-CN", '，', 'B', true},
		{"ja", '文', 'の', true}, {"ja", 'ー', 'を', true}, {"ja", 'B', 'の', true}, {"ja", 'は', '2', true}, {"ja", 'a', 'b', false},
		{"en", 'a', 'b', false},
	} {
		if got := of(t, test.lang).Typography().JoinsLines(test.before, test.next); got != test.want {
			t.Errorf("%s: %c and %c are joined: %v", test.lang, test.before, test.next, got)
		}
	}
}
