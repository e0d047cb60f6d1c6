/* system.h: system calls that bypass the C library.
 *
 * A program may define a function of any name, even `read` and `write`, which would then catch the
 * player's calls. Besides, the first call of each function in a process costs a page fault or two,
 * which are a large part of a turn's whole time. */
#ifndef STOKER_PLAYER_SYSTEM_H
#define STOKER_PLAYER_SYSTEM_H

#include <stddef.h>
#include <sys/time.h>

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#define SYSTEM_DIRECT 1

#include <sys/syscall.h>

/* The kernel's numbers under names of our own. Its headers declare functions that may conflict with
 * a program's headers. */
#define SYSTEM_DUPLICATE 1030       /* F_DUPFD_CLOEXEC */
#define SYSTEM_PROCESSOR_TIMER 2    /* ITIMER_PROF */
#define SYSTEM_INTERRUPTED (-4L)    /* -EINTR */

/* One system call; a negative number is an error. */
#if defined __x86_64__
static long system_call(long number, long a, long b, long c, long d, long e)
{
    register long fourth __asm__("r10") = d;
    register long fifth __asm__("r8") = e;
    long result;
    /* Operands are in the kernel's registers; the call changes rcx, r11 and memory. */
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
    return result;
}
#else
static long system_call(long number, long a, long b, long c, long d, long e)
{
    register long call __asm__("x8") = number;
    register long first __asm__("x0") = a;
    register long second __asm__("x1") = b;
    register long third __asm__("x2") = c;
    register long fourth __asm__("x3") = d;
    register long fifth __asm__("x4") = e;
    /* Operands are in the kernel's registers; the call changes memory. */
    __asm__ volatile("svc 0"
                     : "+r"(first)
                     : "r"(call), "r"(second), "r"(third), "r"(fourth), "r"(fifth)
                     : "memory");
    return first;
}
#endif

/* Reads the available input into a buffer of this size. Returns the number of bytes, 0 at the end,
 * a negative number on failure. */
static long system_read(int from, void *to, size_t size)
{
    long count;
    do
        count = system_call(SYS_read, from, (long)to, (long)size, 0, 0);
    while (count == SYSTEM_INTERRUPTED);
    return count;
}

/* Writes as much as there is room for. Returns the number of bytes, a negative number on
 * failure. */
static long system_write(int to, const void *from, size_t size)
{
    long count;
    do
        count = system_call(SYS_write, to, (long)from, (long)size, 0, 0);
    while (count == SYSTEM_INTERRUPTED);
    return count;
}

/* Another descriptor of the same stream, not a standard one, that exec closes. */
static int system_duplicate(int stream)
{
    return (int)system_call(SYS_fcntl, stream, SYSTEM_DUPLICATE, 3, 0, 0);
}

/* Puts a stream in another one's place. */
static void system_replace(int from, int to)
{
    system_call(SYS_dup3, from, to, 0, 0, 0);
}

/* Sends SIGPROF once this much processor time is used. */
static void system_timer(const struct itimerval *timer)
{
    system_call(SYS_setitimer, SYSTEM_PROCESSOR_TIMER, (long)timer, 0, 0, 0);
}

/* The kernel's description of a signal's handling. */
struct system_action {
    long handler;
    unsigned long flags;
    long restorer;
    unsigned long mask;
};

/* Makes the process ignore a signal. */
static void system_ignore(int signal)
{
    struct system_action action = {1, 0, 0, 0}; /* SIG_IGN */
    system_call(SYS_rt_sigaction, signal, (long)&action, 0, sizeof action.mask, 0);
}

#else

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static long system_read(int from, void *to, size_t size)
{
    ssize_t count;
    do
        count = read(from, to, size);
    while (count < 0 && errno == EINTR);
    return (long)count;
}

static long system_write(int to, const void *from, size_t size)
{
    ssize_t count;
    do
        count = write(to, from, size);
    while (count < 0 && errno == EINTR);
    return (long)count;
}

static int system_duplicate(int stream)
{
    return fcntl(stream, F_DUPFD_CLOEXEC, 3);
}

static void system_replace(int from, int to)
{
    dup2(from, to);
}

static void system_timer(const struct itimerval *timer)
{
    setitimer(ITIMER_PROF, timer, NULL);
}

static void system_ignore(int number)
{
    signal(number, SIG_IGN);
}

#endif

#endif
