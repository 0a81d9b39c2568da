package collation

import "unicode/utf8"

// reader returns the elements of a string, character by character, those of the
// longest group of letters together; with numeric, those of a run of digits.
type reader struct {
	table     *table
	rest      string
	isNumeric bool
	hasFailed bool // met a character outside the range
}

func (r *reader) next() (found []element, more bool) {
	if r.rest == "" {
		return nil, false
	}
	if r.isNumeric && isDigit(r.rest[0]) {
		n := 1
		for n < len(r.rest) && isDigit(r.rest[n]) {
			n++
		}
		digits := r.rest[:n]
		r.rest = r.rest[n:]
		return number(r.table.numeric, digits), true
	}
	for n := min(r.table.longest, len(r.rest)); n > 1; n-- {
		if found, known := r.table.groups[r.rest[:n]]; known {
			r.rest = r.rest[n:]
			return found, true
		}
	}
	c, size := utf8.DecodeRuneInString(r.rest)
	found, known := r.table.of(c)
	if !known {
		r.hasFailed = true
		return nil, false
	}
	r.rest = r.rest[size:]
	return found, true
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// common is the secondary and the tertiary weight of a plain element.
const common = 0x05000500

// longest is how many digits make one number.
const longest = 254

// number returns the elements of a run of digits, which is cut if it is too long.
// Zeros before a number do not count.
func number(lead uint32, digits string) []element {
	var list []element
	for {
		for len(digits) > 1 && digits[0] == '0' {
			digits = digits[1:]
		}
		n := min(len(digits), longest)
		list = append(list, segment(lead, digits[:n])...)
		if digits = digits[n:]; digits == "" {
			return list
		}
	}
}

// segment returns the elements of one number. The second byte of its weight holds the
// number of bytes that follow, or the number of pairs of digits.
func segment(lead uint32, digits string) []element {
	if len(digits) <= 7 {
		if p, ok := short(value(digits)); ok {
			return []element{plain(lead | p)}
		}
	}
	return long(lead, digits)
}

func plain(primary uint32) element { return element(primary)<<32 | common }

func value(digits string) (n uint32) {
	for i := range len(digits) {
		n = n*10 + uint32(digits[i]-'0')
	}
	return n
}

// Of the 254 values of a byte (2 to 255), short numbers take 74 for two-byte
// weights, 40 for three, 16 for four; the rest are for pairs of digits.
const (
	twoBytes   = 74
	threeBytes = 40
	fourBytes  = 16
	radix      = 254
)

func short(n uint32) (weight uint32, ok bool) {
	if n < twoBytes {
		return (2 + n) << 16, true
	}
	if n -= twoBytes; n < threeBytes*radix {
		return (2+twoBytes+n/radix)<<16 | (2+n%radix)<<8, true
	}
	if n -= threeBytes * radix; n < fourBytes*radix*radix {
		return (2+twoBytes+threeBytes+n/radix/radix)<<16 | (2+n/radix%radix)<<8 | (2 + n%radix), true
	}
	return 0, false
}

// long writes a number as pairs of digits, without pairs of zeros at its end.
// The last pair is one less, so that a longer number with the same beginning
// comes after.
func long(lead uint32, digits string) []element {
	pairs := uint32(len(digits)+1) / 2
	for len(digits) > 2 && digits[len(digits)-2:] == "00" {
		digits = digits[:len(digits)-2]
	}
	weights := []uint32{2 + twoBytes + threeBytes + fourBytes - 4 + pairs}
	head := 2 - len(digits)%2
	weights = append(weights, 11+2*value(digits[:head]))
	for digits = digits[head:]; digits != ""; digits = digits[2:] {
		weights = append(weights, 11+2*value(digits[:2]))
	}
	weights[len(weights)-1]--
	var list []element
	for ; len(weights) > 0; weights = weights[min(3, len(weights)):] {
		p := lead
		for i, w := range weights[:min(3, len(weights))] {
			p |= w << (16 - 8*i)
		}
		list = append(list, plain(p))
	}
	return list
}
