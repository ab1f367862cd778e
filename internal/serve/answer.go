package serve

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/orielapps/oriel/ui"
)

// answer is a message that answers a request. Where the rest of it is the same in many
// answers, that is prepared. It goes to the end, so that one write less is needed.
type answer struct {
	before []byte
	rest   lasting // nil where before is all
}

// lasting is what many answers have.
type lasting interface {
	after(before []byte, encoding string) spliced
}

// message is the whole answer.
func (a answer) message() []byte {
	if a.rest == nil {
		return a.before
	}
	parts := a.rest.after(a.before, "").parts
	return slices.Concat(parts[:]...)
}

// encoded is the answer in the encoding that a client likes best.
func (a answer) encoded(header http.Header) spliced {
	if a.rest != nil {
		return a.rest.after(a.before, encodingFor(header))
	}
	encoding, body := compressed(header, a.before)
	return splice(encoding, body, nil, nil)
}

const (
	answerStart  = `{"jsonrpc":"2.0","id":`
	answerResult = `,"result":`
	usualAnswer  = 512 // bytes

	// resultEnd and documentEnd end an answer after its result, and after the text of the
	// one document that it has.
	resultEnd   = "}"
	documentEnd = "}]}" + resultEnd
)

// answer writes the answer to a request.
func (s *Server) answer(id json.RawMessage, r result) (answer, error) {
	switch r := r.(type) {
	case *preparedResult:
		return answer{before: start(id, 0), rest: r.piece}, nil
	case *callResult:
		return s.callAnswer(id, r)
	case *readResult:
		return s.readAnswer(id, r)
	}
	data, err := encode(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  result          `json:"result"`
	}{"2.0", id, r})
	return answer{before: data}, err
}

// start is what comes before the result.
func start(id json.RawMessage, more int) []byte {
	out := make([]byte, 0, len(answerStart)+len(id)+len(answerResult)+more)
	return append(append(append(out, answerStart...), id...), answerResult...)
}

// callRoom is about how long a result is, in bytes.
func callRoom(r *callResult) int {
	const frame, perBlock = 176, 40 // what stands around
	room := frame + len(r.StructuredContent) + perBlock*len(r.Content)
	for _, block := range r.Content {
		if text, ok := block.(ui.TextContent); ok {
			room += len(text.Text)
		}
	}
	return room
}

// callAnswer writes the answer to a call.
func (s *Server) callAnswer(id json.RawMessage, r *callResult) (_ answer, err error) {
	out := append(start(id, callRoom(r)), '{')
	if out, err = s.appendCommon(out, &r.common); err != nil {
		return answer{}, err
	}
	out = append(out, `"content":`...)
	if out, err = appendArray(out, r.Content); err != nil {
		return answer{}, err
	}
	if len(r.StructuredContent) > 0 {
		out = append(out, `,"structuredContent":`...)
		if out, err = appendJSON(out, r.StructuredContent); err != nil {
			return answer{}, err
		}
	}
	if r.IsError {
		out = append(out, `,"isError":true`...)
	}
	return answer{before: append(out, "}}"...)}, nil
}

// readAnswer writes the answer to a read.
func (s *Server) readAnswer(id json.RawMessage, r *readResult) (_ answer, err error) {
	d := &r.Contents[0]
	out := append(start(id, usualAnswer), '{')
	if out, err = s.appendCommon(out, &r.common); err != nil {
		return answer{}, err
	}
	out = append(out, `"ttlMs":`...)
	out = append(out, strconv.Itoa(r.TTLMs)...)
	out = append(out, `,"cacheScope":`...)
	out = appendText(out, r.CacheScope)
	out = append(out, `,"contents":[{"uri":`...)
	out = appendText(out, d.URI)
	if d.MIMEType != "" {
		out = append(out, `,"mimeType":`...)
		out = appendText(out, d.MIMEType)
	}
	if len(d.Meta) > 0 {
		out = append(out, `,"_meta":`...)
		if out, err = appendObject(out, d.Meta); err != nil {
			return answer{}, err
		}
	}
	switch {
	case r.lasting != nil:
		return answer{before: append(out, `,"text":`...), rest: r.lasting}, nil
	case d.Data != nil:
		out = append(out, `,"blob":"`...)
		out = append(base64.StdEncoding.AppendEncode(out, d.Data), '"')
	default:
		out = append(out, `,"text":`...)
		out = appendText(out, d.Text)
	}
	return answer{before: append(out, documentEnd...)}, nil
}

// appendCommon writes the members that every result may have, with a comma after each.
func (s *Server) appendCommon(out []byte, c *common) (_ []byte, err error) {
	if c.ResultType != "" {
		out = append(out, `"resultType":`...)
		out = append(appendText(out, c.ResultType), ',')
	}
	signed := c.signed && c.Meta[serverMetaKey] == nil
	if !signed && len(c.Meta) == 0 {
		return out, nil
	}
	out = append(out, `"_meta":`...)
	if signed {
		out = append(out, s.signature...)
		if len(c.Meta) == 0 {
			return append(out, "},"...), nil
		}
		out = append(out, ',')
	}
	members := len(out)
	if out, err = appendObject(out, c.Meta); err != nil {
		return nil, err
	}
	if signed {
		out = slices.Delete(out, members, members+1) // the brace
	}
	return append(out, ','), nil
}
