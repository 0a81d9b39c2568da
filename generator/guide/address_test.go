package guide

import "testing"

func TestURL(t *testing.T) {
	tests := []struct{ address, form, lang, slug, want string }{
		{"", "html", "en", "trees", ""},
		{"https://a.example/book/", "html", "en", "trees", "https://a.example/book/en/trees.html"},
		{"https://a.example/book/", "html", "bg", Home, "https://a.example/book/bg/index.html"},
		{"https://a.example/book/", "clean", "en", "trees", "https://a.example/book/en/trees"},
		{"https://a.example/book/", "clean", "bg", Home, "https://a.example/book/bg/"},
		{"https://a.example/", "clean", "bg", "index-cards", "https://a.example/bg/index-cards"},
	}
	for _, test := range tests {
		site := Site{Address: test.address, Addresses: test.form}
		if got := site.URL(test.lang, test.slug); got != test.want {
			t.Errorf("%s of %s/%s at %q = %q, want %q", test.form, test.lang, test.slug, test.address, got, test.want)
		}
	}
}
