package calibrate

import (
	"slices"
	"time"

	"modelbook/generator/weigh"
)

// result computes the weights of each round, and from them the result.
func (r *run) result() Result {
	result := Result{Rounds: len(r.rounds), NoProcessor: r.facts.noProcessor, IsBusy: r.isBusy()}
	found := map[weigh.Unit][]float64{}
	var waits []float64
	for _, now := range r.rounds {
		waits = append(waits, microseconds(quantile(now.pings, 0.5)))
		for unit, weight := range r.solve(now) {
			found[unit] = append(found[unit], weight)
		}
	}
	terms := weigh.Terms()
	for unit, term := range terms[:len(terms)-2] {
		t := Term{Default: term}
		switch values := found[weigh.Unit(unit)]; {
		case weigh.Unit(unit) == weigh.Pages:
			t.Untimed = "it needs more data than the cache holds"
		case len(values) == 0:
			t.Untimed = "the server has no oplog"
		default:
			t.setQuartiles(values)
		}
		result.Terms = append(result.Terms, t)
	}
	wait, cache := Term{Default: terms[len(terms)-2]}, Term{Default: terms[len(terms)-1], Untimed: r.facts.noCache}
	wait.setQuartiles(waits)
	if cache.Untimed == "" {
		cache.setQuartiles([]float64{r.facts.cache / 1e9})
	}
	result.Terms = append(result.Terms, wait, cache)
	return result
}

// solve returns the weights as a round has them.
func (r *run) solve(now round) map[weigh.Unit]float64 {
	var weights weigh.Weights
	known := map[weigh.Unit]float64{}
	for _, d := range differences {
		work, amounts := r.work(now, d.more), r.batches[d.more].amounts
		if d.less != none {
			work -= r.work(now, d.less)
			for unit, amount := range r.batches[d.less].amounts {
				amounts[unit] -= amount
			}
		}
		if amounts[d.unit] == 0 {
			continue // what it counts is not there
		}
		for unit, amount := range amounts {
			if weigh.Unit(unit) != d.unit {
				work -= weights[unit] * amount
			}
		}
		weights[d.unit] = work / amounts[d.unit]
		known[d.unit] = weights[d.unit]
	}
	return known
}

// work returns the work of one command of a batch, in microseconds.
func (r *run) work(now round, i int) float64 {
	commands := float64(r.commands[i])
	if r.facts.noProcessor == "" {
		status, rate := r.background()
		return (microseconds(now.work[i].processor) - status - rate*microseconds(now.work[i].elapsed)) / commands
	}
	var pings time.Duration
	for _, ping := range now.pings {
		pings += ping
	}
	return microseconds(now.work[i].elapsed)/commands - microseconds(pings)/float64(len(now.pings))
}

// background returns the processor time in microseconds that the server takes for
// telling its status, and the share of a processor that it takes without being asked.
func (r *run) background() (status, rate float64) {
	var empty, idle, elapsed []time.Duration
	for _, now := range r.rounds {
		empty, idle, elapsed = append(empty, now.empty.processor), append(idle, now.idle.processor), append(elapsed, now.idle.elapsed)
	}
	status = microseconds(quantile(empty, 0.5))
	return status, max(0, (microseconds(quantile(idle, 0.5))-status)/microseconds(quantile(elapsed, 0.5)))
}

// isBusy reports whether others use the server.
func (r *run) isBusy() bool {
	const ours = 1 // the second serverStatus of a sample
	operations, elapsed := int64(0), time.Duration(0)
	for _, now := range r.rounds {
		operations, elapsed = operations+max(0, now.idle.operations-ours), elapsed+now.idle.elapsed
	}
	return operations >= busyCount && float64(operations) > busyRate*elapsed.Seconds()
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// quantile returns the value below which a share of the values lies.
func quantile[T ~int64 | ~float64](values []T, share float64) T {
	sorted := slices.Sorted(slices.Values(values))
	at := share * float64(len(sorted)-1)
	below := int(at)
	above := min(below+1, len(sorted)-1)
	return sorted[below] + T((at-float64(below))*float64(sorted[above]-sorted[below]))
}
