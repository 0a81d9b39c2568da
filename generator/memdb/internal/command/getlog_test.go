package command

import (
	"encoding/json"
	"testing"
	"time"

	"modelbook/generator/memdb/internal/engine"
)

// TestWarning: a line of the log is an object in JSON, with the field that
// shells print.
func TestWarning(t *testing.T) {
	line := startupWarning(engine.New(engine.Options{Clock: func() time.Time { return time.UnixMilli(1) }}))
	var read struct {
		T struct {
			Date time.Time `json:"$date"`
		}
		Msg string
	}
	if err := json.Unmarshal([]byte(line), &read); err != nil || read.Msg == "" || read.T.Date.UnixMilli() != 1 {
		t.Errorf("%s: %+v, %v", line, read, err)
	}
}
