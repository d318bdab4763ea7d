// Perft of 10×10 draughts by the move generator of Scan 3.1, which has no such command. `perft` beside this file runs
// it, and `perft --help` has the command that compiles it.
//
// Arguments: depth, and `full` to play the moves of the last ply instead of counting them.

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "bit.hpp"
#include "gen.hpp"
#include "hash.hpp"
#include "list.hpp"
#include "pos.hpp"
#include "var.hpp"

static bool in_bulk = true;

static std::uint64_t perft(const Pos& pos, int depth) {
    if (depth == 0) return 1;
    List list;
    gen_moves(list, pos);
    if (depth == 1 && in_bulk) return list.size();
    std::uint64_t leaves = 0;
    for (Move move : list) leaves += perft(pos.succ(move), depth - 1);
    return leaves;
}

int main(int argc, char* argv[]) {
    if (argc < 2) {
        std::cerr << "scan_perft: no depth; name it as the first argument" << std::endl;
        return 2;
    }
    in_bulk = argc < 3 || std::strcmp(argv[2], "full") != 0;
    bit::init();
    hash::init();
    pos::init();
    var::init();
    bit::init();  // again, for the variant that var::init() chose
    std::cout << perft(pos::Start, std::atoi(argv[1])) << std::endl;
}
