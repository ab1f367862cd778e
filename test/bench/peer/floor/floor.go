// Package floor is a server that sends the same bytes as Oriel with as little work as net/http allows, as a lower
// limit for comparisons. It decodes a request with encoding/json, and writes a recorded answer, in which it
// replaces the id and the name.
package floor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/test/bench/peer"
)

// Answer is a recorded answer to a message with a unique id and name.
type Answer struct {
	Key    Key           `json:"key"`
	Header []HeaderField `json:"header"`
	Body   string        `json:"body"`
	// Number and Name are the id and the name in the arguments.
	Number string `json:"number"`
	Name   string `json:"name"`
}

// HeaderField is a header of a recorded answer.
type HeaderField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Key identifies the messages that get the same answer.
type Key struct {
	Protocol string `json:"protocol"`
	Method   string `json:"method"`
	Target   string `json:"target"`
	Encoding string `json:"encoding"`
}

// New returns an endpoint that sends the answers in a file.
func New(c peer.Config) (http.Handler, error) {
	raw, err := os.ReadFile(c.Answers)
	if err != nil {
		return nil, fmt.Errorf("reading the answers: %w", err)
	}
	var answers []Answer
	if err := json.Unmarshal(raw, &answers); err != nil {
		return nil, fmt.Errorf("reading the answers: %w", err)
	}
	return Handler(answers)
}

// Handler returns an endpoint that sends the answers.
func Handler(answers []Answer) (http.Handler, error) {
	all := handler{}
	for _, a := range answers {
		p, err := prepare(a)
		if err != nil {
			return nil, err
		}
		all[a.Key] = p
	}
	return all, nil
}

// preparedAnswer is an answer, split at the places of the id and of the name.
type preparedAnswer struct {
	header []HeaderField
	pieces [][]byte // with a placeholder between each two
	marks  []placeholder
	// tail is the compressed part after the last placeholder; nil if the answer is not compressed.
	tail   []byte
	coding string
}

type placeholder bool

const (
	idPlaceholder   placeholder = false
	namePlaceholder placeholder = true
)

func prepare(a Answer) (*preparedAnswer, error) {
	p := &preparedAnswer{header: a.Header, coding: a.Key.Encoding}
	rest := a.Body
	for {
		number, name := index(rest, a.Number), index(rest, a.Name)
		if number == len(rest) && name == len(rest) {
			break
		}
		at, length, what := number, len(a.Number), idPlaceholder
		if name < number {
			at, length, what = name, len(a.Name), namePlaceholder
		}
		p.pieces, p.marks = append(p.pieces, []byte(rest[:at])), append(p.marks, what)
		rest = rest[at+length:]
	}
	if len(p.marks) == 0 {
		return nil, errors.New("the answer has no id")
	}
	if p.coding == "" {
		p.pieces = append(p.pieces, []byte(rest))
		return p, nil
	}
	var err error
	p.tail, err = compressed(p.coding, rest)
	return p, err
}

func index(text, mark string) int {
	if at := strings.Index(text, mark); mark != "" && at >= 0 {
		return at
	}
	return len(text)
}

type handler map[Key]*preparedAnswer

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name      string `json:"name"`
		URI       string `json:"uri"`
		Arguments struct {
			Name string `json:"name"`
		} `json:"arguments"`
	} `json:"params"`
}

// ServeHTTP answers a message.
func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client is gone
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	key := Key{
		Protocol: r.Header.Get("Mcp-Protocol-Version"), Method: m.Method, Target: m.Params.Name + m.Params.URI,
		Encoding: r.Header.Get("Accept-Encoding"),
	}
	p := h[key]
	if p == nil {
		http.Error(w, fmt.Sprintf("there is no answer for %+v", key), http.StatusNotFound)
		return
	}
	p.write(w, &m)
}

// largePiece is the length from which a piece is written separately, because copying it would cost more than another
// write.
const largePiece = 16 << 10

func (p *preparedAnswer) write(w http.ResponseWriter, m *message) {
	room := len(p.marks) * (len(m.ID) + len(m.Params.Arguments.Name))
	for _, piece := range p.pieces {
		if len(piece) < largePiece {
			room += len(piece)
		}
	}
	var parts [][]byte
	out := make([]byte, 0, room)
	for i, piece := range p.pieces {
		if len(piece) >= largePiece {
			parts, out = append(parts, out, piece), nil
		} else {
			out = append(out, piece...)
		}
		switch {
		case i == len(p.marks):
		case p.marks[i] == idPlaceholder:
			out = append(out, m.ID...)
		default:
			out = append(out, m.Params.Arguments.Name...)
		}
	}
	header := w.Header()
	for _, f := range p.header {
		header.Set(f.Name, f.Value)
	}
	if parts = append(parts, out); p.tail != nil {
		parts = [][]byte{storedFrame(p.coding, bytes.Join(parts, nil)), p.tail}
		header.Set("Content-Encoding", p.coding)
	}
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	header.Set("Content-Length", strconv.Itoa(size))
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			return // the client is gone
		}
	}
}
