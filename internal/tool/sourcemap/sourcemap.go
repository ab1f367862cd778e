// Package sourcemap finds the place in a source from which a place in a generated script comes.
package sourcemap

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Map is a source map of version 3 (ECMA-426). Make one with [Parse].
type Map struct {
	sources []string
	texts   []string
	lines   [][]segment // by line of the script, in the order of columns
}

// segment is a place in the script and, if source is not negative, the one in a source
// that it comes from. All numbers count from 0.
type segment struct{ column, source, sourceLine, sourceColumn int }

// Place is a place in a source. Line and Column count from 1, columns in UTF-16 units.
type Place struct {
	Source       string
	Line, Column int
	// Text is the whole source, if the map has it.
	Text string
}

var (
	errVersion = errors.New("the source map is not of version 3, or has sections")
	errDigits  = errors.New("the source map's mappings are malformed")
)

// Parse reads a source map. One with sections is refused.
func Parse(data []byte) (*Map, error) {
	var file struct {
		Version        int             `json:"version"`
		SourceRoot     string          `json:"sourceRoot"`
		Sources        []string        `json:"sources"`
		SourcesContent []string        `json:"sourcesContent"`
		Mappings       string          `json:"mappings"`
		Sections       json.RawMessage `json:"sections"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("reading the source map: %w", err)
	}
	if file.Version != 3 || file.Sections != nil {
		return nil, errVersion
	}
	m := &Map{sources: file.Sources, texts: file.SourcesContent}
	for i := range m.sources {
		m.sources[i] = file.SourceRoot + m.sources[i]
	}
	var at segment
	for line := range strings.SplitSeq(file.Mappings, ";") {
		at.column = 0
		var segments []segment
		for text := range strings.SplitSeq(line, ",") {
			if text == "" {
				continue
			}
			one, err := m.next(&at, text)
			if err != nil {
				return nil, err
			}
			segments = append(segments, one)
		}
		slices.SortStableFunc(segments, func(a, b segment) int { return a.column - b.column })
		m.lines = append(m.lines, segments)
	}
	return m, nil
}

// next reads a segment, whose numbers are relative to those of the one before.
func (m *Map) next(at *segment, text string) (segment, error) {
	const withSource = 4
	numbers, err := numbersOf(text)
	if err != nil {
		return segment{}, err
	}
	at.column += numbers[0]
	if len(numbers) < withSource {
		return segment{column: at.column, source: -1}, nil
	}
	at.source += numbers[1]
	at.sourceLine += numbers[2]
	at.sourceColumn += numbers[3]
	if at.source < 0 || at.source >= len(m.sources) || at.sourceLine < 0 || at.sourceColumn < 0 {
		return segment{}, errDigits
	}
	return *at, nil
}

// numbersOf decodes numbers in base 64 VLQ: each digit has five bits, the lowest first, and
// says whether another one follows; the lowest bit of the number is its sign.
func numbersOf(text string) ([]int, error) {
	const (
		digits  = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
		bits    = 5
		more    = 1 << bits
		mostBit = 30
	)
	var numbers []int
	value, shift := 0, 0
	for i := range len(text) {
		digit := strings.IndexByte(digits, text[i])
		if digit < 0 || shift > mostBit {
			return nil, errDigits
		}
		value |= digit &^ more << shift
		if shift += bits; digit&more != 0 {
			continue
		}
		if value&1 != 0 {
			value = -value
		}
		numbers = append(numbers, value/2)
		value, shift = 0, 0
	}
	if shift != 0 || len(numbers) == 0 {
		return nil, errDigits
	}
	return numbers, nil
}

// Find returns the place in a source from which a place in the script comes; both count
// from 1. It is false where the script has code of its own.
func (m *Map) Find(line, column int) (Place, bool) {
	if line < 1 || line > len(m.lines) {
		return Place{}, false
	}
	segments := m.lines[line-1]
	after, _ := slices.BinarySearchFunc(segments, column, func(one segment, column int) int {
		if one.column < column {
			return -1
		}
		return 1
	})
	if after == 0 || segments[after-1].source < 0 {
		return Place{}, false
	}
	one := segments[after-1]
	place := Place{Source: m.sources[one.source], Line: one.sourceLine + 1, Column: one.sourceColumn + 1}
	if one.source < len(m.texts) {
		place.Text = m.texts[one.source]
	}
	return place, true
}
