package errcode

// The codes that memdb's packages name in their code. The numbers and names are
// those of MongoDB's server 8.2.
const (
	BadValue                           int32 = 2
	GraphContainsCycle                 int32 = 5
	UnknownError                       int32 = 8
	FailedToParse                      int32 = 9
	Unauthorized                       int32 = 13
	TypeMismatch                       int32 = 14
	Overflow                           int32 = 15
	InvalidLength                      int32 = 16
	AuthenticationFailed               int32 = 18
	IllegalOperation                   int32 = 20
	InvalidBSON                        int32 = 22
	NamespaceNotFound                  int32 = 26
	IndexNotFound                      int32 = 27
	PathNotViable                      int32 = 28
	CannotBackfillArray                int32 = 34
	ConflictingUpdateOperators         int32 = 40
	CursorNotFound                     int32 = 43
	NamespaceExists                    int32 = 48
	MaxTimeMSExpired                   int32 = 50
	DollarPrefixedFieldName            int32 = 52
	InvalidIdField                     int32 = 53
	NotSingleValueField                int32 = 54
	EmptyFieldName                     int32 = 56
	CommandNotFound                    int32 = 59
	ImmutableField                     int32 = 66
	CannotCreateIndex                  int32 = 67
	InvalidOptions                     int32 = 72
	InvalidNamespace                   int32 = 73
	NoReplicationEnabled               int32 = 76
	IndexOptionsConflict               int32 = 85
	IndexKeySpecsConflict              int32 = 86
	OperationFailed                    int32 = 96
	WriteConflict                      int32 = 112
	CommandNotSupported                int32 = 115
	DocumentValidationFailure          int32 = 121
	NotAReplicaSet                     int32 = 123
	CommandFailed                      int32 = 125
	CappedPositionLost                 int32 = 136
	ExceededMemoryLimit                int32 = 146
	IncompatibleCollationVersion       int32 = 161
	ViewDepthLimitExceeded             int32 = 165
	CommandNotSupportedOnView          int32 = 166
	OptionNotSupportedOnView           int32 = 167
	InvalidPipelineOperator            int32 = 168
	CannotIndexParallelArrays          int32 = 171
	QueryPlanKilled                    int32 = 175
	AmbiguousIndexKeyPattern           int32 = 181
	InvalidIndexSpecificationOption    int32 = 197
	InvalidUUID                        int32 = 207
	IllegalOpMsgFlag                   int32 = 223
	QueryFeatureNotAllowed             int32 = 224
	TransactionTooOld                  int32 = 225
	MaxSubPipelineDepthExceeded        int32 = 232
	TooManyDocumentSequences           int32 = 233
	CursorKilled                       int32 = 237
	ConversionFailure                  int32 = 241
	NoSuchTransaction                  int32 = 251
	OperationNotSupportedInTransaction int32 = 263
	ChecksumMismatch                   int32 = 288
	NoQueryExecutionPlans              int32 = 291
	APIVersionError                    int32 = 322
	APIStrictError                     int32 = 323
	UnsupportedOpQueryCommand          int32 = 352
	BSONObjectTooLarge                 int32 = 10334
	DuplicateKey                       int32 = 11000
	CursorInUse                        int32 = 12051
	MergeStageNoMatchingDocument       int32 = 13113
	DatabaseDifferCase                 int32 = 13297
	IDLDuplicateField                  int32 = 40413
	IDLFailedToParse                   int32 = 40414
	IDLUnknownField                    int32 = 40415
	NotARetryableWriteCommand          int32 = 50768
)

var names = map[int32]string{
	BadValue:                           "BadValue",
	GraphContainsCycle:                 "GraphContainsCycle",
	UnknownError:                       "UnknownError",
	FailedToParse:                      "FailedToParse",
	Unauthorized:                       "Unauthorized",
	TypeMismatch:                       "TypeMismatch",
	Overflow:                           "Overflow",
	InvalidLength:                      "InvalidLength",
	AuthenticationFailed:               "AuthenticationFailed",
	IllegalOperation:                   "IllegalOperation",
	InvalidBSON:                        "InvalidBSON",
	NamespaceNotFound:                  "NamespaceNotFound",
	IndexNotFound:                      "IndexNotFound",
	PathNotViable:                      "PathNotViable",
	CannotBackfillArray:                "CannotBackfillArray",
	ConflictingUpdateOperators:         "ConflictingUpdateOperators",
	CursorNotFound:                     "CursorNotFound",
	NamespaceExists:                    "NamespaceExists",
	MaxTimeMSExpired:                   "MaxTimeMSExpired",
	DollarPrefixedFieldName:            "DollarPrefixedFieldName",
	InvalidIdField:                     "InvalidIdField",
	NotSingleValueField:                "NotSingleValueField",
	EmptyFieldName:                     "EmptyFieldName",
	CommandNotFound:                    "CommandNotFound",
	ImmutableField:                     "ImmutableField",
	CannotCreateIndex:                  "CannotCreateIndex",
	InvalidOptions:                     "InvalidOptions",
	InvalidNamespace:                   "InvalidNamespace",
	NoReplicationEnabled:               "NoReplicationEnabled",
	IndexOptionsConflict:               "IndexOptionsConflict",
	IndexKeySpecsConflict:              "IndexKeySpecsConflict",
	OperationFailed:                    "OperationFailed",
	WriteConflict:                      "WriteConflict",
	CommandNotSupported:                "CommandNotSupported",
	DocumentValidationFailure:          "DocumentValidationFailure",
	NotAReplicaSet:                     "NotAReplicaSet",
	CommandFailed:                      "CommandFailed",
	CappedPositionLost:                 "CappedPositionLost",
	ExceededMemoryLimit:                "ExceededMemoryLimit",
	IncompatibleCollationVersion:       "IncompatibleCollationVersion",
	ViewDepthLimitExceeded:             "ViewDepthLimitExceeded",
	CommandNotSupportedOnView:          "CommandNotSupportedOnView",
	OptionNotSupportedOnView:           "OptionNotSupportedOnView",
	InvalidPipelineOperator:            "InvalidPipelineOperator",
	CannotIndexParallelArrays:          "CannotIndexParallelArrays",
	QueryPlanKilled:                    "QueryPlanKilled",
	AmbiguousIndexKeyPattern:           "AmbiguousIndexKeyPattern",
	InvalidIndexSpecificationOption:    "InvalidIndexSpecificationOption",
	InvalidUUID:                        "InvalidUUID",
	IllegalOpMsgFlag:                   "IllegalOpMsgFlag",
	QueryFeatureNotAllowed:             "QueryFeatureNotAllowed",
	TransactionTooOld:                  "TransactionTooOld",
	MaxSubPipelineDepthExceeded:        "MaxSubPipelineDepthExceeded",
	TooManyDocumentSequences:           "TooManyDocumentSequences",
	238:                                "NotImplemented",
	CursorKilled:                       "CursorKilled",
	ConversionFailure:                  "ConversionFailure",
	NoSuchTransaction:                  "NoSuchTransaction",
	OperationNotSupportedInTransaction: "OperationNotSupportedInTransaction",
	ChecksumMismatch:                   "ChecksumMismatch",
	NoQueryExecutionPlans:              "NoQueryExecutionPlans",
	APIVersionError:                    "APIVersionError",
	APIStrictError:                     "APIStrictError",
	UnsupportedOpQueryCommand:          "UnsupportedOpQueryCommand",
	BSONObjectTooLarge:                 "BSONObjectTooLarge",
	DuplicateKey:                       "DuplicateKey",
	CursorInUse:                        "CursorInUse",
	MergeStageNoMatchingDocument:       "MergeStageNoMatchingDocument",
	DatabaseDifferCase:                 "DatabaseDifferCase",
	IDLDuplicateField:                  "IDLDuplicateField",
	IDLFailedToParse:                   "IDLFailedToParse",
	IDLUnknownField:                    "IDLUnknownField",
	NotARetryableWriteCommand:          "NotARetryableWriteCommand",
}
