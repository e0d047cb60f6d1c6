/* warm.h: a process that has loaded the program, and forks for every turn.
 *
 * Starting a process takes far longer than copying one that is already loaded. So the harness may
 * start the program once per match, with a Unix socket of packets as its standard input. Each
 * packet carries the three standard streams of one turn. The warm process copies itself. The copy
 * takes the streams, and continues in main as a fresh process does. No code of the team's runs in
 * the warm process, which stays as the loader left it.
 *
 * - The copy is a child of the warm process's own parent, which judges how it ends and what it
 *   uses. The socket carries one packet from the warm process when it is ready, and one from each
 *   copy before any code of the team's runs. The kernel adds the sender's process id, and nothing
 *   else in the packet counts.
 * - The copies cannot look into the warm process.
 * - A program may define a function of any name, even one of the C library's, so this code calls
 *   only the system.
 *
 * Warm processes exist only on Linux, on these two kinds of processor. */
#ifndef STOKER_PLAYER_WARM_H
#define STOKER_PLAYER_WARM_H

#include "system.h"

#ifdef SYSTEM_DIRECT

/* The kernel's numbers and structures under names of our own. The C library's headers for them also
 * declare functions such as `connect` and `bind`, which may conflict with a program's headers. */
#define WARM_SOCKET 1         /* SOL_SOCKET */
#define WARM_RIGHTS 1         /* SCM_RIGHTS */
#define WARM_KIND 3           /* SO_TYPE */
#define WARM_PACKETS 5        /* SOCK_SEQPACKET */
#define WARM_NO_SIGNAL 0x4000 /* MSG_NOSIGNAL */
#define WARM_DEATH_SIGNAL 1   /* PR_SET_PDEATHSIG */
#define WARM_DUMPABLE 4       /* PR_SET_DUMPABLE */
#define WARM_TID_ADDRESS 40   /* PR_GET_TID_ADDRESS */
#define WARM_CLOSED_BY_EXEC 0x80000 /* O_CLOEXEC */
#define WARM_CLOSE_RANGE 436  /* SYS_close_range, on all processors */
#define WARM_KILL 9           /* SIGKILL */
/* CLONE_PARENT, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID, SIGCHLD */
#define WARM_CLONE (0x8000L | 0x200000L | 0x1000000L | 17L)

struct warm_part {
    void *base;
    size_t length;
};

struct warm_message {
    void *name;
    int name_length;
    struct warm_part *parts;
    size_t count;
    void *control;
    size_t control_length;
    int flags;
};

/* Control data that holds the three descriptors of a turn. */
struct warm_rights {
    size_t length;
    int level, type;
    int streams[3];
    int padding;
};

/* The bytes of it that the kernel fills. */
#define WARM_RIGHTS_LENGTH offsetof(struct warm_rights, padding)

/* The descriptor of a warm process's socket. The standard streams are closed, so that those of a
 * turn take their places on arrival. */
#define WARM_SOCKET_HERE 3

/* Exit status of a warm process: the harness is gone, or this system does not support it. */
#define WARM_OVER 0
#define WARM_UNABLE 1

/* Facts that the C library has told the kernel about this process, and that a copy must tell
 * again. */
struct warm_thread {
    long id;          /* the library's variable for the number of this thread */
    long robust;      /* its list of locks to release */
    long robust_size;
};

/* Returns 1 if standard input is the socket of a warm process. */
static int warm_wanted(void)
{
    int kind = 0, size = sizeof kind;
    long told = system_call(SYS_getsockopt, 0, WARM_SOCKET, WARM_KIND, (long)&kind, (long)&size);
    return told == 0 && kind == WARM_PACKETS;
}

/* Waits for the streams of a turn. Returns 1 if they came, in their places. */
static int warm_streams(void)
{
    struct warm_rights rights;
    struct warm_message message;
    struct warm_part part;
    char byte;
    long got;
    int number;
    part.base = &byte;
    part.length = 1;
    message.name = NULL;
    message.name_length = 0;
    message.parts = &part;
    message.count = 1;
    message.control = &rights;
    message.control_length = sizeof rights;
    message.flags = 0;
    got = system_call(SYS_recvmsg, WARM_SOCKET_HERE, (long)&message, 0, 0, 0);
    if (got != 1 || message.control_length < WARM_RIGHTS_LENGTH ||
        rights.length != WARM_RIGHTS_LENGTH || rights.level != WARM_SOCKET ||
        rights.type != WARM_RIGHTS)
        return 0;
    for (number = 0; number < 3; number++)
        if (rights.streams[number] != number)
            return 0;
    return 1;
}

/* Copies this process as a child of its parent. Returns 0 in the copy. */
static long warm_fork(const struct warm_thread *thread)
{
#if defined __x86_64__
    return system_call(SYS_clone, WARM_CLONE, 0, 0, thread->id, 0);
#else
    return system_call(SYS_clone, WARM_CLONE, 0, 0, 0, thread->id);
#endif
}

static void warm_close_streams(void)
{
    int number;
    if (system_call(WARM_CLOSE_RANGE, 0, 2, 0, 0, 0) == 0)
        return;
    for (number = 0; number < 3; number++)
        system_call(SYS_close, number, 0, 0, 0, 0);
}

/* Sends one packet; the kernel tells the harness who sent it. */
static void warm_here(void)
{
    char byte = 0;
    system_call(SYS_sendto, WARM_SOCKET_HERE, (long)&byte, 1, WARM_NO_SIGNAL, 0);
}

/* Turns the copy into a process like one that was started with its streams. */
static void warm_become(const struct warm_thread *thread)
{
    /* This tells the harness which process plays. The socket serves the copy for nothing else. */
    warm_here();
    system_call(SYS_close, WARM_SOCKET_HERE, 0, 0, 0, 0);
    /* A group of its own, to be killed as one. A session of its own would cost more: the kernel
     * schedules each session separately, which takes setup and teardown. */
    system_call(SYS_setpgid, 0, 0, 0, 0, 0);
    system_call(SYS_set_robust_list, thread->robust, thread->robust_size, 0, 0, 0);
    system_call(SYS_prctl, WARM_DEATH_SIGNAL, WARM_KILL, 0, 0, 0);
    system_call(SYS_prctl, WARM_DUMPABLE, 1, 0, 0, 0);
}

/* Removes the last variable of the environment, LD_BIND_NOW, which only the loader needs. */
static void warm_forget_last(char **environment)
{
    char **last = NULL;
    for (; *environment; environment++)
        last = environment;
    if (last)
        *last = NULL;
}

/* Returns at once if this process is not a warm one, and otherwise in the process of every turn.
 * Before the first turn the warm process prepares what is the same in all of them. */
static void warm_serve(char **environment, void (*prepare)(void))
{
    struct warm_thread thread;
    if (!warm_wanted())
        return;
    if (system_call(SYS_prctl, WARM_DUMPABLE, 0, 0, 0, 0) != 0 ||
        system_call(SYS_prctl, WARM_TID_ADDRESS, (long)&thread.id, 0, 0, 0) != 0 ||
        system_call(SYS_get_robust_list, 0, (long)&thread.robust, (long)&thread.robust_size, 0,
                    0) != 0 ||
        system_call(SYS_dup3, 0, WARM_SOCKET_HERE, WARM_CLOSED_BY_EXEC, 0, 0) < 0)
        system_call(SYS_exit_group, WARM_UNABLE, 0, 0, 0, 0);
    warm_forget_last(environment);
    prepare();
    warm_close_streams();
    warm_here();
    while (warm_streams()) {
        long copy = warm_fork(&thread);
        if (copy == 0) {
            warm_become(&thread);
            return;
        }
        if (copy < 0)
            system_call(SYS_exit_group, WARM_UNABLE, 0, 0, 0, 0);
        warm_close_streams();
    }
    system_call(SYS_exit_group, WARM_OVER, 0, 0, 0, 0);
}

#else

static void warm_serve(char **environment, void (*prepare)(void))
{
    (void)environment;
    (void)prepare;
}

#endif

#endif
