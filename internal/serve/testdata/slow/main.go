// Command slow serves a tool that takes its time, one that prints what it has been called
// with, one that asks its client, and one that does not end.
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/orielapps/oriel"
)

func main() {
	app := oriel.New("slow", "1.0.0")
	type text struct {
		Text string `json:"text"`
	}
	oriel.AddTool(app, oriel.Tool{Name: "slow"}, func(ctx context.Context, in text) (oriel.Result[text], error) {
		if err := oriel.RequestFrom(ctx).Progress(ctx, 1, 2, "begun"); err != nil {
			return oriel.Result[text]{}, err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return oriel.Result[text]{}, ctx.Err()
		}
		return oriel.Result[text]{Data: in}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "print"}, func(_ context.Context, in text) (oriel.Result[text], error) {
		fmt.Println("executed", in.Text)
		return oriel.Result[text]{Data: in}, nil
	})
	oriel.AddTool(app, oriel.Tool{Name: "ask"}, func(ctx context.Context, _ text) (oriel.Result[text], error) {
		answer, err := oriel.Ask[text](ctx, oriel.Question{Name: "sure", Message: "Sure?"})
		return oriel.Result[text]{Data: answer}, err
	})
	oriel.AddTool(app, oriel.Tool{Name: "hang"}, func(context.Context, text) (oriel.Result[text], error) {
		select {}
	})
	app.Main()
}
