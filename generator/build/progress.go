package build

import "modelbook/generator/example"

// Progress is how far the running of examples is.
type Progress struct {
	Result   *example.Result // of the example that has just run
	Done, Of int             // examples of this stage
	Again    bool            // it had run before, in another order
}

// doing reports that a stage begins.
func (o Options) doing(stage string) {
	if o.Doing != nil {
		o.Doing(stage)
	}
}

// tally counts the examples of a run, which is made in several parts, as they
// run for the first time and again.
type tally struct {
	options         Options
	of              int
	first, shuffled int
}

// begin reports that examples begin to run. It returns a function to be called
// with each that has run.
func (c *tally) begin(again bool) func(*example.Result) {
	stage, done := "running the examples", &c.first
	if again {
		stage, done = "running the examples in another order", &c.shuffled
	}
	c.options.doing(stage)
	return func(r *example.Result) {
		*done++
		if c.options.Progress != nil {
			c.options.Progress(Progress{Result: r, Done: *done, Of: c.of, Again: again})
		}
	}
}
