// Runs an engine with CheckerBoard's interface, whose source is compiled in:
//   g++ -O3 -march=native -std=c++11 -fpermissive -w -I engines/adapters/windows -I DIR
//       -D'ENGINE="DIR/FILE.cpp"' engines/adapters/checkerboard_host.cpp -o HOST
//
// A line of input: 64 cells and who is to move (see checkerboard.py), the seconds to think, and 1 in a new game.
// Two lines of output: the cells after the move, and what the engine says in the status bar.

#include <windows.h>

#include ENGINE

#include <cstdio>
#include <cstring>
#include <fcntl.h>

namespace {
// As in CheckerBoard's description of its interface.
const int IS_WHITE = 1, IS_BLACK = 2, IS_MAN = 4, IS_KING = 8;
const int RESETS = 1, IS_EXACT_TIME = 2;

char cell_of(int value) {
    const char man = value & IS_WHITE ? 'w' : 'b';
    return value & IS_KING ? man - 'a' + 'A' : value & IS_MAN ? man : '.';
}

int value_of(char cell) {
    switch (cell) {
    case 'w': return IS_WHITE | IS_MAN;
    case 'W': return IS_WHITE | IS_KING;
    case 'b': return IS_BLACK | IS_MAN;
    case 'B': return IS_BLACK | IS_KING;
    default: return 0;
    }
}
} // namespace

int main() {
    // What the engine prints is not for whoever reads the moves.
    FILE *moves = fdopen(dup(1), "w");
    dup2(open("/dev/null", O_WRONLY), 1);

    // As all competitors have, or the most that the engine takes.
    char command[] = "set hashsize 256";
    static char told[4096];
    enginecommand(command, told);

    static char cells[128];
    double seconds;
    int is_new;
    while (scanf("%127s %lf %d", cells, &seconds, &is_new) == 3) {
        int board[8][8];
        for (int cell = 0; cell < 64; ++cell)
            board[cell % 8][cell / 8] = value_of(cells[cell]);
        told[0] = 0;
        CBmove move;
        memset(&move, 0, sizeof move);
        int play_now = 0;
        getmove(board, cells[64] == 'w' ? IS_WHITE : IS_BLACK, seconds, told, &play_now,
                is_new ? RESETS | IS_EXACT_TIME : IS_EXACT_TIME, 0, &move);
        for (int cell = 0; cell < 64; ++cell)
            fputc(cell_of(board[cell % 8][cell / 8]), moves);
        fputc('\n', moves);
        for (const char *letter = told; *letter; ++letter)
            fputc(*letter < ' ' ? ' ' : *letter, moves);
        fputc('\n', moves);
        fflush(moves);
    }
}
