// Writes the same line again and again to a file, ending each with '\n',
// and prints how many microseconds that took.
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) {
    if (argc != 3) {
        std::cerr << "usage: newline PATH LINES\n";
        return 2;
    }
    const int lines = std::stoi(argv[2]);
    std::ofstream file(argv[1]);
    if (!file) {
        std::cerr << "cannot open " << argv[1] << '\n';
        return 1;
    }

    // #region clock
    const auto start = std::chrono::steady_clock::now();
    // #region loop
    for (int i = 0; i < lines; ++i) {
        file << "the same line" << '\n';
    }
    // #endregion
    file.close();
    const auto stop = std::chrono::steady_clock::now();

    using std::chrono::microseconds;
    const auto elapsed = std::chrono::duration_cast<microseconds>(stop - start);
    std::cout << elapsed.count() << " us\n";
    // #endregion

    return file ? 0 : 1;
}
