// Builds COUNT objects one way after the other and prints how long each way took: all in
// one process, or each in a child process of its own.
// Usage: timed COUNT together|apart WAY...
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>

#include "ways.hpp"

// #region timed
static bool timed(const std::string& way, std::size_t count) {
    using namespace std::chrono;
    const auto start = steady_clock::now();
    const bool known = build(way, count);
    const auto stop = steady_clock::now();
    std::cout << way << ": " << duration_cast<microseconds>(stop - start).count() << " us\n";
    return known;
}
// #endregion

// #region apart
static bool timed_apart(const std::string& way, std::size_t count) {
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) std::exit(timed(way, count) ? 0 : 2);
    int status = 0;
    return waitpid(child, &status, 0) == child && status == 0;
}
// #endregion

int main(int argc, char** argv) {
    if (argc < 4) return 2;
    const std::size_t count = std::strtoul(argv[1], nullptr, 10);
    const bool apart = argv[2] == std::string("apart");
    for (int i = 3; i < argc; ++i) {
        if (!(apart ? timed_apart(argv[i], count) : timed(argv[i], count))) return 2;
    }
}
