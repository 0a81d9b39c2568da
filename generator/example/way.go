package example

// Way is an order by its turns: which client takes its next step, moment by moment, and
// what happens to it. As clients do what they do for what they were told, no order has
// the way of another.
type Way []Turn

// Turn is a moment of a Way.
type Turn struct {
	Client int // of Explore.Clients
	// Mishap is ThenCrashes or ThenRepeats; ThenGoesOn if nothing happens.
	Mishap Then
}

// mishaps are what can happen to a client or a request, nothing first.
var mishaps = []Then{ThenGoesOn, ThenCrashes, ThenRepeats}

// mishapSigns stand in the text of a way behind the client to whom it happens.
var mishapSigns = map[Then]byte{ThenCrashes: 'x', ThenRepeats: 'r'}

// String returns the way as text, which addresses have: each client as a digit from 1,
// with x behind it where it stops for good and r where its request arrives twice.
func (w Way) String() string {
	var text []byte
	for _, turn := range w {
		text = append(text, '1'+byte(turn.Client))
		if sign, happens := mishapSigns[turn.Mishap]; happens {
			text = append(text, sign)
		}
	}
	return string(text)
}

// ParseWay reads what String returns. It is not ok if the text is none of a way.
func ParseWay(text string) (way Way, ok bool) {
	for i := range len(text) {
		isClient := '1' <= text[i] && text[i] <= '9'
		last := len(way) - 1
		switch {
		case isClient:
			way = append(way, Turn{Client: int(text[i] - '1')})
		case last >= 0 && way[last].Mishap == ThenGoesOn && text[i] == mishapSigns[ThenCrashes]:
			way[last].Mishap = ThenCrashes
		case last >= 0 && way[last].Mishap == ThenGoesOn && text[i] == mishapSigns[ThenRepeats]:
			way[last].Mishap = ThenRepeats
		default:
			return nil, false
		}
	}
	return way, len(way) > 0
}

// Mishap returns what happens to a client or a request: ThenCrashes or ThenRepeats, or
// ThenGoesOn for nothing.
func (w Way) Mishap() Then {
	for _, turn := range w {
		if turn.Mishap != ThenGoesOn {
			return turn.Mishap
		}
	}
	return ThenGoesOn
}

// Way returns the order's way.
func (o *Order) Way() Way {
	var way Way
	for _, m := range o.Moments {
		turn := Turn{Client: m.Client}
		if _, happens := mishapSigns[m.Then]; happens {
			turn.Mishap = m.Then
		}
		way = append(way, turn)
	}
	return way
}
