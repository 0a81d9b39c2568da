package locale

import (
	"strings"
	"testing"
)

// TestFormulas: a space that does not break is written as _. No line ends in an
// operator; a long formula breaks before those of the lowest rank.
func TestFormulas(t *testing.T) {
	for _, want := range []string{
		"read 40_×_64_=_2.6 kB, far", "20_×_7,200,000 >_k_×_9",
		"5_×_40_×_50_=_10,000 is above",
		"while λ_×_t_<_0.1 of it",
		"k_×_changes_×_copies pays",
		"documents ×_elements ×_bytes of one",
		"has n_×_(e_+_2_+_d) bytes",
		"days =_(16,777,216 −_rest) ÷_(elements a day_×_(e_+_2_+_d))",
		"days =_(100_−_rest)_÷_n a day",
		"searches ×_matches ×_bytes >_writes_×_k: it pays",
		"(1_−_s)_×_documents >_s_×_L_×_V.",
		"reads_>_0, and a_+_sign",
		"a_>_b: c_=_d",
		"a_=_ b_=_ c_×_ d",
		"a_= ",
		"−5 and 3−2 and a-b",
	} {
		text := strings.ReplaceAll(want, "_", " ")
		if got := strings.ReplaceAll((&Typography{}).Typeset(text), noBreak, "_"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
