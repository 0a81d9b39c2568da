package build

import (
	"modelbook/generator/check"
	"modelbook/generator/diag"
	"modelbook/generator/example"
	"modelbook/generator/guide"
	"modelbook/generator/render"
	"modelbook/generator/weigh"
)

// conclusions weighs the models of an original page for its workload, and calculates
// its named figures.
func (s *Source) conclusions(g *guide.Guide, results map[string]*example.Result) (check.Conclusions, diag.List) {
	c, messages := s.weighed(g, results)
	var found diag.List
	c.Figures, found = check.NewFigures(g, results, c)
	return c, append(messages, found...)
}

func (s *Source) weighed(g *guide.Guide, results map[string]*example.Result) (check.Conclusions, diag.List) {
	c := check.Conclusions{Workload: g.Meta.Workload}
	var messages diag.List
	var list *guide.Block
	for i := range g.Blocks {
		block := &g.Blocks[i]
		if block.Kind == guide.Comparison && block.Figures[0].Target.Kind == render.SketchFragment {
			c.Sketch, _ = weigh.DefaultSketch.Weigh(weigh.QuestionsOf(weigh.SketchWorkload()), weigh.NewCostModel(s.settings.Weights))
		}
		if block.Kind != guide.Comparison || block.Figures[0].Target.Kind != render.WeighFragment {
			continue
		}
		if list != nil {
			messages.Errorf(block.Pos, "a second list of models that are weighed: a page has one weighing, on line %d", list.Pos.Line)
			continue
		}
		list = block
	}
	switch {
	case c.Workload == nil && list != nil:
		messages.Errorf(list.Pos, "models are weighed, and the front matter has no workload")
		return c, messages
	case c.Workload != nil && list == nil:
		messages.Errorf(c.Workload.Pos, "the page has a workload and no list of models that are weighed for it: - [Embedded](../../examples/<name>.json#%s)", render.WeighFragment)
		return c, messages
	case list == nil:
		return c, messages
	}
	for _, f := range list.Figures {
		r := results[f.Target.Example]
		if r == nil || r.Status != example.Passed {
			return c, messages // which was reported
		}
		c.Models = append(c.Models, r)
	}
	costs := weigh.NewCostModel(s.settings.Weights)
	w, found := weigh.Of(c.Workload, c.Models, costs)
	c.Weighing = w
	if w != nil && g.QuestionWords("size") != "" {
		c.BySize, c.Size = weigh.AtSizes(c.Workload, c.Models, costs)
	}
	return c, append(messages, found...)
}
