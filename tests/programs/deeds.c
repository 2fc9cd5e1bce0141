/* What the tests of `process` watch being done: `deeds DEED [ARGUMENT…]`. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int is(const char *deed, const char *name) { return strcmp(deed, name) == 0; }

/* N calls of write, eight bytes each, a line of them. */
static int write_lines(long count, int fd)
{
    for (long i = 0; i < count; i++)
        if (write(fd, "1234567\n", 8) != 8)
            return 1;
    return 0;
}

/* Writes to each page, which no compiler may take for useless. */
static void touch(size_t bytes)
{
    volatile char *memory = malloc(bytes);
    if (!memory)
        exit(7);
    for (size_t at = 0; at < bytes; at += 4096)
        memory[at] = 1;
}

/* A process in a session of its own that nobody can ask to end; returns once it is. */
static void become_daemon(void)
{
    int ready[2];
    char byte;
    if (pipe(ready))
        exit(1);
    if (fork() > 0) {
        close(ready[1]);
        if (read(ready[0], &byte, 1) != 1)
            exit(1);
        return;
    }
    setsid();
    if (fork() > 0)
        _exit(0);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (write(ready[1], "r", 1) != 1)
        _exit(1);
    for (;;)
        pause();
}

/* Each is the child of the one before, which is gone by then; returns once the first has left the session. */
static void chase(void)
{
    int ready[2];
    char byte;
    if (pipe(ready))
        exit(1);
    if (fork() > 0) {
        if (read(ready[0], &byte, 1) != 1)
            exit(1);
        return;
    }
    setsid();
    if (write(ready[1], "r", 1) != 1)
        _exit(1);
    for (;;) {
        if (fork() > 0)
            _exit(0);
        setsid();
    }
}

int main(int argc, char **argv)
{
    const char *deed = argc > 1 ? argv[1] : "nothing";
    long number = argc > 2 ? atol(argv[2]) : 0;

    if (is(deed, "nothing"))
        return 0;
    if (is(deed, "exit"))
        return (int)number;
    if (is(deed, "signal"))
        raise((int)number);
    if (is(deed, "abort"))
        abort();
    if (is(deed, "write")) /* COUNT [PATH] */
        return write_lines(number, argc > 3 ? open(argv[3], O_WRONLY | O_CREAT | O_TRUNC, 0644) : 1);
    if (is(deed, "terminal")) { /* tells its size, and ends with 1 where standard output is none */
        struct winsize size;
        if (!isatty(1) || ioctl(1, TIOCGWINSZ, &size))
            return 1;
        printf("%d columns, %d lines\r\n\n", size.ws_col, size.ws_row);
        return 0;
    }
    if (is(deed, "own")) { /* COUNT PATH: opens it as who wants a controlling terminal does; 3 if it became one */
        int fd = open(argv[3], O_RDWR);
        return open("/dev/tty", O_RDWR) >= 0 ? 3 : write_lines(number, fd);
    }
    if (is(deed, "reopen")) { /* COUNT PATH: a line at each opening */
        for (long i = 0; i < number; i++) {
            int fd = open(argv[3], O_WRONLY | O_CREAT | O_APPEND, 0644);
            if (fd < 0 || write_lines(1, fd) || close(fd))
                return 1;
        }
        return 0;
    }
    if (is(deed, "children-write")) { /* COUNT: in each of two children that are waited for */
        for (int i = 0; i < 2; i++)
            if (fork() == 0)
                _exit(write_lines(number, 1));
        while (wait(NULL) > 0)
            ;
        return 0;
    }
    if (is(deed, "say")) /* OUT ERR */
        return dprintf(1, "%s", argv[2]) < 0 || dprintf(2, "%s", argv[3]) < 0;
    if (is(deed, "environment")) {
        for (char **entry = environ; *entry; entry++)
            puts(*entry);
        return 0;
    }
    if (is(deed, "arguments")) {
        for (int i = 0; i < argc; i++)
            puts(argv[i]);
        return 0;
    }
    if (is(deed, "descriptors")) { /* those that are open, and signals that are ignored or blocked */
        for (int fd = 0; fd < 1024; fd++)
            if (fcntl(fd, F_GETFD) >= 0)
                printf("%d\n", fd);
        for (int number = 1; number < 32; number++) {
            struct sigaction action;
            if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
                printf("signal %d\n", number);
        }
        return 0;
    }
    if (is(deed, "copy")) { /* standard input to standard output */
        char buffer[4096];
        ssize_t length;
        while ((length = read(0, buffer, sizeof buffer)) > 0)
            if (write(1, buffer, length) != length)
                return 1;
        return length < 0;
    }
    if (is(deed, "touch")) { /* MEGABYTES, and stays */
        touch((size_t)number << 20);
        for (;;)
            pause();
    }
    if (is(deed, "touch-and-end")) {
        touch((size_t)number << 20);
        return 0;
    }
    if (is(deed, "child-touches")) { /* MEGABYTES, in a child that is waited for */
        if (fork() == 0) {
            touch((size_t)number << 20);
            _exit(0);
        }
        return wait(NULL) < 0;
    }
    if (is(deed, "touch-in-six")) { /* MEGABYTES in each of six processes */
        for (int i = 0; i < 6; i++)
            if (fork() == 0) {
                touch((size_t)number << 20);
                for (;;)
                    pause();
            }
        for (;;)
            pause();
    }
    if (is(deed, "flood")) /* [PATH] */
        return write_lines(1L << 40, argc > 2 ? open(argv[2], O_WRONLY | O_CREAT, 0644) : 1);
    if (is(deed, "flood-ignoring")) { /* PATH: as a program that looks at errors instead */
        signal(SIGXFSZ, SIG_IGN);
        write_lines(1L << 40, open(argv[2], O_WRONLY | O_CREAT, 0644));
        return 0;
    }
    if (is(deed, "fork")) { /* COUNT processes that stay */
        for (long i = 0; i < number; i++)
            if (fork() == 0)
                for (;;)
                    pause();
        for (;;)
            pause();
    }
    if (is(deed, "spin"))
        for (volatile unsigned long i = 0;; i++)
            ;
    if (is(deed, "spin-ignoring")) {
        signal(SIGXCPU, SIG_IGN);
        for (volatile unsigned long i = 0;; i++)
            ;
    }
    if (is(deed, "stay")) {
        signal(SIGTERM, SIG_IGN);
        for (;;)
            pause();
    }
    if (is(deed, "stop"))
        raise(SIGSTOP);
    if (is(deed, "stop-starter")) {
        kill(getppid(), SIGSTOP);
        for (;;)
            pause();
    }
    if (is(deed, "kill-starter")) {
        kill(getppid(), SIGKILL);
        for (;;)
            pause();
    }
    if (is(deed, "daemon")) { /* leaves one behind and ends */
        become_daemon();
        return 0;
    }
    if (is(deed, "daemon-and-stay")) {
        become_daemon();
        for (;;)
            pause();
    }
    if (is(deed, "chase")) {
        chase();
        return 0;
    }
    if (is(deed, "plant")) { /* PATH TARGET: a link where the output should be */
        unlink(argv[2]);
        return symlink(argv[3], argv[2]);
    }
    if (is(deed, "plant-fifo")) { /* PATH */
        unlink(argv[2]);
        return mkfifo(argv[2], 0666);
    }
    return 99;
}
