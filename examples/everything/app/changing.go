package app

import (
	"context"
	"time"

	"github.com/orielapps/oriel"
)

// changing declares tools that change what the app has. Clients that listen are told;
// there is nothing to send.
func changing(app *oriel.App) {
	oriel.AddTool(app, oriel.Tool{
		Name: "test_trigger_tool_change", Description: "Adds a tool and takes it away again",
	}, func(ctx context.Context, _ none) (answer, error) {
		// The name is of this call alone, because others may run at the same time. The
		// tool goes at once, because the other replicas of this app don't have it.
		name := "passing_" + oriel.RequestFrom(ctx).ID
		oriel.AddTool(app, oriel.Tool{Name: name, Description: "Is gone before anybody can call it", ReadOnly: true}, simpleText)
		app.RemoveTools(name)
		return answer{Text: "The tools have changed, and changed back."}, nil
	})
	oriel.AddTool(app, oriel.Tool{
		Name: "test_trigger_prompt_change", Description: "Adds a prompt and takes it away again",
	}, func(ctx context.Context, _ none) (answer, error) {
		name := "passing_" + oriel.RequestFrom(ctx).ID
		oriel.AddPrompt(app, oriel.Prompt{Name: name, Description: "Is gone before anybody can choose it"}, simplePrompt)
		app.RemovePrompts(name)
		return answer{Text: "The prompts have changed, and changed back."}, nil
	})
	oriel.AddResource(app, oriel.Resource{
		URI: watched, Name: "watched-resource", Description: "The time of day, which changes every three seconds", MIMEType: "text/plain",
	}, func(context.Context) (oriel.Contents, error) {
		return oriel.Contents{Text: "Watched resource content at " + time.Now().Truncate(every).Format(time.TimeOnly)}, nil
	})
}

const (
	watched = "test://watched-resource"
	every   = 3 * time.Second
)

// Tick tells those who have subscribed to the watched resource that it has changed,
// until the context is done.
func Tick(ctx context.Context, app *oriel.App) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			app.ResourceUpdated(watched)
		case <-ctx.Done():
			return
		}
	}
}
