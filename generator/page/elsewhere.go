package page

// elsewhere says what ran an example in place of this build, or what would.
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
