package guide

// QuestionWords returns the words by which tables name a question of the workload, or,
// for "size", what there are more of at larger sizes: those that the text links to
// #question/<id>. "" if the text has none.
func (g *Guide) QuestionWords(id string) string {
	for i := range g.Blocks {
		for _, part := range g.Blocks[i].Parts {
			if n := part.Number; n != nil && n.Target.Kind == "question" && n.Target.Rate == id {
				return n.Text
			}
		}
	}
	return ""
}
