package search

import (
	"slices"
	"strconv"

	"modelbook/generator/figure"
)

// StepNames gives the operators and functions of a step, and its error.
func StepNames(step figure.Step) []string {
	names := CodeNames(step.Operations[0])
	if step.Result.ErrorCode != 0 {
		names = append(names, strconv.Itoa(step.Result.ErrorCode))
	}
	if step.Result.ErrorName != "" {
		names = append(names, step.Result.ErrorName)
	}
	return names
}

// SchemaNames gives the collection of a schema, its operators and its keywords.
func SchemaNames(schema figure.Schema) []string {
	names := append([]string{schema.Collection}, namesOf(schema.Validator, figure.Operator, figure.Key)...)
	for _, index := range schema.Indexes {
		names = append(names, CodeNames(index)...)
	}
	return names
}

// DataNames gives the collection of data.
func DataNames(data figure.Data) []string { return []string{data.Collection} }

// ModelNames gives the collections of a model.
func ModelNames(model figure.Model) []string {
	var names []string
	for _, c := range model.Collections {
		names = append(names, c.Name)
	}
	return names
}

// CostNames gives none: what is measured has its words in the captions.
func CostNames(figure.Cost) []string { return nil }

// GrowthNames gives none, as CostNames.
func GrowthNames(figure.Growth) []string { return nil }

// CoverageNames gives the names that a list holds.
func CoverageNames(coverage *figure.Coverage) []string {
	var names []string
	for _, group := range coverage.Groups {
		for _, owner := range group.Owners {
			names = append(append(names, owner.Name), owner.Names...)
		}
	}
	return names
}

// CodeNames gives the operators and functions of code, each once.
func CodeNames(code figure.Code) []string { return namesOf(code, figure.Operator, figure.Function) }

func namesOf(code figure.Code, classes ...figure.Class) []string {
	var names []string
	for _, line := range code.Lines {
		for _, token := range line.Tokens {
			if slices.Contains(classes, token.Class) && !slices.Contains(names, token.Text) {
				names = append(names, token.Text)
			}
		}
	}
	return names
}
