// Package idl reads documents whose fields are known: commands, the statements of a
// write, the objects of options. It is the one place that decides on a field that is
// unknown, doubled, null, missing, of the wrong type, or outside its range, and it
// answers as the parsers do that MongoDB's server generates from its own interface
// definitions (buildscripts/idl/idl/generator.py and src/mongo/idl/idl_parser.cpp
// there).
//
// A document is a Go struct, a field of it a field of the struct. The field's type
// says which BSON types it takes:
//
//	bool, string      that type
//	int64             any number: fractions of doubles are cut off, those of
//	                  decimals rounded half to even, what is too large becomes
//	                  the greatest long
//	Truth             a bool or any number
//	Long              a long
//	UUID              binary data of subtype 4
//	bson.D, bson.A    an object, an array
//	a struct          an object with fields of its own
//	a slice           an array whose elements are of the slice's type
//	any               any type, or those of its option types; null is a value of it
//
// A pointer is nil, a document or array nil, and any nil, if the field was not given.
// A type with a method ReadValue decides by itself which values it takes, null
// included, among those of its option types.
//
// The field's tag has its name and options, separated by commas:
//
//	idl:"filter"                  a field that may be left out
//	idl:"updates,required"        one that may not
//	idl:"comment,accepted"        it is read and has no effect
//	idl:",command"                it has the name of the command
//	idl:"ordered,default=true"    its value if it is not given
//	idl:"skip,min=0"              also max: the range of a number
//	idl:"maxTimeMS,whole,min=0,max=9"  a number without a fraction, within bounds
//	                              of which the server has messages of their own
//	idl:"caseFirst,enum=off|upper"  the texts that it may have
//	idl:"index,types=string|object"  the types of a field of type any, or of one
//	                              that reads its value itself
//	idl:"min,unstable"           a field that version 1 of the stable API does not have
//	idl:"backwards,notnull"       null is a wrong type, not a field left out
//	idl:"readConcern,path=readConcern"  the path of an object in messages, where
//	                              it is not that of its owner and its name
//
// Three fields have a special meaning: one of type Refused lists in its tag the names
// that the server knows and memdb refuses; one with the tag idl:",others", a document,
// takes all fields that no other has; one of type OneOf makes the struct a choice
// between the structs that its other fields point to, by the name of the document's
// first field.
package idl
