#include <iostream>

int main() {
    // #region greeting
    std::cout << "Hello!" << '\n';
    std::cout << "Ready to start." << '\n';
    // #endregion
}
