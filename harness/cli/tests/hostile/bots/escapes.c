/* Tries to get power, devices, namespaces and descriptors that it was not given. */
#include "hostile.h"
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mount.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <termios.h>

static void opens(const char *path, int flags) {
    if (open(path, flags) >= 0) breach(path);
}

static void makes(long result, const char *what) {
    if (result >= 0) breach(what);
}

int main(void) {
    for (int descriptor = 3; descriptor < 1024; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) breach("a descriptor that it was not given");
    }
    if (getuid() == 0 || geteuid() == 0) breach("it is root");
    makes(setuid(0), "setuid");
    makes(setgid(0), "setgid");
    makes(unshare(CLONE_NEWUSER), "unshare, user");
    makes(unshare(CLONE_NEWNS), "unshare, mounts");
    makes(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0), "clone, user");
    makes(mount("none", "/tmp", "tmpfs", 0, ""), "mount");
    makes(umount2("/proc", MNT_DETACH), "umount");
    makes(chroot("/tmp"), "chroot");
    makes(mknod("/tmp/disk", S_IFBLK | 0600, makedev(8, 0)), "mknod");
    makes(syscall(SYS_bpf, 0, 0, 0), "bpf");
    makes(syscall(SYS_keyctl, 0, -3, 1), "keyctl");
    makes(syscall(SYS_add_key, "user", "x", "x", 1, -3), "add_key");
    makes(syscall(SYS_io_uring_setup, 4, calloc(1, 120)), "io_uring");
    makes(syscall(SYS_perf_event_open, calloc(1, 128), 0, -1, -1, 0), "perf_event_open");
    makes(syscall(SYS_userfaultfd, 0), "userfaultfd");
    makes(syscall(SYS_pidfd_open, getppid(), 0) >= 0
              ? syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, getppid(), 0), 0, 0) : -1,
          "pidfd_getfd");
    makes(setpriority(PRIO_PROCESS, 0, -10), "a higher priority");
    makes(setpriority(PRIO_PROCESS, 0, 19), "a lower priority");
    struct sched_param none = {0};
    makes(sched_setscheduler(0, SCHED_IDLE, &none), "no priority at all");
    makes(memfd_create("x", 0), "memory in a file without a name");
    makes(shmget(IPC_PRIVATE, 1 << 20, IPC_CREAT | 0600), "memory of nobody");
    struct rlimit more = {RLIM_INFINITY, RLIM_INFINITY};
    makes(setrlimit(RLIMIT_AS, &more), "more memory");
    makes(setrlimit(RLIMIT_FSIZE, &more), "longer files");
    makes(ioctl(0, TIOCSTI, "x"), "typed into the terminal");
    makes(syscall(SYS_open_by_handle_at, AT_FDCWD, calloc(1, 256), O_RDONLY), "open_by_handle_at");
    opens("/dev/tty", O_RDWR);
    opens("/dev/mem", O_RDONLY);
    opens("/dev/kmsg", O_WRONLY);
    opens("/proc/sysrq-trigger", O_WRONLY);
    opens("/proc/sys/kernel/core_pattern", O_WRONLY);
    opens("/sys/kernel", O_RDONLY);
    opens("/sys/fs/cgroup", O_RDONLY);
    opens("/etc/shadow", O_RDONLY);
    opens("/root", O_RDONLY);
    opens("/home", O_RDONLY);
    opens("/usr/bin/hostile", O_WRONLY | O_CREAT);
    opens("/hostile", O_WRONLY | O_CREAT);
    stay_at_sea();
    return 0;
}
