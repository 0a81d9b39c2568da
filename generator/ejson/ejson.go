// Package ejson reads and writes the JSON of examples: strict JSON (RFC 8259)
// whose values are MongoDB Extended JSON v2 with every type visible.
//
// Parse takes a file's text and returns values that know their positions in it.
// ToBSON turns such a value into the types of the driver's bson package; FromBSON
// does the reverse. Format returns the standard formatting, and Replace edits
// values in place and leaves every other byte as it was.
//
// The type of a value is visible: a plain integer is an int32, a number with a
// point or an exponent a double, and everything else is named by one of the
// wrappers of Extended JSON, such as {"$numberLong": "5"}.
package ejson

const (
	// MaxSize is the largest file that Parse reads, in bytes.
	MaxSize = 256 << 10
	// MaxDepth is how deep objects and arrays may nest, as MongoDB documents
	// it for BSON ("MongoDB Limits and Thresholds").
	MaxDepth = 100
	// maxErrors is the number of mistakes after which Parse gives up, and the
	// most that ToBSON reports.
	maxErrors = 20
)

// Kind is the type of a value in JSON.
type Kind uint8

const (
	Null Kind = iota
	True
	False
	Number
	String
	Array
	Object
)

// String names the kind with its article, for messages.
func (k Kind) String() string {
	return [...]string{"null", "true", "false", "a number", "a string", "an array", "an object"}[k]
}

// Value is a JSON value. Start and End are the offsets of its first byte and
// of the byte after it; both are 0 in a value that was not read from a file.
type Value struct {
	Kind       Kind
	Start, End int
	Text       string   // the characters of a String, a Number as it is written
	Items      []*Value // of an Array
	Members    []Member // of an Object, in the order of the file
}

// Member is a key of an object with its value.
type Member struct {
	Key        string
	Start, End int // of the key, its quotes included
	Value      *Value
}

// Get returns the value of a key, or nil if v is no object or has no such key.
func (v *Value) Get(key string) *Value {
	for _, m := range v.Members {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}
