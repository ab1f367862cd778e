package adapter_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/orielapps/oriel/adapter"
	"github.com/orielapps/oriel/hosts"
	"github.com/orielapps/oriel/ui"
)

func folderView(t *testing.T, files map[string]string, index string, assets ui.AssetOptions) *ui.View {
	t.Helper()
	made := fstest.MapFS{}
	for name, content := range files {
		made[name] = &fstest.MapFile{Data: []byte(content)}
	}
	v, err := ui.NewView("app", "v", ui.Folder{FS: made, Index: index}, ui.Metadata{InitialData: map[string]int{"a": 1}})
	if err != nil {
		t.Fatal(err)
	}
	v.AssetOptions = assets
	return v
}

// Addresses in the document lead where browsers would find them on a site of its own.
func TestFolderAddresses(t *testing.T) {
	t.Parallel()
	const at = "https://x.example/oriel/"
	files := map[string]string{
		"sub/page.html": `<!doctype html><html><head><script src="@oriel/view"></script></head><body>` +
			`<img src="a.png"><img src="../b.png?q#f"><img src="/b.png"><img src="../../../b.png"><img src="none.png"><img src="https://y.example/c.png"><img src="//y.example/d.png">` +
			`<script>x=["/b.png","/sub/","/none/","/","/b.png/"]</script></body></html>`,
		"sub/a.png": "A", "b.png": "B", "sub/based.html": `<base href="/sub/deep/"><img src="../a.png">`, "sub/away.html": `<base href="https://y.example/"><img src="a.png">`,
		"sub/odd name.png": "O", "sub/odd.html": `<img src="odd%20name.png"><img src="odd name.png">`,
		"map.html": `<script type="importmap">{"imports":{"a":"./sub/a.js"}}</script><script type="module">import "a"</script>`, "sub/a.js": "1",
	}
	assets := ui.AssetOptions{URL: at, Split: true}
	for index, test := range map[string]struct{ want, unwanted []string }{
		"sub/page.html": {
			[]string{`src="BASEsub/a.png"`, `src="BASEb.png?q#f"`, `src="BASEb.png"`, `src="none.png"`, `src="https://y.example/c.png"`, `src="//y.example/d.png"`, `x=["BASEb.png","BASEsub/","/none/","/","/b.png/"]`, `{"a":1}`},
			[]string{"@oriel/view\"", "<base"},
		},
		"sub/based.html": {[]string{`src="BASEsub/a.png"`}, []string{"<base"}},
		"sub/away.html":  {[]string{`src="a.png"`}, []string{"<base"}},
		"sub/odd.html":   {[]string{`<img src="BASEsub/odd%20name.png"><img src="BASEsub/odd%20name.png">`}, nil},
		"map.html":       {[]string{`{"imports":{"a":"BASEsub/a.js"}}`}, nil},
	} {
		v := folderView(t, files, index, assets)
		f, ok := v.Content.(ui.Folder)
		if !ok {
			t.Fatal("the content is another")
		}
		d, err := adapter.ChatGPT().Document(v, profile(t, "chatgpt"))
		if err != nil || d.Shortfall != nil {
			t.Fatal(err, d.Shortfall)
		}
		text := strings.ReplaceAll(d.Text, at+"views/v/"+f.Hash()+"/", "BASE")
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s is missing in %.3000s", index, want, text)
			}
		}
		for _, unwanted := range test.unwanted {
			if strings.Contains(text, unwanted) {
				t.Errorf("%s: %s is in %.3000s", index, unwanted, text)
			}
		}
	}
}

// What bundlers' own code looks for at run time is found, or told to be missing.
func TestFolderOfBundlers(t *testing.T) {
	t.Parallel()
	const at = "https://x.example/oriel/"
	document := `<!doctype html><script defer src="/static/js/main.js"></script>`
	for name, test := range map[string]struct{ script, want, obstacle string }{
		"webpack, root":   {`r.p="/",self.webpackChunkapp=[]`, `r.p="BASE",self.webpackChunkapp=[]`, "main.js loads other scripts"},
		"webpack, folder": {`r.p="/static/",self.webpackChunkapp=[]`, `r.p="BASEstatic/",self.webpackChunkapp=[]`, "loads files from static"},
		"webpack, auto":   {`throw Error("Automatic publicPath is not supported in this browser")`, `throw Error("Automatic publicPath is not supported in this browser")`, "loads files beside itself"},
		"webpack, alone":  {`e.exports=n.p+"a.svg"`, `e.exports=n.p+"a.svg"`, ""},
		"somebody's p":    {`route.p="/"`, `route.p="/"`, ""},
		"Next":            {`push([1,"\"/static/js/late.js\""])`, `push([1,"\"BASEstatic/js/late.js\""])`, "late.js at run time"},
		"Vite":            {"n=function(e){return`/`+e};Event(`vite:preloadError`);import(`./late.js`)", "n=function(e){return`BASE`+e};Event(`vite:preloadError`);import(`./late.js`)", ""},
		"Vite, esbuild":   {`n=function($){return"/"+$};Event("vite:preloadError");import("./late.js")`, `n=function($){return"BASE"+$};Event("vite:preloadError");import("./late.js")`, ""},
		"Vite, as it is":  {"n = function(dep) {\n\treturn \"/\" + dep;\n};\"vite:preloadError\"", "n = function(dep) {\n\treturn \"BASE\" + dep;\n};\"vite:preloadError\"", ""},
		"somebody's path": {`function to(a,b){return"/"+a}function at(e){return"/"+me};"vite:preloadError"`, `function to(a,b){return"/"+a}function at(e){return"/"+me};"vite:preloadError"`, ""},
	} {
		files := map[string]string{"index.html": document, "static/js/main.js": test.script, "static/js/late.js": "1"}
		v := folderView(t, files, "", ui.AssetOptions{URL: at})
		f, _ := v.Content.(ui.Folder)
		base := at + "views/v/" + f.Hash() + "/"
		asset, err := adapter.FolderAsset(v, strings.TrimPrefix(base, at)+"static/js/main.js")
		if got := strings.ReplaceAll(string(asset.Data), base, "BASE"); err != nil || got != test.want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
		d, err := adapter.MCPApps().Document(v, profile(t, "claude"))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case test.obstacle == "" && d.Shortfall == nil:
		case d.Shortfall == nil, test.obstacle == "", !strings.Contains(d.Shortfall.Message, test.obstacle):
			t.Errorf("%s: in Claude %v, want %q", name, d.Shortfall, test.obstacle)
		}
	}
}

// A host that is known to heed a base gets one, for what scripts ask for.
func TestFolderBase(t *testing.T) {
	t.Parallel()
	p := *profile(t, "chatgpt")
	p.Features = map[hosts.Feature]hosts.Fact[bool]{hosts.BaseURI: {Value: true, Known: true}}
	v := folderView(t, map[string]string{"sub/page.html": `<!doctype html><p>x`}, "sub/page.html", ui.AssetOptions{URL: "https://x.example/oriel/", Split: true})
	d, err := adapter.ChatGPT().Document(v, &p)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := v.Content.(ui.Folder)
	if want := `<base href="https://x.example/oriel/views/v/` + f.Hash() + `/sub/">`; !strings.Contains(d.Text, want) {
		t.Errorf("%s is missing in %s", want, d.Text)
	}
	meta, err := json.Marshal(d.Meta)
	if err != nil || !strings.Contains(string(meta), `"baseUriDomains":["https://x.example"]`) {
		t.Errorf("%s, %v", meta, err)
	}
}

func TestFolderKeepsState(t *testing.T) {
	t.Parallel()
	const index = `<!doctype html><script type="module" src="/a.js"></script>`
	for name, test := range map[string]struct {
		files map[string]string
		want  bool
	}{
		"in a script":           {map[string]string{"index.html": index, "a.js": `call("oriel_state")`}, true},
		"nowhere":               {map[string]string{"index.html": index, "a.js": `call("other")`}, false},
		"in what is no script":  {map[string]string{"index.html": index, "a.js": "", "a.txt": "oriel_state"}, false},
		"by the inline runtime": {map[string]string{"index.html": `<script src="@oriel/view"></script><script src="a.js"></script>`, "a.js": `oriel.createStore("a")`}, true},
	} {
		if got := adapter.KeepsState(folderView(t, test.files, "", ui.AssetOptions{})); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
