package update

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/expr"
	"modelbook/generator/memdb/internal/match"
	"modelbook/generator/memdb/internal/value"
)

// arrayFilter chooses the elements that "$[name]" selects.
type arrayFilter struct {
	name    string
	matcher *match.Filter
	isUsed  bool
}

func (f *arrayFilter) matches(v any, env *expr.Env) (bool, error) {
	return matches(f.matcher, bson.D{{Key: f.name, Value: v}}, env)
}

func (u *Update) parseArrayFilters() error {
	u.filters = map[string]*arrayFilter{}
	for _, v := range u.options.ArrayFilters {
		filter, ok := v.(bson.D)
		if !ok {
			return errcode.New(errcode.TypeMismatch, "BSON field 'update.updates.arrayFilters' is the wrong type '%s', expected type 'object'", value.TypeName(v))
		}
		m, err := u.matcher(filter)
		if err != nil {
			return err
		}
		name, err := filterName(filter)
		if err != nil {
			return err
		}
		if u.filters[name] != nil {
			return errcode.New(errcode.FailedToParse, "Found multiple array filters with the same top-level field name %s", name)
		}
		u.filters[name] = &arrayFilter{name: name, matcher: m}
	}
	return nil
}

// filterName finds the one name at which all paths of an array filter begin.
func filterName(filter bson.D) (string, error) {
	names := map[string]bool{}
	collectNames(filter, names)
	if len(names) == 0 {
		return "", errcode.New(errcode.FailedToParse, "Cannot use an expression without a top-level field name in arrayFilters")
	}
	if len(names) > 1 {
		return "", errcode.New(errcode.FailedToParse, "Error parsing array filter :: caused by :: Expected a single top-level field name, found %s", strings.Join(sorted(names), " and "))
	}
	for name := range names {
		if !isIdentifier(name) {
			return "", errcode.New(errcode.BadValue, "Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '%s'", name)
		}
		return name, nil
	}
	return "", nil
}

func collectNames(filter bson.D, names map[string]bool) {
	for _, f := range filter {
		if !strings.HasPrefix(f.Key, "$") {
			name, _, _ := strings.Cut(f.Key, ".")
			names[name] = true
			continue
		}
		branches, _ := f.Value.(bson.A)
		for _, branch := range branches {
			if inner, ok := branch.(bson.D); ok {
				collectNames(inner, names)
			}
		}
	}
}

func isIdentifier(name string) bool {
	for i, c := range name {
		lower, upper, digit := c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9'
		if !lower && (i == 0 || (!upper && !digit)) {
			return false
		}
	}
	return name != ""
}

// useFilters checks that every "$[name]" of a path has its filter.
func (u *Update) useFilters(path string, parts []string) error {
	for _, part := range parts {
		if !isArrayPart(part) || part == "$[]" {
			continue
		}
		filter := u.filters[part[2:len(part)-1]]
		if filter == nil {
			return errcode.New(errcode.BadValue, "No array filter found for identifier '%s' in path '%s'", part[2:len(part)-1], path)
		}
		filter.isUsed = true
	}
	return nil
}

func (u *Update) checkFiltersUsed() error {
	for name, filter := range u.filters {
		if !filter.isUsed {
			return errcode.New(errcode.FailedToParse, "The array filter for identifier '%s' was not used in the update", name)
		}
	}
	return nil
}
