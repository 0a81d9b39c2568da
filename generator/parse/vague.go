package parse

import "strings"

// vague are link texts that say nothing of where the link goes.
var vague = func() map[string]bool {
	set := map[string]bool{}
	for text := range strings.FieldsFuncSeq(`
		here, click here, this, this page, link, this link, more, read more, see here,
		qui, clicca qui, questo link, link qui,
		здесь, тут, сюда, нажмите здесь, ссылка,
		aqui, clique aqui, neste link,
		тук, натиснете тук, кликнете тук, връзка,
		这里, 此处, 点击这里, 点此, 链接`, func(r rune) bool { return r == ',' }) {
		set[strings.TrimSpace(text)] = true
	}
	return set
}()
