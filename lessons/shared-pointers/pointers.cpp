// Builds COUNT objects one way, keeps them all, then destroys them all.
// One way a process: what one way leaves in the allocator would help or hinder the next.
// Usage: pointers COUNT constructor|make_shared|allocate_shared|raw
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

// #region object
struct Block {
    int values[32] = {};
};
// #endregion

#ifdef COUNT_REQUESTS
// #region counting
static std::size_t requests = 0;

void* operator new(std::size_t size) {
    ++requests;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
// #endregion

// Not inlined: GCC would warn of a mismatch that is none.
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

static void build_by_constructor(std::size_t count) {
    // #region constructor
    std::vector<std::shared_ptr<Block>> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(std::shared_ptr<Block>(new Block));
    // #endregion
}

static void build_by_make_shared(std::size_t count) {
    // #region make_shared
    std::vector<std::shared_ptr<Block>> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(std::make_shared<Block>());
    // #endregion
}

static void build_by_allocate_shared(std::size_t count) {
    // #region allocate_shared
    std::allocator<Block> allocator;
    std::vector<std::shared_ptr<Block>> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(std::allocate_shared<Block>(allocator));
    // #endregion
}

static void build_raw(std::size_t count) {
    // #region raw
    std::vector<Block*> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(new Block);
    for (Block* block : kept) delete block;
    // #endregion
}

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    const std::size_t count = std::strtoul(argv[1], nullptr, 10);
    const std::string way = argv[2];
    if (count == 0) return 2;

    if (way == "constructor") build_by_constructor(count);
    else if (way == "make_shared") build_by_make_shared(count);
    else if (way == "allocate_shared") build_by_allocate_shared(count);
    else if (way == "raw") build_raw(count);
    else return 2;

#ifdef COUNT_REQUESTS
    std::printf("requests %zu\n", requests);
#endif
}
