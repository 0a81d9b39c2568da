package highlight

import (
	"strings"

	"github.com/alecthomas/chroma/v2"

	"modelbook/generator/figure"
)

// classes maps a type of token to its class; a type that is not in it has the
// class of its subcategory or category, if that is in it.
var classes = map[chroma.TokenType]figure.Class{
	chroma.Keyword:           figure.Keyword,
	chroma.KeywordConstant:   figure.Number,
	chroma.KeywordType:       figure.Type,
	chroma.NameAttribute:     figure.Key,
	chroma.NameProperty:      figure.Key,
	chroma.NameTag:           figure.Key,
	chroma.NameClass:         figure.Type,
	chroma.NameException:     figure.Type,
	chroma.NameBuiltin:       figure.Type,
	chroma.NameBuiltinPseudo: figure.Type,
	chroma.NameConstant:      figure.Keyword,
	chroma.NameDecorator:     figure.Keyword,
	chroma.NameOperator:      figure.Operator,
	chroma.NameFunction:      figure.Function,
	chroma.LiteralString:     figure.String,
	chroma.LiteralDate:       figure.Number,
	chroma.LiteralNumber:     figure.Number,
	chroma.OperatorWord:      figure.Keyword,
	chroma.Punctuation:       figure.Punctuation,
	chroma.Comment:           figure.Comment,
	chroma.GenericPrompt:     figure.Comment,
	chroma.GenericOutput:     figure.Comment,
	chroma.GenericHeading:    figure.Comment,
	chroma.GenericSubheading: figure.Comment,
}

func classOf(token chroma.Token) figure.Class {
	class := figure.Plain
	for _, t := range []chroma.TokenType{token.Type, token.Type.SubCategory(), token.Type.Category()} {
		if c, ok := classes[t]; ok {
			class = c
			break
		}
	}
	if class != figure.Key {
		return class
	}
	switch name := strings.TrimLeft(token.Value, `"'`); {
	case strings.HasPrefix(name, "$"):
		return figure.Operator
	case strings.TrimRight(name, `"'`) == "_id":
		return figure.ID
	}
	return class
}

// markChanges says which lines a diff adds and removes.
func markChanges(lines []figure.Line) {
	for i := range lines {
		switch text := lines[i].Text(); {
		case strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "---"):
		case strings.HasPrefix(text, "+"):
			lines[i].Change = figure.Added
		case strings.HasPrefix(text, "-"):
			lines[i].Change = figure.Removed
		}
	}
}
