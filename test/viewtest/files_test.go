package viewtest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/test/browsertest"
	"github.com/orielapps/oriel/test/viewtest/viewpage"
)

type digestOf struct {
	FileID string `json:"fileId"`
}

type digest struct {
	Name     string `json:"name"`
	MIMEType string `json:"mimeType"`
	Size     int64  `json:"size"`
	SHA256   string `json:"sha256"`
}

// digesting is an app that takes files and says what is in them.
func digesting(t *testing.T) (*oriel.App, *oriel.FileStore) {
	t.Helper()
	app := quietApp()
	uploads := oriel.AddFiles(app, oriel.FileOptions{MaxBytes: 1 << 20})
	oriel.AddTool(app, oriel.Tool{Name: "digest", ReadOnly: true}, func(ctx context.Context, in digestOf) (oriel.Result[digest], error) {
		file, err := uploads.Open(ctx, in.FileID)
		if err != nil {
			return oriel.Result[digest]{}, err
		}
		content := sha256.New()
		if _, err := io.Copy(content, file); err != nil {
			return oriel.Result[digest]{}, err
		}
		sum := hex.EncodeToString(content.Sum(nil))
		return oriel.Result[digest]{Data: digest{file.Name, file.MIMEType, file.Size(), sum}}, nil
	})
	if err := app.Err(); err != nil {
		t.Fatal(err)
	}
	return app, uploads
}

const filesBody = `<button id=choose onclick="oriel.selectFiles({ multiple: true }).then((files) => { globalThis.chosen = files })">Choose</button><img>
<script>
const bytes = (size) => Uint8Array.from({ length: size }, (_, i) => (i * 31 + (i >> 8)) & 255);
</script>`

// The whole way: the browser's files, the runtime, a host, the app's endpoint and its
// store, from an opaque origin under the strictest policy.
func TestFilesInTheBrowser(t *testing.T) {
	t.Parallel()
	app, uploads := digesting(t)
	s := newStage(t, app, map[string]any{"hostCapabilities": map[string]any{"serverTools": map[string]any{}}}, filesBody)

	const size = 500_001
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i*31 + i>>8)
	}
	sum := sha256.Sum256(content)
	got, err := browsertest.Eval[digest](t.Context(), s.view, `(async () => {
  globalThis.heard = [];
  const file = new File([bytes(500001)], "Größe.bin", { type: "application/x-own" });
  const { fileId } = await oriel.uploadFile(file, { onProgress: (...all) => heard.push(all.join("/")) });
  globalThis.uploaded = fileId;
  return (await oriel.callTool("digest", { fileId })).data;
})()`)
	if want := (digest{"Größe.bin", "application/x-own", size, hex.EncodeToString(sum[:])}); err != nil || got != want {
		t.Errorf("the app has %+v, %v; want %+v", got, err, want)
	}
	viewpage.Is(t, s.view, `heard.join(" ")`, "196608/500001 393216/500001 500001/500001")

	// And back.
	viewpage.Is(t, s.view, `oriel.fileUrl(uploaded).then((url) => url.slice(0, 40) + url.length)`,
		"data:application/x-own;base64,AB8+XXybut"+"666698")
	picture, err := uploads.Save(t.Context(), "dot.svg", "image/svg+xml", strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>`))
	viewpage.Must(t, err)
	viewpage.Is(t, s.view, `oriel.fileUrl("`+picture+`").then(async (url) => {
  const image = document.querySelector("img");
  image.src = url;
  await image.decode();
  return image.naturalWidth + "x" + image.naturalHeight;
})`, "7x5")

	// What the app refuses, it says why.
	viewpage.Is(t, s.view, `oriel.uploadFile(new Blob([bytes(1048577)])).catch(({ name, code, message }) => name + code + message)`,
		"ViewError-32000The file has 1048577 bytes or more, and the limit is 1048576. Use a smaller one.")
	viewpage.Is(t, s.view, `oriel.fileUrl("nothing").catch(({ message }) => message)`,
		"There is no such file. It may have expired, or belong to somebody else. Upload it again.")
	viewpage.Clean(t, s.page)
}

func TestFilesAreChosen(t *testing.T) {
	t.Parallel()
	app, _ := digesting(t)
	s := newStage(t, app, map[string]any{"hostCapabilities": map[string]any{"serverTools": map[string]any{}}}, filesBody)
	// Nobody has pressed anything yet.
	viewpage.Is(t, s.view, `oriel.selectFiles().catch(({ name }) => name)`, "NotAllowedError")
	// The picker is the browser's own window; what a person does there is done here.
	_, err := browsertest.Eval[bool](t.Context(), s.view, `(() => {
  const { showPicker } = HTMLInputElement.prototype;
  HTMLInputElement.prototype.showPicker = function () {
    if (!navigator.userActivation.isActive) return showPicker.call(this);
    const data = new DataTransfer();
    for (const name of ["one.txt", "two.txt"]) data.items.add(new File([name], name, { type: "text/plain" }));
    this.files = data.files;
    this.dispatchEvent(new Event("change"));
  };
  return true;
})()`)
	viewpage.Must(t, err)
	viewpage.Must(t, s.view.Click(t.Context(), "#choose"))
	viewpage.Must(t, s.view.WaitFor(t.Context(), "globalThis.chosen"))
	viewpage.Is(t, s.view, `chosen.map(({ fileName, mimeType }) => fileName + " " + mimeType).join()`, "one.txt text/plain,two.txt text/plain")
	viewpage.Is(t, s.view, `Promise.all(chosen.map(async ({ fileId }) => (await oriel.callTool("digest", { fileId })).data.name)).then(String)`, "one.txt,two.txt")
	_, err = browsertest.Eval[bool](t.Context(), s.view, `(HTMLInputElement.prototype.showPicker = function () { this.dispatchEvent(new Event("cancel")) }, true)`)
	viewpage.Must(t, err)
	viewpage.Is(t, s.view, `oriel.selectFiles().then((files) => files.length)`, 0)
	viewpage.Clean(t, s.page)
}

func TestFilesAreSaved(t *testing.T) {
	t.Parallel()
	app, uploads := digesting(t)
	s := newStage(t, app, map[string]any{"hostCapabilities": map[string]any{"downloadFile": map[string]any{}}}, filesBody)
	stored, err := uploads.Save(t.Context(), "stored.txt", "text/plain", strings.NewReader("stored"))
	viewpage.Must(t, err)
	for _, test := range []struct{ file, want string }{
		{
			`{ name: "a/b c.csv", mimeType: "text/csv", data: "day\n" }`,
			`{"type":"resource","resource":{"uri":"file:///b%20c.csv","mimeType":"text/csv","blob":"ZGF5Cg=="}}`,
		},
		{`{ name: "empty", data: "" }`, `{"type":"resource","resource":{"uri":"file:///empty","mimeType":"","blob":""}}`},
		{
			`{ fileId: "` + stored + `" }`,
			`{"type":"resource","resource":{"uri":"file:///stored.txt","mimeType":"text/plain","blob":"c3RvcmVk"}}`,
		},
		{`{ uri: "https://example.com/a.pdf" }`, `{"type":"resource_link","uri":"https://example.com/a.pdf","name":"a.pdf"}`},
	} {
		viewpage.Is(t, s.view, `oriel.downloadFile(`+test.file+`).then(() => "saved")`, "saved")
		viewpage.Is(t, s.host, `JSON.stringify(seen.findLast(({ method }) => method === "ui/download-file").params.contents)`, "["+test.want+"]")
	}
	viewpage.Clean(t, s.page)

	// Without a host, the browser saves it.
	alone, err := browsertest.Eval[string](t.Context(), s.host, `location.origin + "/alone"`)
	viewpage.Must(t, err)
	viewpage.Must(t, s.page.Navigate(t.Context(), alone))
	viewpage.Is(t, s.host, `(async () => {
  let saved;
  HTMLAnchorElement.prototype.click = function () { saved = fetch(this.href).then(async (r) => this.download + " " + r.headers.get("content-type") + " " + (await r.text())) };
  await oriel.downloadFile({ name: "a.csv", mimeType: "text/csv", data: new TextEncoder().encode("day").buffer });
  return saved;
})()`, "a.csv text/csv day")
	viewpage.Clean(t, s.page)
}
