package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// writeHugo makes a Hugo site of the corpus: the same Markdown, one content
// folder a language, and a bare template. Only the home pages have another
// name, for to Hugo an index.md is a page without pages below it.
func writeHugo(folder, corpus string, languages []string) error {
	var config strings.Builder
	config.WriteString("baseURL = 'https://corpus.example/'\ndefaultContentLanguage = 'en'\ndefaultContentLanguageInSubdir = true\ndisableKinds = ['taxonomy', 'term', 'rss']\nuglyURLs = true\n")
	for i, lang := range languages {
		fmt.Fprintf(&config, "[languages.%s]\ncontentDir = 'content/%s'\nweight = %d\n", strings.ToLower(lang), lang, i+1)
		target := filepath.Join(folder, "content", lang)
		if err := os.CopyFS(target, os.DirFS(filepath.Join(corpus, "content", lang))); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(target, "index.md"), filepath.Join(target, "_index.md")); err != nil {
			return err
		}
	}
	files := map[string]string{
		"hugo.toml":                    config.String(),
		"layouts/_default/single.html": hugoPage,
		"layouts/_default/list.html":   hugoPage,
		"layouts/index.html":           hugoPage,
	}
	for name, text := range files {
		if err := writeFile(folder, name, text); err != nil {
			return err
		}
	}
	return nil
}

const hugoPage = `<!doctype html>
<html lang="{{ .Site.Language.Lang }}">
<title>{{ .Title }}</title>
<main><h1>{{ .Title }}</h1>
{{ .Content }}</main>
`
