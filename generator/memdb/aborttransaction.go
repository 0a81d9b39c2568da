package memdb

// Where no transaction can be, to abort one is the error that committing it is.
var _ = register[commitTransactionCommand](command{
	names: []string{"abortTransaction"}, admin: true, api1: true, writeConcern: true, fails: true,
})
