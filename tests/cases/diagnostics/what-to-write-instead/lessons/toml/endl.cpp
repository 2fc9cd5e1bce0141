#include <cstdio>

int main() {
    // #region loop
    for (int i = 0; i < 1000; ++i)
        std::puts("line");
    // #endregion
}
