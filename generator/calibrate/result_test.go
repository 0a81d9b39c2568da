package calibrate

import (
	"net/url"
	"testing"

	"modelbook/generator/weigh"
)

var page = &url.URL{}

func TestLink(t *testing.T) {
	r := Result{Rounds: 9}
	for i, term := range weigh.Terms() {
		term.Value = []float64{60, 0.4, 0.5, 0.4, 43, 9.5, 5, 80, 500, 1}[i] // whatever the defaults are
		t := Term{Default: term}
		t.setQuartiles([]float64{term.Value, term.Value * 1.25, term.Value * 1.5})
		if i == int(weigh.Pages) {
			t = Term{Default: term, Untimed: "it is not"}
		}
		r.Terms = append(r.Terms, t)
	}
	const want = "?w.cache=1.25&w.command=75&w.document=0.625&w.entry=11.9&w.key=0.5&w.kib=0.5&w.oplog=6.25&w.roundTrip=625&w.write=53.8#weigh"
	if got := r.Link(page); got != want {
		t.Errorf("got %s", got)
	}
	guide, _ := url.Parse("https://handbook.example/en/bucket.html?data=5#in-short")
	if got := r.Link(guide); got != "https://handbook.example/en/bucket.html?data=5&"+want[1:] {
		t.Errorf("got %s", got)
	}
	const table = `weight     one costs  half of the rounds  default
command    75 µs      67.5 to 82.5        60 µs
key        0.5 µs     0.45 to 0.55        0.4 µs
document   0.625 µs   0.563 to 0.688      0.5 µs
kib        0.5 µs     0.45 to 0.55        0.4 µs
write      53.8 µs    48.4 to 59.1        43 µs
entry      11.9 µs    10.7 to 13.1        9.5 µs
oplog      6.25 µs    5.63 to 6.88        5 µs
page       not timed  it is not           80 µs
roundTrip  625 µs     563 to 688          500 µs
cache      1.25 GB    as configured       1 GB
`
	if got := r.Table(); got != table {
		t.Errorf("got\n%s", got)
	}
}
