package build

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestProgramIsKnownByItsBuildID holds that a program is not read as a whole if
// the linker has written an ID into it, and is if not.
func TestProgramIsKnownByItsBuildID(t *testing.T) {
	t.Parallel()
	const id = "mGcl6Xe44qa1_ovVToAV/m8vX1Lvl3f8ZmBDfSz24/w9mYtV5CVYIyeKOuwqsJ/EiADPFSkdfOgKhyNmJrj"
	code := strings.Repeat("code", 20_000)
	for name, test := range map[string]struct{ program, want string }{
		"note, least byte first":    {"\x7fELF\x04\x00\x00\x00\x53\x00\x00\x00\x04\x00\x00\x00Go\x00\x00" + id + "\x00" + code, id},
		"note, greatest byte first": {"\x7fELF\x00\x00\x00\x04\x00\x00\x00\x53\x00\x00\x00\x04Go\x00\x00" + id + "\x00" + code, id},
		"before the code":           {"MZ\xff Go build ID: \"" + id + "\"\n \xff" + code, id},
		"none":                      {"MZ" + code, "MZ" + code},
		"one that is no hash":       {"MZ\xff Go build ID: \"1.0\"\n \xff" + code, "MZ\xff Go build ID: \"1.0\"\n \xff" + code},
		"one in the data":           {code + "\xff Go build ID: \"" + id + "\"", code + "\xff Go build ID: \"" + id + "\""},
		"shorter than what is read": {"MZ", "MZ"},
	} {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			if err := hashExecutable(&got, strings.NewReader(test.program)); err != nil || got.String() != test.want {
				t.Errorf("%.200q, want %.200q: %v", got.String(), test.want, err)
			}
		})
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Close()
	var got bytes.Buffer
	if err := hashExecutable(&got, program); err != nil || got.Len() > 200 {
		t.Errorf("of this program, %d bytes are read: %v", got.Len(), err)
	}
}
