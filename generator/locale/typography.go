package locale

// Typography is what a language does with marks and spaces in prose.
type Typography struct {
	// Open and Close are its quotation marks, InnerOpen and InnerClose those
	// inside a quotation.
	Open, Close           string
	InnerOpen, InnerClose string
	// Units stay on the line of the number before them.
	Units map[string]bool
	// Short words stay on the line of the word after them.
	Short map[string]bool
	// Dash: a dash stays on the line of the word before it.
	Dash bool
	// Grouped: a space between digits groups them.
	Grouped bool
	// Han: a space between Han and Latin letters or digits is left to the
	// browser, and so is a line break beside Han.
	Han bool
}

// TypographyOf gives a language's marks and spaces.
func TypographyOf(lang string) *Typography { return &of(lang).Typography }

// Marks are CLDR's delimiters, but for Italian, whose printed books have «».
var (
	english = Typography{
		Open: "“", Close: "”", InnerOpen: "‘", InnerClose: "’",
		Units: words("byte", "bytes"),
	}
	italian = Typography{
		Open: "«", Close: "»", InnerOpen: "“", InnerClose: "”",
		Units: words("byte"),
	}
	russian = Typography{
		Open: "«", Close: "»", InnerOpen: "„", InnerClose: "“",
		Units: words("байт", "байта", "байтов", "Б", "КБ", "МБ", "ГБ", "ТБ", "КиБ", "МиБ", "ГиБ", "ТиБ", "мс", "мкс", "с"),
		Short: set("а", "в", "во", "до", "за", "и", "из", "к", "ко", "на", "не", "ни", "но", "о", "об", "от", "по", "с", "со", "у",
			"А", "В", "Во", "До", "За", "И", "Из", "К", "Ко", "На", "Не", "Ни", "Но", "О", "Об", "От", "По", "С", "Со", "У"),
		Dash: true, Grouped: true,
	}
	portuguese = Typography{
		Open: "“", Close: "”", InnerOpen: "‘", InnerClose: "’",
		Units: words("byte", "bytes"),
	}
	bulgarian = Typography{
		Open: "„", Close: "“", InnerOpen: "‘", InnerClose: "’",
		Units: words("байт", "байта", "байтове", "Б", "КБ", "МБ", "ГБ", "ТБ", "мс", "с"),
		Short: set("в", "с", "и", "к", "В", "С", "И", "К"),
		Dash:  true, Grouped: true,
	}
	chinese = Typography{
		Open: "“", Close: "”", InnerOpen: "‘", InnerClose: "’",
		Units: words(), Han: true,
	}
)

// words gives the units that every language has, and some of its own.
func words(own ...string) map[string]bool {
	return set(append(own, "B", "kB", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "ms", "µs", "s", "min", "h", "%", "°C", "m", "km", "kg")...)
}

func set(words ...string) map[string]bool {
	members := make(map[string]bool, len(words))
	for _, word := range words {
		members[word] = true
	}
	return members
}
