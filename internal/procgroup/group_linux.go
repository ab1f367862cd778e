package procgroup

import "syscall"

// diesWithThread says that a child ends with the thread that started it.
const diesWithThread = true

// dieWithUs has the kernel end the program when this process is killed so hard
// that it can't end it itself.
func dieWithUs(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
