package page

import "strings"

// nameOriginal replaces words about English by words about the original language,
// for a site whose original is another language.
func (t *Theme) nameOriginal() {
	original := t.languages[t.original]
	if original == nil || t.original == programLanguage {
		return
	}
	for _, l := range t.languages {
		said := texts{}
		for key, text := range l.Original {
			said[key] = strings.ReplaceAll(text, "{language}", original.Name)
		}
		l.InEnglish, l.Missing, l.Partly, l.Changed = said["in"], said["missing"], said["partly"], said["changed"]
		l.StatusLead, l.SearchEnglish = said["status-lead"], said["search"]
		l.StateMeanings = texts{"fresh": said["fresh"], "stale": said["stale"], "misleading": said["misleading"], "missing": said["untranslated"]}
		l.index()
	}
}
