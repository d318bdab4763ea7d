/* damier for programs in C and in languages that call C: load a net, set a position up, ask what the net says about
   it, search for the best move.

   Every function but those that only free or tell something constant returns DAMIER_OK or what went wrong, and
   damier_error() has the same in words. After a failure nothing has changed. Texts are UTF-8 and end with a zero byte;
   positions and moves are in the game's own notation, the one that `damier play` reads and writes (FEN for draughts
   and chess).

   Threads: a net may be used by any number of sessions in any number of threads. A session is used by one thread at a
   time; a call while another one runs in another thread fails with DAMIER_ERROR_BUSY and does no harm. damier_stop
   alone may be called at any time from any thread. Nothing may use a net or session while or after it is freed; a net
   may be freed before the sessions that were opened with it. */

#ifndef DAMIER_H
#define DAMIER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised where a program compiled with an older header would not work any more; compare it with
   damier_abi_version(). */
#define DAMIER_ABI_VERSION 4

#define DAMIER_MAX_PLAYERS 6

enum {
    DAMIER_OK = 0,
    DAMIER_ERROR_ARGUMENT = 1, /* a null pointer where there must be none, not UTF-8, a number out of range */
    DAMIER_ERROR_FILE = 2,     /* a net's file that cannot be read, is damaged, or is for another version of a game */
    DAMIER_ERROR_TEXT = 3,     /* a game, a position or a move that is none */
    DAMIER_ERROR_OVER = 4,     /* the game is over: there is nothing to judge or search */
    DAMIER_ERROR_NO_NET = 5,   /* no net of the game comes with damier; features and rows of a session without a net */
    DAMIER_ERROR_BUSY = 6,     /* another thread uses the session */
    DAMIER_ERROR_BUFFER = 7,   /* a buffer is too small; the needed size is told */
    DAMIER_ERROR_INTERNAL = 8  /* a defect of the library; close the session, and please report it */
};

typedef struct damier_net damier_net;
typedef struct damier_session damier_session;

/* What a session searches by. */
enum {
    DAMIER_SEARCH_SUITED = 0,    /* as `damier engine` plays: alpha-beta in draughts and chess, the tree elsewhere */
    DAMIER_SEARCH_TREE = 1,      /* Monte-Carlo tree search, which judges every move */
    DAMIER_SEARCH_ALPHA_BETA = 2 /* between two players and from level 13 on; otherwise the tree */
};

/* How a session searches. A field that is 0 has its default. */
typedef struct damier_options {
    uint32_t threads;    /* default 1; one thread finds the same every time; at most 1024 */
    uint32_t memory_mib; /* of the search tree or table, default 256 */
    uint32_t level;      /* 1 (weakest) to 20 (default) */
    uint32_t search;     /* DAMIER_SEARCH_… */
    uint64_t seed;       /* of the chance in levels below 20 */
    uint32_t built_in;   /* 1: a session without a net has the built-in judgement, which is weak; 0: the net that comes
                            with damier */
    int32_t contempt;    /* what a draw is worth to the player to move, in percent: 100 counts it as a loss, -100 as a
                            win, 0 (default) as half a point */
} damier_options;

/* What a position is worth to the player to move. */
typedef struct damier_value {
    uint32_t classes;                 /* 3 for two players; the number of players for more */
    float value[DAMIER_MAX_PLAYERS];  /* win, draw, loss; or a share of the point for each player, the one to move
                                         first, then the others in turn order. The rest is 0. */
    float moves_left;                 /* expected plies to the end of the game */
} damier_value;

/* What a search found. */
typedef struct damier_found {
    size_t best;          /* the index of the move to play */
    damier_value value;
    uint64_t simulations; /* those kept from the search before included; the positions of an alpha-beta search */
    float depth;          /* mean length of a simulation, or the depth that alpha-beta finished, in plies */
} damier_found;

/* DAMIER_ABI_VERSION of the library. */
uint32_t damier_abi_version(void);

/* The version of damier, e.g. "0.1.0". Never freed. */
const char *damier_version(void);

/* What went wrong in the last call of this thread that failed, one line. Valid until this thread calls another
   function of this header; never freed. */
const char *damier_error(void);

/* Reads a net (a .dmn file). */
int damier_net_load(const char *path, damier_net **net);

/* Frees a net; NULL is ignored. */
void damier_net_free(damier_net *net);

/* The game that a net is for. */
int damier_net_game(const damier_net *net, char *text, size_t capacity, size_t *needed);

/* Opens a session: the start position of a game. `game` is a game as `damier games` lists them, such as "russian" or
   "chinese-checkers:players=3"; NULL is the game of the net. The net judges it, where it fits. Without one (NULL) that does
   which comes with damier: the file of that game in the folder that the environment variable DAMIER_NETS names (or else in
   `nets` in the current folder), or the one that is part of this library. Where there is none, such as for some options,
   it fails with DAMIER_ERROR_NO_NET, unless `built_in` asks for the built-in judgement: what beginners of the game count.
   `options` may be NULL. */
int damier_session_open(const damier_net *net, const char *game, const damier_options *options,
                        damier_session **session);

/* Closes a session; NULL is ignored. */
void damier_session_close(damier_session *session);

/* What judges the session, in a line of words: the net's file, its game and its checksum, or the built-in judgement. */
int damier_judged_by(damier_session *session, char *text, size_t capacity, size_t *needed);

/* Sets a position up and plays moves from there. NULL for the game's start position; `moves` are separated by spaces,
   NULL for none. Moves matter to draw rules: give the whole game where there is one. */
int damier_set_position(damier_session *session, const char *position, const char *moves);

/* Plays a legal move. */
int damier_play(damier_session *session, const char *move);

/* Takes the last move back; DAMIER_ERROR_ARGUMENT where none was played since the position that was set up. */
int damier_undo(damier_session *session);

/* Functions that write a text take a buffer and its size in bytes. Where it is too small they fail with
   DAMIER_ERROR_BUFFER. `needed` may be NULL; otherwise it is the size that the text needs, the zero byte included. */

/* The position in the game's notation. */
int damier_position(damier_session *session, char *text, size_t capacity, size_t *needed);

/* The board for a terminal, several lines. */
int damier_board(damier_session *session, char *text, size_t capacity, size_t *needed);

/* The number of players, 2 to 6. */
int damier_players(damier_session *session, uint32_t *players);

/* The seat of the player to move, 0 for the one who begins the game. */
int damier_to_move(damier_session *session, uint32_t *seat);

/* How many legal moves there are; 0 where the game is over. They are numbered from 0 in an order that the position
   alone decides. */
int damier_move_count(damier_session *session, size_t *count);

/* A legal move by its index. */
int damier_move(damier_session *session, size_t index, char *text, size_t capacity, size_t *needed);

/* Whether the game is over (1 or 0), and the share of the point that each seat gets then, 0 to 1 (1 a win, 0.5 a draw of
   two). `shares` may be NULL. */
int damier_outcome(damier_session *session, int *over, float shares[DAMIER_MAX_PLAYERS]);

/* What the net says without a search. `priors` may be NULL; otherwise it gets the probability of each legal move, by
   index, and has room for `capacity` of them. */
int damier_judge(damier_session *session, damier_value *value, float *priors, size_t capacity);

/* What goes into the net: the active features that the player to move sees, and the policy row of each legal move.
   Both counts are told even where a buffer is too small. */
int damier_inputs(damier_session *session, uint32_t *features, size_t feature_capacity, size_t *feature_count,
                  uint32_t *rows, size_t row_capacity, size_t *row_count);

/* Searches for so many simulations or so many seconds, whichever ends first; 0 is no limit. Without any limit it ends
   with damier_stop, or when the result is proven. Levels below 20 have a limit of their own too. The tree is kept for
   the next search of the same game. */
int damier_search(damier_session *session, uint64_t simulations, double seconds, damier_found *found);

/* Of the last search in this position: the simulations that took each legal move, by index; of an alpha-beta search the
   positions looked at behind it. */
int damier_visits(damier_session *session, uint32_t *visits, size_t capacity);

/* Of the last search in this position: the moves that it expects, separated by spaces. */
int damier_line(damier_session *session, char *text, size_t capacity, size_t *needed);

/* Ends the search that runs in another thread as soon as possible; it returns what it has found. Does nothing where
   none runs. */
int damier_stop(damier_session *session);

#ifdef __cplusplus
}
#endif

#endif
