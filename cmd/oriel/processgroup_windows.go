package main

import "syscall"

// newProcessGroup protects a program from our Ctrl-C, which goes to the
// whole process group: the browser must keep running.
func newProcessGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}
