// Package render turns an example and what a database answered into figures:
// the data of a collection as nested boxes, schemas and steps as code, costs
// as a table.
//
// It takes an example.Example, for what ran its example.Result, and the parts
// of a figure link's fragment. Operations and values are code of MongoDB's shell, which
// package code prints.
package render

import (
	"modelbook/generator/code/shell"
	"modelbook/generator/figure"
)

// Columns is how wide printed code may be: it then fills half of the page's
// canvas. A key or a name that is longer than that by itself goes beyond it.
var Columns = shell.Margins.Width

func one(class figure.Class, text string) []figure.Token {
	return []figure.Token{{Class: class, Text: text}}
}

func punctuation(text string) []figure.Token { return one(figure.Punctuation, text) }
