package webpage_test

import (
	"errors"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/orielapps/oriel/internal/webpage"
)

func TestLoadsModules(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]bool{
		"":                                     false,
		`import"./a.js"`:                       true,
		`import{a}from"./a.js";`:               true,
		`x=()=>import("./a.js")`:               true,
		`u=new URL("a.svg",import.meta.url)`:   true,
		`export*from"./a.js"`:                  true,
		`const a=1;export{a as b};`:            false,
		`export default 1`:                     false,
		`a.import("x");b={import:1}`:           false,
		`a="import('x')"`:                      false,
		"a=`import('x')`":                      false,
		"a=`${import('x')}`":                   true,
		"a=`${{a:`}`}}`;import('x')":           true,
		"a=`${b}import('x')`":                  false,
		`/* import("x") */ // import("y")`:     false,
		`a=/import("x")/`:                      false,
		`a=/[/]import("x")/g`:                  false,
		`return/"/.test(a)?"import(b)":1`:      false,
		`a=b/c;import("x");d=e/f`:              true,
		`a=(b)/c;import("x")`:                  true,
		"a='\\'import(b)'":                     false,
		`a=[...import.meta.x]`:                 true,
		`important();a.b="!important"`:         false,
		`reimport();$import();import_()`:       false,
		`const from="a";export{from}`:          false,
		`Array.from("abc")`:                    false,
		"'use strict';\nimport a from 'a'":     true,
		`a="unfinished`:                        false,
		"a=`unfinished ${":                     false,
		`a=/unfinished`:                        false,
		"a=1/*unfinished import('x')":          false,
		`a=b++/c;import("x");d=e/f`:            true,
		`a=b--/c;d="/";import("x")`:            true,
		`a=b+/"/.c;import("x")`:                true,
		`a=b+ +/"/;import("x")`:                true,
		`if(a)/"/.test(b)&&import("x")`:        true,
		`while((a))/'/.test(import("x"))`:      true,
		`a.if(b)/c;import("x");d=e/f`:          true,
		`for(const x of/import/[Symbol.b]());`: false,
	} {
		if got := webpage.LoadsModules(script); got != want {
			t.Errorf("%s: %v, want %v", script, got, want)
		}
	}
}

func TestRewritePaths(t *testing.T) {
	t.Parallel()
	known := func(path string) string {
		if path == "/a.svg" || path == "/_next/" {
			return "https://x.example" + path
		}
		return path
	}
	for script, want := range map[string]string{
		``:                             ``,
		`a="/a.svg"`:                   `a="https://x.example/a.svg"`,
		"a='/a.svg'+`/a.svg`":          "a='https://x.example/a.svg'+`https://x.example/a.svg`",
		`p="/_next/"+b`:                `p="https://x.example/_next/"+b`,
		`push("[\"/a.svg\"]")`:         `push("[\"https://x.example/a.svg\"]")`,
		`a="/a.svg?x"`:                 `a="/a.svg?x"`,
		`a="x/a.svg"`:                  `a="x/a.svg"`,
		`a="/b.svg"`:                   `a="/b.svg"`,
		`a=b/a.svg/c`:                  `a=b/a.svg/c`,
		`"/a.svg`:                      `"/a.svg`,
		`a="/a.svg'`:                   `a="/a.svg'`,
		`/a.svg"`:                      `/a.svg"`,
		`a="/a.svg"/"/a.svg"//"/a.svg`: `a="https://x.example/a.svg"/"https://x.example/a.svg"//"/a.svg`,
	} {
		if diff := cmp.Diff(want, webpage.RewritePaths(script, known)); diff != "" {
			t.Errorf("%s: %s", script, diff)
		}
	}
}

func TestSplit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	for name, test := range map[string]struct {
		document, want string
		files          int
	}{
		"short":           {"<script>a</script><style>b</style>", "", 0},
		"script":          {"<head><script>" + long + "</script>after", `<head><script src="B/N.js" crossorigin="anonymous" integrity="I"></script>after`, 1},
		"module":          {"<script type=module>" + long + "</script>", `<script type="module" src="B/N.js" crossorigin="anonymous" integrity="I"></script>`, 1},
		"module, loading": {"<script type=module>import '" + long + "'</script>", "", 0},
		"style":           {"<style media=print>" + long + "</style>", `<link media="print" rel="stylesheet" href="B/N.css" crossorigin="anonymous" integrity="I">`, 1},
		"style, relative": {"<style>a{b:url(c.png)}" + long + "</style>", "", 0},
		"style, data":     {"<style>a{b:url(data:,)}" + long + "</style>", `<link rel="stylesheet" href="B/N.css" crossorigin="anonymous" integrity="I">`, 1},
		"named":           {"<script id=a>" + long + "</script><style data-a>" + long + "</style>", "", 0},
		"data":            {`<script type="application/json">` + long + "</script>", "", 0},
		"elsewhere":       {`<script src="a.js">` + long + "</script>", "", 0},
		"no end":          {"<script>" + long, `<script src="B/N.js" crossorigin="anonymous" integrity="I"></script>`, 1},
		"when it ran":     {"<script async defer>" + long + "</script>", `<script src="B/N.js" crossorigin="anonymous" integrity="I"></script>`, 1},
		"module, async":   {"<script type=module async>" + long + "</script>", `<script type="module" async="" src="B/N.js" crossorigin="anonymous" integrity="I"></script>`, 1},
		"in an image":     {"<svg><defs><style>" + long + "</style><script>" + long + "</script></defs></svg>", "", 0},
		"after an image":  {"<svg/><svg></svg></svg><style>" + long + "</style>", `<svg/><svg></svg></svg><link rel="stylesheet" href="B/N.css" crossorigin="anonymous" integrity="I">`, 1},
		"both":            {"<style>" + long + "</style><script>" + long + "</script>", `<link rel="stylesheet" href="B/N.css" crossorigin="anonymous" integrity="I"><script src="B/N.js" crossorigin="anonymous" integrity="I"></script>`, 2},
	} {
		got, files := webpage.Split(test.document, "B/", 50)
		if len(files) != test.files {
			t.Errorf("%s: %d files", name, len(files))
		}
		for _, f := range files {
			if !strings.Contains(f.Text, long) || len(f.Name) < 35 {
				t.Errorf("%s: %+v", name, f)
			}
			got = strings.NewReplacer(strings.TrimSuffix(strings.TrimSuffix(f.Name, ".js"), ".css"), "N").Replace(got)
		}
		if start := strings.Index(got, "sha256-"); start >= 0 {
			hash := got[start : strings.IndexByte(got[start:], '"')+start]
			got = strings.ReplaceAll(got, hash, "I")
		}
		if test.want == "" {
			test.want = test.document
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// files finds what a test has, by the last part of an address.
func files(of map[string]string) func(*webpage.Local, string) (webpage.Local, bool) {
	types := map[string]string{".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".eot": "application/vnd.ms-fontobject"}
	return func(_ *webpage.Local, reference string) (webpage.Local, bool) {
		if strings.Contains(reference, ":") {
			return webpage.Local{}, false
		}
		name, _, _ := strings.Cut(strings.TrimLeft(strings.Replace(reference, "?", "#", 1), "./"), "#")
		file := webpage.Local{Name: name, MIMEType: types[path.Ext(name)]}
		if data, found := of[name]; found {
			file.Data = []byte(data)
		}
		return file, true
	}
}

func TestInline(t *testing.T) {
	t.Parallel()
	find := files(map[string]string{
		"a.js": "a('/i.png','</script>')", "m.js": "m()", "i.png": "I", "f.eot": "F", "s.css": "p{b:url(./i.png)}", "mod.js": `import "./a.js"`,
		"bad.css": "@import './s.css'", "big.png": strings.Repeat("x", webpage.MaxInline+1),
	})
	const i = "data:image/png;base64,SQ=="
	for name, test := range map[string]struct{ document, want, obstacle string }{
		"script":           {`<script src="/a.js" crossorigin></script>`, `<script>a('` + i + `','\x3C/script>')</script>`, ""},
		"module":           {`<script type="module" crossorigin src="./m.js"></script>`, `<script type="module">m()</script>`, ""},
		"deferred":         {`<html><head><script defer src=m.js></script></head><body>b</BODY></html>`, `<html><head></head><body>b<script>m()</script></BODY></html>`, ""},
		"deferred, bare":   {`<script async src=m.js></script>b`, `b<script>m()</script>`, ""},
		"deferred, no end": {`<script defer src=m.js></script><script>a("</body>")</script>`, `<script>a("</body>")</script><script>m()</script>`, ""},
		"deferred, İ":      {`<script defer src=m.js></script>İ</body>`, `İ<script>m()</script></body>`, ""},
		"for old browsers": {`<script nomodule src="old.js"></script>x`, `x`, ""},
		"inside":           {`<script>x("/i.png")</script>`, `<script>x("` + i + `")</script>`, ""},
		"style sheet":      {`<link rel="stylesheet" crossorigin href="/s.css" media=print/>`, `<style media="print/">p{b:url("` + i + `")}</style>`, ""},
		"style":            {`<style>p{b:url(i.png)}</style>`, `<style>p{b:url("` + i + `")}</style>`, ""},
		"old font":         {`<style>p{src:url(f.eot);src:url(f.eot?#iefix),url(i.png)}</style>`, `<style>p{src:url(f.eot);src:url(f.eot?#iefix),url("` + i + `")}</style>`, ""},
		"icons":            {`<link rel=icon href=/i.png><link rel=modulepreload href=m.js><link rel="alternate stylesheet" href=s.css>x`, `x`, ""},
		"image":            {`<img src="i.png" srcset="i.png 2x"><svg><use href="i.png#a"/></svg>`, `<img src="` + i + `" srcset="` + i + ` 2x"><svg><use href="` + i + `#a"/></svg>`, ""},
		"image not there":  {`<img src="none.png">`, `<img src="none.png">`, ""},
		"elsewhere":        {`<script src="https://x.example/a.js"></script><img src="https://x.example/i.png">`, `<script src="https://x.example/a.js"></script><img src="https://x.example/i.png">`, ""},
		"base":             {`<base href="/x/">y`, `y`, ""},
		"script by path":   {`<script>load("/a.js")</script>`, "", "loads a.js at run time"},
		"beside it":        {"<script type=module>a=new URL(`i.png`,import.meta.url);b=new URL('./i.png', import.meta.url).href</script>", `<script type="module">a=new URL("` + i + `");b=new URL("` + i + `").href</script>`, ""},
		"worker beside":    {`<script type=module>new Worker(new URL("a.js",import.meta.url))</script>`, "", "asks for its own address"},
		"none beside":      {`<script type=module>new URL("none.png",import.meta.url)</script>`, "", "asks for its own address"},
		"modules":          {`<script type=module src=mod.js></script>`, "", "mod.js loads other modules"},
		"modules inside":   {`<script type=module>import("./m.js")</script>`, "", "loads other modules"},
		"import map":       {`<script type=importmap>{}</script>`, "", "import map"},
		"no script":        {`<script src=none.js></script>`, "", "none.js, which does not exist"},
		"no style sheet":   {`<link rel=stylesheet href=none.css>`, "", "none.css, which does not exist"},
		"imports":          {`<link rel=stylesheet href=bad.css>`, "", "loads s.css at run time"},
		"too much":         {`<img src=big.png>`, "", "more than 4 MiB"},
		"frame":            {`<iframe src=a.html></iframe>`, "", "a.html in a frame"},
	} {
		got, err := webpage.Inline(test.document, find)
		var obstacle *webpage.ObstacleError
		if test.obstacle != "" {
			if !errors.As(err, &obstacle) || !strings.Contains(err.Error(), test.obstacle) {
				t.Errorf("%s: %v, want %q (got %s)", name, err, test.obstacle, got)
			}
			continue
		}
		if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func FuzzDocument(f *testing.F) {
	for _, seed := range []string{
		`<!doctype html><script src=a.js></script><style>p{b:url(i.png)}</style><img srcset="i.png 1x">`,
		`<link rel=stylesheet href=s.css><script type=module>import "x"</script><base href=x><svg><style/></svg>`,
		"<script>/[/]/.test(`${a}`)//</script><title><img src=a></title><!-- <img src=a> -->",
	} {
		f.Add(seed)
	}
	find := files(map[string]string{"a.js": "a()", "i.png": "I", "s.css": "p{b:url(i.png)}"})
	f.Fuzz(func(t *testing.T, document string) {
		same := webpage.Rewrite(document, func(reference string) string { return reference })
		if same != document {
			t.Errorf("%q becomes %q where nothing changes", document, same)
		}
		_, _ = webpage.Split(document, "b/", 1)
		_, _ = webpage.Inline(document, find)
		webpage.RewriteCSS(document, shout)
		webpage.LoadsModules(document)
	})
}
