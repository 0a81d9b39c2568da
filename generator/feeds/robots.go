package feeds

import "modelbook/generator/guide"

// Robots returns robots.txt, RFC 9309: everything may be read.
func Robots(site guide.Site) []byte {
	text := "User-agent: *\nAllow: /\n"
	if site.Address != "" {
		text += "Sitemap: " + site.Address + "sitemap.xml\n"
	}
	return []byte(text)
}
