/* Plays a game of tic-tac-toe against itself with the policy of a net: the rules are here, everything else is in the
   header. Writes the cells played, 1 to 9, and the result. */

#include <stdio.h>

#include "net.h"

enum { CELLS = 9 };

static const unsigned LINES[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

static int has_line(unsigned stones)
{
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        if ((stones & LINES[i]) == LINES[i])
            return 1;
    return 0;
}

int main(void)
{
    unsigned stones[2] = {0, 0};
    for (int ply = 0; ply < CELLS; ply++) {
        int own = ply % 2;
        /* Features: own stones are 0 to 8, theirs 9 to 17. Policy rows: the cell. */
        uint32_t features[CELLS], rows[CELLS];
        size_t active = 0, moves = 0;
        for (uint32_t cell = 0; cell < CELLS; cell++) {
            if (stones[own] >> cell & 1u)
                features[active++] = cell;
            else if (stones[1 - own] >> cell & 1u)
                features[active++] = CELLS + cell;
            else
                rows[moves++] = cell;
        }
        damier_judgement judgement;
        damier_judge(features, active, &judgement);
        uint32_t cell = rows[damier_best(&judgement, rows, moves)];
        stones[own] |= 1u << cell;
        printf("%d\n", (int)cell + 1);
        if (has_line(stones[own])) {
            printf("%s wins\n", own == 0 ? "X" : "O");
            return 0;
        }
    }
    printf("draw\n");
    return 0;
}
