package serve

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/orielapps/oriel/internal/serve/precompressed"
	"github.com/orielapps/oriel/ui"
)

// answer is a message that answers a request. Many answers share their end, which is
// compressed once.
type answer struct {
	before []byte
	shared *precompressed.Suffix // nil if before is the whole answer
}

// message returns the uncompressed answer.
func (a answer) message() []byte {
	if a.shared == nil {
		return a.before
	}
	parts := a.shared.After(a.before, "").Parts
	return slices.Concat(parts[:]...)
}

// encoded returns the answer in the encoding that a client prefers.
func (a answer) encoded(header http.Header) precompressed.Body {
	switch {
	case a.shared != nil:
		return a.shared.After(a.before, preferredEncoding(header))
	case len(a.before) < precompressed.MinSize:
		return precompressed.Compress(a.before, "")
	default:
		return precompressed.Compress(a.before, preferredEncoding(header))
	}
}

const (
	answerStart  = `{"jsonrpc":"2.0","id":`
	answerResult = `,"result":`
	readSize     = 512 // about how long an answer to a read is before its text, in bytes

	// resultEnd ends an answer after its result, documentEnd after the text of its only
	// document.
	resultEnd   = "}"
	documentEnd = "}]}" + resultEnd
)

// answer writes the answer to a request.
func (s *Server) answer(id json.RawMessage, r result) (answer, error) {
	switch r := r.(type) {
	case *preparedResult:
		return answer{before: start(id, 0), shared: r.shared}, nil
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

// start returns what comes before the result, with spare capacity for more bytes.
func start(id json.RawMessage, more int) []byte {
	out := make([]byte, 0, len(answerStart)+len(id)+len(answerResult)+more)
	return append(append(append(out, answerStart...), id...), answerResult...)
}

// callSize estimates the length of a result, in bytes.
func callSize(r *callResult) int {
	const frame, perBlock = 176, 40
	size := frame + len(r.StructuredContent) + perBlock*len(r.Content)
	for _, block := range r.Content {
		if text, ok := block.(ui.TextContent); ok {
			size += len(text.Text)
		}
	}
	return size
}

// callAnswer writes the answer to a call.
func (s *Server) callAnswer(id json.RawMessage, r *callResult) (_ answer, err error) {
	out := append(start(id, callSize(r)), '{')
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
	out := append(start(id, readSize), '{')
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
	case r.text != nil:
		return answer{before: append(out, `,"text":`...), shared: r.text.Suffix()}, nil
	case d.Data != nil:
		out = append(out, `,"blob":"`...)
		out = append(base64.StdEncoding.AppendEncode(out, d.Data), '"')
	default:
		out = append(out, `,"text":`...)
		out = appendText(out, d.Text)
	}
	return answer{before: append(out, documentEnd...)}, nil
}

// appendCommon appends the members that every result may have, with a comma after each.
func (s *Server) appendCommon(out []byte, c *common) (_ []byte, err error) {
	if c.ResultType != "" {
		out = append(out, `"resultType":`...)
		out = append(appendText(out, c.ResultType), ',')
	}
	withServer := c.withServer && c.Meta[serverMetaKey] == nil
	if !withServer && len(c.Meta) == 0 {
		return out, nil
	}
	out = append(out, `"_meta":`...)
	if withServer {
		out = append(out, s.serverMeta...)
		if len(c.Meta) == 0 {
			return append(out, "},"...), nil
		}
		out = append(out, ',')
	}
	members := len(out)
	if out, err = appendObject(out, c.Meta); err != nil {
		return nil, err
	}
	if withServer {
		out = slices.Delete(out, members, members+1) // the opening brace
	}
	return append(out, ','), nil
}

// NewDocumentText prepares the text of a document that many answers to resources/read
// contain. Nothing is escaped or compressed until the first of them.
func NewDocumentText(text string) *precompressed.Text {
	return precompressed.NewText(text, documentEnd)
}
