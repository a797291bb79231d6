/* The bare forwarder: the reference that Fathom's link is measured against. Two TUN devices in two network namespaces, set up as Fathom's are,
 * and a loop of read and write between them. No delay, no loss, no clock.
 *
 * usage: unshare --user --map-root-user --mount --pid --fork --kill-child --mount-proc -- ./forwarder MTU SECONDS CONGESTION
 * It starts `iperf3 -s` at the far end and `iperf3 -c` at the near end, forwards until the latter has ended, and ends.
 * build: cc -O2 -Wall -o forwarder forwarder.c
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void run(const char *command)
{
    if (system(command) != 0) {
        fprintf(stderr, "failed: %s\n", command);
        exit(1);
    }
}

/* Enters a new network namespace and opens its device; what is started next is started in it. */
static int end(const char *address, int mtu)
{
    if (unshare(CLONE_NEWNET) < 0)
        die("unshare");
    int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        die("/dev/net/tun");
    struct ifreq request = { .ifr_flags = IFF_TUN | IFF_NO_PI };
    strcpy(request.ifr_name, "link0");
    if (ioctl(fd, TUNSETIFF, &request) < 0)
        die("TUNSETIFF");
    char command[512];
    snprintf(command, sizeof command,
             "ip link set lo up && ip link set link0 mtu %d txqueuelen 16384 up && ip addr add %s/30 dev link0 && "
             "for f in rmem wmem; do sysctl -qw net.ipv4.tcp_$f='4096 131072 268435456'; done", mtu, address);
    run(command);
    return fd;
}

static pid_t start(char *const arguments[])
{
    pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        execvp(arguments[0], arguments);
        die(arguments[0]);
    }
    return child;
}

static void forward(int from, int to)
{
    static char packet[65536];
    for (int i = 0; i < 32; i++) {
        ssize_t length = read(from, packet, sizeof packet);
        if (length < 0) {
            if (errno != EAGAIN)
                die("read");
            return;
        }
        if (write(to, packet, length) != length && errno != EAGAIN && errno != EIO)
            die("write");
    }
}

int main(int count, char **arguments)
{
    if (count != 4) {
        fprintf(stderr, "usage: forwarder MTU SECONDS CONGESTION\n");
        return 2;
    }
    int mtu = atoi(arguments[1]);
    int far = end("198.18.0.2", mtu);
    pid_t server = start((char *[]){ "sh", "-c", "exec iperf3 -s >/dev/null", NULL });
    int near = end("198.18.0.1", mtu);
    pid_t client = start((char *[]){ "iperf3", "-c", "198.18.0.2", "-t", arguments[2], "-C", arguments[3], "-J", "--connect-timeout", "5000", NULL });
    struct pollfd wait[2] = { { near, POLLIN, 0 }, { far, POLLIN, 0 } };
    int status;
    while (waitpid(client, &status, WNOHANG) == 0) {
        if (poll(wait, 2, 100) < 0 && errno != EINTR)
            die("poll");
        if (wait[0].revents)
            forward(near, far);
        if (wait[1].revents)
            forward(far, near);
    }
    kill(server, SIGKILL);
    return WEXITSTATUS(status);
}
