package value

import (
	"encoding/binary"
	"math"
	"strconv"
	"sync"
	"unicode/utf8"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// maxDepth is how deep documents and arrays may be nested within the outermost
// document.
const maxDepth = 200

// Decode reads one document. Anything that is not valid BSON (lengths,
// terminators, UTF-8, the names of array elements, trailing bytes) is error 22,
// InvalidBSON; more than 200 levels of nesting are error 15, Overflow.
func Decode(raw bson.Raw) (bson.D, error) {
	// One copy of all bytes: every string of the document is a part of it.
	d := decoder{bytes: string(raw), open: unused.Get().(*unfinished)}
	doc, err := d.document(1)
	if err != nil {
		return nil, err
	}
	if d.pos != len(d.bytes) {
		return nil, d.invalid("bytes after the end of the document")
	}
	if cap(d.open.fields) <= mostKept && cap(d.open.elements) <= mostKept {
		unused.Put(d.open)
	}
	return doc, nil
}

type decoder struct {
	bytes string
	pos   int
	open  *unfinished
}

// unfinished holds the fields and elements of the documents and arrays that are being
// read, the innermost last: their number is known only at the end.
type unfinished struct {
	fields   bson.D
	elements bson.A
}

// mostKept is how much capacity of unfinished is kept for other documents.
const mostKept = 1024

var unused = sync.Pool{New: func() any { return new(unfinished) }}

// taken returns the items from first on in a list of its own, and clears their place.
func taken[S ~[]E, E any](from *S, first int) S {
	list := append(make(S, 0, len(*from)-first), (*from)[first:]...)
	clear((*from)[first:])
	*from = (*from)[:first]
	return list
}

func (d *decoder) invalid(what string) error {
	return errcode.New(22, "invalid BSON at byte %d: %s", d.pos, what)
}

// enter reads the length of a document or array and returns the position of its
// terminator.
func (d *decoder) enter(depth int) (int, error) {
	if depth > maxDepth+1 {
		return 0, errcode.New(errcode.Overflow, "BSONObj exceeds maximum nested object depth: %d", maxDepth)
	}
	start := d.pos
	n, err := d.int32()
	if err != nil {
		return 0, err
	}
	if n < 5 || int(n) > len(d.bytes)-start {
		return 0, d.invalid("bad document length")
	}
	end := start + int(n) - 1
	if d.bytes[end] != 0 {
		return 0, d.invalid("document without terminator")
	}
	return end, nil
}

func (d *decoder) document(depth int) (bson.D, error) {
	end, err := d.enter(depth)
	if err != nil {
		return nil, err
	}
	first := len(d.open.fields)
	for d.pos < end {
		kind := d.bytes[d.pos]
		d.pos++
		name, err := d.cstring(end)
		if err != nil {
			return nil, err
		}
		v, err := d.value(kind, end, depth)
		if err != nil {
			return nil, err
		}
		d.open.fields = append(d.open.fields, bson.E{Key: name, Value: v})
	}
	d.pos = end + 1
	return taken(&d.open.fields, first), nil
}

func (d *decoder) array(depth int) (bson.A, error) {
	end, err := d.enter(depth)
	if err != nil {
		return nil, err
	}
	first := len(d.open.elements)
	for d.pos < end {
		kind := d.bytes[d.pos]
		d.pos++
		name, err := d.cstring(end)
		if err != nil {
			return nil, err
		}
		if !isIndex(name, len(d.open.elements)-first) {
			return nil, d.invalid("array elements are not numbered from 0")
		}
		v, err := d.value(kind, end, depth)
		if err != nil {
			return nil, err
		}
		d.open.elements = append(d.open.elements, v)
	}
	d.pos = end + 1
	return taken(&d.open.elements, first), nil
}

func isIndex(name string, i int) bool {
	if i < 10 {
		return len(name) == 1 && name[0] == byte('0'+i)
	}
	return name == strconv.Itoa(i)
}

// value reads one value, whose bytes must end before the terminator at end.
func (d *decoder) value(kind byte, end, depth int) (any, error) {
	v, err := d.unbounded(kind, depth)
	if err == nil && d.pos > end {
		err = d.invalid("a value is longer than its document")
	}
	return v, err
}

func (d *decoder) unbounded(kind byte, depth int) (any, error) {
	switch kind {
	case 0x01:
		bits, err := d.uint64()
		return math.Float64frombits(bits), err
	case 0x02:
		return d.string()
	case 0x03:
		return d.document(depth + 1)
	case 0x04:
		return d.array(depth + 1)
	case 0x07:
		return d.objectID()
	case 0x08:
		return d.bool()
	case 0x09:
		n, err := d.uint64()
		return bson.DateTime(n), err
	case 0x0A:
		return bson.Null{}, nil
	case 0x10:
		return d.int32()
	case 0x12:
		n, err := d.uint64()
		return int64(n), err
	case 0x13:
		low, err := d.uint64()
		if err != nil {
			return nil, err
		}
		high, err := d.uint64()
		return bson.NewDecimal128(high, low), err
	}
	return d.rare(kind, depth)
}

func (d *decoder) rare(kind byte, depth int) (any, error) {
	switch kind {
	case 0x05:
		return d.binary()
	case 0x06:
		return bson.Undefined{}, nil
	case 0x0B:
		pattern, err := d.cstring(len(d.bytes))
		if err != nil {
			return nil, err
		}
		options, err := d.cstring(len(d.bytes))
		return bson.Regex{Pattern: pattern, Options: options}, err
	case 0x0C:
		name, err := d.string()
		if err != nil {
			return nil, err
		}
		id, err := d.objectID()
		return bson.DBPointer{DB: name, Pointer: id}, err
	case 0x0D:
		code, err := d.string()
		return bson.JavaScript(code), err
	case 0x0E:
		symbol, err := d.string()
		return bson.Symbol(symbol), err
	case 0x0F:
		return d.codeWithScope(depth)
	case 0x11:
		n, err := d.uint64()
		return bson.Timestamp{T: uint32(n >> 32), I: uint32(n)}, err
	case 0xFF:
		return bson.MinKey{}, nil
	case 0x7F:
		return bson.MaxKey{}, nil
	}
	return nil, d.invalid("unknown type")
}

func (d *decoder) take(n int) (string, error) {
	if n > len(d.bytes)-d.pos {
		return "", d.invalid("the document ends in a value")
	}
	part := d.bytes[d.pos : d.pos+n]
	d.pos += n
	return part, nil
}

func (d *decoder) int32() (int32, error) {
	b, err := d.take(4)
	if err != nil {
		return 0, err
	}
	return int32(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24), nil
}

func (d *decoder) uint64() (uint64, error) {
	b, err := d.take(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64([]byte(b)), nil
}

func (d *decoder) bool() (bool, error) {
	b, err := d.take(1)
	if err != nil {
		return false, err
	}
	if b[0] > 1 {
		return false, d.invalid("a bool is neither 0 nor 1")
	}
	return b[0] == 1, nil
}

func (d *decoder) objectID() (bson.ObjectID, error) {
	var id bson.ObjectID
	b, err := d.take(len(id))
	copy(id[:], b)
	return id, err
}

// cstring reads up to a zero byte that must be before end.
func (d *decoder) cstring(end int) (string, error) {
	for i := d.pos; i < end; i++ {
		if d.bytes[i] == 0 {
			s := d.bytes[d.pos:i]
			d.pos = i + 1
			return s, d.checkText(s)
		}
	}
	return "", d.invalid("a name without terminator")
}

func (d *decoder) string() (string, error) {
	n, err := d.int32()
	if err != nil {
		return "", err
	}
	if n < 1 {
		return "", d.invalid("bad string length")
	}
	s, err := d.take(int(n))
	if err != nil {
		return "", err
	}
	if s[n-1] != 0 {
		return "", d.invalid("a string without terminator")
	}
	return s[:n-1], d.checkText(s)
}

func (d *decoder) checkText(s string) error {
	if utf8.ValidString(s) {
		return nil
	}
	return errcode.NotImplemented("text that is not UTF-8")
}

// binary reads BinData. The old subtype 2 carries its length a second time.
func (d *decoder) binary() (bson.Binary, error) {
	n, err := d.int32()
	if err != nil || n < 0 {
		return bson.Binary{}, d.invalid("bad length of binary data")
	}
	subtype, err := d.take(1)
	if err != nil {
		return bson.Binary{}, err
	}
	if subtype[0] == 2 {
		inner, err := d.int32()
		if err != nil || inner != n-4 {
			return bson.Binary{}, d.invalid("bad length of binary data")
		}
		n = inner
	}
	data, err := d.take(int(n))
	return bson.Binary{Subtype: subtype[0], Data: []byte(data)}, err
}

func (d *decoder) codeWithScope(depth int) (bson.CodeWithScope, error) {
	start := d.pos
	total, err := d.int32()
	if err != nil {
		return bson.CodeWithScope{}, err
	}
	code, err := d.string()
	if err != nil {
		return bson.CodeWithScope{}, err
	}
	scope, err := d.document(depth + 1)
	if err == nil && d.pos-start != int(total) {
		err = d.invalid("bad length of code with scope")
	}
	return bson.CodeWithScope{Code: bson.JavaScript(code), Scope: scope}, err
}
