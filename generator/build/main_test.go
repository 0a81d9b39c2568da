package build

import (
	"testing"

	"modelbook/generator/gctest"
)

func TestMain(m *testing.M) { gctest.Main(m) }
