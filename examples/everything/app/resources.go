package app

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/orielapps/oriel"
	"github.com/orielapps/oriel/ui"
)

var staticText = oriel.Resource{
	URI: "test://static-text", Name: "static-text", Title: "A text",
	Description: "A text that never changes", MIMEType: "text/plain",
}

// resources declares what clients can read: for their users, who choose it, or for
// their models.
func resources(app *oriel.App) {
	oriel.AddResource(app, staticText, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "This is the content of the static text resource."}, nil
	})
	oriel.AddResource(app, oriel.Resource{
		URI: "test://static-binary", Name: "static-binary", Title: "A picture",
		Description: "A picture that never changes", MIMEType: "image/png", Size: int64(len(redPixel)),
		Annotations: ui.Annotations{Audience: []ui.Role{ui.RoleUser}},
	}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Data: redPixel}, nil
	})
	oriel.AddResource(app, oriel.Resource{
		URI: "test://asked-text", Name: "asked-text", Title: "A text with a question",
		Description: "A text for whom the user says", MIMEType: "text/plain",
	}, func(ctx context.Context) (oriel.Contents, error) {
		p, err := oriel.Ask[person](ctx, whoIsThere)
		return oriel.Contents{Text: "This is for " + p.Name + "."}, err
	})
	oriel.AddTemplate(app, oriel.Template{
		URITemplate: "test://template/{id}/data", Name: "template", Title: "Data of an id",
		Description: "The data of whatever id the URI has", MIMEType: "application/json",
		Complete: knownIDs,
	}, dataOf)
}

type data struct {
	ID           string `json:"id"`
	TemplateTest bool   `json:"templateTest"`
	Data         string `json:"data"`
}

func dataOf(_ context.Context, variables map[string]string) (oriel.Contents, error) {
	id := variables["id"]
	if id == "" {
		return oriel.Contents{}, &oriel.Error{Code: "id_missing", Message: "The URI has no id.", Fix: "Read one such as test://template/123/data."}
	}
	text, err := json.Marshal(data{ID: id, TemplateTest: true, Data: "Data for ID: " + id})
	if err != nil {
		return oriel.Contents{}, fmt.Errorf("the data of %q: %w", id, err)
	}
	return oriel.Contents{Text: string(text)}, nil
}

// knownIDs suggests ids that begin with what the user has typed.
func knownIDs(_ context.Context, _, typed string, _ map[string]string) ([]string, error) {
	const ids = 1000
	var fitting []string
	for id := range ids {
		if text := strconv.Itoa(id); strings.HasPrefix(text, typed) {
			fitting = append(fitting, text)
		}
	}
	return fitting, nil // Oriel sends the first hundred, and says that there are more
}
