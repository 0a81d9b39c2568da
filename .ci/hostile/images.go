package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"

	"modelbook/.ci/smallbook"
)

const pictureFile = "content/images/ferry.png"

// showing writes a picture into the handbook and shows it in the guide.
func showing(b *book, file, content, markdown string) error {
	if err := b.write(file, content); err != nil {
		return err
	}
	return b.write(smallbook.GuideFile, smallbook.GuideHead+smallbook.GuideBody+"\n"+markdown+"\n")
}

// picture is an input whose guide shows this file.
func picture(name, file, content string) input {
	return input{name: name, change: func(b *book) error {
		return showing(b, "content/images/"+file, content, "![A ferry](../images/"+file+")")
	}}
}

// chunk is one of a PNG file.
func chunk(kind, data string) string {
	text := kind + data
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(data)))) + text + string(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
}

// header is that of a PNG file of a size.
func header(width, height uint32, depth, colors byte) string {
	size := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return "\x89PNG\r\n\x1a\n" + chunk("IHDR", string(size)+string([]byte{depth, colors, 0, 0, 0}))
}

// images are pictures that no camera took.
func images() []input {
	square := image.NewPaletted(image.Rect(0, 0, 40, 40), color.Palette{color.Black, color.White})
	var encoded, photo, moving bytes.Buffer
	if err := png.Encode(&encoded, square); err != nil {
		panic(err) // into memory
	}
	if err := jpeg.Encode(&photo, square, nil); err != nil {
		panic(err)
	}
	if err := gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{square, square}, Delay: []int{1, 1}}); err != nil {
		panic(err)
	}
	whole, jpg := encoded.String(), photo.String()
	const beginning = 33 // bytes of a PNG's signature and header
	inserted := func(chunks string) string { return whole[:beginning] + chunks + whole[beginning:] }
	segment := func(marker byte, data string) string {
		return jpg[:2] + "\xff" + string([]byte{marker}) + string(binary.BigEndian.AppendUint16(nil, uint16(len(data)+2))) + data + jpg[2:]
	}
	inputs := []input{picture("a PNG", "ferry.png", whole), picture("a JPEG", "ferry.jpg", jpg)}
	for i := 1; i < 8; i++ {
		inputs = append(inputs,
			picture(fmt.Sprintf("a PNG cut at %d eighths", i), "ferry.png", whole[:len(whole)*i/8]),
			picture(fmt.Sprintf("a JPEG cut at %d eighths", i), "ferry.jpg", jpg[:len(jpg)*i/8]),
		)
	}
	for _, size := range [][2]uint32{{0, 0}, {0, 1}, {1, 1 << 31}, {1<<31 - 1, 1<<31 - 1}, {1<<32 - 1, 1}, {10_001, 1}, {1, 10_001}, {10_000, 10_000}, {6_000, 1_000}} {
		inputs = append(inputs, picture(fmt.Sprintf("a PNG that says %d by %d", size[0], size[1]), "ferry.png", header(size[0], size[1], 8, 6)+whole[beginning:]))
	}
	for _, kind := range [][2]byte{{16, 6}, {3, 0}, {8, 1}, {255, 255}, {1, 6}} {
		inputs = append(inputs, picture(fmt.Sprintf("a PNG of depth %d and colors %d", kind[0], kind[1]), "ferry.png", header(40, 40, kind[0], kind[1])+whole[beginning:]))
	}
	for _, c := range []struct{ name, chunks string }{
		{"a text with a script", chunk("tEXt", "Comment\x00<script>alert(1)</script>")}, {"a profile of colors", chunk("iCCP", "x\x00\x00"+strings.Repeat("x", 100_000))}, {"a place where it was taken", chunk("eXIf", "MM\x00*hunter2")},
		{"moving pictures", chunk("acTL", "\x00\x00\x00\x02\x00\x00\x00\x00")}, {"a chunk that nobody knows", chunk("EVIL", "x")}, {"a hundred thousand chunks", strings.Repeat(chunk("tEXt", "a\x00b"), 100_000)},
		{"a chunk without an end", "\x7f\xff\xff\xfftEXtx"}, {"a chunk with a wrong sum", "\x00\x00\x00\x01tEXtx\x00\x00\x00\x00"}, {"a second header", header(1, 1, 8, 6)[8:]}, {"a palette of nothing", chunk("PLTE", "")},
	} {
		inputs = append(inputs, picture("a PNG with "+c.name, "ferry.png", inserted(c.chunks)))
	}
	for _, s := range []struct {
		name   string
		marker byte
		data   string
	}{
		{"a place where it was taken", 0xe1, "Exif\x00\x00MM\x00*hunter2"}, {"a direction", 0xe1, "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"}, {"a direction that is none", 0xe1, "Exif\x00\x00MM\x00*\xff\xff\xff\xff"},
		{"a profile of colors", 0xe2, "ICC_PROFILE\x00\x01\x01" + strings.Repeat("x", 60_000)}, {"a comment with a script", 0xfe, "<script>alert(1)</script>"}, {"a table that is none", 0xdb, "x"}, {"a second beginning", 0xd8, ""}, {"codes that are none", 0xc4, strings.Repeat("\xff", 40)},
	} {
		inputs = append(inputs, picture("a JPEG with "+s.name, "ferry.jpg", segment(s.marker, s.data)))
	}
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`
	for _, f := range []struct{ name, file, content string }{
		{"a PNG called a JPEG", "ferry.jpg", whole}, {"a JPEG called a PNG", "ferry.png", jpg}, {"a drawing called a PNG", "ferry.png", svg}, {"a drawing", "ferry.svg", svg}, {"a moving picture", "ferry.gif", moving.String()}, {"a moving picture called a PNG", "ferry.png", moving.String()},
		{"a page called a PNG", "ferry.png", "<html><script>alert(1)</script>"}, {"a page behind a PNG", "ferry.png", whole + "<script>alert(1)</script>"}, {"an archive behind a PNG", "ferry.png", whole + "PK\x03\x04"}, {"a script behind a JPEG", "ferry.jpg", jpg + "*/=alert(1)"},
		{"nothing", "ferry.png", ""}, {"a PNG of 8 MB", "ferry.png", inserted(chunk("tEXt", strings.Repeat("x", 8<<20)))}, {"a WebP", "ferry.webp", "RIFF\x00\x00\x00\x00WEBPVP8 "}, {"a program", "ferry.exe", "MZ"},
	} {
		inputs = append(inputs, picture(f.name, f.file, f.content))
	}
	for _, file := range []string{"Ferry.png", "ferry.PNG", "con.png", "a b.png", "é.png", "ferry\u202egnp.png", "::error::.png", ".hidden.png", "-.png", "ferry.png.html", strings.Repeat("a", 200) + ".png", "a\x1b[31m.png", "deep/ferry.png"} {
		inputs = append(inputs, picture(fmt.Sprintf("a name %.30q", file), file, whole))
	}
	for i, markdown := range []string{
		"![](../images/ferry.png)", "![ ](../images/ferry.png)", "![A ferry](../images/../images/ferry.png)", "![A ferry](../../outside/secret.png)", "![A ferry](/etc/passwd)", "![A ferry](https://example.org/ferry.png)", "![A ferry](//example.org/ferry.png)", "![A ferry](data:image/png;base64,AAAA)",
		"![A ferry](javascript:alert(1))", "![A ferry](../images/ferry.png?x)", "![A ferry](../images/ferry.png#x)", "![A ferry](../images/ferry.png \"\\\" onload=alert(1)\")", "![\" onerror=alert(1) x=\"](../images/ferry.png)", "![<script>alert(1)</script>](../images/ferry.png)", "![A ferry](../images/nothing.png)", "![A ferry](../images/%66erry.png)",
		"![A ferry](..\\images\\ferry.png)", "![A ferry](../images/ferry.png) and text", "[![A ferry](../images/ferry.png)](javascript:alert(1))", "# ![A ferry](../images/ferry.png)", "- ![A ferry](../images/ferry.png)", "| a |\n| - |\n| ![A ferry](../images/ferry.png) |", strings.Repeat("![A ferry](../images/ferry.png)\n\n", 5_000), "![" + strings.Repeat("a", 3_900) + "](../images/ferry.png)",
	} {
		inputs = append(inputs, input{name: fmt.Sprintf("shown %02d", i+1), change: func(b *book) error { return showing(b, pictureFile, whole, markdown) }})
	}
	for _, other := range []struct {
		kind string
		make func(*book, string) error
	}{{"a pipe", pipe}, {"a socket", socket}, {"a folder", directory}, {"10 GB", hugeFile}, {"a link to the secret", linkTo("OUTSIDE/secret.md")}, {"a link to /dev/zero", linkTo("/dev/zero")}, {"a link to itself", linkTo("ferry.png")}, {"a link to nothing", linkTo("nothing.png")}} {
		in := put(other.kind, pictureFile, other.make)
		inputs = append(inputs, with(in, smallbook.GuideFile, smallbook.GuideHead+smallbook.GuideBody+"\n![A ferry](../images/ferry.png)\n"))
	}
	return append(inputs, put("a link outside", "content/images", linkTo("OUTSIDE")), put("a pipe", "content/images", pipe), put("a file", "content/images", func(_ *book, path string) error {
		return smallbook.Write(path[:len(path)-len("/images")], map[string]string{"images": "x"})
	}))
}
