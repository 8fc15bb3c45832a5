// Reads recorded answers (a line of JSON each) as the operations of oapi-codegen do, and writes them again.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
)

type recorded struct {
	Operation string
	Status    int
	Type      string
	Model     *string
	Body      string
	Unknown   int
}

func main() {
	file, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<28)
	read := 0
	for lines.Scan() {
		var one recorded
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			panic(err)
		}
		if fault := faultOf(one); fault != "" {
			fmt.Printf("%s %d: %s\n", one.Operation, one.Status, fault)
		} else {
			read++
		}
	}
	fmt.Printf("%d read\n", read)
}

func faultOf(one recorded) string {
	answer, err := parsers[one.Operation](&http.Response{
		StatusCode: one.Status,
		Header:     http.Header{"Content-Type": {one.Type}},
		Body:       io.NopCloser(strings.NewReader(one.Body)),
	})
	if err != nil {
		return err.Error()
	}
	left, isKnown := 0, one.Model == nil
	fields := reflect.ValueOf(answer).Elem()
	for i := range fields.NumField() {
		if !strings.HasPrefix(fields.Type().Field(i).Name, "JSON") || fields.Field(i).IsNil() {
			continue
		}
		isKnown = true
		text, err := json.Marshal(fields.Field(i).Interface())
		if err != nil {
			return err.Error()
		}
		left += strings.Count(string(text), "SOMETHING_NEW")
	}
	if !isKnown {
		return "the client does not know this answer"
	}
	if left != one.Unknown {
		return fmt.Sprintf("%d of %d new words are left", left, one.Unknown)
	}
	return ""
}
