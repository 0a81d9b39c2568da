package page

import (
	"strings"
	"testing"
)

// TestAssetsAreSmall: what people wrote for each other reaches no reader, a script
// keeps what it does, and a mistake in one is told.
func TestAssetsAreSmall(t *testing.T) {
	given := files{
		"styles/1-a.css": []byte("/* Why */\n:root {\n  --in: #fff; /* how */\n}\n"), "styles/of-play.css": []byte(".play { margin: 0px; }"),
		"scripts/search-1.js": []byte("/** @param {number} number */\nfunction add(number) {\n  return number + 1; // why\n}\nwindow.add = add;\n"),
	}
	for _, name := range []string{"styles/found.css", "styles/lit.css", "styles/own.css", "scripts/theme.js", "scripts/page.js", "scripts/path.js", "scripts/code.js", "scripts/place.js", "scripts/meet.js", "scripts/stops.js", "scripts/numbers.js", "scripts/lost.js", "icons/mark.svg", "styles/of-home.css", "styles/of-lost.css", "styles/of-search.css", "styles/of-translations.css"} {
		given[name] = nil
	}
	assets, err := listAssets(given, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, asset := range assets {
		content, err := asset.Content()
		if err != nil {
			t.Fatal(err)
		}
		all[asset.Path] = string(content)
	}
	if all["assets/site.css"] != ":root{--in:#fff}" || all["assets/play.css"] != ".play{margin:0}" {
		t.Errorf("%q, %q", all["assets/site.css"], all["assets/play.css"])
	}
	if script := all["assets/search.js"]; !strings.Contains(script, "window.add=") || strings.Contains(script, "number") || strings.Contains(script, "why") {
		t.Errorf("%q", script)
	}
	delete(given, "styles/of-play.css")
	if _, err := listAssets(given, nil); err == nil {
		t.Error("a kind of pages has lost its styles in silence")
	}
	given["styles/of-play.css"], given["scripts/page.js"], given["scripts/search-2.js"] = nil, []byte("const = 1;"), []byte("const = 2;")
	assets, err = listAssets(given, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = (&Theme{assets: assets}).TryAssets()
	for _, name := range []string{"scripts/page.js: ", "scripts/search-2.js: "} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("a script that is none is not told as %s: %v", name, err)
		}
	}
}

// TestFontsOfLanguages: a font that only the styles of another language name is not
// among the assets, nor are that language's styles and the license alone.
func TestFontsOfLanguages(t *testing.T) {
	given := files{
		"styles/1-a.css": []byte(`a { src: url("both.woff2") }`), "styles/in-zh.css": nil, "styles/in-bg.css": []byte(`b { src: url("sofia-a.woff2") url("both.woff2") }`),
		"fonts/sofia-a.woff2": nil, "fonts/sofia-license.txt": nil, "fonts/both.woff2": nil, "fonts/own.woff2": nil,
	}
	for languages, want := range map[string]string{
		"zh-CN": "fonts/both.woff2 fonts/own.woff2 styles/in-zh.css",
		"zha":   "fonts/both.woff2 fonts/own.woff2",
		"pl":    "fonts/both.woff2 fonts/own.woff2",
		"bg":    "fonts/both.woff2 fonts/own.woff2 fonts/sofia-a.woff2 fonts/sofia-license.txt styles/in-bg.css",
	} {
		if got := strings.Join(given.ofLanguages([]string{"en", languages}), " "); got != want {
			t.Errorf("%s: %s, want %s", languages, got, want)
		}
	}
}
