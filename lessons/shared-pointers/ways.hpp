// Four ways to build COUNT objects, keep them all and then destroy them all.
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#ifndef BYTES
#define BYTES 128
#endif

// #region object
struct Block {
    int values[BYTES / sizeof(int)] = {};
};
// #endregion

inline void build_by_constructor(std::size_t count) {
    // #region constructor
    std::vector<std::shared_ptr<Block>> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(std::shared_ptr<Block>(new Block));
    // #endregion
}

inline void build_by_make_shared(std::size_t count) {
    // #region make_shared
    std::vector<std::shared_ptr<Block>> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(std::make_shared<Block>());
    // #endregion
}

inline void build_by_allocate_shared(std::size_t count) {
    // #region allocate_shared
    std::allocator<Block> allocator;
    std::vector<std::shared_ptr<Block>> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(std::allocate_shared<Block>(allocator));
    // #endregion
}

inline void build_raw(std::size_t count) {
    // #region raw
    std::vector<Block*> kept;
    kept.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(new Block);
    for (Block* block : kept) delete block;
    // #endregion
}

// False where there is no such way.
inline bool build(const std::string& way, std::size_t count) {
    if (way == "constructor") build_by_constructor(count);
    else if (way == "make_shared") build_by_make_shared(count);
    else if (way == "allocate_shared") build_by_allocate_shared(count);
    else if (way == "raw") build_raw(count);
    else return false;
    return true;
}
