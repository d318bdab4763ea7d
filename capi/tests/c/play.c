/* Plays a whole game of a net against itself and writes the moves, then the share of the point of each seat.

       play NET SIMULATIONS

   How a program uses the library: every call is checked, texts go into buffers of the caller. */

#include <stdio.h>
#include <stdlib.h>

#include "damier.h"

static void must(int code)
{
    if (code != DAMIER_OK) {
        fprintf(stderr, "error %d: %s\n", code, damier_error());
        exit(1);
    }
}

int main(int count, char **arguments)
{
    damier_net *net = NULL;
    damier_session *session = NULL;
    damier_options options = {.threads = 1, .memory_mib = 16};
    float shares[DAMIER_MAX_PLAYERS];
    int over = 0;

    if (count != 3) {
        fprintf(stderr, "give a net and a number of simulations\n");
        return 2;
    }
    must(damier_net_load(arguments[1], &net));
    must(damier_session_open(net, NULL, &options, &session));
    damier_net_free(net);
    for (;;) {
        damier_found found;
        char move[64];
        must(damier_outcome(session, &over, shares));
        if (over)
            break;
        must(damier_search(session, strtoull(arguments[2], NULL, 10), 0.0, &found));
        must(damier_move(session, found.best, move, sizeof move, NULL));
        printf("%s\n", move);
        must(damier_play(session, move));
    }
    printf("%g %g\n", (double)shares[0], (double)shares[1]);
    damier_session_close(session);
    return 0;
}
