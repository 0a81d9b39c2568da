// Package render turns an example and what a database answered into figures:
// the data of a collection as nested boxes, schemas and steps as code, costs
// as a table.
//
// It takes an example.Example, for what ran its example.Result, and the parts
// of a figure link's fragment. What it prints as shell code can be pasted into
// MongoDB's shell, mongosh, and means the same BSON there, type by type. A
// value or an operation without such a form is an error, never an
// approximation.
package render

// Columns is how wide printed code may be: it then fills half of the page's
// canvas. A key or a name that is longer than that by itself goes beyond it.
const Columns = 52

// typedColumns is how wide code on a page is laid out where calls and literals name
// packages and types, or stand deeper for their points.
const typedColumns = 56

// scriptColumns is how wide the code of a script may be, which is read in an editor.
const scriptColumns = 88

// An array of more than longArray elements is shown by its first shownOfLong,
// where it is data or a result; an operation is always printed whole.
const (
	longArray   = 20
	shownOfLong = 3
)

// language is the name of the shell's language in figures.
const language = "shell"
