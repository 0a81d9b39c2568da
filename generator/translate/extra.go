package translate

import (
	"fmt"
	"slices"
	"strings"
)

// onlyTranslated returns the segments that the original never had: the ones that
// are marked so, and all below a heading that is.
func (p *Page) onlyTranslated() map[*Segment]bool {
	only, place := map[*Segment]bool{}, ""
	for i := range p.Segments {
		s := &p.Segments[i]
		if s.Extra && s.isHeading() {
			place = s.Place
		}
		if s.Extra || s.Place == place {
			only[s] = true
		}
	}
	return only
}

// extras returns the segments that only the translation has, by the block before
// them.
func (t *Translation) extras() map[*Block][]*Segment {
	blockOf := map[*Segment]*Block{}
	for j := range t.Blocks {
		for _, translated := range t.Blocks[j].Translated {
			blockOf[translated] = &t.Blocks[j]
		}
	}
	behind, only := map[*Block][]*Segment{}, t.Translated.onlyTranslated()
	var before *Block
	for i := range t.Translated.Segments {
		s := &t.Translated.Segments[i]
		switch {
		case only[s]:
			behind[before] = append(behind[before], s)
		case blockOf[s] != nil:
			before = blockOf[s]
		}
	}
	return behind
}

// extraUnits returns units for the segments after the block of a context, each as
// its own original: the original has none.
func extraUnits(behind []*Segment, context string) []CatalogUnit {
	units := make([]CatalogUnit, len(behind))
	for i, s := range behind {
		units[i] = CatalogUnit{Context: fmt.Sprintf("extra %s %d after %s", s.Kind, i+1, context), Source: s.Text, Target: s.Text, Waivers: s.Waivers, Pos: s.Pos}
	}
	return units
}

// cutExtra reads the context of a unit that the original never had.
func cutExtra(context string) (kind, after string, ok bool) {
	first, after, found := strings.Cut(context, " after ")
	fields := strings.Fields(first)
	if !found || len(fields) != 3 || fields[0] != "extra" {
		return "", "", false
	}
	return fields[1], after, true
}

// extra takes over a unit that the original never had: a changed text of the
// page, or one that comes with the block before it.
func (im *importer) extra(unit CatalogUnit) {
	kind, context, _ := cutExtra(unit.Context)
	was, now := hashOf(kind, unit.Source), hashOf(kind, unit.Target)
	var same *Segment
	for s := range im.Translated.onlyTranslated() {
		switch hash := s.Hash(); {
		case s.Kind != kind:
		case hash == now:
			return
		case hash == was:
			same = s
		}
	}
	after := im.contexts[context]
	_, comes := im.targets[after]
	switch {
	case same != nil:
		im.piece(same).text, im.changed = unit.Target, true
	case comes || after != nil && after.begun:
		im.behind[after] = append(im.behind[after], extraPiece(kind, unit, im.behind[after]))
	default:
		im.leaveOut(unit, "the page no longer has this, which the original never had; it is left out")
	}
}

// extraPiece returns the piece of a unit that the original never had. Below a heading that
// is marked it needs no mark of its own.
func extraPiece(kind string, unit CatalogUnit, before []*filePiece) *filePiece {
	p := &filePiece{segment: &Segment{Kind: kind}, text: unit.Target}
	marked := slices.ContainsFunc(before, func(p *filePiece) bool { return p.segment.isHeading() })
	if !marked || p.segment.isHeading() {
		p.marks = markExtra
	}
	p.marks += waiverMarks(unit.Waivers, blockWaiver)
	return p
}
