/* Leaves traces for a bot in another sandbox on what both can open: locks, watches, leases, hints
   and times of system files and devices. It locks its own files as databases do. */
#include "hostile.h"
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/syscall.h>

static void leave_signs(const char *path, const char *what) {
    int file = open(path, O_RDONLY);
    if (file < 0) return;
    uint64_t hint = 2;
    char text[100];
    snprintf(text, sizeof text, "%s of %s", what, path);
    if (flock(file, LOCK_SH | LOCK_NB) == 0) breach(text);
    if (fcntl(file, F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0) breach("dnotify");
    if (fcntl(file, F_SETLEASE, F_RDLCK) == 0) breach("a lease");
    if (fcntl(file, F_SET_RW_HINT, &hint) == 0) breach("a hint");
    if (futimens(file, NULL) == 0) breach("a time");
    if (utimensat(AT_FDCWD, path, NULL, 0) == 0) breach("a time, by path");
    close(file);
}

int main(void) {
    leave_signs("/usr/bin", "a lock");
    leave_signs("/bin/sh", "a lock");
    leave_signs("/dev/null", "a lock");
    leave_signs("/dev/zero", "a lock");
    leave_signs("/dev/urandom", "a lock");
    if (inotify_init() >= 0 || inotify_init1(0) >= 0) breach("watches");
    if (syscall(SYS_fanotify_init, 0, O_RDONLY) >= 0) breach("more watches");
    if (mknod("/work/zero", S_IFCHR | 0666, 0x105) == 0) breach("a device");
    struct flock all = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int own = open("own", O_RDWR | O_CREAT, 0600);
    if (fcntl(own, F_SETLK, &all) != 0) breach("that its own files cannot be locked");
    FILE *written = fopen("/dev/null", "w");
    if (!written || fputs("x", written) < 0 || fclose(written) != 0)
        breach("that nothing can be written to /dev/null");
    stay_at_sea();
    return 0;
}
