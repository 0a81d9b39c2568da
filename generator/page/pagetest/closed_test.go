package pagetest

import "testing"

func TestForeign(t *testing.T) {
	for page, foreign := range map[string]bool{
		"<!doctype html>\n<p class=\"a\">x &lt;script&gt;</p>": false,
		`<a href="https://x.example/a?b=c">x</a>`:              false,
		`<a href="javascript:alert(1)">x</a>`:                  true,
		`<a href="//x.example">x</a>`:                          true,
		`<script>alert(1)</script>`:                            true,
		`<script src="https://x.example/x.js"></script>`:       true,
		`<script src="../assets/page.js"></script>`:            false,
		`<script type="application/ld+json">{"a":1}</script>`:  false,
		`<script type="application/ld+json">{}<b>{}</script>`:  true,
		`<script type="application/ld+json">alert(1)</script>`: true,
		`<script type="module">alert(1)</script>`:              true,
		`<form action="../en/search.html">`:                    false,
		`<form action="https://x.example/">`:                   true,
		`<input type="password">`:                              true,
		`<script src="../assets/page.js">alert(1)</script>`:    true,
		`<p onclick="x">`:                                      true,
		`<p style="x">`:                                        true,
		`<img src="../assets/mark.svg" alt="">`:                false,
		`<img src="x.png">`:                                    true,
		`<img onerror="x">`:                                    true,
		`<iframe>`:                                             true,
		`<p class='a'>`:                                        true,
		`<p class=a>`:                                          false,
		`<p class=a"b>`:                                        true,
		"<p\nclass=\"a\">":                                     true,
		`a > b`:                                                true,
		`a < b`:                                                true,
		`<!-- x -->`:                                           true,
		`<meta http-equiv="set-cookie" content="x">`:           true,
	} {
		if err := Foreign(page); (err != nil) != foreign {
			t.Errorf("%s: %v", page, err)
		}
	}
}
