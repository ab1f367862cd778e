package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"

	"github.com/orielapps/oriel/test/bench/load"
	"github.com/orielapps/oriel/test/bench/peer"
	"github.com/orielapps/oriel/test/bench/peer/floor"
)

// manyTools is the number of tools of the servers with many.
const manyTools = 1000

// A scenario is a call for which servers are compared.
type scenario struct {
	name    string
	call    load.Call // without the target of a read, because each server has its own URI
	many    bool      // for the servers with many tools
	servers []string
}

// The names of scenarios.
const (
	callLegacy = "tools/call, 2025-11-25"
	callModern = "tools/call, 2026-07-28"
	listLegacy = "tools/list, 2025-11-25"
	listModern = "tools/list, 2026-07-28"
	listMany   = "tools/list of 1,000"
	readPlain  = "resources/read, 413 KB"
	readGzip   = "the same, gzip accepted"
	readZstd   = "the same, zstd accepted"
)

func scenarios() []scenario {
	all := []string{ours, mcpgo, gosdk, floorName}
	return []scenario{
		{name: callLegacy, call: load.Call{Protocol: load.Legacy, Method: load.CallTool, Target: peer.Tool}, servers: append(slices.Clone(all), hello)},
		{name: callModern, call: load.Call{Protocol: load.Modern, Method: load.CallTool, Target: peer.Tool}, servers: append(slices.Clone(all), hello)},
		{name: listLegacy, call: load.Call{Protocol: load.Legacy, Method: load.ListTools}, servers: all},
		{name: listModern, call: load.Call{Protocol: load.Modern, Method: load.ListTools}, servers: all},
		{name: listMany, call: load.Call{Protocol: load.Modern, Method: load.ListTools}, many: true, servers: all},
		{name: readPlain, call: load.Call{Protocol: load.Modern, Method: load.Read}, servers: all},
		{name: readGzip, call: load.Call{Protocol: load.Modern, Method: load.Read, Encoding: "gzip"}, servers: []string{ours, mcpgo, floorName}},
		{name: readZstd, call: load.Call{Protocol: load.Modern, Method: load.Read, Encoding: "zstd"}, servers: []string{ours, mcpgo, floorName}},
	}
}

// serverSet has the running servers: those with one tool, and those with many.
type serverSet struct {
	few, many map[string]*server
	views     map[string]string // the view's URI, per server
	document  string
	// tokens are those that calls of a server have, per server; nil if none has.
	tokens map[string][]string
}

// launch starts the servers. It records Oriel's answers for the floor.
func launch(ctx context.Context, p *programs) (f *serverSet, err error) {
	f = &serverSet{few: map[string]*server{}, many: map[string]*server{}, views: map[string]string{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.stop())
		}
	}()
	if f.document, err = peer.ReadDocument(p.document); err != nil {
		return f, err
	}
	for _, name := range []string{ours, mcpgo, gosdk} {
		if f.few[name], err = p.start(ctx, name, p.withView(1, 1)...); err != nil {
			return f, err
		}
		if f.many[name], err = p.start(ctx, name, p.withView(1, manyTools)...); err != nil {
			return f, err
		}
		if f.views[name], err = load.FirstView(ctx, f.few[name].target()); err != nil {
			return f, fmt.Errorf("%s: %w", name, err)
		}
	}
	f.views[floorName] = f.views[ours]
	for _, set := range []struct {
		servers map[string]*server
		many    bool
	}{{f.few, false}, {f.many, true}} {
		answers, failure := f.record(ctx, set.servers[ours].url.String(), set.many)
		if failure != nil {
			return f, failure
		}
		file := filepath.Join(p.dir, fmt.Sprintf("answers-%v.json", set.many))
		if err = keepAnswers(file, answers); err != nil {
			return f, err
		}
		if set.servers[floorName], err = p.start(ctx, floorName, "-answers", file); err != nil {
			return f, err
		}
	}
	f.few[hello], err = p.start(ctx, hello)
	return f, err
}

func keepAnswers(path string, answers []floor.Answer) error {
	raw, err := json.Marshal(answers)
	if err != nil {
		return fmt.Errorf("keeping the answers: %w", err)
	}
	const private = 0o600
	if err := os.WriteFile(path, raw, private); err != nil {
		return fmt.Errorf("keeping the answers: %w", err)
	}
	return nil
}

// record makes all calls that the floor gets later, and returns the answers.
func (f *serverSet) record(ctx context.Context, url string, many bool) ([]floor.Answer, error) {
	calls := []load.Call{{Protocol: load.Legacy, Method: load.Initialize}}
	for _, s := range scenarios() {
		if s.many == many {
			calls = append(calls, f.callFor(s, floorName))
		}
	}
	var answers []floor.Answer
	for _, call := range calls {
		a, err := recordOne(ctx, url, call)
		if err != nil {
			return nil, fmt.Errorf("recording %s: %w", call.Method, err)
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// callFor returns a scenario's call for a server.
func (f *serverSet) callFor(s scenario, server string) load.Call {
	call := s.call
	if call.Method == load.Read {
		call.Target = f.views[server]
	}
	call.Tokens = f.tokens[server]
	return call
}

func (f *serverSet) serverFor(s scenario, name string) *server {
	if s.many {
		return f.many[name]
	}
	return f.few[name]
}

func (f *serverSet) want(s scenario) load.Want {
	want := load.Want{Tools: 1, Document: f.document}
	if s.many {
		want.Tools = manyTools
	}
	return want
}

// stop ends the servers.
func (f *serverSet) stop() error {
	var failures []error
	for _, set := range []map[string]*server{f.few, f.many} {
		for _, s := range set {
			failures = append(failures, s.stop())
		}
	}
	return errors.Join(failures...)
}

// recordOne makes a call and records the uncompressed answer.
func recordOne(ctx context.Context, url string, call load.Call) (a floor.Answer, err error) {
	body, number, name, err := call.MarkedBody()
	if err != nil {
		return a, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return a, fmt.Errorf("making a request: %w", err)
	}
	for _, field := range call.Header("") {
		request.Header.Set(field.Name, field.Value)
	}
	a.Key = floor.Key{
		Protocol: request.Header.Get("Mcp-Protocol-Version"), Method: call.Method, Target: call.Target, Encoding: call.Encoding,
	}
	a.Number, a.Name = number, name
	request.Header.Set("Accept-Encoding", "identity")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return a, fmt.Errorf("asking: %w", err)
	}
	defer func() { err = errors.Join(err, response.Body.Close()) }()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return a, fmt.Errorf("status %s, %s, %w", response.Status, raw, err)
	}
	a.Body = string(raw)
	for name, values := range response.Header {
		if name != "Date" && name != "Content-Length" {
			a.Header = append(a.Header, floor.HeaderField{Name: name, Value: values[0]})
		}
	}
	return a, nil
}
