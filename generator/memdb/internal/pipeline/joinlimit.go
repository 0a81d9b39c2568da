package pipeline

import (
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"

	"modelbook/generator/memdb/internal/errcode"
	"modelbook/generator/memdb/internal/value"
)

// maxJoined is how many bytes a join may find for one document.
const maxJoined = 100 * 1024 * 1024

// joinedArray is the array that a join makes: the path of its field, and its limit.
type joinedArray struct {
	as          []string
	code        int32 // the error of one that is too large
	isUnlimited bool  // an $unwind takes it apart at once, so that it may be of any size
}

// freeJoins finds the joins that an $unwind of their own array follows.
func freeJoins(stages []parsedStage) {
	for i, s := range stages {
		if s.join != nil && i+1 < len(stages) && stages[i+1].unwinds == strings.Join(s.join.as, ".") {
			s.join.isUnlimited = true
		}
	}
}

// add counts a document that was found, in bytes so far.
func (j *joinedArray) add(doc bson.D, bytes *int) error {
	if *bytes += value.Size(doc); *bytes > maxJoined && !j.isUnlimited {
		return errcode.New(j.code, "the documents found for '%s' exceed %d bytes", strings.Join(j.as, "."), maxJoined)
	}
	return nil
}
