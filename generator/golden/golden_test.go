package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// outcome is a test that notes how it fails.
type outcome struct {
	testing.TB
	failed string
}

func (*outcome) Helper() {}

func (o *outcome) Errorf(format string, args ...any) { o.failed += fmt.Sprintf(format, args...) }

func TestFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list")
	write(t, file, []byte("ash\nelm\n"))
	for got, want := range map[string]string{
		"ash\nelm\n": "",
		"ash\nfir\n": "-elm\n+fir\n",
	} {
		o := &outcome{TB: t}
		File(o, file, []byte(got))
		if !strings.HasSuffix(o.failed, want) || (want == "") != (o.failed == "") {
			t.Errorf("%q: failed with %q, want %q", got, o.failed, want)
		}
	}
}

const oak = "Of a tree.\n-- tree --\noak\n-- want.leaf --\nlobed\n-- want.fruit --\nacorn\n"

func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "oak.txtar")
	write(t, file, []byte(oak))
	c := Cases(t, file)[0]
	if c.Name != "oak" || c.Comment != "Of a tree.\n" || len(c.Given) != 1 || c.Texts()["want.fruit"] != "acorn\n" {
		t.Errorf("read as %+v", c)
	}
	leaf, fruit := txtar.File{Name: "want.leaf", Data: []byte("lobed\n")}, txtar.File{Name: "want.fruit", Data: []byte("acorn\n")}
	for name, test := range map[string]struct {
		got   []txtar.File
		fails bool
	}{
		"all":       {[]txtar.File{leaf, fruit}, false},
		"one less":  {[]txtar.File{leaf}, true},
		"one more":  {[]txtar.File{leaf, fruit, leaf}, true},
		"another":   {[]txtar.File{leaf, {Name: "want.fruit", Data: []byte("nut\n")}}, true},
		"no result": {nil, true},
	} {
		o := &outcome{TB: t}
		c.Compare(o, test.got...)
		if (o.failed != "") != test.fails {
			t.Errorf("%s: failed with %q", name, o.failed)
		}
	}
}

// With -update, files are written, and hold from then on.
func TestUpdate(t *testing.T) {
	file := filepath.Join(t.TempDir(), "oak.txtar")
	write(t, file, []byte(oak))
	*update = true
	defer func() { *update = false }()
	Cases(t, file)[0].Compare(t, txtar.File{Name: "want.leaf", Data: []byte("long\n")})
	content, err := os.ReadFile(file)
	if want := "Of a tree.\n-- tree --\noak\n-- want.leaf --\nlong\n"; err != nil || string(content) != want {
		t.Errorf("%v, %s", err, content)
	}
	Pairs(t, file, func(_ *testing.T, given string) string { return given + " wood" })
	content, err = os.ReadFile(file)
	if want := "Of a tree.\n-- tree --\noak\n-- want.leaf --\noak wood\n"; err != nil || string(content) != want {
		t.Errorf("%v, %s", err, content)
	}
	*update = false
	Pairs(t, file, func(_ *testing.T, given string) string { return given + " wood" })
}
