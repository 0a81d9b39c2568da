package figure

// Weighing is what a workload costs in several models.
type Weighing struct {
	Models    []string // names of the examples
	Questions []WeighedQuestion
	Day       []float64 // work of all questions in each model, in microseconds a day
	Peak      []float64 // the share of one processor that each model takes at peak
	Documents []float64 // bytes in each model, with all data of the application
	Indexes   []float64
	Cache     float64 // bytes that are kept in memory
	Best      []int   // the models with the least work, none if that does not decide
	Verdict   []Phrase
	Flips     []Phrase
	Weights   []Weight
	Data      float64 // how many times the data of the examples
	// Sizes are those at which the models are weighed, of which Size is the page's. There
	// is one, without a number, where they are not weighed by size.
	Sizes []WeighedSize
	Size  float64
	// SizeWords are what there are more of at larger sizes.
	SizeWords Phrase
	// Sketch has the sizes of a sketch, from which the script computes the models; nil of
	// models that were built.
	Sketch []SketchSize
}

// SketchSize is a size of a sketch, and the bounds within which readers enter theirs.
type SketchSize struct {
	Name             string
	Value, Low, High float64
}

// WeighedQuestion is a question with its rate and what it costs in each model.
type WeighedQuestion struct {
	ID        string
	Words     Phrase    // at the beginning of a text
	Times     float64   // in a period
	Period    string    // "hour", "day", …
	Day, Peak float64   // times a day, and a second at peak
	Work      []float64 // infinite where a model is impossible
	Wait      []float64 // of one run, in microseconds
	IsCached  bool      // what it reads is always in the cache
	Of        string    // the ID of the question in proportion to which it is asked, "" for none
}

// WeighedSize are the amounts of models at a size of their examples.
type WeighedSize struct {
	Size   float64
	Models []WeighedModel
}

// WeighedModel is how a model answers each question.
type WeighedModel struct {
	Documents, Indexes float64     // bytes, with all data of the application
	Amounts            [][]float64 // of each weight's unit, for one run of each question
	RoundTrips         []float64
}

// Weight is a term of the cost model with its range.
type Weight struct {
	Name             string
	Value, Low, High float64
}

type (
	// Decimal is a number with decimals, written as the language writes one.
	Decimal struct {
		Value    float64
		Decimals int
	}
	// Duration is in microseconds, written in a unit of two to three digits.
	Duration float64
	// Bytes are a size, written in a unit of two to three digits.
	Bytes float64
	// Question is the words of the page for a question of its workload, at the
	// beginning of a text.
	Question string
	// QuestionWithin is the same within a text.
	QuestionWithin string
)

func (Decimal) phrase()        {}
func (Duration) phrase()       {}
func (Bytes) phrase()          {}
func (Question) phrase()       {}
func (QuestionWithin) phrase() {}

// Paint has the weighing written.
func (w Weighing) Paint(p Painter) { p.Weighing(w) }
