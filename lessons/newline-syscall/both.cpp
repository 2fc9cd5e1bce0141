// Runs both loops on the same file, in the order that its second argument names, and reports the time of each.

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>

using Clock = std::chrono::steady_clock;

static long long microseconds_since(Clock::time_point start)
{
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
}

// #region timed
static void time_newline(const char* path)
{
    const auto start = Clock::now();
    std::ofstream log(path);
    for (int n = 0; n < 200'000; ++n) {
        log << "reading " << n << '\n';
    }
    log.close();
    std::cout << "newline: " << microseconds_since(start) << " us\n";
}
// #endregion

static void time_endl(const char* path)
{
    const auto start = Clock::now();
    std::ofstream log(path);
    for (int n = 0; n < 200'000; ++n) {
        log << "reading " << n << std::endl;
    }
    log.close();
    std::cout << "endl: " << microseconds_since(start) << " us\n";
}

int main(int argc, char* argv[])
{
    if (argc != 3) {
        return 2;
    }
    // #region order
    if (std::string(argv[2]) == "newline") {
        time_newline(argv[1]);
        time_endl(argv[1]);
    } else {
        time_endl(argv[1]);
        time_newline(argv[1]);
    }
    // #endregion
}
