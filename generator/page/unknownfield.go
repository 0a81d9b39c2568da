package page

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// firstUnknown returns the error for the first key of a strings file that is not
// one of words. If there are several, the decoder reports one at random.
func firstUnknown(content []byte, err error) error {
	var unknown *yaml.UnknownFieldError
	if !errors.As(err, &unknown) {
		return err
	}
	file, parseError := parser.ParseBytes(content, 0)
	if parseError != nil {
		return err
	}
	known := wordKeys()
	for _, document := range file.Docs {
		for _, key := range keysOf(document.Body) {
			if token := key.GetToken(); !slices.Contains(known, token.Value) {
				return &yaml.UnknownFieldError{Message: fmt.Sprintf("unknown field %q", token.Value), Token: token}
			}
		}
	}
	return err
}

func wordKeys() []string {
	var keys []string
	fields := reflect.TypeFor[words]()
	for i := range fields.NumField() {
		keys = append(keys, fields.Field(i).Tag.Get("yaml"))
	}
	return keys
}

func keysOf(node ast.Node) []ast.MapKeyNode {
	var keys []ast.MapKeyNode
	switch node := node.(type) {
	case *ast.AnchorNode:
		return keysOf(node.Value)
	case *ast.MappingValueNode:
		return []ast.MapKeyNode{node.Key}
	case *ast.MappingNode:
		for _, value := range node.Values {
			keys = append(keys, value.Key)
		}
	}
	return keys
}
