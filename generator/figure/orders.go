package figure

// Orders shows how the orders of several clients' steps have ended, a row a model.
type Orders struct{ Models []OrdersOfModel }

// OrdersOfModel are the orders that were tried of a model's clients, none if its
// example did not run.
type OrdersOfModel struct {
	Model  string // name of the example
	Groups []OrderGroup
	// Bad is an order of the worst outcome, nil if everything holds in all, or where
	// models are compared.
	Bad *Timeline
}

// OrderGroup are orders with the same mishap.
type OrderGroup struct {
	Mishap string   // a key of order-words, "" if it isn't known
	Ends   []string // of each, a key of order-words: "hold", "repaired", "lost"
}

// Timeline is an order, moment by moment, and what did not hold after it.
type Timeline struct {
	Outcome string   // a key of order-words
	Clients []string // their names
	Moments []Moment
	Failed  []Moment
}

// Moment is a step that a client takes in an order, and its outcome.
type Moment struct {
	Client int
	Step   string // its id; "" if the example has it only for this
	Code   Code
	// Outcome are the elements for its result and for the documents that it changed.
	Outcome []Element
	Then    string // what its client does next, a key of order-words, "" if it goes on
}

// Count returns how many orders have an outcome, and how many there are.
func (o OrdersOfModel) Count(outcome string) (count, all int) {
	for _, group := range o.Groups {
		for _, end := range group.Ends {
			all++
			if end == outcome {
				count++
			}
		}
	}
	return count, all
}

// Paint has the orders written.
func (o Orders) Paint(p Painter) { p.Orders(o) }
