package programtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/orielapps/oriel/internal/programtest"
)

const module = "module example.com/program\n\ngo 1.26\n"

const program = `package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"time"
)

func main() {
	fmt.Fprintln(os.Stderr, "compiling …")
	switch os.Args[1] {
	case "fail":
		fmt.Fprintln(os.Stderr, "no such thing")
		os.Exit(3)
	case "linger":
		time.Sleep(time.Hour)
	case "leave":
		child := exec.Command(os.Args[0], "linger")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Printf("child %d\n", child.Process.Pid)
		fallthrough
	case "serve":
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, os.Interrupt)
		fmt.Printf("GOGC=%q\n", os.Getenv("GOGC"))
		fmt.Print("http://127.1.2.3:4")
		fmt.Println("711/?token=t")
		fmt.Println("http://127.0.0.1:4712/other")
		<-stop
	}
}
`

func TestProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": module, "main.go": program} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := programtest.Build(t, dir, ".")

	p, err := programtest.Launch(t.Context(), dir, path, "serve")
	if err != nil {
		t.Fatal(err)
	}
	if p.URL != "http://127.1.2.3:4711/?token=t" {
		t.Errorf("the address is %q", p.URL)
	}
	if err = p.Stop(); err != nil {
		t.Error(err)
	}
	if err = p.Stop(); err == nil {
		t.Error("a program that has ended was stopped again")
	}

	left, err := programtest.Launch(t.Context(), dir, path, "leave")
	if err != nil {
		t.Fatal(err)
	}
	stopped := make(chan error, 1)
	go func() { stopped <- left.Stop() }()
	select {
	case err = <-stopped:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Minute):
		t.Error("a program isn't stopped, because another one holds its output open")
	}
	var child int
	_, line, _ := strings.Cut(left.Output(), "child ")
	if _, err = fmt.Sscan(line, &child); err != nil {
		t.Fatalf("%v: %s", err, left.Output())
	}
	process, err := os.FindProcess(child)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Error(err)
	}

	tuned := programtest.StartWith(t, dir, append(os.Environ(), "GOGC=400"), path, "serve")
	if !strings.Contains(tuned.Output(), `GOGC=""`) {
		t.Errorf("a program has the garbage collection of the tests: %s", tuned.Output())
	}

	_, err = programtest.Launch(t.Context(), dir, path, "fail")
	if err == nil || !strings.Contains(err.Error(), "no such thing") || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("a program that fails: %v", err)
	}
	if _, err = programtest.Launch(t.Context(), dir, filepath.Join(dir, "none")); err == nil {
		t.Error("a program that doesn't exist was started")
	}
}
