package build

import (
	"bytes"
	"slices"
	"strings"

	"modelbook/generator/page"
)

// wordsNeeded returns the optional features that the site uses: a language need
// only have words for these.
func (s *Source) wordsNeeded() []page.Need {
	var needs []page.Need
	if len(s.settings.Languages) > 1 {
		needs = append(needs, page.ForTranslations)
	}
	if s.settings.Repository != "" {
		needs = append(needs, page.ForRepository)
	}
	for _, p := range s.pages {
		for _, need := range p.needs {
			if !slices.Contains(needs, need) {
				needs = append(needs, need)
			}
		}
	}
	return needs
}

// figureNeeds are the words that figures have, by the fragment of the link that is
// drawn: examples.json#growth/….
var figureNeeds = map[string]page.Need{
	"model": page.ForModels, "cost": page.ForCosts, "ratio": page.ForCosts,
	"growth": page.ForGrowth, "numbers": page.ForNumbers, "touch": page.ForTouch, "scan": page.ForScans, "orders": page.ForOrders, "weigh": page.ForWeighing, "tree": page.ForTree,
}

// wordsOf returns the interface words that a page's Markdown needs. It only
// searches the text: mistakes are reported when the page is parsed.
func wordsOf(content []byte) []page.Need {
	var needs []page.Need
	add := func(need page.Need) {
		if !slices.Contains(needs, need) {
			needs = append(needs, need)
		}
	}
	if bytes.Contains(content, []byte("> [!")) {
		add(page.ForAlerts)
	}
	for at := 0; ; {
		i := bytes.Index(content[at:], []byte("]("))
		if i < 0 {
			return needs
		}
		line := content[bytes.LastIndexByte(content[:at+i], '\n')+1:]
		at += i + len("](")
		target := content[at:min(len(content), at+512)]
		if bytes.HasPrefix(target, []byte("#figure/")) {
			add(page.ForFigures)
		}
		if answer, _, isTile := bytes.Cut(target, []byte(")\\\n")); isTile && line[0] == '-' && target[0] == '#' && !bytes.ContainsAny(answer, "/ ") {
			add(page.ForPath)
		}
		if bytes.HasPrefix(target, []byte("#sketch/")) {
			for _, need := range []page.Need{page.ForCosts, page.ForWeighing, page.ForSketch} {
				add(need)
			}
		}
		if !bytes.HasPrefix(target, []byte("../../")) {
			continue
		}
		address, _, _ := bytes.Cut(target, []byte(")"))
		file, fragment, _ := strings.Cut(string(address), "#")
		if strings.HasSuffix(file, ".md") {
			add(page.ForCoverage)
			continue
		}
		add(page.ForExamples)
		kind, _, _ := strings.Cut(fragment, "/")
		need, ok := figureNeeds[kind]
		isCell := line[0] == '-' || line[0] == '|'
		if ok && (isCell || need != page.ForCosts) {
			add(need)
		}
		if ok && isCell && need != page.ForModels && need != page.ForTree {
			add(page.ForCosts)
		}
	}
}
