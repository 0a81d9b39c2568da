package example

import "modelbook/generator/ejson"

// alongside reads the id of the step that this one is sent together with: the
// nearest one before it that is sent after another. Both answer one question,
// since only its cost shows whether steps were sent one after the other or at the
// same time.
func (r *reader) alongside(v *ejson.Value, s *Step) {
	id := r.id(v, `"alongside"`)
	if id == "" {
		return
	}
	s.Alongside = id
	leader := r.leader()
	switch {
	case leader == nil:
		r.errorf(v.Start, "", `the first step goes alongside of none`)
	case leader.ID != id:
		r.errorf(v.Start, "write "+leader.ID+", or change the order of the steps", "the step %q does not begin what this one could be sent together with", id)
	case s.Answers == nil || leader.Answers == nil || s.Answers.ID != leader.Answers.ID:
		r.errorf(v.Start, `give both the same "answers"`, "the step %q does not answer the same question", id)
	}
}

// leader returns the last step that is not sent together with one before it.
func (r *reader) leader() *Step {
	for i := len(r.example.Steps) - 1; i >= 0; i-- {
		if r.example.Steps[i].Alongside == "" {
			return &r.example.Steps[i]
		}
	}
	return nil
}

// sentTogether refuses a step that programs can't send at the same time as another.
func (r *reader) sentTogether(v *ejson.Value, s *Step) {
	leader := r.leader()
	if s.Alongside == "" || leader == nil {
		return
	}
	for _, step := range []*Step{leader, s} {
		if !step.IsOneCall() {
			r.errorf(v.Start, "", "the step %q is more than a call whose result is used, so programs can't send it at the same time as another", step.ID)
		}
	}
}

// IsOneCall reports whether a step is sent once, by itself, and returns documents or
// counts.
func (s *Step) IsOneCall() bool {
	d, _ := Describe(s.Operation.Name)
	returns := d.Returns != ReturnsNothing && d.Returns != ReturnsStream && d.Returns != ReturnsValues && d.On != OnStream
	return returns && !s.Repeats() && s.ExpectError == nil && s.Session == "" && !d.ByCommand
}
