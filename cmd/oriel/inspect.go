package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/orielapps/oriel/internal/tool/mcpclient"
	"github.com/orielapps/oriel/internal/tool/serverconfig"
	"github.com/orielapps/oriel/internal/tool/workbench"
)

// inspectUsage is the verb's usage as kong prints it, without the command after "--":
// run removes that before kong reads the arguments.
const inspectUsage = "oriel inspect [<url> ...] [flags]"

// usualConfigs are the config files where projects usually list their servers.
var usualConfigs = []string{".mcp.json", ".vscode/mcp.json", ".cursor/mcp.json"}

// inspectCommand shows any MCP servers in the workbench.
type inspectCommand struct {
	workbenchFlags
	answersFlag

	URLs      []string `arg:"" name:"url" optional:"" help:"MCP endpoints: http or https URLs."`
	Config    []string `help:"Start the servers of a config file of Claude, Cursor or VS Code. May be repeated." placeholder:"FILE" sep:"none"`
	Header    []string `help:"Send this header to the URLs. Replaces $${VARIABLE}. May be repeated." placeholder:"'NAME: VALUE'" sep:"none"`
	Transport string   `default:"auto" enum:"auto,http,sse" help:"The transport of the URLs: Streamable HTTP, the older sse, or auto to try both." placeholder:"auto|http|sse"` //nolint:lll // a tag is one line
	Env       []string `help:"Set a variable for the command, in addition to the shell's. May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	Dir       string   `help:"Run the command in this folder." placeholder:"DIR"`
	Verbose   bool     `help:"Also print the standard error of the programs here." short:"v"`
}

// Help is shown below the verb's usage.
func (*inspectCommand) Help() string {
	return `For example:

    oriel inspect http://localhost:3000/mcp
    oriel inspect -- node server.js --stdio
    oriel inspect --config .mcp.json
    oriel inspect --answers answers.json http://localhost:3000/mcp

The command after "--" speaks MCP over its standard input and output. Each host that you look at
gets its own process, as in real life. All of them end with the workbench.

Config files are those of Claude Desktop, Claude Code and Cursor ("mcpServers"), and of VS Code
("servers"). They decide which programs run, so oriel only reads those that you name.

When a server asks its user, its client's model, or for folders, the workbench shows the question
on the card of the host. --answers answers from a file instead, which has for example:

    {"answers": [{"message": "Who?", "accept": {"name": "Ada"}}]}

docs/questions.md explains it.`
}

// Run serves the workbench until the context ends. It prints the workbench's URL first,
// and then the status of the servers.
func (c *inspectCommand) Run(env *environment) error {
	servers, warnings, err := c.servers(env)
	if err != nil {
		return err
	}
	script, err := c.script()
	if err != nil {
		return err
	}
	b, err := c.listen(env, workbench.Options{Servers: servers, Title: titleOf(servers), Answers: script, Automatic: true})
	if err != nil {
		return err
	}
	if err = c.announce(env, b); err != nil {
		return errors.Join(err, b.close())
	}
	for _, warning := range warnings {
		warn(env.errorOutput(), "", warning, "")
	}
	ctx, stop := context.WithCancel(env.ctx)
	defer stop()
	reporter := &serverReporter{stdout: env.stdout, stderr: env.errorOutput(), verbose: c.Verbose, several: len(servers) > 1}
	var reporting sync.WaitGroup
	reporting.Go(func() {
		if failed := reporter.follow(ctx, b.URL()); failed != nil && ctx.Err() == nil {
			warn(env.errorOutput(), "", "The status of the servers is only shown in the workbench: "+sentence(failed.Error()), "")
		}
	})
	err = b.serve(ctx)
	stop()
	reporting.Wait()
	return err
}

func titleOf(servers []mcpclient.Server) string {
	if len(servers) == 1 {
		return servers[0].ID
	}
	return fmt.Sprintf("%d servers", len(servers))
}

// servers returns the servers of the command line: URLs, then config files, then the
// command.
func (c *inspectCommand) servers(env *environment) (servers []mcpclient.Server, warnings []string, err error) {
	if err = c.checkUsage(env); err != nil {
		return nil, nil, err
	}
	header, err := c.header(env)
	if err != nil {
		return nil, nil, err
	}
	transport := mcpclient.Transport(c.Transport)
	if c.Transport == "auto" {
		transport = mcpclient.Auto
	}
	for _, address := range c.URLs {
		endpoint, fault := serverconfig.Endpoint(address)
		if fault != nil {
			return nil, nil, &problem{usage: true, message: fault.Message, fix: fixOfURL(address, fault.Fix)}
		}
		servers = append(servers, mcpclient.Server{
			ID: serverconfig.EndpointID(endpoint), Endpoint: endpoint, Transport: transport, Header: header.Clone(),
		})
	}
	for _, path := range c.Config {
		config, failed := serverconfig.Load(path, env.environ)
		if failed != nil {
			return nil, nil, failed
		}
		servers = append(servers, config.Servers...)
		warnings = append(warnings, config.Warnings...)
	}
	if len(env.command) > 0 {
		server := mcpclient.Server{
			ID: serverconfig.CommandID(env.command), Command: env.command, Dir: c.Dir,
			Env: append(slices.Clone(env.environ), c.Env...),
		}
		servers = append(servers, server)
	}
	serverconfig.Unique(servers)
	return servers, warnings, nil
}

// fixOfURL returns the fix for an argument that is no URL.
func fixOfURL(argument, fix string) string {
	info, err := os.Stat(argument)
	switch {
	case err != nil || info.IsDir():
		return fix
	case strings.EqualFold(filepath.Ext(argument), ".json"):
		return "It is a file. To start its servers: oriel inspect --config " + argument
	default:
		return "It is a file. To run it: oriel inspect -- " + argument
	}
}

// checkUsage refuses arguments that don't go together.
func (c *inspectCommand) checkUsage(env *environment) error {
	misuse := func(message, fix string) error { return &problem{usage: true, message: message, fix: fix} }
	switch {
	case env.command != nil && (len(env.command) == 0 || env.command[0] == ""):
		return misuse(`There is no command after "--".`, "Write the program and its arguments there: oriel inspect -- node server.js")
	case len(c.URLs) == 0 && len(c.Config) == 0 && env.command == nil:
		return c.noServer()
	case len(c.Header) > 0 && len(c.URLs) == 0:
		return misuse("--header needs a URL.", `A config file has "headers" for each server.`)
	case c.Transport != "auto" && len(c.URLs) == 0:
		return misuse("--transport needs a URL.", `A config file has a "type" for each server; a command uses stdio.`)
	case (len(c.Env) > 0 || c.Dir != "") && env.command == nil:
		return misuse(`--env and --dir need a command after "--".`, `A config file has "env" and "cwd" for each server.`)
	}
	for _, variable := range c.Env {
		if name, _, ok := strings.Cut(variable, "="); !ok || name == "" {
			return misuse("--env takes KEY=VALUE.", "Use one --env for each variable.")
		}
	}
	if c.Dir != "" {
		if info, err := os.Stat(c.Dir); err != nil || !info.IsDir() {
			return &problem{message: fmt.Sprintf("%q is not a folder.", c.Dir), fix: "Name the folder to run the command in."}
		}
	}
	return nil
}

// noServer returns the error of a call without a server. It suggests the config files
// in this folder, but doesn't run their programs: a cloned repository could name any
// program.
func (c *inspectCommand) noServer() error {
	lines := []string{`Give a URL, --config FILE, or a command after "--"; see oriel inspect --help.`}
	for _, name := range usualConfigs {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			lines = append(lines, fmt.Sprintf("To start the servers of %s: oriel inspect --config %s", name, name))
		}
	}
	return &problem{usage: true, message: "No server is given.", fix: strings.Join(lines, "\n")}
}

func (c *inspectCommand) header(env *environment) (http.Header, error) {
	header := http.Header{}
	for _, text := range c.Header {
		expanded, err := serverconfig.Expand(text, env.environ)
		if err != nil {
			return nil, fmt.Errorf("--header: %w", err)
		}
		name, value, fault := serverconfig.ParseHeader(expanded)
		if fault != nil {
			return nil, &problem{usage: true, message: "--header: " + fault.Message, fix: fault.Fix}
		}
		header.Add(name, value)
	}
	return header, nil
}
