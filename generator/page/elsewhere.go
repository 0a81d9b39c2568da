package page

// elsewhere returns the words for an example that did not run in this build:
// the server that it was recorded on, or else its requirements.
func (w *writer) elsewhere(drawing *Drawing) string {
	if r := drawing.Record; r != nil {
		return w.words.fill(w.words.Recorded, "name", r.Name, "version", r.Version, "day", w.words.Date(r.Day))
	}
	needs := ""
	if drawing.Needs != nil {
		needs = painter{writer: w}.say(drawing.Needs)
	}
	return w.words.fill(w.words.NotRun, "what", needs)
}
