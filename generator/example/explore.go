package example

import (
	"slices"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/diag"
)

// Explore says that the steps of several clients are run in all orders, and what
// must hold after each.
type Explore struct {
	// Steps are those of the example, and then some that only clients take that are
	// explored.
	Steps   []Step
	Clients []ExploredClient // in the order of the file
	// Crashes says that it is also tried that a client stops for good after any of
	// its steps, and that a request arrives a second time.
	Crashes bool
	Again   []Again
	Done    []Condition // when clients are done after a step that isn't their last
	// Holds are what must be true after each order, perhaps after Repair: steps
	// that only read, with what they must return.
	Holds  []Step
	Repair []int           // steps, by index
	Expect *ExpectedOrders // nil if it is still to be filled in
	Pos    diag.Pos
	// After is the offset behind the value of its last key in the file.
	After int
}

// Written returns the names of the collections whose documents orders may change: the
// example's, and those that only its steps make.
func (e *Example) Written() []string {
	var names []string
	for i := range e.Collections {
		names = append(names, e.Collections[i].Name)
	}
	for i := range e.Explore.Steps {
		o := e.Explore.Steps[i].Operation
		if name, _ := o.Target(); o.Writes() && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// ExploredClient is a client with the steps that it takes, one after the other.
type ExploredClient struct {
	Name  string
	Steps []int // by index
	Pos   diag.Pos
}

// Condition is that a step returns a value.
type Condition struct {
	Step int // by index
	// When is the value. A document is one with these fields, besides others. Of a
	// step that fails, the value is a document with the code and the codeName.
	When bson.RawValue
}

// Again says that a client begins again from one of its steps, the one of the
// condition or an earlier one.
type Again struct {
	Condition
	From int // by index
}

// Attempts is how often a client tries in one order before it gives up.
const Attempts = 5

// ExpectedOrders are the numbers of orders that are expected.
type ExpectedOrders struct {
	OrderCounts
	Pos diag.Pos
	// Start and End are as in Expectation.
	Start, End int
}

// Holds reports whether a value that the step returned is the one of the condition.
func (c Condition) Holds(value bson.RawValue) bool {
	wanted, isDocument := c.When.DocumentOK()
	found, ok := value.DocumentOK()
	if !isDocument || !ok {
		return c.When.Equal(value)
	}
	fields, _ := wanted.Elements()
	return !slices.ContainsFunc(fields, func(e bson.RawElement) bool { return !found.Lookup(e.Key()).Equal(e.Value()) })
}

const (
	exploreKeys = "steps clients! crashes again done holds! repair expect"
	furtherKeys = "id! client session note operation! save unordered must"
	againKeys   = "when! from!"
	doneKeys    = "when!"
	holdKeys    = "id! note operation! unordered expectResult!"
	ordersKeys  = "orders! hold repaired lost"
)

func exploreSchema() bson.D {
	stepID := typeSchema("string", "The id of a step", idSchema)
	named := func(description string, value bson.D) bson.D {
		return typeSchema("object", description, pair("additionalProperties", value))
	}
	list := func(description string) bson.D { return append(listSchema(stepID, description), pair("minItems", 1)) }
	counts := props{}
	for _, key := range strings.Fields(strings.ReplaceAll(ordersKeys, "!", "")) {
		counts[key] = typeSchema("integer", orderCountsAbout[key], pair("minimum", 0))
	}
	when := describedAs("What the step returns then; of a document, some of its fields; of an error, its code")
	again := objectSchema(againKeys, "When a client begins again", props{
		"when": when,
		"from": typeSchema("string", "The id of the step from which it begins", idSchema),
	})
	done := objectSchema(doneKeys, "When a client is done", props{"when": when})
	hold := objectSchema(holdKeys, "A reading operation and what it must return", props{
		"id":           typeSchema("string", "Its name, unique in the file", idSchema),
		"note":         typeSchema("string", "For those who edit the file; never printed"),
		"operation":    describedAs("As in a step", pair("$ref", "#/properties/steps/items/properties/operation")),
		"unordered":    describedAs("As in a step", pair("$ref", "#/properties/steps/items/properties/unordered")),
		"expectResult": describedAs("What must be true"),
	})
	further := props{}
	for _, key := range stepKeys {
		further[key.name] = describedAs("As in a step", pair("$ref", "#/properties/steps/items/properties/"+key.name))
	}
	return objectSchema(exploreKeys, "Steps of several clients that are run in all orders", props{
		"steps":   listSchema(objectSchema(furtherKeys, "A step", further), "Further steps, which only clients here take"),
		"clients": named("The clients by name, each with its steps in order", list("The steps of a client")),
		"crashes": typeSchema("boolean", "true if a client may also stop after any of its steps, or a request arrive twice"),
		"again":   named("By the id of a step: when its client begins again", again),
		"done":    named("By the id of a step: when its client is done, and takes no more of its steps", done),
		"holds":   append(listSchema(hold, "What must be true after each order"), pair("minItems", 1)),
		"repair":  list("The steps that mend what does not hold"),
		"expect":  objectSchema(ordersKeys, "How many orders there are, of equal ones one, and how they end", counts),
	})
}
