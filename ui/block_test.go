package ui_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/ui"
)

func TestWireBlocks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		block ui.Block
		want  string
	}{
		"text": {ui.TextBlock{Text: "Hi"}, `{"text":"Hi","type":"text"}`},
		"text for the user": {
			ui.TextBlock{Text: "Hi", Annotations: ui.Annotations{
				Audience: []ui.Role{ui.RoleUser}, Priority: new(0.5),
				LastModified: time.Date(2026, 11, 20, 12, 0, 0, 0, time.FixedZone("", 3600)),
			}},
			`{"annotations":{"audience":["user"],"lastModified":"2026-11-20T11:00:00Z","priority":0.5},"text":"Hi","type":"text"}`,
		},
		"least priority": {ui.TextBlock{Annotations: ui.Annotations{Priority: new(0.0)}}, `{"annotations":{"priority":0},"text":"","type":"text"}`},
		"image":          {ui.ImageBlock{Data: []byte{1, 2}, MIMEType: "image/png"}, `{"data":"AQI=","mimeType":"image/png","type":"image"}`},
		"audio":          {ui.AudioBlock{Data: []byte{1}, MIMEType: "audio/wav"}, `{"data":"AQ==","mimeType":"audio/wav","type":"audio"}`},
		"link":           {ui.LinkBlock{URI: "https://example.com/a", Name: "a"}, `{"name":"a","type":"resource_link","uri":"https://example.com/a"}`},
		"link in full": {
			ui.LinkBlock{URI: "file:///a", Name: "a", Title: "A", Description: "An a", MIMEType: "text/plain", Size: 7},
			`{"description":"An a","mimeType":"text/plain","name":"a","size":7,"title":"A","type":"resource_link","uri":"file:///a"}`,
		},
		"embedded text": {ui.ResourceBlock{URI: "note://1", MIMEType: "text/plain", Text: "x"}, `{"resource":{"mimeType":"text/plain","text":"x","uri":"note://1"},"type":"resource"}`},
		"embedded data": {ui.ResourceBlock{URI: "note://1", Data: []byte{}}, `{"resource":{"blob":"","uri":"note://1"},"type":"resource"}`},
		"raw":           {ui.RawBlock(`{"type":"new","x":9007199254740993}`), `{"type":"new","x":9007199254740993}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wired, err := ui.WireBlocks([]ui.Block{test.block})
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(wired[0])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBlocksThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, block := range map[string]ui.Block{
		"nil":               nil,
		"broken text":       ui.TextBlock{Text: "\xff"},
		"not an image":      ui.ImageBlock{Data: []byte{1}, MIMEType: "text/html"},
		"no type":           ui.ImageBlock{Data: []byte{1}},
		"no picture":        ui.ImageBlock{MIMEType: "image/png"},
		"not sound":         ui.AudioBlock{Data: []byte{1}, MIMEType: "image/png"},
		"relative link":     ui.LinkBlock{URI: "a/b", Name: "x"},
		"link with a break": ui.LinkBlock{URI: "https://a\nb", Name: "x"},
		"nameless link":     ui.LinkBlock{URI: "https://a"},
		"two contents":      ui.ResourceBlock{URI: "a:b", Text: "x", Data: []byte{1}},
		"no address":        ui.ResourceBlock{Text: "x"},
		"unknown audience":  ui.TextBlock{Annotations: ui.Annotations{Audience: []ui.Role{"cat"}}},
		"priority over 1":   ui.TextBlock{Annotations: ui.Annotations{Priority: new(1.1)}},
		"priority NaN":      ui.TextBlock{Annotations: ui.Annotations{Priority: new(math.NaN())}},
		"raw without type":  ui.RawBlock(`{"x":1}`),
		"raw that is none":  ui.RawBlock(`[]`),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ui.WireBlocks([]ui.Block{block})
			var known *ui.Error
			if !errors.As(err, &known) || known.Code != "content_invalid" || !strings.Contains(known.Message, "Block 0") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestChallenge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		challenge ui.Challenge
		want      string
	}{
		"zero": {ui.Challenge{}, `Bearer error="invalid_token", error_description="Sign in."`},
		"full": {
			ui.Challenge{ResourceMetadata: "https://a/.well-known/x", Scopes: []string{"read", "write"}, Error: "insufficient_scope", Description: "More."},
			`Bearer resource_metadata="https://a/.well-known/x", error="insufficient_scope", error_description="More.", scope="read write"`,
		},
		"hostile": {ui.Challenge{Description: "a\", realm=\"b\r\nSet-Cookie: x\u202e"}, `Bearer error="invalid_token", error_description="a', realm='b  Set-Cookie: x "`},
	} {
		if diff := cmp.Diff(test.want, test.challenge.Header("Sign in.")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

const fileSchema = `{"type":"object","properties":{"photo":%s}}`

func TestToolParts(t *testing.T) {
	t.Parallel()
	const photo = `{"type":"object","required":["download_url","file_id"],"properties":{"download_url":{"type":"string"},"file_id":{"type":"string"},"file_name":{"type":"string"}}}`
	input := func(schema string) json.RawMessage {
		return json.RawMessage(strings.Replace(fileSchema, "%s", schema, 1))
	}
	for name, test := range map[string]struct {
		tool ui.Tool
		code string
	}{
		"all well": {ui.Tool{
			Name: "t", FileParams: []string{"photo"}, InputSchema: input(photo),
			Icons:    []ui.Icon{{Src: "https://a.example/i.png", Theme: "dark"}, {Src: "data:image/svg+xml;base64,PHN2Zy8+"}},
			Security: []ui.SecurityScheme{{Type: ui.NoAuth}, {Type: ui.OAuth2, Scopes: []string{"read"}}},
		}, ""},
		"unknown member":    {ui.Tool{Name: "t", FileParams: []string{"video"}, InputSchema: input(photo)}, "file_param_invalid"},
		"a text":            {ui.Tool{Name: "t", FileParams: []string{"photo"}, InputSchema: input(`{"type":"string"}`)}, "file_param_invalid"},
		"nothing required":  {ui.Tool{Name: "t", FileParams: []string{"photo"}, InputSchema: input(`{"type":"object"}`)}, "file_param_invalid"},
		"too much required": {ui.Tool{Name: "t", FileParams: []string{"photo"}, InputSchema: input(strings.Replace(photo, `"file_id"]`, `"file_id","file_name"]`, 1))}, "file_param_invalid"},
		"script icon":       {ui.Tool{Name: "t", Icons: []ui.Icon{{Src: "javascript:alert(1)"}}}, "icon_invalid"},
		"page as icon":      {ui.Tool{Name: "t", Icons: []ui.Icon{{Src: "data:text/html,x"}}}, "icon_invalid"},
		"plain icon":        {ui.Tool{Name: "t", Icons: []ui.Icon{{Src: "http://a.example/i.png"}}}, "icon_invalid"},
		"sepia icon":        {ui.Tool{Name: "t", Icons: []ui.Icon{{Src: "https://a.example/i.png", Theme: "sepia"}}}, "icon_invalid"},
		"unknown scheme":    {ui.Tool{Name: "t", Security: []ui.SecurityScheme{{Type: "basic"}}}, "security_invalid"},
		"scopes of nobody":  {ui.Tool{Name: "t", Security: []ui.SecurityScheme{{Type: ui.NoAuth, Scopes: []string{"x"}}}}, "security_invalid"},
		"broken scope":      {ui.Tool{Name: "t", Security: []ui.SecurityScheme{{Type: ui.OAuth2, Scopes: []string{"a b"}}}}, "security_invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := test.tool.Validate()
			var known *ui.Error
			switch {
			case test.code == "" && err != nil:
				t.Error(err)
			case test.code != "" && (!errors.As(err, &known) || known.Code != test.code):
				t.Errorf("got %v, want %s", err, test.code)
			}
		})
	}
}
