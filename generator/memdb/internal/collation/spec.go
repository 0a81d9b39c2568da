package collation

import (
	"fmt"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

// icuVersion is the only version of ICU that the server has.
const icuVersion = "57.1"

// Spec is a collation as a command has it (src/mongo/db/basic_types.idl in the
// server); its tags are those of package idl.
type Spec struct {
	Locale          string `idl:"locale,required"`
	CaseLevel       bool   `idl:"caseLevel"`
	CaseFirst       string `idl:"caseFirst,default=off,enum=upper|lower|off"`
	Strength        int64  `idl:"strength,default=3,min=0,max=5"`
	NumericOrdering bool   `idl:"numericOrdering"`
	Alternate       string `idl:"alternate,default=non-ignorable,enum=non-ignorable|shifted"`
	MaxVariable     string `idl:"maxVariable,default=punct,enum=punct|space"`
	Normalization   bool   `idl:"normalization"`
	Backwards       bool   `idl:"backwards,notnull"`
	Version         string `idl:"version,default=57.1"`
}

// Collator checks a collation as the server does: the locale, then which options go
// together; with the simple one the other options need to be of the right form only.
// It returns nil for the simple collation and refuses all that is not proven here.
// given is the document that was read, for messages.
func (s *Spec) Collator(given fmt.Stringer) (*Collator, error) {
	if s.Locale == "simple" {
		return nil, nil
	}
	if err := checkLocale(s.Locale, given); err != nil {
		return nil, err
	}
	if err := s.check(given); err != nil {
		return nil, err
	}
	if err := s.checkProven(); err != nil {
		return nil, err
	}
	return New(Options{Locale: s.Locale, Strength: int(s.Strength), CaseLevel: s.CaseLevel, Numeric: s.NumericOrdering}), nil
}

// check makes the checks that the server makes once it has a collator. The defaults of
// a locale may differ (backwards is on with fr_CA), which makes no difference while
// those locales are refused.
func (s *Spec) check(given fmt.Stringer) error {
	switch {
	case s.Strength == 0:
		return errcode.New(errcode.BadValue, "Enumeration value '0' for field 'collation.strength' is not a valid value.")
	case s.Version != icuVersion:
		return errcode.New(161, "Requested collation version %s but the only available collator version was %s. Requested collation spec: %s",
			s.Version, icuVersion, given)
	case s.Backwards && s.Strength == 1:
		return errcode.New(errcode.BadValue, "'backwards' is invalid with 'strength' of 1 in: %s", given)
	case s.CaseFirst != "off" && !s.CaseLevel && s.Strength <= 2:
		return errcode.New(errcode.BadValue, "'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2 in: %s", given)
	}
	return nil
}

// checkProven refuses the locales and options whose order is not shown to be
// ICU's.
func (s *Spec) checkProven() error {
	refused := ""
	switch {
	case !Proven(s.Locale):
		refused = "the locale " + s.Locale
	case s.CaseFirst != "off":
		refused = "caseFirst: " + s.CaseFirst
	case s.Alternate != "non-ignorable":
		refused = "alternate: " + s.Alternate
	case s.MaxVariable != "punct":
		refused = "maxVariable: " + s.MaxVariable
	case s.Normalization:
		refused = "normalization: true"
	case s.Backwards:
		refused = "backwards: true"
	case s.Strength > 3:
		refused = "a strength of 4 or 5"
	default:
		return nil
	}
	return errcode.NotImplemented("a collation with " + refused)
}

// Document is the collation with all its options, as the server shows it.
func (s *Spec) Document() bson.D {
	return bson.D{
		{Key: "locale", Value: s.Locale}, {Key: "caseLevel", Value: s.CaseLevel}, {Key: "caseFirst", Value: s.CaseFirst},
		{Key: "strength", Value: int32(s.Strength)}, {Key: "numericOrdering", Value: s.NumericOrdering}, {Key: "alternate", Value: s.Alternate},
		{Key: "maxVariable", Value: s.MaxVariable}, {Key: "normalization", Value: s.Normalization}, {Key: "backwards", Value: s.Backwards},
		{Key: "version", Value: s.Version},
	}
}
