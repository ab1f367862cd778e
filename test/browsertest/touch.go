package browsertest

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/input"
)

// A Finger touches an element, moves, and is lifted. The places are pixels from the element's center.
type Finger struct{ FromX, FromY, ToX, ToY float64 }

// touchSteps is the number of moves of a finger: a browser takes the first few pixels for no move.
const touchSteps = 10

// Touch puts fingers on an element, moves them at the same time, and lifts them.
func (f *Frame) Touch(ctx context.Context, selector string, fingers ...Finger) error {
	return f.poll(ctx, selector+", not moving,", func(ctx context.Context, d document) error {
		element, err := d.element(ctx, selector)
		if err != nil {
			return err
		}
		x, y, err := element.stableCenter(ctx)
		if err != nil {
			return err
		}
		for step := range touchSteps + 1 {
			done := float64(step) / touchSteps
			points := make([]*input.TouchPoint, len(fingers))
			for i, one := range fingers {
				id := float64(i + 1)
				points[i] = &input.TouchPoint{X: x + one.FromX + (one.ToX-one.FromX)*done, Y: y + one.FromY + (one.ToY-one.FromY)*done, ID: &id}
			}
			kind := input.DispatchTouchEventTypeTouchMove
			if step == 0 {
				kind = input.DispatchTouchEventTypeTouchStart
			}
			if err := element.touch(ctx, kind, points); err != nil {
				return err
			}
		}
		return element.touch(ctx, input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{})
	})
}

func (o object) touch(ctx context.Context, kind input.DispatchTouchEventType, points []*input.TouchPoint) error {
	if _, err := call(ctx, o.session, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
		return fmt.Errorf("touching: %w", err)
	}
	return nil
}
