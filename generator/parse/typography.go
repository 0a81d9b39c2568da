package parse

// typography is what a language does with marks and spaces in prose.
type typography struct {
	open, close           string // quotation marks
	innerOpen, innerClose string // inside a quotation
	// units stay on the line of the number before them.
	units map[string]bool
	// short words stay on the line of the word after them.
	short map[string]bool
	// dash: a dash stays on the line of the word before it.
	dash bool
	// han: no space between Han and Latin letters or digits, none for a line
	// break between Han; the browser spaces them.
	han bool
}

const noBreakSpace = "\u00a0"

func typographyOf(lang string) *typography {
	if t, ok := typographies[lang]; ok {
		return t
	}
	return typographies["en"]
}

// Marks are those of Unicode CLDR 47, delimiters; for Italian the book
// typesetters' «» instead of its ASCII-keyboard “”.
var typographies = map[string]*typography{
	"en": {open: "“", close: "”", innerOpen: "‘", innerClose: "’", units: words(symbols, "byte", "bytes")},
	"it": {open: "«", close: "»", innerOpen: "“", innerClose: "”", units: words(symbols, "byte")},
	"ru": {open: "«", close: "»", innerOpen: "„", innerClose: "“", dash: true,
		units: words(symbols, "байт", "байта", "байтов", "Б", "кБ", "КБ", "МБ", "ГБ", "ТБ", "КиБ", "МиБ", "ГиБ", "мс", "мкс", "с"),
		short: words(nil, "а", "в", "во", "до", "за", "и", "из", "к", "ко", "на", "не", "ни", "но", "о", "об", "от", "по", "с", "со", "у",
			"А", "В", "Во", "До", "За", "И", "Из", "К", "Ко", "На", "Не", "Ни", "Но", "О", "Об", "От", "По", "С", "Со", "У")},
	"pt-BR": {open: "“", close: "”", innerOpen: "‘", innerClose: "’", units: words(symbols, "byte", "bytes")},
	"bg": {open: "„", close: "“", innerOpen: "‘", innerClose: "’", dash: true,
		units: words(symbols, "байт", "байта", "байтове", "Б", "кБ", "КБ", "МБ", "ГБ", "ТБ", "мс", "с"),
		short: words(nil, "в", "с", "и", "к", "В", "С", "И", "К")},
	"zh-CN": {open: "“", close: "”", innerOpen: "‘", innerClose: "’", units: words(symbols), han: true},
}

var symbols = []string{"B", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "ms", "µs", "s", "min", "h", "%", "°C", "m", "km", "kg"}

func words(first []string, others ...string) map[string]bool {
	set := map[string]bool{}
	for _, word := range append(first[:len(first):len(first)], others...) {
		set[word] = true
	}
	return set
}

// vague are link texts that say nothing of where the link goes.
var vague = words(nil,
	"here", "click here", "this", "this page", "link", "this link", "more", "read more", "see here",
	"qui", "clicca qui", "questo link", "link qui",
	"здесь", "тут", "сюда", "нажмите здесь", "ссылка",
	"aqui", "clique aqui", "neste link",
	"тук", "натиснете тук", "кликнете тук", "връзка",
	"这里", "此处", "点击这里", "点此", "链接",
)
