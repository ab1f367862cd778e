package view_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/orielapps/oriel/view"
)

func TestInsertFirst(t *testing.T) {
	t.Parallel()
	const bom = "\ufeff"
	// ¦ is where the markup belongs.
	for name, document := range map[string]string{
		"usual":                          "<!doctype html><html><head>¦<title>x</title></head><body></body></html>",
		"upper case":                     "<!DOCTYPE HTML><HTML><HEAD>¦<TITLE>x</TITLE></HEAD></HTML>",
		"long doctype":                   `<!DOCTYPE html SYSTEM "about:legacy-compat"><head>¦`,
		"attributes":                     `<html lang="en" data-x="<head>"><head profile='<head>' data-y="a>b">¦<meta charset=utf-8>`,
		"line breaks in tags":            "<html\n>\n<head\n\tid=x\n>¦\n<title>",
		"closes itself":                  "<html><head/>¦<title>",
		"no head":                        "<!doctype html><html>¦<body><p>x",
		"no html":                        "<!doctype html>¦<p>x",
		"no doctype":                     "¦<p>x</p>",
		"text only":                      "¦Hello, <head>",
		"blank before text":              "<!doctype html>¦\n  Hello",
		"empty":                          "¦",
		"blank":                          "¦ \n",
		"doctype only":                   "<!doctype html>¦",
		"byte order mark":                bom + "<!doctype html><head>¦",
		"byte order mark only":           bom + "¦",
		"byte order mark, no head":       bom + "¦<p>x",
		"comment before doctype":         "<!-- <head> --><!doctype html>¦<p>",
		"comment before head":            "<!doctype html><!-- <head> --><html><!--<HEAD>--><head>¦<title>",
		"comment, no head":               "¦<!-- <head> --><p>",
		"comment ends oddly":             "<!--><head>¦<!-- --><title>",
		"comment with a bang":            "<!-- <head> --!><head>¦",
		"comment never ends":             "<!doctype html>¦<!-- <head><title>",
		"processing instruction":         `<?xml version="1.0"?><html><head>¦`,
		"head in a script":               "<html>¦<script>'<head>'</script><head>",
		"head in a script's string":      "<!doctype html>¦<script>document.write('<html><head>')</script>",
		"head in an attribute":           `¦<div title="<head>"><head>`,
		"head in a title":                "<html>¦<title><head></title>",
		"header is no head":              "<html>¦<header>x</header><head>",
		"head-x is no head":              "<html>¦<head-x></head-x>",
		"end of head":                    "<html>¦</head><head><title>",
		"stray end tags":                 "</p></div><html></title><head>¦",
		"two heads":                      "<head>¦<title>a</title></head><head>",
		"html twice":                     "<html><html lang=en>¦<body>",
		"doctype late":                   "<html><!doctype html><head>¦",
		"unfinished head":                "<!doctype html>¦<head",
		"unfinished head with attribute": `<html>¦<head title="<head>`,
		"unfinished doctype":             "¦<!doctype",
		"unfinished doctype with name":   "¦<!DOCTYPE html",
		"character reference":            "¦&#32;<head>",
		"nul":                            "¦\x00<head>",
		"less-than alone":                "¦< head><head>",
		"frameset":                       "<html>¦<frameset></frameset>",
		"template":                       "¦<template><head></template>",
		"CDATA":                          "¦<![CDATA[<head>]]><p>",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, after, ok := strings.Cut(document, "¦")
			if !ok {
				t.Fatal("the case does not say where the markup belongs")
			}
			if got, want := view.InsertFirst(before+after, "<X>"), before+"<X>"+after; got != want {
				t.Errorf("got  %q\nwant %q", got, want)
			}
			requireFirst(t, view.InsertFirst(before+after, view.Script("mine()")), "mine()")
		})
	}
}

func TestInsertFirstIsQuick(t *testing.T) {
	t.Parallel()
	// Neither a long document nor a long way to its head may cost more than one walk.
	for _, document := range []string{
		"<html>" + strings.Repeat("<!-- x -->", 200_000) + "<head>",
		"<head>" + strings.Repeat("<p>x</p>", 1_000_000),
		"<!--" + strings.Repeat("<!--", 500_000),
		"<html " + strings.Repeat("a ", 500_000),
	} {
		got := view.InsertFirst(document, "<X>")
		if len(got) != len(document)+len("<X>") {
			t.Errorf("%.20q…: %d bytes became %d", document, len(document), len(got))
		}
	}
}

func TestInsertFirstTwice(t *testing.T) {
	t.Parallel()
	document := view.InsertFirst("<!doctype html><p>x", view.Script("second()"))
	document = view.InsertFirst(document, view.Script("first()"))
	requireFirst(t, document, "first()")
}

// requireFirst fails unless a script with exactly this code is the first element
// in the document's head.
func requireFirst(t *testing.T, document, code string) {
	t.Helper()
	first := firstInHead(t, document)
	if first == nil || first.DataAtom != atom.Script {
		t.Fatalf("the head's first element is %+v, not the script, in %q", first, document)
	}
	if got := textOf(first); got != code {
		t.Errorf("the script became %q, want %q", got, code)
	}
}

// firstInHead parses a document as a browser does, which takes a byte order mark
// off when it decodes, and returns the first element in its head.
func firstInHead(t *testing.T, document string) *html.Node {
	t.Helper()
	root, err := html.Parse(strings.NewReader(strings.TrimPrefix(document, "\ufeff")))
	if err != nil {
		t.Fatalf("%v in %q", err, document)
	}
	for node := range root.Descendants() {
		if node.DataAtom != atom.Head || node.Namespace != "" {
			continue
		}
		for child := range node.ChildNodes() {
			if child.Type == html.ElementNode {
				return child
			}
		}
		return nil
	}
	return nil
}

func textOf(node *html.Node) string {
	var text strings.Builder
	for child := range node.ChildNodes() {
		text.WriteString(child.Data)
	}
	return text.String()
}

func FuzzInsertFirst(f *testing.F) {
	for _, document := range []string{
		"", "<!doctype html><html><head></head></html>", "<!-- <head> --><p>", "\ufeff<HEAD>",
		"</head><head>", "<html a='<head>'", "&#32;\x00<head/>",
		"<svg><head>", "<template><head>", "<frameset>", "<?x><![CDATA[<head>]]><!doctype>", "\r\n\f <html>",
		"<plaintext><head>", "</br><head>", "<!DOCTYPE html PUBLIC \"<head>",
	} {
		f.Add(document)
	}
	f.Fuzz(func(t *testing.T, document string) {
		const code = `let mine = "<b>" && 1;`
		got := view.InsertFirst(document, view.Script(code))
		if before, after, _ := strings.Cut(got, view.Script(code)); before+after != document {
			t.Fatalf("the document itself changed: %q became %q", document, got)
		}
		// The parser gives up on elements nested too deeply; a browser does not.
		if _, err := html.Parse(strings.NewReader(got)); err != nil {
			return
		}
		requireFirst(t, got, code)
	})
}
