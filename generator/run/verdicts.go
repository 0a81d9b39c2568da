package run

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"maps"
	"slices"

	"modelbook/generator/example"
)

// verdicts are what became of orders, by the state in which they ended: in the same
// state the same is found. They are nil if more may differ than the documents, such as
// an index that a step made, or if the caller looks at the data after the repair.
type verdicts map[[sha256.Size]byte]verdict

type verdict struct {
	outcome example.Outcome
	failed  []example.FailedHold
	why     example.Why
}

// judge finds the outcome of an order as the function judge does. In a state that is
// known nothing is sent.
func (v verdicts) judge(ctx context.Context, r *Runner, order *example.Order) error {
	if v == nil {
		return judge(ctx, r, order, nil)
	}
	state, ok := r.state()
	if known, isKnown := v[state]; ok && isKnown {
		order.Outcome, order.Failed, order.Why = known.outcome, known.failed, known.why
		return nil
	}
	err := judge(ctx, r, order, nil)
	if ok && err == nil {
		v[state] = verdict{order.Outcome, order.Failed, order.Why}
	}
	return err
}

// state returns the hash of what the replies to steps can depend on: the documents in
// the order in which the collections hold them, and what steps have saved. ok is false
// if there is more, or if the client knows no documents without a command.
func (r *Runner) state() (state [sha256.Size]byte, ok bool) {
	records := recordsOf(r.client)
	if records == nil || len(r.streams) > 0 || r.transactionOpen() {
		return state, false
	}
	h := sha256.New()
	for _, name := range r.example.Written() {
		_, documents, isPlain := records(name)
		if !isPlain {
			return state, false
		}
		write(h, documents...)
	}
	for _, name := range slices.Sorted(maps.Keys(r.saved)) {
		write(h, []byte(name), []byte{byte(r.saved[name].Type)}, r.saved[name].Value)
	}
	return [sha256.Size]byte(h.Sum(nil)), true
}

// write adds a list of values to a hash so that no other list adds the same bytes.
func write[T ~[]byte](h hash.Hash, values ...T) {
	sizes := binary.AppendUvarint(nil, uint64(len(values)))
	for _, v := range values {
		sizes = binary.AppendUvarint(sizes, uint64(len(v)))
	}
	h.Write(sizes)
	for _, v := range values {
		h.Write(v)
	}
}
