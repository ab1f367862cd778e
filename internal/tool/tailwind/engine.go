package tailwind

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// Engine is Tailwind's compiler. Several goroutines may use one: each [Sheet] has its own
// JavaScript world.
type Engine struct {
	program *goja.Program
	// Limits of scripts; zero fields mean the defaults.
	Limits Limits
}

// Limits of one step: compiling a style sheet, or building its style.
type Limits struct {
	// Time is the longest duration; zero means a minute.
	Time time.Duration
	// Memory is the most that the heap of the process may grow meanwhile, in bytes; zero means
	// 1 GiB.
	Memory uint64
}

const (
	defaultTime   = time.Minute
	defaultMemory = 1 << 30
	// maxStack is the deepest nesting of calls.
	maxStack = 4000
	// pulse is the pause between two checks of the limits.
	pulse = 20 * time.Millisecond
)

// ErrLimit is the error of a script that exceeds [Limits].
var ErrLimit = errors.New("it exceeds the limits")

// New prepares a compiler: the text of the CommonJS module "tailwindcss", version 4.
func New(module string) (*Engine, error) {
	program, err := goja.Compile("tailwindcss", "(function(module, exports, require) {"+module+"\n})", false)
	if err != nil {
		return nil, fmt.Errorf("reading Tailwind's compiler: %w", err)
	}
	return &Engine{program: program}, nil
}

// world is a JavaScript world with Tailwind's compiler in it.
type world struct {
	vm     *goja.Runtime
	limits Limits
}

func (e *Engine) world() *world {
	w := &world{vm: goja.New(), limits: e.Limits}
	w.vm.SetMaxCallStackSize(maxStack)
	return w
}

// start returns what the compiler's module exports.
func (w *world) start(program *goja.Program) (*goja.Object, error) {
	if err := w.globals(); err != nil {
		return nil, err
	}
	exports, err := w.module(program)
	if err != nil {
		return nil, fmt.Errorf("starting Tailwind's compiler: %w", err)
	}
	compiler, ok := exports.(*goja.Object)
	if ok {
		_, ok = goja.AssertFunction(compiler.Get("compile"))
	}
	if !ok {
		return nil, errors.New("the module has no function compile")
	}
	return compiler, nil
}

// module runs a CommonJS module without imports, and returns its exports.
func (w *world) module(program *goja.Program) (goja.Value, error) {
	wrapped, err := w.vm.RunProgram(program)
	if err != nil {
		return nil, err //nolint:wrapcheck // the caller names the module
	}
	call, ok := goja.AssertFunction(wrapped)
	if !ok {
		return nil, errors.New("it is not a module")
	}
	module, exports := w.vm.NewObject(), w.vm.NewObject()
	if err := module.Set("exports", exports); err != nil {
		return nil, err //nolint:wrapcheck // the caller names the module
	}
	if _, err := call(goja.Undefined(), module, exports, w.vm.Get("require")); err != nil {
		return nil, err
	}
	return module.Get("exports"), nil
}

// grace is how long an interrupted world may take to stop: regular expressions can't be
// interrupted.
const grace = time.Second

// limited runs work in the world, and ends the world where it exceeds the limits or the
// context ends. A world that was ended can't be used again.
func (w *world) limited(ctx context.Context, work func() error) error {
	timeout, memory := w.limits.Time, w.limits.Memory
	if timeout == 0 {
		timeout = defaultTime
	}
	if memory == 0 {
		memory = defaultMemory
	}
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("%w: %v", ErrLimit, timeout))
	defer cancel()
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = catch(work)
	}()
	limit := heap() + memory
	ticker := time.NewTicker(pulse)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			if deep := (*goja.StackOverflowError)(nil); errors.As(err, &deep) { // has no message
				return fmt.Errorf("%w: more than %d nested calls", ErrLimit, maxStack)
			}
			return err
		case <-ctx.Done():
			return w.end(context.Cause(ctx), done)
		case <-ticker.C:
			if heap() > limit {
				return w.end(fmt.Errorf("%w: %d MiB of memory", ErrLimit, memory>>20), done) //nolint:mnd // MiB
			}
		}
	}
}

// end interrupts the world, and returns why.
func (w *world) end(cause error, done <-chan struct{}) error {
	w.vm.Interrupt(cause)
	select {
	case <-done:
	case <-time.After(grace):
	}
	return cause
}

// heap returns the memory of objects, including garbage.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}

// catch converts a panic of the engine into an error.
func catch(work func() error) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("the engine failed: %v", broken)
		}
	}()
	return work()
}

// ScriptError is what a script has thrown.
type ScriptError struct {
	// Message is the thrown error's.
	Message string
	// File and Line are the place in a style sheet, if Tailwind has it.
	File         string
	Line, Column int
}

func (e *ScriptError) Error() string { return e.Message }

// thrown converts the value that a script has thrown, or that a promise was rejected with.
func (w *world) thrown(value goja.Value) error {
	object, ok := value.(*goja.Object)
	if !ok {
		return &ScriptError{Message: value.String()}
	}
	if carried, ok := object.Get("value").(*goja.Object); ok {
		if err, ok := carried.Export().(error); ok {
			return err // what a Go function has returned
		}
	}
	e := &ScriptError{Message: object.String()}
	if message := object.Get("message"); message != nil && !goja.IsUndefined(message) {
		e.Message = message.String()
	}
	e.Message = strings.TrimSpace(e.Message)
	return e
}
