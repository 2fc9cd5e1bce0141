#include <iostream>

int main() {
    // #region loop
    for (int line = 0; line < 20'000; ++line) {
        std::cout << "ready" << '\n';
    }
    // #endregion
}
