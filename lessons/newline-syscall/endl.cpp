// Writes numbered readings to the file that its argument names.

#include <fstream>
#include <ostream>

int main(int argc, char* argv[])
{
    if (argc != 2) {
        return 2;
    }

    // #region loop
    std::ofstream log(argv[1]);
    for (int n = 0; n < 200'000; ++n) {
        log << "reading " << n << std::endl;
    }
    // #endregion

    log.close();
    return log ? 0 : 1;
}
