package parse

import "bytes"

var fence = []byte("---\n")

// frontMatter returns a page's YAML, nil if it has none, and the offset at which
// its body begins.
func frontMatter(content []byte) (yaml []byte, body int) {
	if !bytes.HasPrefix(content, fence) {
		return nil, 0
	}
	for start := len(fence); start < len(content); {
		length := bytes.IndexByte(content[start:], '\n') + 1
		if length == 0 {
			length = len(content) - start
		}
		if line := content[start : start+length]; bytes.Equal(bytes.TrimRight(line, " \t\n"), fence[:3]) {
			return content[len(fence):start], start + length
		}
		start += length
	}
	return nil, 0
}
