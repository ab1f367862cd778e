package workbench

import "reflect"

// AnswerTypes are the types of what the API answers to the page. Command
// tools/workbenchtypes writes them, and those of [EventTypes], as TypeScript.
func AnswerTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[sessionAnswer](), reflect.TypeFor[listAnswer](), reflect.TypeFor[outcome](), reflect.TypeFor[progressLine](),
		reflect.TypeFor[questionLine](), reflect.TypeFor[completeAnswer](),
		reflect.TypeFor[placedView](), reflect.TypeFor[noView](), reflect.TypeFor[standbyAnswer](), reflect.TypeFor[failure](), reflect.TypeFor[keptAnswer](),
		reflect.TypeFor[signInAnswer](),
	}
}

// EventTypes are the types of the events in the stream to the page.
func EventTypes() []reflect.Type {
	return []reflect.Type{
		reflect.TypeFor[reloadEvent](), reflect.TypeFor[styleEvent](), reflect.TypeFor[renewEvent](),
		reflect.TypeFor[problemsEvent](), reflect.TypeFor[busyEvent](), reflect.TypeFor[appErrorEvent](), reflect.TypeFor[shippedEvent](),
		reflect.TypeFor[messageEvent](),
		reflect.TypeFor[serverEvent](), reflect.TypeFor[printedEvent](), reflect.TypeFor[changedEvent](), reflect.TypeFor[updatedEvent](),
		reflect.TypeFor[logEvent](), reflect.TypeFor[signInEvent](), reflect.TypeFor[pingEvent](),
	}
}
