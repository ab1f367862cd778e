package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/workbench"
	"github.com/orielapps/oriel/internal/tool/workbenchtest"
	"github.com/orielapps/oriel/test/browsertest"
)

// stripper is a proxy before a workbench. While it is told to, it takes the reporter, which is the first script, out
// of views' documents.
type stripper struct {
	strips atomic.Bool
	// stripped counts the documents without their reporter.
	stripped atomic.Int64
}

// elsewhere is a listener that names another address, which its server takes for its own.
type elsewhere struct {
	net.Listener

	public net.Addr
}

// throughProxy makes the browser look for views' names where the proxy is: the workbench has the same port of ::1.
const throughProxy = "--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.*"

func (e elsewhere) Addr() net.Addr { return e.public }

// measureReporter shows the tool's view in the workbench with the reporter and without it, in turn, and returns the
// times from the click on Run until it is ready.
func measureReporter(ctx context.Context, server string, loads int) (with, without series, err error) {
	var s stripper
	bench, closeProxy, err := s.launch(ctx, server)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, bench.Stop(), closeProxy()) }()
	browser, err := browsertest.Launch(ctx, browsertest.Options{Flags: []string{throughProxy}})
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, browser.Close()) }()
	page, err := newTab(ctx, browser)
	if err != nil {
		return nil, nil, err
	}
	defer page.Close()
	if err = page.Navigate(ctx, bench.URL()+"&profiles=claude&tool="+startupTool); err != nil {
		return nil, nil, err
	}
	if _, err = browsertest.Eval[bool](ctx, page.Main(), watch); err != nil {
		return nil, nil, err
	}
	for i := range warmups + loads {
		took := map[bool]float64{}
		for _, strips := range []bool{i%2 == 0, i%2 != 0} {
			before := s.stripped.Load()
			s.strips.Store(strips)
			moments, err := showView(ctx, page)
			if err != nil {
				return nil, nil, err
			}
			if (s.stripped.Load() > before) != strips {
				return nil, nil, errors.New("the view's document has no reporter to take out, or lacked one that it should have")
			}
			took[strips] = moments[ready] - moments[clicked]
		}
		if i >= warmups {
			with, without = append(with, took[false]), append(without, took[true])
		}
	}
	return with, without, nil
}

// launch serves a workbench behind the proxy.
func (s *stripper) launch(ctx context.Context, server string) (bench *workbenchtest.Bench, closeProxy func() error, err error) {
	public, err := new(net.ListenConfig).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, nil, fmt.Errorf("finding a port for the proxy: %w", err)
	}
	inner, err := new(net.ListenConfig).Listen(ctx, "tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("finding a port for the workbench: %w", err), public.Close())
	}
	target := &url.URL{Scheme: "http", Host: inner.Addr().String()}
	proxy := &http.Server{ReadHeaderTimeout: headerTimeout, Handler: &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Host = r.In.Host
		},
		ModifyResponse: s.modify,
	}}
	bench, err = workbenchtest.LaunchOn(ctx, elsewhere{inner, public.Addr()}, workbench.Options{Servers: []mcpclient.Server{{ID: "peer", Endpoint: server}}})
	if err != nil {
		return nil, nil, errors.Join(err, public.Close())
	}
	go func() {
		// It ends when it is closed. If it fails, loading the page fails, too.
		_ = proxy.Serve(public)
	}()
	return bench, proxy.Close, nil
}

func (s *stripper) modify(answer *http.Response) error {
	if !strings.HasPrefix(answer.Request.URL.Path, "/view/") || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return nil
	}
	document, err := io.ReadAll(answer.Body)
	if err = errors.Join(err, answer.Body.Close()); err != nil {
		return fmt.Errorf("reading a view: %w", err)
	}
	if s.strips.Load() {
		if without, ok := withoutReporter(document); ok {
			document = without
			s.stripped.Add(1)
		}
	}
	answer.Body = io.NopCloser(bytes.NewReader(document))
	answer.ContentLength = int64(len(document))
	answer.Header.Set("Content-Length", strconv.Itoa(len(document)))
	return nil
}

// withoutReporter takes the reporter out of a view's document. It is known by a word that only it has.
func withoutReporter(document []byte) (without []byte, ok bool) {
	const begin, end = "<script", "</script>"
	from := bytes.Index(document, []byte(begin))
	if from < 0 {
		return nil, false
	}
	length := bytes.Index(document[from:], []byte(end))
	if length < 0 || !bytes.Contains(document[from:from+length], []byte("PromiseRejectionEvent.prototype")) {
		return nil, false
	}
	return bytes.Join([][]byte{document[:from], document[from+length+len(end):]}, nil), true
}
