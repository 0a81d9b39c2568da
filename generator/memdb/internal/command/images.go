package command

import (
	"slices"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/catalog"
	"modelbook/generator/memdb/internal/errcode"
)

const imagesName = "changeStreamPreAndPostImages"

// imagesOption sets whether change streams can show documents as they were before and
// after a change (src/mongo/db/pipeline/change_stream_pre_and_post_images_options.idl).
type imagesOption struct {
	Enabled bool `idl:"enabled,required"`
}

// apply sets the option of a collection; nil leaves it as it is.
func (o *imagesOption) apply(to *catalog.CollectionOptions, database string) error {
	if o == nil {
		return nil
	}
	if slices.Contains([]string{"admin", "config", "local"}, database) {
		return errcode.New(errcode.InvalidOptions, "%s collection option is not supported on the database %s", imagesName, database)
	}
	to.RecordsImages = o.Enabled
	to.Shown = slices.DeleteFunc(slices.Clone(to.Shown), func(f bson.E) bool { return f.Key == imagesName })
	if o.Enabled {
		to.Shown = append(to.Shown, bson.E{Key: imagesName, Value: bson.D{{Key: "enabled", Value: true}}})
	}
	return nil
}
