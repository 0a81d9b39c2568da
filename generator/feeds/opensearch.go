package feeds

import (
	"encoding/xml"

	"modelbook/generator/guide"
	"modelbook/generator/markup"
)

// OpenSearchPath describes a language's search to browsers.
func OpenSearchPath(lang string) string { return lang + "/opensearch.xml" }

// OpenSearch returns the description of a language's search, OpenSearch 1.1. It
// needs the site's address.
func OpenSearch(site guide.Site, lang string) []byte {
	var d atom
	d.WriteString(xml.Header + "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n")
	d.element(" ", "ShortName", first(site.Name, 16))
	d.element(" ", "Description", first(site.Description[lang], 1024))
	d.element(" ", "Language", lang)
	d.element(" ", "InputEncoding", "UTF-8")
	d.WriteString(` <Url type="text/html"` + markup.Attribute("template", site.URL(lang, guide.Search)+"?q={searchTerms}") + "/>\n</OpenSearchDescription>\n")
	return d.Bytes()
}

// first returns the first n characters of a text, which is all that the format
// takes.
func first(text string, n int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), n)])
}
