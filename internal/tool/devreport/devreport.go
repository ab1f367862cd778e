// Package devreport has what the development loop reports and the workbench shows.
package devreport

// The sources of problems.
const (
	SourceView     = "view"     // the bundler
	SourceGo       = "go"       // the compiler
	SourceTypes    = "types"    // the type checker
	SourceServer   = "server"   // the program, or the way to it
	SourcePackages = "packages" // the installation of packages
)

// Problem is something that is wrong at the moment. Files are slash paths relative to the
// project's folder; lines and columns begin at 1.
type Problem struct {
	// Source is what does not work.
	Source string `json:"source" enum:"view,go,types,server,packages"`
	// View is the name of the view concerned; empty for the whole app.
	View string `json:"view,omitempty"`
	// Code is stable, in snake_case.
	Code string `json:"code,omitempty"`
	// File is where the problem is; empty where it is in no file. Line and Column are 0 where
	// they are unknown.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Message is a sentence, possibly followed by more lines.
	Message string `json:"message"`
	// Excerpt has the lines of source around the place, or one with a caret below.
	Excerpt string `json:"excerpt,omitempty"`
	// Fix says what to do; empty where the message does.
	Fix string `json:"fix,omitempty"`
}

// AppError is an error of the running app that its clients don't see: they get only the ID.
type AppError struct {
	// ID is the reference that clients get: "err-xay57ikrhq".
	ID string `json:"id"`
	// Method and Name are those of the failed request: "tools/call" and the tool.
	Method string `json:"method,omitempty"`
	Name   string `json:"name,omitempty"`
	// Message is the error's text; that of a panic begins with "panic: ".
	Message string `json:"message"`
	// File and Line are where the project's code panicked. File is a slash path relative to
	// the project's folder; empty without a panic.
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	// Excerpt has the lines of source around that place, which is marked with ">".
	Excerpt string `json:"excerpt,omitempty"`
	// Stack are the calls that led to a panic, the innermost first.
	Stack []StackFrame `json:"stack,omitempty"`
}

// StackFrame is a call.
type StackFrame struct {
	Function string `json:"function"` // "main.brew"
	// File is relative to the project's folder where InProject is set, and absolute elsewhere.
	File      string `json:"file"`
	Line      int    `json:"line"`
	InProject bool   `json:"inProject,omitempty"`
}

// Style is the text of a style sheet of a view: of the document's
// <style data-oriel-style="ID">.
type Style struct {
	ID  string `json:"id"`
	CSS string `json:"css"`
}
