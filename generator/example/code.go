package example

import "fmt"

// NotImplemented is the code by which the embedded database refuses.
const NotImplemented = 238

// codeNames are the names of the server's error codes that examples meet. A
// server names the code of a command, but not that of a single write, so
// the pair in a file is held to this table.
var codeNames = map[int32]string{
	2: "BadValue", 5: "GraphContainsCycle", 9: "FailedToParse", 13: "Unauthorized", 14: "TypeMismatch",
	15: "Overflow", 20: "IllegalOperation", 22: "InvalidBSON", 26: "NamespaceNotFound", 27: "IndexNotFound",
	28: "PathNotViable", 34: "CannotBackfillArray", 40: "ConflictingUpdateOperators", 48: "NamespaceExists",
	50: "MaxTimeMSExpired", 52: "DollarPrefixedFieldName", 53: "InvalidIdField", 54: "NotSingleValueField",
	56: "EmptyFieldName", 59: "CommandNotFound", 66: "ImmutableField", 67: "CannotCreateIndex",
	72: "InvalidOptions", 73: "InvalidNamespace", 85: "IndexOptionsConflict", 86: "IndexKeySpecsConflict",
	96: "OperationFailed", 112: "WriteConflict", 121: "DocumentValidationFailure", 125: "CommandFailed",
	165: "ViewDepthLimitExceeded", 166: "CommandNotSupportedOnView", 167: "OptionNotSupportedOnView",
	168: "InvalidPipelineOperator", 171: "CannotIndexParallelArrays", 181: "AmbiguousIndexKeyPattern",
	197: "InvalidIndexSpecificationOption", 224: "QueryFeatureNotAllowed", 232: "MaxSubPipelineDepthExceeded",
	238: "NotImplemented", 241: "ConversionFailure", 251: "NoSuchTransaction",
	263: "OperationNotSupportedInTransaction", 291: "NoQueryExecutionPlans", 10334: "BSONObjectTooLarge",
	11000: "DuplicateKey", 40413: "IDLDuplicateField", 40414: "IDLFailedToParse",
	40415: "IDLUnknownField", 13113: "MergeStageNoMatchingDocument", 13297: "DatabaseDifferCase",
}

// CodeName returns the name of an error code as the server would.
func CodeName(code int32) string {
	if name := codeNames[code]; name != "" {
		return name
	}
	return fmt.Sprintf("Location%d", code)
}
