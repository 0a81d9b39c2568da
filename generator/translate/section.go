package translate

import (
	"fmt"
	"slices"
	"strings"
)

// section is a heading with the segments below it. The first of a page has none.
type section struct {
	place    string
	segments []*Segment // the heading included
}

// sectionsOf cuts a page at its headings, without segments that are only in the
// translation and segments outside of sections.
func sectionsOf(segments []*Segment) []section {
	list, place, extra := []section{{place: "#"}}, "#", false
	kept := make([]*Segment, 0, len(segments)) // of all sections, one after another
	for _, s := range segments {
		if !strings.HasPrefix(s.Place, "#") {
			continue
		}
		if s.Place != place {
			place = s.Place
			if extra = s.left() && s.isHeading(); !extra {
				list = append(list, section{place: place})
			}
		}
		if last := &list[len(list)-1]; !extra && !s.left() {
			kept = append(kept, s)
			last.segments = kept[len(kept)-1-len(last.segments) : len(kept) : len(kept)]
		}
	}
	return list
}

func (s section) heading() *Segment { return s.segments[0] }

func hasPlace(list []section, place string) bool {
	return slices.ContainsFunc(list, func(s section) bool { return s.place == place })
}

// foreign reports headings whose id the model does not have.
func (p *parity) foreign(model, translated []section) {
	for i, s := range translated {
		if hasPlace(model, s.place) || len(s.segments) == 0 {
			continue
		}
		hint := extraHint
		if i < len(model) && !hasPlace(translated, model[i].place) {
			hint = fmt.Sprintf("write {%s}; %s", model[i].place, inModel(model[i].heading()))
		}
		p.fail(s.heading(), fmt.Sprintf("the original page has no section {%s}", s.place), hint)
	}
}

// missing reports headings that are only in the model, at the section after which
// they are missing.
func (p *parity) missing(model, translated []section) {
	before := p.translated[0]
	for i, s := range model {
		if j := slices.IndexFunc(translated, func(o section) bool { return o.place == s.place }); j >= 0 {
			if len(translated[j].segments) > 0 {
				before = translated[j].heading()
			}
			continue
		}
		if i < len(translated) && translated[i].place != "#" && !hasPlace(model, translated[i].place) {
			continue // reported as another id in the same place
		}
		p.fail(before, fmt.Sprintf("the section {%s} is missing after this one", s.place), inModel(s.heading()))
	}
}

// order reports the first section that is in another place than in the model.
func (p *parity) order(model, translated []section) {
	before, after := common(model, translated), common(translated, model)
	if len(before) != len(after) {
		return // an id twice, reported by package parse
	}
	for i, s := range after {
		if before[i].place != s.place {
			p.fail(s.heading(), fmt.Sprintf("the section {%s} stands here, in the original {%s}", s.place, before[i].place), inModel(before[i].heading()))
			return
		}
	}
}

// common returns the sections with a heading that another list has too.
func common(list, other []section) []section {
	return slices.DeleteFunc(slices.Clone(list), func(s section) bool {
		return s.place == "#" || len(s.segments) == 0 || !hasPlace(other, s.place)
	})
}
