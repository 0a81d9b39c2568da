package example

import "modelbook/generator/ejson"

// from and arrives read nothing in the playground's program, which would be larger to
// fetch: the examples that it has name no others. See Standalone.
func (r *reader) from(*ejson.Value)    {}
func (r *reader) arrives(*ejson.Value) {}
