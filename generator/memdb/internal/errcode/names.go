package errcode

// The codes that memdb answers with most often; the others are written as numbers
// where they are used.
const (
	BadValue                           int32 = 2
	FailedToParse                      int32 = 9
	TypeMismatch                       int32 = 14
	Overflow                           int32 = 15
	IllegalOperation                   int32 = 20
	NamespaceNotFound                  int32 = 26
	MaxTimeMSExpired                   int32 = 50
	DollarPrefixedFieldName            int32 = 52
	ImmutableField                     int32 = 66
	CannotCreateIndex                  int32 = 67
	InvalidOptions                     int32 = 72
	InvalidNamespace                   int32 = 73
	CommandNotSupportedOnView          int32 = 166
	OptionNotSupportedOnView           int32 = 167
	IndexNotFound                      int32 = 27
	CommandNotFound                    int32 = 59
	NamespaceExists                    int32 = 48
	PathNotViable                      int32 = 28
	QueryFeatureNotAllowed             int32 = 224
	ExceededMemoryLimit                int32 = 146
	InvalidPipelineOperator            int32 = 168
	ConversionFailure                  int32 = 241
	BSONObjectTooLarge                 int32 = 10334
	DuplicateKey                       int32 = 11000
	Interrupted                        int32 = 11601
	ShutdownInProgress                 int32 = 91
	InterruptedAtShutdown              int32 = 11600
	OutOfDiskSpace                     int32 = 14031
	WriteConflict                      int32 = 112
	TransactionTooOld                  int32 = 225
	NoSuchTransaction                  int32 = 251
	OperationNotSupportedInTransaction int32 = 263
	APIVersionError                    int32 = 322
	APIStrictError                     int32 = 323
	APIMismatchError                   int32 = 347
	NoChangeStreams                    int32 = 40573 // where no replica set is
	InvalidResumeToken                 int32 = 260
	ChangeStreamFatalError             int32 = 280
	ChangeStreamHistoryLost            int32 = 286
	NoSuchKey                          int32 = 4
	IDLDuplicateField                  int32 = 40413
	IDLFailedToParse                   int32 = 40414
	IDLUnknownField                    int32 = 40415
)

// names holds the codeName of each code that memdb answers with, as in MongoDB's
// server 8.2.
var names = map[int32]string{
	BadValue:                           "BadValue",
	5:                                  "GraphContainsCycle",
	8:                                  "UnknownError",
	FailedToParse:                      "FailedToParse",
	13:                                 "Unauthorized",
	TypeMismatch:                       "TypeMismatch",
	Overflow:                           "Overflow",
	16:                                 "InvalidLength",
	18:                                 "AuthenticationFailed",
	IllegalOperation:                   "IllegalOperation",
	22:                                 "InvalidBSON",
	NamespaceNotFound:                  "NamespaceNotFound",
	IndexNotFound:                      "IndexNotFound",
	PathNotViable:                      "PathNotViable",
	34:                                 "CannotBackfillArray",
	40:                                 "ConflictingUpdateOperators",
	43:                                 "CursorNotFound",
	NamespaceExists:                    "NamespaceExists",
	MaxTimeMSExpired:                   "MaxTimeMSExpired",
	DollarPrefixedFieldName:            "DollarPrefixedFieldName",
	53:                                 "InvalidIdField",
	54:                                 "NotSingleValueField",
	56:                                 "EmptyFieldName",
	CommandNotFound:                    "CommandNotFound",
	ImmutableField:                     "ImmutableField",
	CannotCreateIndex:                  "CannotCreateIndex",
	InvalidOptions:                     "InvalidOptions",
	InvalidNamespace:                   "InvalidNamespace",
	76:                                 "NoReplicationEnabled",
	85:                                 "IndexOptionsConflict",
	86:                                 "IndexKeySpecsConflict",
	96:                                 "OperationFailed",
	117:                                "ConflictingOperationInProgress",
	256:                                "TransactionCommitted",
	WriteConflict:                      "WriteConflict",
	47:                                 "NoMatchingDocument",
	InvalidResumeToken:                 "InvalidResumeToken",
	ChangeStreamFatalError:             "ChangeStreamFatalError",
	ChangeStreamHistoryLost:            "ChangeStreamHistoryLost",
	115:                                "CommandNotSupported",
	121:                                "DocumentValidationFailure",
	123:                                "NotAReplicaSet",
	125:                                "CommandFailed",
	136:                                "CappedPositionLost",
	ExceededMemoryLimit:                "ExceededMemoryLimit",
	161:                                "IncompatibleCollationVersion",
	165:                                "ViewDepthLimitExceeded",
	CommandNotSupportedOnView:          "CommandNotSupportedOnView",
	OptionNotSupportedOnView:           "OptionNotSupportedOnView",
	InvalidPipelineOperator:            "InvalidPipelineOperator",
	171:                                "CannotIndexParallelArrays",
	175:                                "QueryPlanKilled",
	181:                                "AmbiguousIndexKeyPattern",
	197:                                "InvalidIndexSpecificationOption",
	207:                                "InvalidUUID",
	223:                                "IllegalOpMsgFlag",
	QueryFeatureNotAllowed:             "QueryFeatureNotAllowed",
	239:                                "SnapshotTooOld",
	TransactionTooOld:                  "TransactionTooOld",
	232:                                "MaxSubPipelineDepthExceeded",
	233:                                "TooManyDocumentSequences",
	237:                                "CursorKilled",
	238:                                "NotImplemented",
	ConversionFailure:                  "ConversionFailure",
	NoSuchTransaction:                  "NoSuchTransaction",
	OperationNotSupportedInTransaction: "OperationNotSupportedInTransaction",
	288:                                "ChecksumMismatch",
	291:                                "NoQueryExecutionPlans",
	292:                                "QueryExceededMemoryLimitNoDiskUseAllowed",
	APIVersionError:                    "APIVersionError",
	APIStrictError:                     "APIStrictError",
	APIMismatchError:                   "APIMismatchError",
	352:                                "UnsupportedOpQueryCommand",
	361:                                "CollectionUUIDMismatch",
	BSONObjectTooLarge:                 "BSONObjectTooLarge",
	Interrupted:                        "Interrupted",
	OutOfDiskSpace:                     "OutOfDiskSpace",
	NoSuchKey:                          "NoSuchKey",
	DuplicateKey:                       "DuplicateKey",
	12051:                              "CursorInUse",
	13113:                              "MergeStageNoMatchingDocument",
	13297:                              "DatabaseDifferCase",
	IDLDuplicateField:                  "IDLDuplicateField",
	IDLFailedToParse:                   "IDLFailedToParse",
	IDLUnknownField:                    "IDLUnknownField",
	50768:                              "NotARetryableWriteCommand",
}
