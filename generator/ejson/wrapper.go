package ejson

import (
	"encoding/base64"
	"encoding/hex"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// wrappers are the objects of Extended JSON v2 (its specification is the
// drivers', "extended-json") that represent a value of a type of their own.
var wrappers = map[string]func(*decoder, *Value) any{
	"$oid":               (*decoder).objectID,
	"$date":              (*decoder).date,
	"$numberInt":         (*decoder).int32,
	"$numberLong":        (*decoder).int64,
	"$numberDouble":      (*decoder).double,
	"$numberDecimal":     (*decoder).decimal,
	"$binary":            (*decoder).binary,
	"$timestamp":         (*decoder).timestamp,
	"$regularExpression": (*decoder).regex,
	"$minKey":            func(d *decoder, v *Value) any { return d.edge(v, bson.MinKey{}) },
	"$maxKey":            func(d *decoder, v *Value) any { return d.edge(v, bson.MaxKey{}) },
}

// refusedWrappers are the wrappers that have no place in an example, with a hint
// on what to write instead.
var refusedWrappers = map[string]string{
	"$undefined": "leave the key out, or write null",
	"$symbol":    "write a string",
	"$dbPointer": `write {"$oid": "…"}`,
	"$code":      "write a string",
	"$scope":     "write a string",
	"$uuid":      `write {"$binary": {"base64": "…", "subType": "04"}}`,
}

// wrapperOf returns the key that makes v a wrapper, or "". A misspelled capital
// counts, if the object has no other member.
func wrapperOf(v *Value) string {
	for _, m := range v.Members {
		if IsWrapper(m.Key) {
			return m.Key
		}
	}
	if len(v.Members) == 1 && rightSpelling(v.Members[0].Key) != "" {
		return v.Members[0].Key
	}
	return ""
}

// otherNames are common wrong names of wrappers, in lower case.
var otherNames = map[string]string{"$objectid": "$oid", "$isodate": "$date", "$decimal": "$numberDecimal", "$long": "$numberLong"}

func rightSpelling(key string) string {
	lower := strings.ToLower(key)
	for name := range wrappers {
		if strings.ToLower(name) == lower {
			return name
		}
	}
	return otherNames[lower]
}

func (d *decoder) decodeWrapper(v *Value, name string) any {
	if hint, refused := refusedWrappers[name]; refused {
		return d.report(v, name+" is not a value of examples", hint)
	}
	read := wrappers[name]
	if read == nil {
		return d.report(v, name+" is not a type of Extended JSON", "did you mean "+rightSpelling(name)+"?")
	}
	if len(v.Members) != 1 {
		return d.report(v, "an object with "+name+" has no other keys", "")
	}
	return read(d, v.Members[0].Value)
}

// textOf returns the characters of a wrapper's string.
func (d *decoder) textOf(v *Value, name, sample string) (string, bool) {
	if v.Kind != String {
		d.report(v, name+" takes a string, not "+v.Kind.String(), "write "+sample)
		return "", false
	}
	return v.Text, true
}

func (d *decoder) objectID(v *Value) any {
	s, ok := d.textOf(v, "$oid", `{"$oid": "65f0a1c2d4e8b93a7c1f0e01"}`)
	if !ok {
		return nil
	}
	var id bson.ObjectID
	if n, err := hex.Decode(id[:], []byte(s[:min(len(s), 24)])); err != nil || n != 12 || len(s) != 24 || s != strings.ToLower(s) {
		return d.report(v, "an ObjectId is 24 hexadecimal digits in lower case", "")
	}
	return id
}

// isoDate is the form of dates: UTC, milliseconds only if there are any.
var isoDate = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$`)

// The years that an ISO date has: from 0001 to 9999.
var firstDate, lastDate = time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999e6, time.UTC)

func isISODate(ms int64) bool { return firstDate.UnixMilli() <= ms && ms <= lastDate.UnixMilli() }

func (d *decoder) date(v *Value) any {
	if long := v.Get("$numberLong"); long != nil && len(v.Members) == 1 {
		ms, ok := d.int64(long).(int64)
		if ok && isISODate(ms) {
			return d.report(v, "a date is written in ISO form", `write {"$date": "`+formatDate(ms)+`"}`)
		}
		return bson.DateTime(ms)
	}
	s, ok := d.textOf(v, "$date", `{"$date": "2026-03-14T09:30:00Z"}`)
	if !ok {
		return nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if isoDate.MatchString(s) && err == nil && !t.Before(firstDate) {
		return bson.DateTime(t.UnixMilli())
	}
	return d.report(v, s+" is not a date in ISO form", dateHint(s, t, err))
}

func dateHint(s string, t time.Time, err error) string {
	if day, dayErr := time.Parse(time.DateOnly, s); dayErr == nil {
		t, err = day, nil
	}
	if err != nil || !isISODate(t.UnixMilli()) {
		return `write it like "2026-03-14T09:30:00Z", in UTC`
	}
	return `write "` + formatDate(t.UnixMilli()) + `"`
}

func (d *decoder) int32(v *Value) any {
	return d.report(v, "an int32 needs no wrapper", "write the integer alone")
}

func (d *decoder) int64(v *Value) any {
	s, ok := d.textOf(v, "$numberLong", `{"$numberLong": "5"}`)
	if !ok {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != s {
		return d.report(v, strconv.Quote(s)+" is not an int64", "")
	}
	return n
}

func (d *decoder) double(v *Value) any {
	s, ok := d.textOf(v, "$numberDouble", `{"$numberDouble": "NaN"}`)
	if !ok {
		return nil
	}
	switch s {
	case "NaN":
		// Go's own NaN has another bit set; this is the one of other drivers.
		return math.Float64frombits(0x7ff8000000000000)
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	if f, err := strconv.ParseFloat(s, 64); err == nil {
		return d.report(v, "a double needs no wrapper", "write "+formatDouble(f))
	}
	return d.report(v, strconv.Quote(s)+" is not a double", "NaN, Infinity and -Infinity are written so")
}

// decimalText is the form of decimals: that of a JSON number, or without digits.
var decimalText = regexp.MustCompile(`^-?(\d+(\.\d+)?([eE][+-]?\d{1,5})?|Infinity)$|^NaN$`)

func (d *decoder) decimal(v *Value) any {
	s, ok := d.textOf(v, "$numberDecimal", `{"$numberDecimal": "9.50"}`)
	if !ok {
		return nil
	}
	if !decimalText.MatchString(s) {
		return d.report(v, strconv.Quote(s)+" is not a decimal", `write it like "9.50"`)
	}
	decimal, err := bson.ParseDecimal128(s)
	if err != nil {
		return d.report(v, s+" does not fit into a decimal", "a decimal has 34 digits")
	}
	return decimal
}

func (d *decoder) binary(v *Value) any {
	data, kind, ok := d.pair(v, "$binary", "base64", "subType", `{"$binary": {"base64": "…", "subType": "00"}}`)
	if !ok {
		return nil
	}
	subtype, err := strconv.ParseUint(kind.Text, 16, 8)
	if kind.Kind != String || len(kind.Text) != 2 || err != nil {
		return d.report(kind, "a subType is two hexadecimal digits in a string", `write "00" for plain bytes`)
	}
	decoded, err := base64.StdEncoding.Strict().DecodeString(data.Text)
	if data.Kind != String || err != nil || strings.ContainsAny(data.Text, "\r\n") {
		return d.report(data, "this is not base64 with padding", "")
	}
	return bson.Binary{Subtype: byte(subtype), Data: decoded}
}

func (d *decoder) timestamp(v *Value) any {
	t, i, ok := d.pair(v, "$timestamp", "t", "i", `{"$timestamp": {"t": 1700000000, "i": 1}}`)
	if !ok {
		return nil
	}
	seconds, secondsErr := strconv.ParseUint(t.Text, 10, 32)
	counter, counterErr := strconv.ParseUint(i.Text, 10, 32)
	if t.Kind != Number || i.Kind != Number || secondsErr != nil || counterErr != nil {
		return d.report(v, "t and i are integers from 0 to 4294967295", "")
	}
	return bson.Timestamp{T: uint32(seconds), I: uint32(counter)}
}

func (d *decoder) regex(v *Value) any {
	pattern, options, ok := d.pair(v, "$regularExpression", "pattern", "options", `{"$regularExpression": {"pattern": "…", "options": ""}}`)
	if !ok {
		return nil
	}
	if pattern.Kind != String || strings.ContainsRune(pattern.Text, 0) {
		return d.report(pattern, "a pattern is a string without the character NUL", "")
	}
	sorted := slices.Compact(slices.Sorted(slices.Values([]byte(options.Text))))
	if options.Kind != String || strings.Trim(options.Text, "imsux") != "" || string(sorted) != options.Text {
		return d.report(options, "options are letters of imsux in the order of the alphabet", "")
	}
	return bson.Regex{Pattern: pattern.Text, Options: options.Text}
}

func (d *decoder) edge(v *Value, edge any) any {
	if v.Kind != Number || v.Text != "1" {
		return d.report(v, "$minKey and $maxKey take the number 1", "")
	}
	return edge
}

// pair returns the two members of a wrapper's object, in this order.
func (d *decoder) pair(v *Value, name, first, second, sample string) (a, b *Value, ok bool) {
	if len(v.Members) != 2 || v.Members[0].Key != first || v.Members[1].Key != second {
		d.report(v, name+" takes an object with "+first+" and "+second, "write "+sample)
		return nil, nil, false
	}
	return v.Members[0].Value, v.Members[1].Value, true
}

// IsWrapper reports whether an object with this key represents a value of
// Extended JSON.
func IsWrapper(key string) bool {
	_, refused := refusedWrappers[key]
	return refused || wrappers[key] != nil
}
