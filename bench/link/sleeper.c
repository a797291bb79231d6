/* What this machine does to any program that waits: how late clock_nanosleep returns, N waits GAP microseconds apart.
   Prints one lateness per line, in nanoseconds. usage: sleeper N GAP */
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s N GAP\n", argv[0]);
        return 2;
    }

    long count = atol(argv[1]), gap = atol(argv[2]) * 1000;
    long *late = calloc(count, sizeof *late);
    struct timespec due, now;
    prctl(PR_SET_TIMERSLACK, 1000);
    clock_gettime(CLOCK_MONOTONIC, &due);
    for (long i = 0; i < count; i++) {
        due.tv_nsec += gap;
        due.tv_sec += due.tv_nsec / 1000000000;
        due.tv_nsec %= 1000000000;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
        late[i] = (now.tv_sec - due.tv_sec) * 1000000000 + now.tv_nsec - due.tv_nsec;
    }

    for (long i = 0; i < count; i++)
        printf("%ld\n", late[i]);
    return 0;
}
