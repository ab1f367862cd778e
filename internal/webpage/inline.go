package webpage

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/orielapps/oriel/view"
)

// Local is a file that belongs to the document.
type Local struct {
	// Name is the name for errors.
	Name     string
	MIMEType string
	Data     []byte
}

// An ObstacleError is why a document can't contain everything that it loads, in a sentence.
type ObstacleError struct{ Why string }

func (o *ObstacleError) Error() string { return o.Why }

// MaxInline is the maximum size of all files that are put into one document as data URLs, in
// bytes.
const MaxInline = 4 << 20

// Inline puts the files that a document loads into it: scripts and style sheets as elements,
// images and fonts as data URLs. find returns the file to which an address leads, and
// whether it belongs to the document; other addresses stay. from is the file with the
// address, nil for the document.
//
// The error is an [*ObstacleError].
func Inline(document string, find func(from *Local, reference string) (Local, bool)) (string, error) {
	in := &inliner{find: find}
	out := edit(document, in.element)
	if in.obstacle != nil {
		return "", in.obstacle
	}
	if in.late.Len() > 0 {
		at := endOfBody(out)
		out = out[:at] + in.late.String() + out[at:]
	}
	return out, nil
}

type inliner struct {
	find     func(from *Local, reference string) (Local, bool)
	obstacle *ObstacleError
	size     int
	// late are the deferred scripts, which go to the end of the document.
	late strings.Builder
}

func (in *inliner) stopf(format string, values ...any) {
	if in.obstacle == nil {
		in.obstacle = &ObstacleError{fmt.Sprintf(format, values...)}
	}
}

func (in *inliner) element(e *element) (instead string, different bool) {
	switch e.Data {
	case "base":
		return "", true
	case "script":
		return in.script(e)
	case "link":
		return in.link(e)
	case "iframe", "embed", "object":
		if reference := e.attribute(loads[e.Data][0]); !isSelfContained(reference) {
			if file, own := in.find(nil, reference); own {
				in.stopf("It shows %s in a frame.", file.Name)
			}
		}
		return "", false
	}
	text, changed := e.text, rewriteAttributes(e, func(reference string) string { return in.data(nil, reference) })
	if e.Data == "style" {
		text = in.sheet(nil, e.text)
	}
	if !changed && text == e.text {
		return "", false
	}
	return e.write(text), true
}

func (in *inliner) script(e *element) (instead string, different bool) {
	kind, isModule := e.kind(), e.isModule()
	switch {
	case e.has("nomodule") && !isModule:
		return "", true // removed: it is for browsers without modules
	case kind == "importmap":
		in.stopf("It has an import map.")
		return "", false
	case !isModule && !isClassic(kind):
		return "", false
	}
	var from *Local
	text, reference := e.text, strings.TrimSpace(e.attribute("src"))
	if e.has("src") {
		file, own := in.find(nil, reference)
		if !own {
			return "", false
		}
		if file.Data == nil {
			in.stopf("It loads %s, which does not exist.", file.Name)
			return "", false
		}
		from, text = &file, string(file.Data)
	}
	changed := text
	if isModule {
		changed = in.besideModule(from, changed)
	}
	if isModule && LoadsModules(changed) {
		what := "A script in it"
		if from != nil {
			what = "Its script " + from.Name
		}
		in.stopf("%s loads other modules, or asks for its own address.", what)
		return "", false
	}
	changed = RewritePaths(changed, func(path string) string { return in.data(from, path) })
	if from == nil && changed == text {
		return "", false
	}
	late := !isModule && from != nil && (e.has("defer") || e.has("async"))
	e.drop("src", "integrity", "crossorigin", "async", "defer")
	whole := strings.TrimSuffix(e.write(""), "</script>") + strings.TrimPrefix(view.Script(changed), "<script>")
	if late {
		in.late.WriteString(whole)
		return "", true
	}
	return whole, true
}

// besideModule matches how bundlers write the address of a file beside a module.
var besideModule = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("new URL\\(\\s*(?:\"([^\"\\\\]+)\"|'([^'\\\\]+)'|`([^`\\\\$]+)`)\\s*,\\s*(?:\"\"\\s*\\+\\s*)?import\\.meta\\.url\\s*\\)")
})

// besideModule puts files that a module loads relative to its own address into it.
func (in *inliner) besideModule(from *Local, script string) string {
	if !strings.Contains(script, "import.meta.url") {
		return script
	}
	return besideModule().ReplaceAllStringFunc(script, func(call string) string {
		found := besideModule().FindStringSubmatch(call)
		reference := cmp.Or(found[1:]...)
		if file, own := in.find(from, reference); !own || file.Data == nil || !canBeData(file.MIMEType) {
			return call
		}
		return `new URL("` + in.data(from, reference) + `")`
	})
}

// canBeData reports whether views may load a file of this type as a data URL: the policies of
// hosts forbid that for scripts, style sheets and requests.
func canBeData(mimeType string) bool {
	kind, _, _ := strings.Cut(mimeType, "/")
	return kind == "image" || kind == "font" || kind == "audio" || kind == "video"
}

func (in *inliner) link(e *element) (instead string, different bool) {
	reference := strings.TrimSpace(e.attribute("href"))
	if isSelfContained(reference) {
		return "", false
	}
	file, own := in.find(nil, reference)
	if !own {
		return "", false
	}
	if !hasWord(e.attribute("rel"), "stylesheet") {
		return "", true // removed: an icon, a manifest, or a preload
	}
	if hasWord(e.attribute("rel"), "alternate") {
		return "", true
	}
	if file.Data == nil {
		in.stopf("It loads %s, which does not exist.", file.Name)
		return "", false
	}
	media := e.attribute("media")
	e.Data, e.Attr = "style", nil
	if media != "" {
		e.set("media", media)
	}
	return e.write(strings.ReplaceAll(in.sheet(&file, string(file.Data)), "</", `<\/`)), true
}

func hasWord(list, word string) bool {
	for w := range strings.FieldsSeq(strings.ToLower(list)) {
		if w == word {
			return true
		}
	}
	return false
}

// oldFont is the type of fonts for Internet Explorer. Many style sheets list them first, but
// current browsers load the others.
const oldFont = "application/vnd.ms-fontobject"

func (in *inliner) sheet(from *Local, sheet string) string {
	return RewriteCSS(sheet, func(reference string) string {
		return within(reference, func(reference string) string {
			if file, own := in.find(from, reference); own && file.MIMEType == oldFont {
				return reference
			}
			return in.data(from, reference)
		})
	})
}

// data returns a data URL for an address; the address itself if it leads to no file of the
// document.
func (in *inliner) data(from *Local, reference string) string {
	file, own := in.find(from, reference)
	if !own || file.Data == nil {
		return reference
	}
	if !canBeData(file.MIMEType) {
		in.stopf("It loads %s at run time.", file.Name)
		return reference
	}
	if in.size += len(file.Data); in.size > MaxInline {
		in.stopf("It has more than %d MiB of images, fonts and other files.", MaxInline/mebibyte)
		return reference
	}
	fragment := ""
	if i := strings.IndexByte(reference, '#'); i >= 0 {
		fragment = reference[i:]
	}
	return "data:" + file.MIMEType + ";base64," + base64.StdEncoding.EncodeToString(file.Data) + fragment
}

const mebibyte = 1 << 20
