package app

import (
	"context"
	"fmt"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

// prompts declares texts that people choose, often as a command, and that the host
// gives to its model.
func prompts(app *oriel.App) {
	oriel.AddPrompt(app, oriel.Prompt{
		Name: "test_simple_prompt", Title: "Something simple", Description: "A prompt without arguments",
	}, simplePrompt)
	oriel.AddPrompt(app, oriel.Prompt{
		Name: "test_prompt_with_arguments", Title: "Two arguments", Description: "A prompt with two arguments",
		Complete: words,
	}, withArguments)
	oriel.AddPrompt(app, oriel.Prompt{
		Name: "test_prompt_with_embedded_resource", Title: "A document", Description: "A prompt about a document",
	}, aboutDocument)
	oriel.AddPrompt(app, oriel.Prompt{
		Name: "test_prompt_with_image", Title: "A picture", Description: "A prompt about a picture",
	}, aboutPicture)
	oriel.AddPrompt(app, oriel.Prompt{
		Name: "test_input_required_result_prompt", Title: "A question first", Description: "A prompt that asks the user for its context",
	}, inContext)
}

func simplePrompt(context.Context, none) ([]oriel.Message, error) {
	return []oriel.Message{oriel.UserText("This is a simple prompt for testing.")}, nil
}

// The arguments of a prompt are texts; MCP has no others.
type two struct {
	Arg1 string `json:"arg1" doc:"First test argument"`
	Arg2 string `json:"arg2" doc:"Second test argument"`
}

func withArguments(_ context.Context, in two) ([]oriel.Message, error) {
	return []oriel.Message{oriel.UserText(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", in.Arg1, in.Arg2))}, nil
}

// words suggests values for an argument, best first.
func words(_ context.Context, argument, typed string, _ map[string]string) ([]string, error) {
	suggestions := map[string][]string{
		"arg1": {"paris", "park", "party", "test"},
		"arg2": {"hello", "world"},
	}
	var fitting []string
	for _, word := range suggestions[argument] {
		if strings.HasPrefix(word, strings.ToLower(typed)) {
			fitting = append(fitting, word)
		}
	}
	return fitting, nil
}

type about struct {
	ResourceURI string `json:"resourceUri" doc:"URI of the resource to embed"`
}

func aboutDocument(_ context.Context, in about) ([]oriel.Message, error) {
	return []oriel.Message{
		{Role: ui.RoleUser, Content: ui.ResourceBlock{
			URI: in.ResourceURI, MIMEType: "text/plain", Text: "Embedded resource content for testing.",
		}},
		oriel.UserText("Please process the embedded resource above."),
	}, nil
}

func aboutPicture(context.Context, none) ([]oriel.Message, error) {
	return []oriel.Message{
		{Role: ui.RoleUser, Content: ui.ImageBlock{Data: redPixel, MIMEType: "image/png"}},
		oriel.UserText("Please analyze the image above."),
	}, nil
}

type background struct {
	Context string `json:"context"`
}

// Prompts and resources can ask, too.
func inContext(ctx context.Context, _ none) ([]oriel.Message, error) {
	b, err := oriel.Ask[background](ctx, oriel.Question{Name: "user_context", Message: "What context should the prompt use?"})
	if err != nil {
		return nil, err
	}
	return []oriel.Message{oriel.UserText("Use this context: " + b.Context)}, nil
}
