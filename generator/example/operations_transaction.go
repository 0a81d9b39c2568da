package example

// transactions are the operations on a session. A driver starts a transaction
// with the first command that it sends in it, so that startTransaction itself
// sends nothing, and neither do the others if nothing was sent.
var transactions = []Descriptor{
	{
		Name: "startTransaction", On: OnSession, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectNothing), order: nothingToOrder,
		Command: severalOrNone,
	},
	{
		Name: "commitTransaction", On: OnSession, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectNothing), order: nothingToOrder,
		Command: named("commitTransaction", asNothing),
	},
	{
		Name: "abortTransaction", On: OnSession, Returns: ReturnsNothing, reads: ReadsNothing, effect: always(EffectNothing), order: nothingToOrder,
		Command: named("abortTransaction", asNothing),
	},
}
