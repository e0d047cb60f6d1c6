/* Makes the whole machine write its buffers, and tries rare system calls: those newer than the
   filter, those of x32 and i386 programs, and those that quietly take resources from others. */
#include "hostile.h"
#include <sys/prctl.h>
#include <sys/syscall.h>

static void refused(const char *what, long number, long first, long second) {
    errno = 0;
    if (syscall(number, first, second, 0, 0, 0, 0) >= 0) breach(what);
    if (errno != EPERM && errno != ENOSYS) breach(what);
}

#ifdef __x86_64__
static void as_i386(void) {
    pid_t child = fork();
    if (child == 0) {
        long number = 20;
        __asm__ volatile("int $0x80" : "+a"(number) : : "memory");
        _exit(number > 0 ? 0 : 1);
    }
    int status = 1;
    if (waitpid(child, &status, 0) != child || (WIFEXITED(status) && WEXITSTATUS(status) == 0))
        breach("a system call of i386");
}
#endif

int main(void) {
    errno = 0;
    sync();
    if (errno != EPERM) breach("sync");
    if (syncfs(1) == 0 || errno != EPERM) breach("syncfs");
    int folder = open("/usr", O_RDONLY | O_DIRECTORY);
    if (syncfs(folder) == 0) breach("syncfs of the system");
    refused("open_tree_attr", 467, folder, 0);
    refused("statmount", 457, 0, 0);
    refused("listmount", 458, 0, 0);
    refused("cachestat", 451, folder, 0);
    refused("a call that there is not yet", 600, 0, 0);
    refused("a call that there never will be", 1 << 29, 0, 0);
#ifdef __x86_64__
    refused("the identity of an x32 program", 0x40000000 + SYS_getpid, 0, 0);
    refused("a system call of x32 alone", 0x40000000 + 512, 0, 0);
    as_i386();
#endif
    refused("io_setup", SYS_io_setup, 1, (long)calloc(1, 8));
    refused("io_pgetevents", 333, 0, 0);
    if (prctl(62, 1, 0, 0, 0) == 0 || errno != EPERM) breach("a core of its own");
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (madvise(page, 4096, MADV_MERGEABLE) == 0 || errno != EPERM)
        breach("pages that are merged with those of others");
    if (mmap(NULL, 1 << 21, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) !=
            MAP_FAILED || errno != EPERM)
        breach("huge pages, which the whole machine shares");
    if (posix_fadvise(open("/proc/self/exe", O_RDONLY), 0, 0, POSIX_FADV_DONTNEED) == 0)
        breach("made the kernel forget a file");
    stay_at_sea();
    return 0;
}
