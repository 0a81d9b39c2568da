package memdb

import (
	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/errcode"
	"modelbook/generator/memdb/storage"
	"modelbook/generator/memdb/value"
)

func runValidate(r *request) (bson.D, error) {
	if err := r.checkValidate(); err != nil {
		return nil, err
	}
	name := r.text(r.name)
	if err := storage.CheckReadable(r.database, name); err != nil {
		return nil, err
	}
	if r.db.view(r.database, name) != nil {
		return nil, errcode.New(errcode.CommandNotSupportedOnView, "Cannot validate a view")
	}
	c := r.db.collection(r.database, name)
	if c == nil {
		return nil, errcode.New(errcode.NamespaceNotFound, "Collection '%s.%s' does not exist to validate.", r.database, name)
	}
	wrong, err := c.Validate()
	if err != nil {
		return nil, err
	}
	reply := bson.D{
		{Key: "valid", Value: wrong == 0},
		{Key: "repaired", Value: false},
		{Key: "repairMode", Value: "None"},
		{Key: "ns", Value: c.Name},
		{Key: "uuid", Value: bson.Binary{Subtype: 4, Data: c.uuid[:]}},
	}
	unlike, err := r.countUnlikeSchema(c)
	if err != nil {
		return nil, err
	}
	warnings := bson.A{}
	if unlike > 0 {
		warnings = append(warnings, "Detected one or more documents not compliant with the collection's schema. Check logs for log id 5363500.")
	}
	reply = append(reply,
		bson.E{Key: "warnings", Value: warnings},
		bson.E{Key: "errors", Value: bson.A{}},
		bson.E{Key: "extraIndexEntries", Value: bson.A{}},
		bson.E{Key: "missingIndexEntries", Value: bson.A{}},
		bson.E{Key: "nInvalidDocuments", Value: int32(0)},
		bson.E{Key: "nNonCompliantDocuments", Value: int32(unlike)},
		bson.E{Key: "nrecords", Value: int32(c.Count())},
		bson.E{Key: "corruptRecords", Value: bson.A{}},
	)
	keys, details := bson.D{}, bson.D{}
	for _, x := range c.Indexes {
		keys = append(keys, bson.E{Key: x.Name, Value: int32(x.Len())})
		details = append(details, bson.E{Key: x.Name, Value: bson.D{{Key: "valid", Value: wrong == 0}, {Key: "spec", Value: indexRow(x)}}})
	}
	return append(reply,
		bson.E{Key: "nIndexes", Value: int32(len(c.Indexes))},
		bson.E{Key: "keysPerIndex", Value: keys},
		bson.E{Key: "indexDetails", Value: details},
	), nil
}

// checkValidate: which of the options go together. They take any type.
func (r *request) checkValidate() error {
	background, metadata := r.flag("background", false), r.flag("metadata", false)
	conforms := r.flag("checkBSONConformance", false)
	for _, pair := range []struct {
		one, other string
		both       bool
	}{
		{"{ background: true }", "{ full: true }", background && r.flag("full", false)},
		{"{ checkBSONConformance: false }", "{ full: true }", r.has("checkBSONConformance") && !conforms && r.flag("full", false)},
		{"{ background: true }", "{ repair: true }", background && r.flag("repair", false)},
		{"{ checkBSONConformance: true }", "{ repair: true }", conforms && r.flag("repair", false)},
		{"{ fixMultikey: false }", "{ repair: true }", !r.flag("fixMultikey", true) && r.flag("repair", false)},
		{"{ metadata: true }", "any other option", metadata && (background || conforms || r.flag("full", false) || r.flag("repair", false))},
	} {
		if pair.both {
			return errcode.New(errcode.InvalidOptions, "Running the validate command with both %s and %s is not supported.", pair.one, pair.other)
		}
	}
	if background {
		return errcode.New(115, "Running the validate command with { background: true } is not supported in standalone mode")
	}
	for _, option := range []string{"repair", "fixMultikey", "metadata"} {
		if r.flag(option, false) {
			return errcode.NotImplemented("validate." + option)
		}
	}
	return nil
}

// countUnlikeSchema counts the documents that the validator would not let in;
// those for which it fails with an error are among them.
func (r *request) countUnlikeSchema(c *collection) (n int, err error) {
	v := c.validator
	if v == nil || v.matcher == nil || v.level == "off" {
		return 0, nil
	}
	for id, raw := c.After(0); id != 0; id, raw = c.After(id) {
		doc, err := value.Decode(raw)
		if err != nil {
			return 0, err
		}
		result, err := v.matcher.Match(doc, r.plainEnvironment())
		if errcode.Refused(err) {
			return 0, err
		}
		if err != nil || !result.OK {
			n++
		}
	}
	return n, nil
}
