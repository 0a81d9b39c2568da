package play

import (
	"reflect"
	"strings"
)

// Plain returns a value as maps, slices, strings, integers and booleans, which
// syscall/js can pass to a browser's script, under the names that encoding/json
// writes. That package would add two percent to the program that browsers load.
func Plain(v any) any { return plain(reflect.ValueOf(v)) }

func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		if v.IsNil() {
			return nil
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		return plain(v.Elem())
	case reflect.Struct:
		return plainStruct(v)
	case reflect.Slice, reflect.Array:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = plain(v.Index(i))
		}
		return list
	case reflect.Map:
		object := map[string]any{}
		for entries := v.MapRange(); entries.Next(); {
			object[entries.Key().String()] = plain(entries.Value())
		}
		return object
	case reflect.Int, reflect.Int32, reflect.Int64:
		return v.Int()
	case reflect.Bool:
		return v.Bool()
	}
	return v.String()
}

func plainStruct(v reflect.Value) map[string]any {
	object := map[string]any{}
	for i := range v.NumField() {
		name, options, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		field := v.Field(i)
		if options == "omitempty" && (field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0) {
			continue
		}
		object[name] = plain(field)
	}
	return object
}
