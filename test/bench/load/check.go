package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Want is what answers have to contain.
type Want struct {
	// Tools is the number of tools in a list.
	Tools int
	// Document is the part of the view that is the same for all servers.
	Document string
}

// A check checks each answer of one connection. It parses only some answers, and compares the others with those that
// were correct.
type check struct {
	call Call
	want Want

	seen int
	// before and after are the parts around the number in a correct answer.
	before, after []byte
	// size is the size of a correct compressed answer.
	size   int
	expect []byte
}

// One of this many answers is parsed. Decompressing takes longer than a server needs to send one.
const (
	everyAnswer     = 64
	everyCompressed = 16
	sizeSlack       = 64
	// maxQuoted is how much of a wrong answer an error shows, in bytes.
	maxQuoted = 200
)

// answer checks the answer to the request with a number.
func (k *check) answer(a *Answer, n int64) error {
	if err := k.checkAnswer(a, n); err != nil {
		return fmt.Errorf("%s on %s: %w; the answer begins %q", k.call.Method, k.call.Protocol, err, a.Body[:min(len(a.Body), maxQuoted)])
	}
	k.seen++
	return nil
}

func (k *check) checkAnswer(a *Answer, n int64) error {
	if a.Status != http.StatusOK {
		return fmt.Errorf("the status is %d", a.Status)
	}
	if kind, _, _ := strings.Cut(a.Type, ";"); kind != "application/json" {
		return fmt.Errorf("its type is %q", a.Type)
	}
	if a.Coding != "" {
		return k.checkCompressed(a, n)
	}
	if k.call.Method == CallTool {
		return k.checkCall(a.Body, n)
	}
	return k.checkList(a.Body, n)
}

// checkCall checks the answer of a tool.
func (k *check) checkCall(body []byte, n int64) error {
	k.expect = append(append(strconv.AppendInt(append(k.expect[:0], `"structuredContent":{"greeting":"Hello, `+namePrefix...), n, decimal), '!', '"'), '}')
	if !bytes.Contains(body, k.expect) {
		return errors.New("the greeting has the wrong name")
	}
	k.expect = strconv.AppendInt(append(k.expect[:0], `"id":`...), n, decimal)
	if !bytes.Contains(body, k.expect) {
		return errors.New("the id is not that of the request")
	}
	if k.seen%everyAnswer != 0 {
		return nil
	}
	return k.checkFully(body, n)
}

// checkList checks an answer that is the same each time, except for its id.
func (k *check) checkList(body []byte, n int64) error {
	var number [digits]byte
	strconv.AppendInt(number[:0], n, decimal)
	from := len(k.before)
	if k.seen > 0 && len(body) == from+digits+len(k.after) && bytes.Equal(body[:from], k.before) &&
		bytes.Equal(body[from:from+digits], number[:]) && bytes.Equal(body[from+digits:], k.after) {
		return nil
	}
	if err := k.checkFully(body, n); err != nil {
		return err
	}
	before, after, _ := bytes.Cut(body, number[:])
	k.before, k.after = bytes.Clone(before), bytes.Clone(after)
	return nil
}

func (k *check) checkCompressed(a *Answer, n int64) error {
	if !strings.Contains(k.call.Encoding, a.Coding) {
		return fmt.Errorf("it is compressed as %q, which was not accepted", a.Coding)
	}
	if k.seen%everyCompressed != 0 {
		if len(a.Body) < k.size-sizeSlack || len(a.Body) > k.size+sizeSlack {
			return fmt.Errorf("it has %d bytes, another one had %d", len(a.Body), k.size)
		}
		return nil
	}
	body, err := decompressed(a.Coding, a.Body)
	if err != nil {
		return err
	}
	k.size = len(a.Body)
	return k.checkFully(body, n)
}

func decompressed(coding string, body []byte) ([]byte, error) {
	switch coding {
	case "gzip":
		r, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("decompressing: %w", err)
		}
		return readAll(r)
	case "zstd":
		r, err := zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("decompressing: %w", err)
		}
		defer r.Close()
		return readAll(r)
	default:
		return nil, fmt.Errorf("it is compressed as %q", coding)
	}
}

func readAll(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("decompressing: %w", err)
	}
	return body, nil
}

// message has the checked members of an answer.
type message struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   json.RawMessage `json:"error"`
	Result  *struct {
		IsError    bool `json:"isError"`
		Structured struct {
			Greeting string `json:"greeting"`
		} `json:"structuredContent"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		Tools []struct {
			Name   string          `json:"name"`
			Input  json.RawMessage `json:"inputSchema"`
			Output json.RawMessage `json:"outputSchema"`
		} `json:"tools"`
		Contents []struct {
			URI  string `json:"uri"`
			Text string `json:"text"`
		} `json:"contents"`
	} `json:"result"`
}

// checkFully parses an answer and checks all of it.
func (k *check) checkFully(body []byte, n int64) error {
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		return fmt.Errorf("it is not JSON-RPC: %w", err)
	}
	number := strconv.FormatInt(n, decimal)
	switch {
	case m.Version != "2.0" || m.Error != nil || m.Result == nil || m.Result.IsError:
		return errors.New("it has no result, or an error")
	case string(m.ID) != number:
		return fmt.Errorf("the id is %s, not %s", m.ID, number)
	}
	r := m.Result
	switch k.call.Method {
	case CallTool:
		hello := "Hello, " + namePrefix + number + "!"
		if r.Structured.Greeting != hello || len(r.Content) != 1 || r.Content[0].Text != hello {
			return fmt.Errorf("it does not say %q twice", hello)
		}
	case ListTools:
		if len(r.Tools) != k.want.Tools {
			return fmt.Errorf("it has %d tools, not %d", len(r.Tools), k.want.Tools)
		}
		for _, t := range r.Tools {
			if t.Name == "" || len(t.Input) == 0 || len(t.Output) == 0 {
				return fmt.Errorf("the tool %q has no name, or lacks a schema", t.Name)
			}
		}
	case Read:
		if len(r.Contents) != 1 || r.Contents[0].URI != k.call.Target || k.want.Document == "" || !strings.Contains(r.Contents[0].Text, k.want.Document) {
			return errors.New("it is not the view")
		}
	}
	return nil
}
