// Builds COUNT objects one way.
// Usage: pointers COUNT constructor|make_shared|allocate_shared|raw
#include <cstdlib>

#include "ways.hpp"

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    return build(argv[2], std::strtoul(argv[1], nullptr, 10)) ? 0 : 2;
}
