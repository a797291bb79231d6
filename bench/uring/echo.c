// Processor time of a client per round trip, by epoll and by io_uring: what io_uring could save the load generator.
// N connections with one message in flight each, to an echo server in a process of its own; server on core 0, client on core 1.
// epoll as Fathom's event loop does it: one epoll_wait a turn, then recv and send for each ready connection.
// io_uring: one io_uring_enter a turn, which submits the sends and the next receives of all ready connections and waits for the next.
// usage: echo epoll|uring CONNECTIONS ROUND_TRIPS
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/io_uring.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MESSAGE = 43, MOST = 1024 }; // HEADERS after the first, DATA of 12 bytes with its prefix: about 43 bytes.

static void require(int holds, const char *what) {
    if (!holds) { perror(what); exit(1); }
}

static void pin(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    require(sched_setaffinity(0, sizeof set, &set) == 0, "sched_setaffinity");
}

static void serve(int listener, int connections) {
    char buffer[MESSAGE];
    struct epoll_event events[256], event = { .events = EPOLLIN };
    int epoll = epoll_create1(0), on = 1, open = connections;
    for (int i = 0; i < connections; i++) {
        event.data.fd = accept(listener, NULL, NULL);
        setsockopt(event.data.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event);
    }
    while (open > 0) {
        int ready = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int got = recv(events[i].data.fd, buffer, sizeof buffer, 0);
            if (got <= 0) { close(events[i].data.fd); open--; continue; }
            require(send(events[i].data.fd, buffer, got, 0) == got, "send");
        }
    }
}

static void by_epoll(int *sockets, int connections, long calls) {
    char buffer[MESSAGE] = {0};
    struct epoll_event events[256], event = { .events = EPOLLIN };
    int epoll = epoll_create1(0);
    long done = 0, sent = connections;
    for (int i = 0; i < connections; i++) {
        event.data.fd = sockets[i];
        epoll_ctl(epoll, EPOLL_CTL_ADD, sockets[i], &event);
        require(send(sockets[i], buffer, MESSAGE, 0) == MESSAGE, "send");
    }
    while (done < calls) {
        int ready = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            require(recv(events[i].data.fd, buffer, MESSAGE, 0) == MESSAGE, "recv");
            done++;
            if (sent++ < calls) require(send(events[i].data.fd, buffer, MESSAGE, 0) == MESSAGE, "send");
        }
    }
}

static void by_uring(int *sockets, int connections, long calls) {
    static char in[MOST][MESSAGE], out[MESSAGE];
    struct io_uring_params p = { .flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN };
    int ring = syscall(SYS_io_uring_setup, 4 * MOST, &p);
    require(ring >= 0, "io_uring_setup");
    char *sq = mmap(0, p.sq_off.array + p.sq_entries * 4, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQ_RING);
    char *cq = mmap(0, p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
        ring, IORING_OFF_CQ_RING);
    struct io_uring_sqe *sqes = mmap(0, p.sq_entries * sizeof *sqes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQES);
    require(sq != MAP_FAILED && cq != MAP_FAILED && (void *)sqes != MAP_FAILED, "mmap");
    require(syscall(SYS_io_uring_register, ring, IORING_REGISTER_FILES, sockets, connections) == 0, "register");
    unsigned *tail = (unsigned *)(sq + p.sq_off.tail), mask = *(unsigned *)(sq + p.sq_off.ring_mask);
    unsigned *array = (unsigned *)(sq + p.sq_off.array), queued = 0;
    unsigned *head = (unsigned *)(cq + p.cq_off.head), *end = (unsigned *)(cq + p.cq_off.tail), cmask = *(unsigned *)(cq + p.cq_off.ring_mask);
    struct io_uring_cqe *cqes = (struct io_uring_cqe *)(cq + p.cq_off.cqes);
    long done = 0, sent = 0;
#define QUEUE(operation, index, address, tag, options) do { \
        unsigned at = *tail & mask; \
        memset(&sqes[at], 0, sizeof *sqes); \
        sqes[at].opcode = operation; sqes[at].fd = index; sqes[at].flags = IOSQE_FIXED_FILE | options; \
        sqes[at].addr = (unsigned long)(address); sqes[at].len = MESSAGE; sqes[at].user_data = tag; \
        array[at] = at; __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE); queued++; } while (0)
    for (int i = 0; i < connections; i++) {
        // A send has nothing to say when it succeeds.
        QUEUE(IORING_OP_SEND, i, out, MOST + i, IOSQE_CQE_SKIP_SUCCESS);
        QUEUE(IORING_OP_RECV, i, in[i], i, 0);
        sent++;
    }
    while (done < calls) {
        int entered = syscall(SYS_io_uring_enter, ring, queued, 1, IORING_ENTER_GETEVENTS, NULL, 0);
        require(entered >= 0, "io_uring_enter");
        queued -= entered;
        unsigned last = __atomic_load_n(end, __ATOMIC_ACQUIRE);
        for (; *head != last; __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE)) {
            struct io_uring_cqe *c = &cqes[*head & cmask];
            require(c->user_data < MOST && c->res == MESSAGE, "completion");
            done++;
            if (sent++ < calls) {
                QUEUE(IORING_OP_SEND, (int)c->user_data, out, MOST, IOSQE_CQE_SKIP_SUCCESS);
                QUEUE(IORING_OP_RECV, (int)c->user_data, in[c->user_data], c->user_data, 0);
            }
        }
    }
}

int main(int count, char **arguments) {
    if (count != 4) { fprintf(stderr, "usage: echo epoll|uring CONNECTIONS ROUND_TRIPS\n"); return 2; }
    int connections = atoi(arguments[2]), on = 1, sockets[MOST];
    long calls = atol(arguments[3]);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    require(bind(listener, (void *)&address, size) == 0 && listen(listener, MOST) == 0, "listen");
    getsockname(listener, (void *)&address, &size);
    if (fork() == 0) { pin(0); serve(listener, connections); return 0; }
    pin(1);
    for (int i = 0; i < connections; i++) {
        sockets[i] = socket(AF_INET, SOCK_STREAM, 0);
        require(connect(sockets[i], (void *)&address, size) == 0, "connect");
        setsockopt(sockets[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    }
    (strcmp(arguments[1], "uring") == 0 ? by_uring : by_epoll)(sockets, connections, calls);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("%s, %d connections: %.2f us a round trip (user %.2f, system %.2f)\n", arguments[1], connections,
        (used.ru_utime.tv_sec * 1e6 + used.ru_utime.tv_usec + used.ru_stime.tv_sec * 1e6 + used.ru_stime.tv_usec) / calls,
        (used.ru_utime.tv_sec * 1e6 + used.ru_utime.tv_usec) / calls, (used.ru_stime.tv_sec * 1e6 + used.ru_stime.tv_usec) / calls);
    fflush(stdout);
    // The ring holds the sockets open.
    for (int i = 0; i < connections; i++) shutdown(sockets[i], SHUT_RDWR);
    return wait(NULL) < 0;
}
