package translate

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"modelbook/generator/diag"
)

// Exchanged returns a catalog as translators' programs get it: a unit for each item of
// a list and each row of a table, so that one of them can be done and remembered by
// itself, and for the address of each link {1}, {2} and so on, for nobody translates
// those. terms returns what the glossary has for words of an original text.
func (c Catalog) Exchanged(terms func(text string) []string) Catalog {
	var units []CatalogUnit
	for _, unit := range c.Units {
		if unit.Obsolete {
			units = append(units, unit)
			continue
		}
		for _, part := range unit.parts() {
			part = part.withPlaceholders()
			part.Terms = terms(part.Source)
			units = append(units, part)
		}
	}
	c.Units = units
	return c
}

// Whole returns a catalog that a program changed with the lists, tables and addresses
// that Exchanged took apart. A list of which an item is to be worked on, is so as well.
func (c Catalog) Whole() (Catalog, diag.List) {
	var messages diag.List
	var units []CatalogUnit
	for i := 0; i < len(c.Units); {
		context, count, isPart := cutPart(c.Units[i].Context)
		if !isPart {
			units = append(units, c.Units[i].withAddresses(&messages))
			i++
			continue
		}
		end := i + 1
		for end < len(c.Units) {
			if next, _, ok := cutPart(c.Units[end].Context); !ok || next != context {
				break
			}
			end++
		}
		whole := joined(context, c.Units[i:end], &messages)
		if end-i != count {
			messages.Add(diag.Message{Pos: whole.Pos, Text: fmt.Sprintf("%s has %d parts, here are %d", context, count, end-i), Hint: "export the page again", Source: firstLine(whole.Source)})
		}
		units = append(units, whole)
		i = end
	}
	c.Units = units
	return c, messages
}

func joined(context string, parts []CatalogUnit, messages *diag.List) CatalogUnit {
	whole := CatalogUnit{Context: context, Pos: parts[0].Pos}
	var sources, targets []string
	for _, part := range parts {
		part = part.withAddresses(messages)
		sources, targets = append(sources, part.Source), append(targets, part.Target)
		whole.Fuzzy = whole.Fuzzy || part.Fuzzy || part.Target == ""
		whole.Waivers = append(whole.Waivers, part.Waivers...)
		whole.TargetLines = append(whole.TargetLines, part.TargetLines...)
	}
	whole.Source, whole.Target = strings.Join(sources, "\n"), strings.Join(targets, "\n")
	return whole
}

// parts returns the units for the items of a list or the rows of a table.
func (u CatalogUnit) parts() []CatalogUnit {
	sources := u.split(u.Source)
	previous, targets := u.split(u.Previous), u.split(u.Target)
	isAligned := u.Target == "" || len(targets) == len(sources) || u.Previous != "" && len(targets) == len(previous)
	if len(sources) < 2 || !isAligned {
		return []CatalogUnit{u}
	}
	units := make([]CatalogUnit, len(sources))
	line := u.Pos
	for i, source := range sources {
		part := CatalogUnit{Context: fmt.Sprintf("%s part %d of %d", u.Context, i+1, len(sources)), Source: source, Pos: line}
		line.Line += strings.Count(source, "\n") + 1
		if i == 0 {
			part.Waivers = u.Waivers
		}
		switch same := slices.Index(previous, source); {
		case u.Target == "":
		case !u.Fuzzy:
			part.Target = targets[i]
		case same >= 0 && len(targets) == len(previous):
			part.Target = targets[same]
		case len(targets) == len(sources):
			part.Target, part.Fuzzy = targets[i], true
			if len(previous) == len(sources) {
				part.Previous = previous[i]
			}
		}
		units[i] = part
	}
	return units
}

// split returns the items of a list, or the rows of a table, the first with the line
// below it. Any other text is one.
func (u CatalogUnit) split(text string) []string {
	_, rest, _ := strings.Cut(u.Context, " ")
	kind, _, _ := strings.Cut(rest, " ")
	var parts []string
	for i, line := range strings.Split(text, "\n") {
		isNext := kind == kindTable && i > 1 || (kind == kindList || kind == kindComparison) && listItem.MatchString(line)
		if i == 0 || isNext {
			parts = append(parts, line)
		} else {
			parts[len(parts)-1] += "\n" + line
		}
	}
	return parts
}

var listItem = regexp.MustCompile(`^([-*+]|\d+[.)]) `)

var partContext = regexp.MustCompile(`^(.*) part \d+ of (\d+)$`)

// cutPart reads the context of a part.
func cutPart(context string) (whole string, count int, ok bool) {
	match := partContext.FindStringSubmatch(context)
	if match == nil {
		return "", 0, false
	}
	count, err := strconv.Atoi(match[2])
	return match[1], count, err == nil
}

var (
	linkAddress        = regexp.MustCompile(`\]\([^()\s{}]+\)`)
	addressPlaceholder = regexp.MustCompile(`\]\(\{(\d{1,6})\}\)`)
)

// withPlaceholders puts {1} for the first address of the original text, and so on.
func (u CatalogUnit) withPlaceholders() CatalogUnit {
	if strings.Contains(u.Context, " "+kindCode+" ") || strings.Contains(u.Source+u.Target+u.Previous, "]({") {
		return u
	}
	for _, link := range linkAddress.FindAllString(u.Source, -1) {
		if address := link[2 : len(link)-1]; !slices.Contains(u.Addresses, address) {
			u.Addresses = append(u.Addresses, address)
		}
	}
	for _, text := range []*string{&u.Source, &u.Target, &u.Previous} {
		*text = linkAddress.ReplaceAllStringFunc(*text, func(link string) string {
			i := slices.Index(u.Addresses, link[2:len(link)-1])
			if i < 0 {
				return link
			}
			return fmt.Sprintf("]({%d})", i+1)
		})
	}
	return u
}

// withAddresses is the inverse of withPlaceholders.
func (u CatalogUnit) withAddresses(messages *diag.List) CatalogUnit {
	if len(u.Addresses) == 0 {
		return u
	}
	for _, text := range []*string{&u.Source, &u.Target, &u.Previous} {
		*text = addressPlaceholder.ReplaceAllStringFunc(*text, func(link string) string {
			n, err := strconv.Atoi(addressPlaceholder.FindStringSubmatch(link)[1])
			if err != nil || n < 1 || n > len(u.Addresses) {
				messages.Add(diag.Message{Pos: u.Pos, Text: fmt.Sprintf("%s stands for no address: the original text has %d", link[2:len(link)-1], len(u.Addresses)), Source: firstLine(u.Target)})
				return link
			}
			return "](" + u.Addresses[n-1] + ")"
		})
	}
	u.Addresses = nil
	return u
}

// placeholderNote is the note on the address that a placeholder stands for.
func placeholderNote(i int, address string) string { return fmt.Sprintf("{%d} %s", i+1, address) }

// addAddress reads a placeholderNote.
func (u *CatalogUnit) addAddress(note string) {
	if number, address, ok := strings.Cut(note, "} "); ok && number == fmt.Sprintf("{%d", len(u.Addresses)+1) {
		u.Addresses = append(u.Addresses, address)
	}
}

// Locate returns a message on a page that was made from a catalog with the place in the
// catalog's file that says what is wrong. A message on what is in no unit stays as it is.
func (c Catalog) Locate(m diag.Message, page []byte, file *diag.Text) diag.Message {
	lines := strings.Split(string(page), "\n")
	if m.Pos.Line < 1 || m.Pos.Line > len(lines) {
		return m
	}
	line := lines[m.Pos.Line-1]
	for _, unit := range c.Units {
		if unit.Fuzzy || unit.Obsolete {
			continue
		}
		for i, target := range strings.Split(unit.Target, "\n") {
			isKey := strings.HasPrefix(unit.Context, FrontMatter+" ") && strings.HasSuffix(line, ": "+quoted(target))
			if i >= len(unit.TargetLines) || target == "" || target != line && !isKey {
				continue
			}
			m.Pos = diag.Pos{File: file.File, Line: unit.TargetLines[i], Col: 1}
			m.Source = file.Line(m.Pos.Line)
			return m
		}
	}
	return m
}

// Terms returns what the glossary has for the concepts that an original text names.
func (n *Linter) Terms(text string) []string {
	var all []string
	for _, id := range sortedKeys(n.original.Terms) {
		words := n.glossary.Terms[id]
		i := slices.IndexFunc(n.original.Terms[id], func(term string) bool { return namesTerm(text, term) })
		if len(words) > 0 && i >= 0 {
			all = append(all, n.original.Terms[id][i]+" = "+strings.Join(words, ", "))
		}
	}
	return all
}
