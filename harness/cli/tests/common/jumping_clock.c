/* Preloaded, sets the clock on the wall by JUMP_DAYS=A,B: at every look by A or B days in turn. Clocks
   that only run are left alone. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long jump(void) {
    static _Atomic unsigned looks;
    long days[2] = {0, 0};
    const char *told = getenv("JUMP_DAYS");
    if (!told || sscanf(told, "%ld,%ld", &days[0], &days[1]) != 2) abort();
    return days[looks++ % 2] * 24 * 3600;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int failed = (int)syscall(SYS_clock_gettime, clock, time);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += jump();
    return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int failed = (int)syscall(SYS_gettimeofday, time, zone);
    if (!failed) time->tv_sec += jump();
    return failed;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
