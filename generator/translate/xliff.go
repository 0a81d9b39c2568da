package translate

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"modelbook/generator/diag"
)

// XLIFF returns a catalog as XLIFF 1.2 (OASIS Standard, 1 February 2008), which
// all programs read that read XLIFF at all. A translation that is behind needs
// review, and its earlier original text is in a note.
func (c Catalog) XLIFF() ([]byte, error) {
	file := xliffFile{Original: c.File, Source: c.Source, Target: c.Lang, DataType: "plaintext"}
	for i, unit := range c.Units {
		if unit.Obsolete {
			continue // XLIFF has no word for it
		}
		u := xliffUnit{ID: strconv.Itoa(i + 1), ResName: unit.Context, Space: "preserve", Source: unit.Source,
			Notes: []xliffNote{{From: "location", Text: fmt.Sprintf("%s:%d", unit.Pos.File, unit.Pos.Line)}}}
		for _, w := range unit.Waivers {
			u.Notes = append(u.Notes, xliffNote{From: "lint", Text: w.Rule + " " + w.Reason})
		}
		for _, term := range unit.Terms {
			u.Notes = append(u.Notes, xliffNote{From: "term", Text: term})
		}
		for i, address := range unit.Addresses {
			u.Notes = append(u.Notes, xliffNote{From: "address", Text: placeholderNote(i, address)})
		}
		if unit.Previous != "" {
			u.Notes = append(u.Notes, xliffNote{From: "previous", Text: unit.Previous})
		}
		if unit.Target != "" {
			u.Approved, u.Target = "yes", &xliffTarget{State: "translated", Text: unit.Target}
			if unit.Fuzzy {
				u.Approved, u.Target.State = "no", "needs-review-translation"
			}
		}
		file.Units = append(file.Units, u)
	}
	content, err := xml.MarshalIndent(xliff{Version: "1.2", File: file}, "", "  ")
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(content, '\n')...), nil
}

type xliff struct {
	XMLName xml.Name  `xml:"urn:oasis:names:tc:xliff:document:1.2 xliff"`
	Version string    `xml:"version,attr"`
	File    xliffFile `xml:"file"`
}

type xliffFile struct {
	Original string      `xml:"original,attr"`
	Source   string      `xml:"source-language,attr"`
	Target   string      `xml:"target-language,attr"`
	DataType string      `xml:"datatype,attr"`
	Units    []xliffUnit `xml:"body>trans-unit"`
}

type xliffUnit struct {
	ID       string       `xml:"id,attr"`
	ResName  string       `xml:"resname,attr"`
	Space    string       `xml:"http://www.w3.org/XML/1998/namespace space,attr"`
	Approved string       `xml:"approved,attr,omitempty"`
	Source   string       `xml:"source"`
	Target   *xliffTarget `xml:"target"`
	Notes    []xliffNote  `xml:"note"`
}

type xliffTarget struct {
	State string `xml:"state,attr,omitempty"`
	Text  string `xml:",chardata"`
}

type xliffNote struct {
	From string `xml:"from,attr,omitempty"`
	Text string `xml:",chardata"`
}

// ParseXLIFF reads a file that XLIFF wrote and a translator's program changed. A
// unit counts as translated unless its state says that it needs work.
func ParseXLIFF(text *diag.Text) (Catalog, diag.List) {
	decoder := xml.NewDecoder(bytes.NewReader(text.Bytes))
	var c Catalog
	var messages diag.List
	for {
		offset := decoder.InputOffset()
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			messages.Add(text.Message(int(decoder.InputOffset()), "this is not XML: "+err.Error(), ""))
			return c, messages
		}
		element, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case element.Name.Local == "file":
			c.File, c.Lang = attribute(element, "original"), attribute(element, "target-language")
		case element.Name.Local == "trans-unit":
			var u xliffUnit
			if err := decoder.DecodeElement(&u, &element); err != nil {
				messages.Add(text.Message(int(offset), "this unit can't be read: "+err.Error(), ""))
				return c, messages
			}
			unit := u.unit(text.Pos(int(offset)))
			unit.TargetLines = targetLines(text, int(offset), int(decoder.InputOffset()), unit.Target)
			c.Units = append(c.Units, unit)
		}
	}
	if c.File == "" {
		messages.Add(text.Message(0, "this is no XLIFF file of a page", "export the page again"))
	}
	return c, messages
}

// targetLines returns on which lines of a file those of a unit's translation stand. A
// program may write the ends of its lines as references.
func targetLines(text *diag.Text, from, to int, target string) []int {
	_, rest, ok := bytes.Cut(text.Bytes[from:to], []byte("<target"))
	if !ok {
		return nil
	}
	written, _, _ := bytes.Cut(rest, []byte("</target>"))
	first := text.Pos(to - len(rest)).Line
	lines := make([]int, strings.Count(target, "\n")+1)
	for i := range lines {
		if lines[i] = first; bytes.Count(written, []byte("\n")) >= len(lines)-1 {
			lines[i] += i
		}
	}
	return lines
}

func attribute(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (u xliffUnit) unit(pos diag.Pos) CatalogUnit {
	unit := CatalogUnit{Context: u.ResName, Source: u.Source, Pos: pos}
	if u.Target != nil {
		unit.Target = u.Target.Text
		unit.Fuzzy = u.Target.State == "new" || strings.HasPrefix(u.Target.State, "needs-")
	}
	for _, note := range u.Notes {
		switch note.From {
		case "previous":
			unit.Previous = note.Text
		case "lint":
			unit.waive(note.Text)
		case "address":
			unit.addAddress(note.Text)
		}
	}
	return unit
}
