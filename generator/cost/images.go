package cost

import (
	"bytes"
	"maps"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// images are documents at one time, by the bytes of their _id.
type images map[string]image

// image is a document, and the names of the partial indexes that it is in. Its
// zero value is a document that is not there.
type image struct {
	document bson.Raw
	partial  map[string]bool
	idSize   int // of its record, in a key of an index; 0 if that is not known
}

// images reads the documents that a filter finds.
func (m Meter) images(collection string, filter, collation bson.D, specs []indexSpec) (images, bool) {
	found := images{}
	for document, err := range m.Documents(collection, collated(recordsOf(collection, filter, specs), collation)) {
		r, ok := recordOf(document, specs)
		if err != nil || !ok {
			clear(found)
			break
		}
		found[idOf(r.document)] = image{r.document, map[string]bool{}, r.idSize()}
	}
	ok := true
	if len(found) == 0 { // or the ids of records are not known
		ok = m.eachFound(collection, filter, collation, func(id string, document bson.Raw) {
			found[id] = image{bytes.Clone(document), map[string]bool{}, 0}
		})
	}
	for _, spec := range specs {
		if spec.PartialFilterExpression == nil {
			continue
		}
		inIndex := bson.D{{Key: "$and", Value: bson.A{filter, spec.PartialFilterExpression}}}
		ok = ok && m.eachFound(collection, inIndex, collation, func(id string, _ bson.Raw) {
			if known, ok := found[id]; ok {
				known.partial[spec.Name] = true
			}
		})
	}
	return found, ok
}

func (m Meter) eachFound(collection string, filter, collation bson.D, each func(id string, document bson.Raw)) bool {
	find := bson.D{{Key: "find", Value: collection}, {Key: "filter", Value: filter}}
	for document, err := range m.Documents(collection, collated(find, collation)) {
		if err != nil {
			return false
		}
		each(idOf(document), document)
	}
	return true
}

func collated(command, collation bson.D) bson.D {
	if len(collation) > 0 {
		command = append(command, bson.E{Key: "collation", Value: collation})
	}
	return command
}

func idOf(document bson.Raw) string { return idOfValue(document.Lookup("_id")) }

func idOfValue(id bson.RawValue) string { return string(id.Type) + string(id.Value) }

// keys returns the entries of a document in an index. They are not ok if the server's
// form of a key is not known.
func (i image) keys(spec indexSpec) ([]indexKey, bool) {
	if i.document == nil || spec.Clustered || spec.PartialFilterExpression != nil && !i.partial[spec.Name] {
		return nil, true
	}
	return spec.keysOf(i.document)
}

// byID returns a filter that finds these documents again, and further ones.
func (i images) byID(further []bson.RawValue) bson.D {
	ids := bson.A{}
	for _, image := range i {
		ids = append(ids, image.document.Lookup("_id"))
	}
	for _, id := range further {
		ids = append(ids, id)
	}
	return bson.D{{Key: "_id", Value: bson.D{{Key: "$in", Value: ids}}}}
}

// countDifferences counts the documents that differ between before and after.
func (i images) countDifferences(after images) int64 {
	n := int64(0)
	for id := range both(i, after) {
		if !bytes.Equal(i[id].document, after[id].document) {
			n++
		}
	}
	return n
}

// both returns the keys of two sets of images.
func both(a, b images) images {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}
