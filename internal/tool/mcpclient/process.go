package mcpclient

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/orielapps/oriel/internal/tool/procgroup"
	"github.com/orielapps/oriel/ui"
)

const (
	// stopTimeout is how long a program may take to end when its input is closed,
	// and again when it gets a signal.
	stopTimeout = 2 * time.Second
	// quickStopTimeout is that for a program that has not answered initialize.
	quickStopTimeout = 300 * time.Millisecond
	// drainTime is how long the pipes of a program that has exited are read on
	// when nothing more comes.
	drainTime = 300 * time.Millisecond
	// printedLine is the longest line of standard error that is passed on whole.
	printedLine = 8 << 10
)

// process is a running program, in a process group of its own (a job on
// Windows). What the program starts ends with it.
type process struct {
	name    string
	cmd     *exec.Cmd
	running *procgroup.Running
	in      *os.File // we write its standard input
	out     *output  // we read its standard output

	stopOnce sync.Once
	stopping chan struct{} // closed when we end it
	printed  chan struct{} // closed when its standard error is at its end
	gone     chan struct{} // closed when nothing is left of it

	mu   sync.Mutex
	last lastLine // the last line it printed
}

// start runs a program. Each line that it writes to its standard error goes to
// printed, which may be nil.
func start(server Server, printed func(string)) (*process, error) {
	cmd, err := command(server)
	if err != nil {
		return nil, err
	}
	p := &process{
		name: server.ID, cmd: cmd,
		stopping: make(chan struct{}), printed: make(chan struct{}), gone: make(chan struct{}),
	}
	var files []*os.File
	pipe := func() (r, w *os.File) {
		if err == nil {
			if r, w, err = os.Pipe(); err == nil {
				files = append(files, r, w)
			}
		}
		return r, w
	}
	theirIn, ourIn := pipe()
	ourOut, theirOut := pipe()
	ourErr, theirErr := pipe()
	if err == nil {
		// Plain files, so that nothing of os/exec waits for a pipe that somebody
		// else holds open.
		cmd.Stdin, cmd.Stdout, cmd.Stderr = theirIn, theirOut, theirErr
		p.running, err = procgroup.Start(cmd)
	}
	if err != nil {
		closeAll(files...)
		return nil, notStarted(server, err)
	}
	closeAll(theirIn, theirOut, theirErr)
	p.in, p.out = ourIn, &output{File: ourOut}
	go p.drain(ourErr)
	go p.readPrinted(ourErr, printed)
	return p, nil
}

// drain waits for the end of the program, and closes what it wrote to.
func (p *process) drain(stderr *os.File) {
	<-p.running.Exited()
	// Usually both pipes are at their end now. Something outside the group may
	// hold them open; what still comes of what the program wrote is read.
	for before := int64(-1); before != p.out.read.Load(); {
		before = p.out.read.Load()
		time.Sleep(drainTime)
	}
	closeAll(stderr, p.out.File)
}

// output counts what is read of a file.
type output struct {
	*os.File

	read atomic.Int64
}

func (o *output) Read(p []byte) (int, error) {
	n, err := o.File.Read(p)
	o.read.Add(int64(n))
	return n, err //nolint:wrapcheck // io.Reader: io.EOF has to stay itself
}

func closeAll(files ...*os.File) {
	for _, file := range files {
		_ = file.Close() // pipes; what they held has been read or is not wanted
	}
}

// stop ends the program, gently at first, and returns when nothing is left of
// it. Each step may take as long as given.
func (p *process) stop(step time.Duration) {
	p.stopOnce.Do(func() {
		close(p.stopping)
		go func() {
			defer close(p.gone)
			closeAll(p.in)
			if !p.exitsWithin(step) {
				p.running.End(step)
			}
			closeAll(p.out.File)
			<-p.printed
		}()
	})
	<-p.gone
}

func (p *process) exitsWithin(step time.Duration) bool {
	timer := time.NewTimer(step)
	defer timer.Stop()
	select {
	case <-p.running.Exited():
		return true
	case <-timer.C:
		return false
	}
}

// readPrinted passes the lines of standard error on. It always reads on, so
// that the program is never held up, and keeps only the line that says most.
func (p *process) readPrinted(stderr *os.File, printed func(string)) {
	defer close(p.printed)
	reader := bufio.NewReaderSize(stderr, printedLine)
	for {
		line, err := reader.ReadSlice('\n')
		if text := strings.ToValidUTF8(string(trimEnd(line)), "�"); text != "" {
			p.mu.Lock()
			p.last.add(text)
			p.mu.Unlock()
			if printed != nil {
				printed(text)
			}
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return
		}
	}
}

// ending is the error of a program that ended, or closed its output, by itself.
func (p *process) ending() error {
	how := "closed its standard output"
	if p.exitsWithin(stopTimeout) {
		select {
		case <-p.printed: // the last that it prints
		case <-time.After(drainTime):
		}
		how = procgroup.DescribeExit(p.cmd.ProcessState)
	}
	message := fmt.Sprintf("The program of %s %s.", p.name, how)
	p.mu.Lock()
	last := clean(p.last.text)
	p.mu.Unlock()
	if last != "" {
		message += fmt.Sprintf(" It printed: %q.", last)
	}
	return &ui.Error{Code: "server_exited", Message: message, Fix: "See what it printed to its standard error, or run it in a terminal."}
}

// command finds the program of a server, in the PATH that the program will
// have.
func command(server Server) (*exec.Cmd, error) {
	name := server.Command[0]
	if name == "" {
		return nil, notStarted(server, errors.New("no program was named"))
	}
	if server.Dir != "" {
		if info, err := os.Stat(server.Dir); err != nil || !info.IsDir() {
			return nil, notStarted(server, fmt.Errorf("the folder %s, where it should run, is none", server.Dir))
		}
	}
	if filepath.Base(name) == name {
		found, err := procgroup.LookPath(name, server.Env)
		if err != nil {
			return nil, notStarted(server, err)
		}
		name = found
	}
	// No context: a program outlives the call that started it.
	cmd := exec.Command(name, server.Command[1:]...) //nolint:gosec,noctx // running what the user named is the purpose
	cmd.Args[0] = server.Command[0]
	cmd.Dir, cmd.Env = server.Dir, server.Env
	return cmd, nil
}

// notStarted is the error of a program that can't be run.
func notStarted(server Server, err error) error {
	name := server.Command[0]
	fault := &ui.Error{
		Code:    "server_not_started",
		Message: fmt.Sprintf("The program %q of %s can't be started: %s.", name, server.ID, clean(err.Error())),
		Fix:     "Try the command in a terminal.",
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		fault.Message = fmt.Sprintf("The program %q of %s can't be started: it is in no folder of PATH.", name, server.ID)
		fault.Fix = "Install it, correct its name, or give its full path; a program in a terminal may have another PATH than this one."
	case errors.Is(err, exec.ErrDot):
		fault.Fix = fmt.Sprintf("Write %q to run the one in the current folder.", "."+string(filepath.Separator)+name)
	case errors.Is(err, fs.ErrNotExist):
		fault.Message = fmt.Sprintf("The program %q of %s can't be started: there is no such file.", name, server.ID)
		fault.Fix = "Correct the path of the program; of a script, also see whether the interpreter in its first line is installed."
	case errors.Is(err, fs.ErrPermission):
		fault.Message = fmt.Sprintf("The program %q of %s can't be started: it is not allowed to run.", name, server.ID)
		fault.Fix = "Make the file executable, or name the program that runs it, such as node or python."
	}
	return fault
}
