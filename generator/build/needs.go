package build

import (
	"modelbook/generator/example"
	"modelbook/generator/figure"
)

// needed returns a phrase for alternative requirements, one of which is enough,
// each with the parts that the server lacks; nil for none.
func needed(lacking [][]example.Lack) figure.Phrase {
	requirements := make([]figure.Phrase, len(lacking))
	for i, all := range lacking {
		needs := make([]figure.Phrase, len(all))
		for j, lack := range all {
			version := figure.Argument{Name: "version", Phrase: figure.Text(lack.Version)}
			choices := make([]figure.Phrase, len(lack.What))
			for k, what := range lack.What {
				choices[k] = figure.Words{Key: "needs." + what, With: []figure.Argument{version}}
			}
			needs[j] = joined("or", choices)
		}
		requirements[i] = joined("and", needs)
	}
	return joined("or", requirements)
}

// joined joins a list with a word of the language, nil for an empty list.
func joined(word string, list []figure.Phrase) figure.Phrase {
	if len(list) == 0 {
		return nil
	}
	all := list[0]
	for _, each := range list[1:] {
		all = figure.Words{Key: "needs." + word, With: []figure.Argument{{Name: "first", Phrase: all}, {Name: "second", Phrase: each}}}
	}
	return all
}
