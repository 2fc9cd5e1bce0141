#include <iostream>

int main() {
    // #region loop
    for (int line = 0; line < 1'000'000; ++line) {
        std::cout << "ready" << std::endl;
    }
    // #endregion
}
