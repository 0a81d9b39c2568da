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

// isOwnLink reports whether a destination is a fragment of several parts, which
// points into the page's own front matter: the id of a heading has no slash.
func isOwnLink(destination []byte) bool {
	return strings.HasPrefix(string(destination), "#") && strings.Contains(string(destination), "/")
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

// target reads a destination that begins with examplePath, or a fragment alone, at a
// place. If it can't be read, the target has no kind.
func (p *page) target(destination string, place guide.Place) (guide.Target, problem) {
	file, fragment, _ := strings.Cut(strings.TrimPrefix(destination, examplePath), "#")
	name, isJSON := strings.CutSuffix(file, ".json")
	parts := strings.Split(fragment, "/")
	unread := guide.Target{Example: name}
	isOwn := destination[0] == '#'
	switch {
	case !isOwn && (!isJSON || !isID(name)):
		return unread, problem{destination + " is not the file of an example", "a link to an example is " + examplePath + "<name>.json#…"}
	case fragment == "":
		return unread, problem{"the link does not say what to show of the example", "add one of " + fragments(p.patternsAt(place, isOwn))}
	case slices.Contains(parts, ""):
		return unread, problem{fmt.Sprintf("#%s is not whole", fragment), "write one of " + fragments(p.patternsAt(place, isOwn))}
	}
	fitting := slices.DeleteFunc(slices.Clone(p.rules.Patterns), func(f guide.Pattern) bool { return !f.Fits(parts) || f.IsOwn != isOwn })
	if len(fitting) == 0 {
		return unread, p.unknownFragment(fragment, parts, isOwn)
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
func (p *page) unknownFragment(fragment string, parts []string, isOwn bool) problem {
	known := slices.DeleteFunc(slices.Clone(p.rules.Patterns), func(f guide.Pattern) bool { return f.IsOwn != isOwn })
	near := slices.DeleteFunc(slices.Clone(known), func(f guide.Pattern) bool { return f.Kind() != parts[0] })
	if len(near) > 0 {
		return problem{fmt.Sprintf("#%s has %d parts", fragment, len(parts)), "write " + fragments(near)}
	}
	wrong := problem{fmt.Sprintf("#%s is not a kind of figure or number", fragment), "write one of " + fragments(known)}
	var kinds []string
	for _, f := range known {
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
		return problem{"a list of figures compares models", "write " + fragments(p.patternsAt(place, false)) + ", or give the figure a paragraph of its own"}
	case place == guide.Alone:
		return problem{"#" + pattern.Fragment + " compares models", "make it an item of a list, one for each model"}
	}
	return problem{"a figure inside other text", "give the link a paragraph of its own"}
}

// patternsAt returns the patterns of links that are allowed at a place.
func (p *page) patternsAt(place guide.Place, isOwn bool) []guide.Pattern {
	return slices.DeleteFunc(slices.Clone(p.rules.Patterns), func(f guide.Pattern) bool { return f.Place&place == 0 || f.IsOwn != isOwn })
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
