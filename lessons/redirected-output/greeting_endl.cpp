#include <iostream>

int main() {
    // #region greeting
    std::cout << "Hello!" << std::endl;
    std::cout << "Ready to start." << std::endl;
    // #endregion
}
