package guide

// StepCaption returns the caption, as HTML, under which the page first shows a step of
// an example, and its language, "" for the page's. Both are "" if the page doesn't show
// the step.
func (g *Guide) StepCaption(example, step string) (caption, lang string) {
	if step == "" {
		return "", ""
	}
	for i := range g.Blocks {
		for _, f := range g.Blocks[i].Figures {
			if f.Target.Kind == "steps" && f.Target.Example == example && f.Target.Step == step {
				return f.Caption, f.Lang
			}
		}
	}
	return "", ""
}
