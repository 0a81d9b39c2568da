package play

import (
	"context"
	"fmt"

	"modelbook/generator/example"
)

// Answer runs the example from its start and returns the cost of all steps
// together that answer a question.
func (s *Session) Answer(ctx context.Context, question string) (Statement, error) {
	if err := s.Prepare(ctx, 0); err != nil {
		return Statement{}, err
	}
	run := example.Run{Size: s.size}
	for s.next = range s.example.Steps {
		_, spent := s.runStep(ctx)
		run.Steps = append(run.Steps, example.StepResult{Cost: spent})
	}
	result := example.Result{Example: s.example, Runs: []example.Run{run}}
	total, ok := result.CostOf(question, s.size)
	if !ok {
		return Statement{}, fmt.Errorf("no step answers %s", question)
	}
	var statement Statement
	statement.setCost(total)
	return statement, nil
}
