package probe

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/orielapps/oriel"
)

// The URIs of what can be read.
const (
	TextURI    = "probe://text"
	BinaryURI  = "probe://binary"
	CounterURI = "probe://counter"
)

// binary has every byte once.
func binary() []byte {
	const values = 256
	data := make([]byte, values)
	for i := range data {
		data[i] = byte(i)
	}
	return data
}

func (w *World) addResources(app *oriel.App) {
	oriel.AddResource(app, oriel.Resource{URI: TextURI, Name: "text", MIMEType: "text/plain"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "Grüße, ☔"}, nil
	})
	oriel.AddResource(app, oriel.Resource{URI: BinaryURI, Name: "binary", MIMEType: "application/octet-stream"}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Data: binary()}, nil
	})
	oriel.AddResource(app, oriel.Resource{URI: CounterURI, Name: "counter", MIMEType: "text/plain"}, func(context.Context) (oriel.Contents, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		return oriel.Contents{Text: strconv.Itoa(w.counter)}, nil
	})
	oriel.AddTemplate(app, oriel.Template{
		URITemplate: "probe://days/{city}/{day}", Name: "day", MIMEType: "text/plain",
		Complete: func(_ context.Context, name, typed string, known map[string]string) ([]string, error) {
			if name == "day" {
				return []string{"monday in " + known["city"]}, nil
			}
			return startingWith(typed, "lisbon", "london", "rome"), nil
		},
	}, func(_ context.Context, variables map[string]string) (oriel.Contents, error) {
		return oriel.Contents{Text: fmt.Sprintf("%s in %s", variables["day"], variables["city"])}, nil
	})
}

func startingWith(typed string, values ...string) []string {
	var fitting []string
	for _, v := range values {
		if strings.HasPrefix(v, typed) {
			fitting = append(fitting, v)
		}
	}
	return fitting
}

type plan struct {
	City string `json:"city" doc:"Where to go" enum:"Lisbon,London,Rome"`
	Tone string `json:"tone,omitempty"`
}

func (w *World) addPrompts(app *oriel.App) {
	oriel.AddPrompt(app, oriel.Prompt{Name: "plan", Description: "Plans a day."}, func(_ context.Context, in plan) ([]oriel.Message, error) {
		return []oriel.Message{oriel.UserText("Plan a day in " + in.City + "."), oriel.AssistantText("Gladly" + in.Tone)}, nil
	})
	oriel.AddPrompt(app, oriel.Prompt{Name: "interview"}, func(ctx context.Context, _ None) ([]oriel.Message, error) {
		got, err := oriel.Ask[colour](ctx, oriel.Question{Message: "Which colour?"})
		if err != nil {
			return nil, err
		}
		return []oriel.Message{oriel.UserText("I like " + got.Colour + ".")}, nil
	})
}
