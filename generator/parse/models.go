package parse

import (
	"bytes"
	"regexp"
)

// modelItem is the begin of a list's item that draws a model, as the cards of a
// guide do.
var modelItem = regexp.MustCompile(`^- \[[^\]]*\]\([./]*examples/([a-z0-9-]+)$`)

// Models returns the examples whose models a page's cards draw, in order, or those whose
// orders its lists draw if it has no such cards. It reads no more than that: mistakes in
// the page are reported when it is parsed.
func Models(content []byte) []string {
	if names := listed(content, ".json#model)"); names != nil {
		return names
	}
	return listed(content, ".json#orders)")
}

// listed returns the examples to which items of lists link with an end.
func listed(content []byte, end string) []string {
	var names []string
	for {
		before, after, found := bytes.Cut(content, []byte(end))
		if !found {
			return names
		}
		line := before[bytes.LastIndexByte(before, '\n')+1:]
		if item := modelItem.FindSubmatch(line); item != nil {
			names = append(names, string(item[1]))
		}
		content = after
	}
}
