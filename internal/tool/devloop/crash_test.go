package devloop_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/orielapps/oriel/internal/programtest"
	"github.com/orielapps/oriel/internal/tool/devloop"
)

// The crash of a Go program is the end of its output, and only the goroutine that crashed
// says where.
func TestCrashOutput(t *testing.T) {
	t.Parallel()
	const (
		recovered = "panic: recovered\n\ngoroutine 7 [running]:\nmain.serve(0x1)\n\tDIR/main.go:3 +0x1d\n"
		ours      = "goroutine 1 [running]:\nlib.Do({0x1, 0x2})\n\t/lib/do.go:9 +0x1d\nmain.main()\n\tDIR/main.go:5 +0x1d\n"
		theirs    = "goroutine 8 [running]:\nlib.loop()\n\t/lib/do.go:9 +0x1d\ncreated by lib.Do in goroutine 1\n\t/lib/do.go:7 +0x1d\n"
		others    = "\ngoroutine 1 [chan receive, 2 minutes]:\nmain.main()\n\tDIR/main.go:5 +0x1d\n"
		deadlock  = "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nlib.Wait(...)\n\t/lib/do.go:9\nmain.main()\n\tDIR/main.go:5 +0x1d\n"
		internal  = "fatal error: stack overflow\n\nruntime stack:\nruntime.throw({0x4, 0xe})\n\t/go/panic.go:1 +0x4d fp=0x7 sp=0x7\n\n" +
			"goroutine 1 gp=0xc00 m=0 mp=0x5 [running]:\nmain.f(...)\n\tDIR/main.go:4\n...9 frames elided...\nmain.main()\n\tDIR/main.go:5 +0x1d\n" +
			"created by runtime.main in goroutine 1\n\t/go/proc.go:1\n"
	)
	for name, test := range map[string]struct {
		output string
		code   int
		line   int // in main.go; 0 for none
		says   string
	}{
		"a panic":                              {"one\npanic: bad\n\tworse\n[signal SIGSEGV: x]\n\n" + ours, 2, 5, "\n    panic: bad\n    \tworse"},
		"a panic in go run":                    {"panic: bad\n\n" + ours + "exit status 2\n", 1, 5, "\n    panic: bad"},
		"a panic with other goroutines":        {"panic: bad\n\n" + theirs + others, 2, 0, "\n    panic: bad"},
		"a fatal error in a library":           {"fatal error: concurrent map writes\n\n" + theirs + others, 2, 0, "\n    fatal error: concurrent map writes"},
		"a fatal error in the runtime":         {internal + others, 2, 4, "\n    fatal error: stack overflow"},
		"a deadlock":                           {deadlock + "\n" + theirs, 2, 5, "\n    fatal error: all goroutines are asleep - deadlock!"},
		"a recovered panic, then a panic":      {recovered + "panic: bad\n\n" + ours, 2, 5, "\n    panic: bad"},
		"a recovered panic, then another line": {recovered + "the disk is full\n", 2, 0, "the disk is full"},
		"a recovered panic, then another exit": {recovered, 3, 0, "main.serve"},
		"a recovered panic, then a dump":       {"panic: recovered\nlistening again\nSIGQUIT: quit\n" + others, 2, 0, "SIGQUIT: quit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			folder, err := filepath.EvalSymlinks(dir)
			if err != nil {
				t.Fatal(err)
			}
			programtest.Write(t, dir, "main.go", "package main\n\nfunc serve() {}\nfunc f() {}\nfunc main() {}\n")
			programtest.Write(t, dir, "output.txt", strings.ReplaceAll(test.output, "DIR", filepath.ToSlash(folder)))
			programtest.Write(t, dir, "mode.py", "prints")
			d := start(t, dir, devloop.Options{
				Command: []string{os.Args[0]}, Environ: append(os.Environ(), asServer+"=1", "CODE="+strconv.Itoa(test.code)),
			})
			p := d.wrong("server_crashed")[0]
			file := ""
			if test.line > 0 {
				file = "main.go"
			}
			if p.File != file || p.Line != test.line || !strings.Contains(p.Message, test.says) {
				t.Errorf("got %s:%d %q\nwant %s:%d %q", p.File, p.Line, p.Message, file, test.line, test.says)
			}
		})
	}
}
