package value

import "go.mongodb.org/mongo-driver/v2/bson"

// An expression can make a value that holds the same one again and again, to any
// depth: it takes little memory, and going through it would not end. Nor may it be so
// deep that going through it takes more stack than there is. All functions that go
// through values refuse those that no document could hold.
const (
	maxParts  = 1 << 22 // no document of 16 MB has more
	maxLevels = 1000    // the server's own limit is 200
)

// parts counts the values that a walk through a value visits.
type parts struct{ seen, depth int }

func (p *parts) enter(n int) {
	p.seen += n
	p.depth++
	CheckDepth(p.depth)
	if p.seen > maxParts {
		Refuse("going through a value of more than 4194304 parts")
	}
}

func (p *parts) leave() { p.depth-- }

// CheckDepth refuses to go deeper into a value than any document could be.
func CheckDepth(depth int) {
	if depth > maxLevels {
		Refuse("going through a value of more than 1000 levels")
	}
}

// checkParts refuses a value that has too many.
func checkParts(v any) {
	switch v.(type) {
	case bson.D, bson.A:
		new(parts).count(v)
	}
}

func (p *parts) count(v any) {
	switch v := v.(type) {
	case bson.D:
		p.enter(len(v))
		for _, f := range v {
			p.count(f.Value)
		}
		p.leave()
	case bson.A:
		p.enter(len(v))
		for _, item := range v {
			p.count(item)
		}
		p.leave()
	}
}
