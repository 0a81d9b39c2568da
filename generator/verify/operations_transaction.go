package verify

// transactions are the calls of operations on a session.
var transactions = map[string]func(*arguments) call{
	"startTransaction": func(*arguments) call {
		return func(on target) (any, error) {
			err := on.session.StartTransaction()
			on.session.open = on.session.open || err == nil
			return nil, err
		}
	},
	"commitTransaction": func(*arguments) call {
		return func(on target) (any, error) {
			on.session.open = false
			return nil, on.session.CommitTransaction(on.ctx)
		}
	},
	"abortTransaction": func(*arguments) call {
		return func(on target) (any, error) {
			on.session.open = false
			return nil, on.session.AbortTransaction(on.ctx)
		}
	},
}
