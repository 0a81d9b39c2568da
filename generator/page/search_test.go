package page

import "testing"

func TestBare(t *testing.T) {
	got := string(bare(comment, []byte("// What it does.\n'use strict';\n\n/**\n * Adds.\n * @param {number} a\n */\nfunction add(a) {\n  // why\n  const b = /** @type {number} */ (a); // kept\n  return 'https://x' + b;\n}\n")))
	want := "'use strict';\nfunction add(a) {\nconst b = (a); // kept\nreturn 'https://x' + b;\n}\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestStylesAreBare(t *testing.T) {
	got := string(bare(styleComment, []byte("/* Why,\n   in two lines */\n\n:root {\n  --in: #fff; /* how */\n}\n")))
	if want := ":root {\n--in: #fff;\n}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
