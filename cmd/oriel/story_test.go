package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asCommand is the environment variable that makes the test's binary this
// command, watched by the race detector where the test is.
const asCommand = "ORIEL_TEST_COMMAND"

// TestMain lets the stories run this program as the command "oriel", and tests
// run it as that, and as an MCP server.
func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		if os.Unsetenv(asCommand) == nil { // what it starts is something else
			main()
		}
		os.Exit(1)
	}
	if mode := os.Getenv(serverMode); mode != "" {
		os.Exit(serveAs(mode))
	}
	// Under nohup, commands would ignore a hangup as well as this process does.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	testscript.Main(m, map[string]func(){"oriel": main})
}

// allVariable has each story told to its end.
const allVariable = "ORIEL_TEST_ALL"

// TestStories runs the stories in testdata. With UPDATE=1 in the environment,
// their expected files are rewritten. Behind "[!all] stop" is what takes long, because it compiles
// programs again, and is part of "make test-all".
func TestStories(t *testing.T) {
	t.Parallel()
	runStories(t, "testdata")
}

// TestSystemStories runs those that compile many programs.
func TestSystemStories(t *testing.T) {
	t.Parallel()
	runStories(t, filepath.Join("testdata", "system"))
}

func runStories(t *testing.T, dir string) {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	goEnvironment := readGoEnvironment(t, "GOCACHE", "GOMODCACHE", "GOFLAGS")
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Condition: func(name string) (bool, error) {
			if name != "all" {
				return false, fmt.Errorf("the condition %q is unknown", name)
			}
			return os.Getenv(allVariable) != "", nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			// typescript DIR puts this checkout's TypeScript into the packages of a project.
			"typescript": func(ts *testscript.TestScript, _ bool, args []string) {
				modules := ts.MkAbs(filepath.Join(args[0], "node_modules"))
				ts.Check(os.MkdirAll(modules, 0o755))
				for _, name := range []string{"typescript", "@typescript"} {
					ts.Check(os.Symlink(filepath.Join(root, "node_modules", name), filepath.Join(modules, name)))
				}
			},
			"tsc": func(ts *testscript.TestScript, fails bool, args []string) {
				compiler := filepath.Join(root, "node_modules", "typescript", "bin", "tsc")
				node := filepath.Join(root, "node_modules", "node", "bin", "node")
				if err := ts.Exec(node, append([]string{compiler}, args...)...); (err != nil) != fails {
					ts.Fatalf("the type checker: %v", err)
				}
			},
		},
		Setup: func(env *testscript.Env) error {
			env.Vars = append(env.Vars, goEnvironment...)
			// A story that compiles what was generated does so against this checkout.
			env.Setenv("ORIEL", root)
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOSUMDB", "off")
			env.Setenv("GOWORK", "off")
			// There are no packages but those that a story brings.
			env.Setenv("ORIEL_CACHE", filepath.Join(env.WorkDir, ".tmp", "cache"))
			env.Setenv("npm_config_registry", "http://127.0.0.1:1")
			env.Setenv("npm_config_fetch_retries", "0")
			return nil
		},
	})
}

func readGoEnvironment(t *testing.T, names ...string) []string {
	t.Helper()
	list := make([]string, len(names))
	for i, name := range names {
		value, err := exec.CommandContext(context.Background(), "go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		list[i] = name + "=" + strings.TrimSpace(string(value))
	}
	return list
}
