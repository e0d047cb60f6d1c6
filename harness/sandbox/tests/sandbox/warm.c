/* A program that a warm process can serve: it does what the first line of its input says. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "player/warm.h"

static int turns, prepared, *kept;
static char big[1 << 16];

static void last_words(void) { printf("at exit\n"); }
static void *forever(void *unused) { for (;;) pause(); return unused; }
static int deeper(int depth) { char room[4096]; memset(room, depth, sizeof room); return deeper(depth + 1) + room[7]; }

/* The other children of this process's parent, but for itself; how many. */
static int siblings(int found[16])
{
    char path[64];
    int count = 0, pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", getppid(), getppid());
    FILE *list = fopen(path, "r");
    while (list && count < 16 && fscanf(list, "%d", &pid) == 1)
        if (pid != getpid())
            found[count++] = pid;
    if (list)
        fclose(list);
    return count;
}

static void signal_siblings(int signal)
{
    int found[16], count = siblings(found), i;
    for (i = 0; i < count; i++)
        kill(found[i], signal);
}

/* The parts of other processes that can be reached: none, so all of it is 0. */
static void reach(void)
{
    int found[16], count = siblings(found), i, reached = 0;
    for (i = 0; i < count; i++) {
        const char *names[] = {"mem", "fd", "environ", "maps", "oom_score_adj", "cwd/x"};
        char path[64];
        size_t name;
        struct rlimit limit;
        if (ptrace(PTRACE_ATTACH, found[i], 0, 0) == 0)
            reached += 1;
        if (prlimit(found[i], RLIMIT_CPU, NULL, &limit) == 0)
            reached += 10;
        for (name = 0; name < sizeof names / sizeof *names; name++) {
            snprintf(path, sizeof path, "/proc/%d/%s", found[i], names[name]);
            int fd = open(path, name == 4 ? O_WRONLY : name == 1 ? O_RDONLY | O_DIRECTORY : O_RDWR);
            if (fd >= 0)
                reached += 100;
        }
    }
    printf("reached %d\n", reached);
}

/* Everything of a process that a turn before could have left otherwise. */
static void look(void)
{
    struct itimerval timer;
    struct sigaction action;
    sigset_t blocked;
    struct stat file;
    struct rlimit limit;
    pthread_mutex_t mutex;
    pthread_mutexattr_t kind;
    char text[64];
    int number, open_ones = 0, handled = 0;
    extern char **environ;
    printf("turn %d kept %s prepared %d rand %d errno %d\n", ++turns, kept ? "yes" : "no", prepared,
           rand(), errno);
    for (number = 0; number < 256; number++)
        open_ones += fcntl(number, F_GETFD) >= 0;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (number = 1; number < 65; number++)
        if (sigaction(number, NULL, &action) == 0)
            handled += action.sa_handler != SIG_DFL || sigismember(&blocked, number) == 1;
    getitimer(ITIMER_PROF, &timer);
    fstat(0, &file);
    printf("open %d handled %d timer %ld alarm %u pipe %d\n", open_ones, handled,
           (long)timer.it_value.tv_sec, alarm(0), S_ISFIFO(file.st_mode));
    prctl(PR_GET_PDEATHSIG, &number);
    printf("session %d group %d death %d dumpable %d umask %o\n", getsid(0) != getsid(getppid()),
           getpgrp() == getpid(), number, prctl(PR_GET_DUMPABLE), umask(022));
    for (number = 0; environ[number]; number++)
        if (strncmp(environ[number], "LD_", 3) == 0)
            printf("%s\n", environ[number]);
    printf("variables %d cwd %s\n", number, getcwd(text, sizeof text) ? "there" : "gone");
    for (number = 0; number < RLIM_NLIMITS; number++)
        if (number != RLIMIT_NPROC && getrlimit(number, &limit) == 0)
            printf("%lx ", (long)limit.rlim_cur);
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &kind);
    printf("\nmutex %d %d %d\n", pthread_mutex_lock(&mutex), pthread_mutex_lock(&mutex) == EDEADLK,
           pthread_mutex_unlock(&mutex));
    struct { void *head; size_t size; } robust = {0};
    syscall(SYS_get_robust_list, 0, &robust.head, &robust.size);
    printf("robust %d thread %d cpu %d\n", robust.head != NULL, gettid() == getpid(),
           clock() < CLOCKS_PER_SEC / 2);
    kept = malloc(1000);
}

static void act(const char *what, const char *more)
{
    int i, found[16];
    pthread_t thread;
    pid_t child;
    if (!strcmp(what, "look")) look();
    else if (!strcmp(what, "pid")) printf("%d\n", getpid());
    else if (!strcmp(what, "exit")) { printf("left"); exit(atoi(more)); }
    else if (!strcmp(what, "_exit")) { printf("lost"); _exit(3); }
    else if (!strcmp(what, "atexit")) { atexit(last_words); fputs("unended", stderr); }
    else if (!strcmp(what, "abort")) abort();
    else if (!strcmp(what, "assert")) assert(turns == 1);
    else if (!strcmp(what, "raise")) raise(SIGTERM);
    else if (!strcmp(what, "segv")) *(volatile int *)8 = 1;
    else if (!strcmp(what, "deep")) printf("%d\n", deeper(1));
    else if (!strcmp(what, "spin")) { printf("go\n"); fflush(stdout); for (;;) ; }
    else if (!strcmp(what, "sleep")) sleep(100);
    else if (!strcmp(what, "closed")) { close(0); close(1); close(2); sleep(1); }
    else if (!strcmp(what, "close")) {
        for (i = 3; i < 256; i++) if (write(i, "x", 1) == 1) printf("wrote to %d\n", i);
        for (i = 0; i < 256; i++) close(i);
        for (i = 0; i < 64; i++) open("/dev/null", O_RDWR);
    } else if (!strcmp(what, "flood")) for (i = 0; i < 16; i++) fwrite(memset(big, 'x', sizeof big), 1, sizeof big, stdout);
    else if (!strcmp(what, "hog")) { for (i = 0; malloc(1 << 20); i++) ; perror("hog"); exit(7); }
    else if (!strcmp(what, "bomb")) { while ((child = fork()) >= 0) if (!child) { sleep(100); _exit(0); } exit(5); }
    else if (!strcmp(what, "orphan")) { if (!fork()) { if (fork()) _exit(0); setsid(); sleep(100); } }
    else if (!strcmp(what, "late")) { if (!fork()) { usleep(50000); printf("late\n"); exit(0); } printf("reply\n"); }
    else if (!strcmp(what, "thread")) { pthread_create(&thread, NULL, forever, NULL); printf("main ends\n"); }
    else if (!strcmp(what, "leader")) { pthread_create(&thread, NULL, forever, NULL); usleep(1000); printf("x\n"); fflush(stdout); pthread_exit(NULL); }
    else if (!strcmp(what, "child")) { if (!(child = fork())) exit(9); waitpid(child, &i, 0); printf("%d\n", WEXITSTATUS(i)); }
    else if (!strcmp(what, "alarm")) { alarm(50); signal(SIGUSR1, SIG_IGN); umask(0); setvbuf(stdout, NULL, _IONBF, 0); srand(7); turns = 5; printf("set\n"); }
    else if (!strcmp(what, "nonblock")) { fcntl(1, F_SETFL, O_NONBLOCK); fcntl(0, F_SETFL, O_NONBLOCK); printf("ok\n"); }
    else if (!strcmp(what, "signal")) { signal_siblings(atoi(more)); printf("sent\n"); }
    else if (!strcmp(what, "all")) { kill(-1, atoi(more)); printf("sent\n"); }
    else if (!strcmp(what, "storm")) { if (!fork()) for (;;) { if (!fork()) _exit(0); else wait(NULL); } printf("off\n"); }
    else if (!strcmp(what, "pgroup")) { kill(0, SIGTERM); sleep(1); }
    else if (!strcmp(what, "parent")) { kill(getppid(), SIGKILL); kill(getppid(), SIGSTOP); printf("alive\n"); }
    else if (!strcmp(what, "sibling")) printf("%d\n", syscall(SYS_clone, 0x8000 | SIGCHLD, 0, 0, 0, 0) ? 1 : (int)sleep(100));
    else if (!strcmp(what, "reach")) reach();
    else if (!strcmp(what, "write")) { FILE *f = fopen("note", "a"); fputs("n", f); fclose(f); f = fopen("note", "r"); printf("%d\n", (int)fread(big, 1, 100, f)); }
    else if (!strcmp(what, "mode")) printf("%d\n", chmod("warm", 0600));
    else if (!strcmp(what, "remove")) printf("%d\n", unlink("warm"));
    else if (!strcmp(what, "siblings")) printf("%d\n", siblings(found) >= 0);
    else printf("what is %s?\n", what);
}

/* The facts that are the same in every turn: once, wherever they are read. */
static void prepare(void)
{
    prepared++;
}

int main(int count, char **words, char **environment)
{
    char line[64] = "", what[32] = "", more[32] = "";
    warm_serve(environment, prepare);
    if (!prepared)
        prepare();
    (void)count;
    (void)words;
    if (fgets(line, sizeof line, stdin) && sscanf(line, "%31s %31s", what, more) > 0)
        act(what, more);
    return 0;
}
