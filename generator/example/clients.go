package example

import "modelbook/generator/ejson"

// client reads who sends the step. Steps run in the order of the file, whoever
// sends them: two clients are shown in the order that hurts.
func (r *reader) client(v *ejson.Value, s *Step) {
	s.Client = r.id(v, `"client"`)
	if first := r.firstStep(); first != nil && (first.Client == "") != (s.Client == "") {
		at := s.Pos
		r.list.Add(r.example.Message(at, "some steps name their client, others don't", `give each step a "client", or none`))
	}
	if id := r.dead[s.Client]; id != "" && s.Client != "" {
		r.errorf(v.Start, "let another client send it", "the client %q died before it sent %q", s.Client, id)
	}
}

func (r *reader) firstStep() *Step {
	if len(r.example.Steps) == 0 {
		return nil
	}
	return &r.example.Steps[0]
}

// session reads the session in which the step's operation runs. A session
// begins with a transaction, and no two clients share one.
func (r *reader) session(v *ejson.Value, s *Step) {
	d, _ := Describe(s.Operation.Name)
	if v == nil {
		if d.On == OnSession {
			r.list.Add(r.example.Message(s.Operation.Pos, s.Operation.Name+" has no session", `name it beside the operation: "session": "first"`))
		}
		return
	}
	name := r.string(v, `"session"`)
	owner, known := r.sessions[name]
	switch {
	case name == "":
	case known && owner != s.Client:
		r.errorf(v.Start, "", "the session %q is the client %q's", name, owner)
	case !known && s.Operation.Name != "startTransaction":
		r.errorf(v.Start, "let it begin with the operation startTransaction", "the session %q has not begun", name)
	case !known:
		if r.variable(v, `"session"`); r.variables[name] != "" {
			r.errorf(v.Start, "", "%q names something else already", name)
		}
		r.variables[name] = "session"
		s.Begins = true
	}
	r.sessions[name], s.Session = s.Client, name
}

// unsent reads whether the step is one that its client did not come to send,
// because it died.
func (r *reader) unsent(v *ejson.Value, s *Step) {
	if v == nil || !r.boolean(v, `"unsent"`) {
		return
	}
	s.Unsent = true
	if s.Client == "" {
		r.errorf(v.Start, `say who dies: "client": "first"`, "a step that is not sent has no client")
	}
	r.dead[s.Client] = s.ID
}
