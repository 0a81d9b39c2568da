package pipeline

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/support"
)

// No fact of a stage is left out: of the implemented ones, and of those that examples
// may have though only a server runs them.
func TestStagesAreWhole(t *testing.T) {
	for _, s := range refusedStages() {
		if StageOf(s.Name).State != s.State {
			t.Errorf("%s is among the refused stages and runs", s.Name)
		}
	}
	for _, s := range Stages() {
		switch {
		case s.State == support.Unknown || s.Reach == "":
			t.Errorf("%s has the state %v and the reach %q", s.Name, s.State, s.Reach)
		case (s.State == support.Done || s.Reach != ReachServer) && (s.Order == "" || s.Documents == ""):
			t.Errorf("%s leaves documents %q in the order %q", s.Name, s.Documents, s.Order)
		case s.State == support.Done && s.parse == nil:
			t.Errorf("%s has no parser", s.Name)
		case s.Arrays != "" && !slices.Contains(s.Options, s.Arrays):
			t.Errorf("%s makes an array of its option %s, which it does not have", s.Name, s.Arrays)
		}
		for _, n := range s.Namespaces {
			if n.Option != "" && !slices.Contains(s.Options, n.Option) {
				t.Errorf("%s names a collection in its option %s, which it does not have", s.Name, n.Option)
			}
			if n.Write != (s.Place == Last) {
				t.Errorf("%s writes and stands %q", s.Name, s.Place)
			}
		}
	}
	if s := StageOf("$nothing"); s.State != support.Unknown {
		t.Errorf("an unknown stage is %v", s.State)
	}
}

// The parser of a stage knows the options that its row has, and none of those of
// others.
func TestStageOptions(t *testing.T) {
	var all []string
	for _, s := range Stages() {
		all = append(append(all, s.Options...), s.RefusedOptions...)
	}
	for _, s := range Stages() {
		if s.State != support.Done || len(s.Options)+len(s.RefusedOptions) == 0 {
			continue
		}
		for _, name := range all {
			done, refused := slices.Contains(s.Options, name), slices.Contains(s.RefusedOptions, name)
			if knows(s, name) != (done || refused) {
				t.Errorf("%s.%s: %v, %v", s.Name, name, optionError(s, name, object()), optionError(s, name, "x"))
			}
			if err := optionError(s, name, object()); refused && !errcode.Refused(err) {
				t.Errorf("%s.%s is not refused: %v", s.Name, name, err)
			}
		}
	}
}

// knows reports whether some value of an option has another error than that of an
// option which no stage has.
func knows(s Stage, option string) bool {
	return slices.ContainsFunc([]any{object(), "x"}, func(v any) bool {
		err, unknown := optionError(s, option, v), optionError(s, "nosuchoption", v)
		return err == nil || unknown == nil || err.Error() != strings.ReplaceAll(unknown.Error(), "nosuchoption", option)
	})
}

// optionError parses a stage that has one option besides its required ones.
func optionError(s Stage, option string, v any) error {
	spec := bson.D{}
	for _, name := range first[s.Name] {
		if name.Key != option {
			spec = append(spec, name)
		}
	}
	spec = append(spec, bson.E{Key: option, Value: v})
	options := Options{Database: "db", Collection: "c"}
	if s.Name == "$currentOp" {
		options = Options{Database: "admin"}
	}
	_, err := Parse(bson.A{bson.D{{Key: s.Name, Value: spec}}}, options)
	return err
}

// first are the options without which a parser looks at no other.
var first = map[string]bson.D{
	"$lookup":      object("from", "c"),
	"$graphLookup": object("from", "c"),
}

// The list of stages is a copy: changing it does not change what the parser reads.
func TestStagesAreAValue(t *testing.T) {
	list := Stages()
	for i := range list {
		list[i].NotInFacet = !list[i].NotInFacet
	}
	again := Stages()
	if reflect.DeepEqual(list[0].NotInFacet, again[0].NotInFacet) {
		t.Error("the rows themselves were handed out")
	}
}
