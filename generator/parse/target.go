package parse

import (
	"fmt"
	"slices"
	"strings"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

const examplePath = "../../examples/"

func isExampleLink(destination []byte) bool {
	return strings.HasPrefix(string(destination), examplePath)
}

// isPageValue reports whether a link leads to what the page has beside its text, such
// as #workload/open-order: an id has no slash.
func isPageValue(destination string) bool {
	return strings.HasPrefix(destination, "#") && strings.Contains(destination, "/")
}

// problem is a mistake in a link, and a hint.
type problem struct{ text, hint string }

// reportTarget reports a mistake in a link into an example. A translation has the
// links of the original page, where their mistakes are reported, except for its
// own blocks.
func (p *page) reportTarget(offset int, wrong problem, extra bool) {
	if wrong.text != "" && (!p.guide.IsTranslation || extra) {
		p.fail(offset, wrong.text, wrong.hint)
	}
}

// target reads a destination that begins with examplePath, or that isPageValue, at a
// place. If it can't be read, the target has no kind.
func (p *page) target(destination string, place guide.Place) (guide.Target, problem) {
	file, fragment, _ := strings.Cut(strings.TrimPrefix(destination, examplePath), "#")
	name, isJSON := strings.CutSuffix(file, ".json")
	parts := strings.Split(fragment, "/")
	unread := guide.Target{Example: name}
	isOfPage := isPageValue(destination)
	patterns := slices.DeleteFunc(slices.Clone(p.rules.Patterns), func(f guide.Pattern) bool { return f.IsOfPage != isOfPage })
	switch {
	case isOfPage && slices.Contains(parts, ""):
		return unread, problem{fmt.Sprintf("#%s is not whole", fragment), "write one of " + fragments(patterns)}
	case isOfPage:
	case !isJSON || !isID(name):
		return unread, problem{destination + " is not the file of an example", "a link to an example is " + examplePath + "<name>.json#…"}
	case fragment == "":
		return unread, problem{"the link does not say what to show of the example", "add one of " + fragments(p.patternsAt(place))}
	case slices.Contains(parts, ""):
		return unread, problem{fmt.Sprintf("#%s is not whole", fragment), "write one of " + fragments(p.patternsAt(place))}
	}
	fitting := slices.DeleteFunc(slices.Clone(patterns), func(f guide.Pattern) bool { return !f.Fits(parts) })
	if len(fitting) == 0 {
		return unread, unknownFragment(fragment, parts, patterns)
	}
	i := slices.IndexFunc(fitting, func(f guide.Pattern) bool { return f.Place&place != 0 })
	if i < 0 {
		return unread, p.elsewhere(fitting[0], place)
	}
	target, err := fitting[i].Target(name, parts)
	if err != nil {
		return unread, problem{err.Error(), "write #" + fitting[i].Fragment}
	}
	return target, problem{}
}

// unknownFragment describes the mistake in a fragment that fits no pattern.
func unknownFragment(fragment string, parts []string, patterns []guide.Pattern) problem {
	near := slices.DeleteFunc(slices.Clone(patterns), func(f guide.Pattern) bool { return f.Kind() != parts[0] })
	if len(near) > 0 {
		return problem{fmt.Sprintf("#%s has %d parts", fragment, len(parts)), "write " + fragments(near)}
	}
	wrong := problem{fmt.Sprintf("#%s is not a kind of figure or number", fragment), "write one of " + fragments(patterns)}
	var kinds []string
	for _, f := range patterns {
		kinds = append(kinds, f.Kind())
	}
	if hint := diag.DidYouMean(parts[0], kinds); hint != "" {
		wrong.hint = hint
	}
	return wrong
}

// elsewhere says that a link of a pattern is not allowed at a place.
func (p *page) elsewhere(pattern guide.Pattern, place guide.Place) problem {
	switch {
	case pattern.Place == guide.InText:
		return problem{"a number stands inside a sentence", "put it into one"}
	case place == guide.InList:
		return problem{"a list of figures compares models", "write " + fragments(p.patternsAt(place)) + ", or give the figure a paragraph of its own"}
	case place == guide.Alone:
		return problem{"#" + pattern.Fragment + " compares models", "make it an item of a list, one for each model"}
	}
	return problem{"a figure inside other text", "give the link a paragraph of its own"}
}

// patternsAt returns the patterns of links into examples that are allowed at a place.
func (p *page) patternsAt(place guide.Place) []guide.Pattern {
	return slices.DeleteFunc(slices.Clone(p.rules.Patterns), func(f guide.Pattern) bool { return f.Place&place == 0 || f.IsOfPage })
}

// isNumberLink reports whether a destination fits only patterns that are allowed
// in text.
func (p *page) isNumberLink(destination string) bool {
	_, fragment, _ := strings.Cut(destination, "#")
	parts := strings.Split(fragment, "/")
	number := false
	for _, f := range p.rules.Patterns {
		if !f.Fits(parts) {
			continue
		}
		if f.Place == guide.InText {
			number = true
		} else if _, err := f.Target("", parts); err == nil {
			return false
		}
	}
	return number
}

func fragments(patterns []guide.Pattern) string {
	names := make([]string, len(patterns))
	for i, f := range patterns {
		names[i] = "#" + f.Fragment
	}
	return strings.Join(names, ", ")
}
