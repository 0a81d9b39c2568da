package figure

import (
	"strconv"
	"strings"
)

// Data is what a collection holds before the first step.
type Data struct {
	Collection string
	Total      int // documents in all
	Documents  []*Box
}

// Names are the collection.
func (d Data) Names() []string { return []string{d.Collection} }

// Plain is the documents as code.
func (d Data) Plain() []Part {
	var code strings.Builder
	for _, document := range d.Documents {
		writeBox(&code, document, "")
	}
	if more := d.Total - len(d.Documents); more > 0 {
		code.WriteString("// + " + strconv.Itoa(more) + "\n")
	}
	return []Part{{Kind: Caption, Text: d.Collection}, {Kind: CodePart, Text: code.String()}}
}

// writeBox writes a document as code, what is inside farther to the right.
func writeBox(code *strings.Builder, box *Box, indent string) {
	for _, row := range box.Rows {
		before := strings.TrimRight(text(row.Before), " ")
		if before != "" {
			code.WriteString(indent + before + "\n")
		}
		if row.Inside != nil {
			writeBox(code, row.Inside, indent+"    ")
		}
		if after := text(row.After); after != "" {
			code.WriteString(indent + after + "\n")
		}
		if row.More > 0 {
			code.WriteString(indent + "// + " + strconv.Itoa(row.More) + "\n")
		}
	}
}
