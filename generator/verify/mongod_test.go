package verify

import (
	"strings"
	"testing"
)

func TestNoMongodOnThePath(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, _, err := StartMongod(t.Context()); err == nil || !strings.Contains(err.Error(), "there is no mongod on the PATH") {
		t.Errorf("got %v", err)
	}
}
