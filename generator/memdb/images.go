package memdb

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
)

const imagesName = "changeStreamPreAndPostImages"

// imagesOption sets whether change streams can show documents as they were before and
// after a change (src/mongo/db/pipeline/change_stream_pre_and_post_images_options.idl).
type imagesOption struct {
	Enabled bool `idl:"enabled,required"`
}

// apply sets the option of a collection; nil leaves it as it is.
func (o *imagesOption) apply(to *collectionOptions, database string) error {
	if o == nil {
		return nil
	}
	if slices.Contains([]string{"admin", "config", "local"}, database) {
		return errcode.New(errcode.InvalidOptions, "%s collection option is not supported on the database %s", imagesName, database)
	}
	to.images = o.Enabled
	to.shown = slices.DeleteFunc(slices.Clone(to.shown), func(f bson.E) bool { return f.Key == imagesName })
	if o.Enabled {
		to.shown = append(to.shown, bson.E{Key: imagesName, Value: bson.D{{Key: "enabled", Value: true}}})
	}
	return nil
}
