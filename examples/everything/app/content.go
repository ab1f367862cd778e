package app

import (
	"context"
	_ "embed"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

var (
	//go:embed media/red.png
	redPixel []byte
	//go:embed media/beep.wav
	beep []byte
)

// content declares tools that answer with every kind of content there is.
func content(app *oriel.App) {
	oriel.AddTool(app, oriel.Tool{
		Name: "test_simple_text", Description: "Answers with a text", ReadOnly: true,
	}, simpleText)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_image_content", Description: "Answers with a picture", ReadOnly: true,
	}, picture)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_audio_content", Description: "Answers with sound", ReadOnly: true,
	}, sound)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_embedded_resource", Description: "Answers with a document", ReadOnly: true,
	}, document)
	oriel.AddTool(app, oriel.Tool{
		Name: "test_multiple_content_types", Description: "Answers with a text, a picture, a document and a link", ReadOnly: true,
	}, mixed)
}

func simpleText(context.Context, none) (answer, error) {
	return answer{Text: "This is a simple text response for testing."}, nil
}

func picture(context.Context, none) (answer, error) {
	return answer{Content: []ui.Block{ui.ImageBlock{Data: redPixel, MIMEType: "image/png"}}}, nil
}

func sound(context.Context, none) (answer, error) {
	return answer{Content: []ui.Block{ui.AudioBlock{Data: beep, MIMEType: "audio/wav"}}}, nil
}

func document(context.Context, none) (answer, error) {
	return answer{Content: []ui.Block{ui.ResourceBlock{
		URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content.",
	}}}, nil
}

func mixed(context.Context, none) (answer, error) {
	return answer{
		Text: "Multiple content types test:",
		Content: []ui.Block{
			ui.ImageBlock{Data: redPixel, MIMEType: "image/png"},
			ui.ResourceBlock{URI: "test://mixed-content-resource", MIMEType: "application/json", Text: `{"test":"data","value":123}`},
			ui.LinkBlock{
				URI: staticText.URI, Name: staticText.Name, Title: "More of it",
				// The link is for people: the model need not read it.
				Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}},
			},
		},
	}, nil
}
