/* Attaches to other processes and reads their memory, and traces its own child. */
#include "hostile.h"
#include <sys/ptrace.h>
#include <sys/uio.h>

static void trace(pid_t process) {
    if (ptrace(PTRACE_ATTACH, process, 0, 0) == 0) breach("attached to another process");
    if (ptrace(PTRACE_SEIZE, process, 0, 0) == 0) breach("seized another process");
}

static void attach(pid_t process) {
    char byte, path[64];
    struct iovec own = {&byte, 1}, other = {(void *)attach, 1};
    trace(process);
    if (process_vm_readv(process, &own, 1, &other, 1, 0) >= 0) breach("read the memory of another");
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    if (open(path, O_RDWR) >= 0) breach("opened the memory of another");
    snprintf(path, sizeof path, "/proc/%d/environ", process);
    if (open(path, O_RDONLY) >= 0) breach("opened the environment of another");
    snprintf(path, sizeof path, "/proc/%d/fd", process);
    if (opendir(path)) breach("listed the descriptors of another");
}

int main(void) {
    expect_to_be_alone();
    attach(getppid());
    each_process(attach);
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) == 0) _exit(1);
        for (;;) pause();
    }
    trace(child);
    int status;
    if (waitpid(child, &status, WNOHANG) != 0) breach("had its child traced");
    kill(child, SIGKILL);
    stay_at_sea();
    return 0;
}
