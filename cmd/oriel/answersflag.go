package main

import "github.com/orielapps/oriel/internal/tool/answers"

// answersFlag is the flag of the verbs that open the workbench for servers that may ask
// questions.
type answersFlag struct {
	Answers string `help:"Answer the servers' questions from this JSON file; the workbench's page asks what it has no answer for." placeholder:"FILE"`
}

// script returns the answers of the file; nil without one.
func (f answersFlag) script() (*answers.Script, error) {
	if f.Answers == "" {
		return nil, nil //nolint:nilnil // a nil script has no answers
	}
	return answers.Load(f.Answers)
}
