package devloop

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/orielapps/oriel/internal/tool/devreport"
)

// reportedError is what the app sends of an error.
type reportedError struct {
	ID     string `json:"id"`
	Method string `json:"method"`
	Name   string `json:"name"`
	Error  string `json:"error"`
	Stack  string `json:"stack"`
}

// maxReport is the most bytes of a reported error.
const maxReport = 1 << 20

// serveErrors takes an error from the app.
func (f *feed) serveErrors(w http.ResponseWriter, r *http.Request) {
	var reported reportedError
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxReport)).Decode(&reported); err != nil || reported.ID == "" {
		http.Error(w, "The body has to be an error: {\"id\", \"method\", \"name\", \"error\", \"stack\"}.", http.StatusBadRequest)
		return
	}
	f.onError(reported)
	w.WriteHeader(http.StatusNoContent)
}

// appFailed shows an error that the app has reported.
func (l *Loop) appFailed(reported reportedError) {
	e := devreport.AppError{
		ID: clean(reported.ID), Method: clean(reported.Method), Name: clean(reported.Name), Message: clean(reported.Error),
		Stack: stackIn(l.root, l.dir, reported.Stack),
	}
	if i := slices.IndexFunc(e.Stack, func(f devreport.StackFrame) bool { return f.InProject }); i >= 0 {
		e.File, e.Line = e.Stack[i].File, e.Stack[i].Line
		e.Excerpt = surroundings(filepath.Join(l.dir, filepath.FromSlash(e.File)), e.Line)
	}
	l.screen.Fail(e)
	l.emit(Event{Type: AppFailed, Error: &e})
}

// stackIn parses the stack of a goroutine that has panicked, as runtime/debug.Stack and a
// crash write it. The calls by which the panic was noticed, and other goroutines, are left out.
func stackIn(root, dir, text string) []devreport.StackFrame {
	const mostFrames = 100
	text, _, _ = strings.Cut(text, "\n\n")
	var frames []devreport.StackFrame
	panicked := false
	lines := strings.Split(text, "\n")
	for i := 0; i+1 < len(lines) && len(frames) < mostFrames; i++ {
		place, indented := strings.CutPrefix(lines[i+1], "\t")
		if !indented {
			continue
		}
		function := functionIn(lines[i])
		i++
		place, _, _ = strings.Cut(place, " +0x")
		colon := strings.LastIndexByte(place, ':')
		line, err := strconv.Atoi(place[colon+1:])
		if err != nil || colon < 0 {
			continue
		}
		if function == "panic" && !panicked {
			frames, panicked = nil, true
			continue
		}
		frame := devreport.StackFrame{Function: clean(function), File: clean(place[:colon]), Line: line}
		if file := inside(root, dir, place[:colon]); file != "" {
			frame.File, frame.InProject = file, true
		}
		frames = append(frames, frame)
	}
	return frames
}

// functionIn returns the function of a line of a stack, without its arguments:
// "main.(*shop).brew(0x1, {0x2, 0x3})".
func functionIn(line string) string {
	if starter, ok := strings.CutPrefix(line, "created by "); ok {
		starter, _, _ = strings.Cut(starter, " in goroutine ")
		return starter
	}
	if !strings.HasSuffix(line, ")") {
		return line
	}
	depth := 0
	for i := len(line) - 1; i >= 0; i-- {
		switch line[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return line[:i]
			}
		}
	}
	return line
}

// inside returns the slash path, relative to dir, of a file that lies below root and is not a
// copy of somebody else's package; empty for others.
func inside(root, dir, file string) string {
	direct, err := filepath.EvalSymlinks(filepath.FromSlash(file))
	if err != nil || !filepath.IsAbs(direct) {
		return ""
	}
	below, err := filepath.Rel(root, direct)
	if err != nil || !filepath.IsLocal(below) || strings.HasPrefix(filepath.ToSlash(below), "vendor/") {
		return ""
	}
	short, err := filepath.Rel(dir, direct)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(short)
}

// surroundings returns the lines of source around a line, which is marked.
func surroundings(file string, at int) string {
	const mostBytes, around = 16 << 20, 2
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > mostBytes {
		return ""
	}
	source, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	var excerpt strings.Builder
	number, width := 0, len(strconv.Itoa(at+around))
	for text := range strings.Lines(string(source)) {
		number++
		if number < at-around || number > at+around {
			continue
		}
		mark := " "
		if number == at {
			mark = ">"
		}
		text = strings.ReplaceAll(strings.ToValidUTF8(strings.TrimRight(text, "\r\n"), "·"), "\t", "    ")
		line := strings.TrimRight(fmt.Sprintf("%s %*d | %s", mark, width, number, clipped(text)), " ")
		_, _ = excerpt.WriteString(line + "\n") // a builder takes all
	}
	return strings.TrimSuffix(excerpt.String(), "\n")
}
