package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/collate"
	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/value"
)

// collationOrder gives how values compare under a collation, nil for the simple
// one and for none. Refused is what package collate has no proof for.
func collationOrder(spec bson.D) (*value.Order, error) {
	if len(spec) == 0 {
		return nil, nil
	}
	locale, err := parseCollation(spec)
	if err != nil || locale == "simple" {
		return nil, err
	}
	if !collate.Shares(locale) {
		return nil, errcode.NotImplemented("a collation with the locale " + locale)
	}
	full := bson.D{
		{Key: "locale", Value: locale}, {Key: "caseLevel", Value: false}, {Key: "caseFirst", Value: "off"},
		{Key: "strength", Value: int32(3)}, {Key: "numericOrdering", Value: false}, {Key: "alternate", Value: "non-ignorable"},
		{Key: "maxVariable", Value: "punct"}, {Key: "normalization", Value: false}, {Key: "backwards", Value: false},
		{Key: "version", Value: collatorVersion},
	}
	for i, option := range full {
		given := value.Get(spec, option.Key)
		switch option.Key {
		case "caseLevel", "numericOrdering":
			if given, ok := given.(bool); ok {
				full[i].Value = given
			}
		case "strength":
			if value.IsNumber(given) {
				full[i].Value = int32(commandLong(given))
			}
		default:
			if !value.IsNullish(given) && !value.Equal(given, option.Value) {
				return nil, errcode.NotImplemented("a collation with " + option.Key + ": " + value.String(given))
			}
		}
	}
	strength := full[3].Value.(int32)
	if strength > 3 {
		return nil, errcode.NotImplemented("a collation with a strength of 4 or 5")
	}
	options := collate.Options{Strength: int(strength), CaseLevel: full[1].Value.(bool), Numeric: full[4].Value.(bool)}
	return value.NewOrder(collate.New(options), full), nil
}

// order gives how a command or a statement compares values: by the collation
// that it was given, else by the collection's own.
func (r *request) order(c *collection, spec bson.D) (order *value.Order, err error) {
	if len(spec) > 0 {
		order, err = collationOrder(spec)
	} else if c != nil {
		order = c.options.order
	}
	r.collated = r.collated || order != nil
	return order, err
}

// readOrder is order for a command that reads a collection or a view. The
// collation of a view can't be overridden, only repeated.
func (r *request) readOrder(name string) (*value.Order, error) {
	v := r.db.view(r.database, name)
	if v == nil {
		return r.order(r.db.collection(r.database, name), r.document("collation"))
	}
	spec := r.document("collation")
	if len(spec) == 0 {
		return v.order, nil
	}
	order, err := collationOrder(spec)
	if err == nil && !order.Same(v.order) {
		err = errcode.New(167, "Cannot override a view's default collation: %s.%s", r.database, name)
	}
	return order, err
}

// checkViewOrders finds the views behind names that have another collation than
// the command: what they give can't be compared by it.
func (r *request) checkViewOrders(names []string, order *value.Order) error {
	for _, name := range names {
		v := r.db.view(r.database, name)
		if v == nil {
			continue
		}
		if !v.order.Same(order) {
			return errcode.New(167, "Cannot override a view's default collation: %s.%s", r.database, name)
		}
	}
	return nil
}

// shownOrder is the option in which the collation of an object is shown.
func shownOrder(order *value.Order) bson.D {
	if order == nil {
		return nil
	}
	return bson.D{{Key: "collation", Value: order.Spec()}}
}
