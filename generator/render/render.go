// Package render draws an example and its results as figures: the data of a
// collection as nested boxes, schemas and steps as code, costs as a table.
//
// It takes an example.Example, or the example.Result of one that ran, and the parts
// of a figure link's fragment. Operations and values are code of MongoDB's shell,
// which package code prints.
package render

import (
	"modelbook/generator/code/shell"
	"modelbook/generator/figure"
)

// Columns is the width of printed code in columns, which fills half of the page's
// canvas. Only a key or a name that is longer by itself exceeds it.
var Columns = shell.Margins.Width

func one(class figure.Class, text string) []figure.Token {
	return []figure.Token{{Class: class, Text: text}}
}

func punctuation(text string) []figure.Token { return one(figure.Punctuation, text) }
