package check

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"modelbook/generator/diag"
	"modelbook/generator/guide"
)

// maxImages is how many bytes the images of a page may have together. They are
// not compressed any further, and images out of view are not loaded, but a page
// is printed and saved whole.
const maxImages = 1_500_000

// Images checks the images of a page against the files that exist; sizes has
// their bytes by file. A mistake in the original page is not reported again for
// the others.
func Images(g, original *guide.Guide, sizes map[string]int) diag.List {
	inOriginal := map[string]diag.Pos{}
	if original != g {
		for i := range original.Blocks {
			for _, image := range original.Blocks[i].Images() {
				inOriginal[image.File] = image.Pos
			}
		}
	}
	var list diag.List
	sum, seen := 0, map[string]bool{}
	for i := range g.Blocks {
		for _, image := range g.Blocks[i].Images() {
			if seen[image.File] {
				continue
			}
			seen[image.File] = true
			size, known := sizes[image.File]
			ofPage := image.Pos.File == g.File && g.Blocks[i].State != guide.Before
			switch {
			case ofPage && !known:
				list.Add(diag.Message{Pos: image.Pos, Text: "there is no image " + image.File, Hint: nearestImage(image, g.Lang, sizes), Follows: inOriginal[image.File]})
			case ofPage && sum <= maxImages && sum+size > maxImages:
				list.Add(diag.Message{Pos: image.Pos, Text: fmt.Sprintf("up to this one the images of the page have %d kB; at most %d kB", (sum+size)/1000, maxImages/1000),
					Hint: "make them smaller, or split the page", Follows: inOriginal[image.File]})
			}
			sum += size
		}
	}
	return list
}

// nearestImage suggests the address that was meant, as pages of a language write it.
func nearestImage(image *guide.Image, lang string, sizes map[string]int) string {
	var addresses []string
	for file := range sizes {
		if folder := path.Dir(file); folder == "content/images" || folder == "content/"+lang+"/images" {
			addresses = append(addresses, addressOf(file))
		}
	}
	slices.Sort(addresses)
	return cmp.Or(diag.DidYouMean(image.Link, addresses), "save it there")
}

// addressOf returns how pages write where an image lies.
func addressOf(file string) string {
	if path.Dir(file) == "content/images" {
		return "../images/" + path.Base(file)
	}
	return "images/" + path.Base(file)
}

// Unused reports images that no page shows.
func Unused(files []string, shown func(file string) bool) diag.List {
	var list diag.List
	for _, file := range files {
		if !shown(file) {
			list.Add(diag.Message{Pos: diag.Pos{File: file}, Severity: diag.Warning, Text: "no page shows this image",
				Hint: "write ![what it shows](" + addressOf(file) + "), or delete it"})
		}
	}
	return list
}
