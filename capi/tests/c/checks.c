/* Calls every function in the right way and in the wrong ways.

       checks NET        (of Russian draughts)

   Writes the sizes and offsets of the structures at the end, for the caller to compare. */

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "damier.h"

#define CHECK(what)                                                                              \
    do {                                                                                         \
        if (!(what)) {                                                                           \
            fprintf(stderr, "line %d: %s (last error: %s)\n", __LINE__, #what, damier_error()); \
            exit(1);                                                                             \
        }                                                                                        \
    } while (0)

/* Fails with a code, and the message has a word. */
#define FAILS(call, code, word)                          \
    do {                                                 \
        CHECK((call) == (code));                         \
        CHECK(strstr(damier_error(), (word)) != NULL);   \
    } while (0)

static void *endless_search(void *session)
{
    damier_found found;
    int code;
    /* The other thread looks whether it runs yet. */
    while ((code = damier_search(session, 0, 0.0, &found)) == DAMIER_ERROR_BUSY)
        ;
    CHECK(code == DAMIER_OK && found.best < 7);
    return NULL;
}

static void nets(const char *path)
{
    damier_net *net = NULL;
    char text[64];
    size_t needed = 0;
    FAILS(damier_net_load(NULL, &net), DAMIER_ERROR_ARGUMENT, "path");
    FAILS(damier_net_load(path, NULL), DAMIER_ERROR_ARGUMENT, "net");
    FAILS(damier_net_load("/no/such/net", &net), DAMIER_ERROR_FILE, "/no/such/net");
    FAILS(damier_net_load("\xff\xfe", &net), DAMIER_ERROR_ARGUMENT, "UTF-8");
    CHECK(net == NULL);
    CHECK(damier_net_load(path, &net) == DAMIER_OK);
    CHECK(damier_net_game(net, text, sizeof text, &needed) == DAMIER_OK);
    CHECK(strcmp(text, "russian") == 0 && needed == sizeof "russian");
    FAILS(damier_net_game(net, text, needed - 1, &needed), DAMIER_ERROR_BUFFER, "8");
    CHECK(needed == sizeof "russian");
    damier_net_free(net);
    damier_net_free(NULL);
}

/* The session says that this judges it. */
static void judged_by(damier_session *session, const char *what)
{
    char text[4096];
    size_t needed = 0;
    CHECK(damier_judged_by(session, text, sizeof text, &needed) == DAMIER_OK && needed == strlen(text) + 1);
    CHECK(strstr(text, what) != NULL);
    FAILS(damier_judged_by(session, text, needed - 1, NULL), DAMIER_ERROR_BUFFER, "room");
}

static void sessions(const char *path)
{
    damier_net *net = NULL;
    damier_session *session = NULL;
    damier_options options = {.level = 21};
    CHECK(damier_net_load(path, &net) == DAMIER_OK);
    FAILS(damier_session_open(NULL, "rusian", NULL, &session), DAMIER_ERROR_TEXT, "there is no such game");
    FAILS(damier_session_open(NULL, NULL, NULL, &session), DAMIER_ERROR_ARGUMENT, "a net or a game");
    FAILS(damier_session_open(net, "chess", NULL, &session), DAMIER_ERROR_FILE, "trained for chess");
    CHECK(damier_session_open(net, "russian:without=d6", NULL, &session) == DAMIER_OK);
    damier_session_close(session);
    session = NULL;
    FAILS(damier_session_open(net, NULL, &options, &session), DAMIER_ERROR_ARGUMENT, "level");
    options.level = 0;
    options.search = 3;
    FAILS(damier_session_open(net, NULL, &options, &session), DAMIER_ERROR_ARGUMENT, "search");
    options.search = DAMIER_SEARCH_TREE;
    options.contempt = -101;
    FAILS(damier_session_open(net, NULL, &options, &session), DAMIER_ERROR_ARGUMENT, "contempt");
    options.contempt = -100;
    FAILS(damier_session_open(net, NULL, NULL, NULL), DAMIER_ERROR_ARGUMENT, "session");
    CHECK(session == NULL);
    options.level = 3;
    options.threads = 2;
    options.built_in = 1;
    FAILS(damier_session_open(net, NULL, &options, &session), DAMIER_ERROR_ARGUMENT, "built_in");
    options.built_in = 2;
    FAILS(damier_session_open(NULL, "russian", &options, &session), DAMIER_ERROR_ARGUMENT, "built_in");
    options.built_in = 0;
    CHECK(damier_session_open(net, NULL, &options, &session) == DAMIER_OK);
    judged_by(session, path);
    damier_net_free(net);
    damier_session_close(session);
    CHECK(damier_session_open(NULL, "russian", NULL, &session) == DAMIER_OK);
    judged_by(session, "russian.dmn");
    damier_session_close(session);
    options.built_in = 1;
    CHECK(damier_session_open(NULL, "russian", &options, &session) == DAMIER_OK);
    judged_by(session, "built-in judgement");
    damier_session_close(session);
    damier_session_close(NULL);
}

static void positions(damier_session *session)
{
    char text[256], before[256];
    size_t count = 0, needed = 0;
    uint32_t players = 0, seat = 9;
    CHECK(damier_players(session, &players) == DAMIER_OK && players == 2);
    CHECK(damier_to_move(session, &seat) == DAMIER_OK && seat == 0);
    CHECK(damier_move_count(session, &count) == DAMIER_OK && count == 7);
    CHECK(damier_move(session, count - 1, text, sizeof text, &needed) == DAMIER_OK);
    CHECK(needed == strlen(text) + 1);
    FAILS(damier_move(session, count, text, sizeof text, NULL), DAMIER_ERROR_ARGUMENT, "no move 7");
    CHECK(damier_play(session, "c3-d4") == DAMIER_OK);
    CHECK(damier_to_move(session, &seat) == DAMIER_OK && seat == 1);
    CHECK(damier_position(session, before, sizeof before, NULL) == DAMIER_OK);
    FAILS(damier_play(session, "c3-d4"), DAMIER_ERROR_TEXT, "c3");
    FAILS(damier_play(session, NULL), DAMIER_ERROR_ARGUMENT, "move");
    FAILS(damier_play(NULL, "c3-d4"), DAMIER_ERROR_ARGUMENT, "session");
    FAILS(damier_set_position(session, "W:Wz9", NULL), DAMIER_ERROR_TEXT, "z9");
    FAILS(damier_set_position(session, NULL, "c3-d4 c3-d4"), DAMIER_ERROR_TEXT, "c3");
    CHECK(damier_position(session, text, sizeof text, NULL) == DAMIER_OK && strcmp(text, before) == 0);
    CHECK(damier_board(session, text, sizeof text, &needed) == DAMIER_OK || needed > sizeof text);
    CHECK(damier_undo(session) == DAMIER_OK);
    FAILS(damier_undo(session), DAMIER_ERROR_ARGUMENT, "no move");
    CHECK(damier_set_position(session, NULL, " c3-d4  b6-a5 ") == DAMIER_OK);
    CHECK(damier_set_position(session, "W:WKa1:Bh8", NULL) == DAMIER_OK);
    CHECK(damier_set_position(session, NULL, NULL) == DAMIER_OK);
}

static void judgements(damier_session *session)
{
    damier_value value;
    float priors[7], sum = 0;
    uint32_t features[24], rows[7];
    size_t active = 0, moves = 0;
    CHECK(damier_judge(session, &value, NULL, 0) == DAMIER_OK);
    CHECK(value.classes == 3 && value.moves_left >= 0);
    for (int i = 0; i < 3; i++)
        sum += value.value[i];
    CHECK(sum > 0.999f && sum < 1.001f && value.value[3] == 0);
    FAILS(damier_judge(session, &value, priors, 6), DAMIER_ERROR_BUFFER, "7");
    CHECK(damier_judge(session, &value, priors, 7) == DAMIER_OK);
    FAILS(damier_judge(session, NULL, priors, 7), DAMIER_ERROR_ARGUMENT, "value");
    FAILS(damier_inputs(session, features, 23, &active, rows, 7, &moves), DAMIER_ERROR_BUFFER, "24");
    CHECK(active == 24 && moves == 7);
    CHECK(damier_inputs(session, features, 24, &active, rows, 7, &moves) == DAMIER_OK);
}

static void searches(damier_session *session)
{
    damier_found found;
    uint32_t visits[7], all = 0;
    char line[1024];
    pthread_t thread;
    FAILS(damier_visits(session, visits, 7), DAMIER_ERROR_ARGUMENT, "not searched");
    FAILS(damier_search(session, 100, -1.0, &found), DAMIER_ERROR_ARGUMENT, "seconds");
    FAILS(damier_search(session, 100, 0.0 / 0.0, &found), DAMIER_ERROR_ARGUMENT, "seconds");
    FAILS(damier_search(session, 100, 0.0, NULL), DAMIER_ERROR_ARGUMENT, "found");
    CHECK(damier_search(session, 100, 0.0, &found) == DAMIER_OK);
    CHECK(found.best < 7 && found.simulations >= 100 && found.value.classes == 3);
    CHECK(damier_visits(session, visits, 7) == DAMIER_OK);
    for (int i = 0; i < 7; i++)
        all += visits[i];
    CHECK(all > 0);
    CHECK(damier_line(session, line, sizeof line, NULL) == DAMIER_OK && strlen(line) > 0);
    CHECK(damier_search(session, 0, 0.01, &found) == DAMIER_OK);

    /* Nothing else may be done while a search runs in another thread, and that ends when it is told to. */
    CHECK(pthread_create(&thread, NULL, endless_search, session) == 0);
    size_t count;
    while (damier_move_count(session, &count) != DAMIER_ERROR_BUSY)
        ;
    FAILS(damier_play(session, "c3-d4"), DAMIER_ERROR_BUSY, "another thread");
    CHECK(damier_stop(session) == DAMIER_OK);
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(damier_play(session, "c3-d4") == DAMIER_OK);
    FAILS(damier_line(session, line, sizeof line, NULL), DAMIER_ERROR_ARGUMENT, "not searched");
}

static void endings(void)
{
    damier_session *session = NULL;
    damier_value value;
    damier_found found;
    uint32_t features[9], rows[9];
    size_t active, count = 9;
    float shares[DAMIER_MAX_PLAYERS];
    int over = 9;
    damier_options options = {.built_in = 1};
    FAILS(damier_session_open(NULL, "tic-tac-toe", NULL, &session), DAMIER_ERROR_NO_NET, "built_in");
    FAILS(damier_session_open(NULL, "russian:goal=lose-all", NULL, &session), DAMIER_ERROR_NO_NET, "lose-all");
    CHECK(damier_session_open(NULL, "gomoku-freestyle:size=9", NULL, &session) == DAMIER_OK);
    damier_session_close(session);
    CHECK(damier_session_open(NULL, "tic-tac-toe", &options, &session) == DAMIER_OK);
    CHECK(damier_outcome(session, &over, NULL) == DAMIER_OK && over == 0);
    FAILS(damier_inputs(session, features, 9, &active, rows, 9, &count), DAMIER_ERROR_NO_NET, "without a net");
    CHECK(damier_set_position(session, NULL, "1 4 2 5 3") == DAMIER_OK);
    CHECK(damier_outcome(session, &over, shares) == DAMIER_OK && over == 1);
    CHECK(shares[0] == 1.0f && shares[1] == 0.0f);
    CHECK(damier_move_count(session, &count) == DAMIER_OK && count == 0);
    FAILS(damier_judge(session, &value, NULL, 0), DAMIER_ERROR_OVER, "over");
    FAILS(damier_search(session, 1, 0.0, &found), DAMIER_ERROR_OVER, "over");
    damier_session_close(session);
}

int main(int count, char **arguments)
{
    damier_net *net = NULL;
    damier_session *session = NULL;
    CHECK(count == 2);
    CHECK(damier_abi_version() == DAMIER_ABI_VERSION);
    CHECK(strlen(damier_version()) > 0);
    CHECK(strcmp(damier_error(), "") == 0);
    nets(arguments[1]);
    sessions(arguments[1]);
    CHECK(damier_net_load(arguments[1], &net) == DAMIER_OK);
    CHECK(damier_session_open(net, NULL, NULL, &session) == DAMIER_OK);
    positions(session);
    judgements(session);
    searches(session);
    damier_session_close(session);
    damier_net_free(net);
    endings();
    printf("%zu %zu %zu %zu\n", sizeof(damier_options), sizeof(damier_value), sizeof(damier_found),
           offsetof(damier_options, search));
    printf("%zu %zu %zu %zu %zu %zu %zu\n", offsetof(damier_options, seed), offsetof(damier_options, built_in),
           offsetof(damier_options, contempt), offsetof(damier_value, value), offsetof(damier_value, moves_left), offsetof(damier_found, value), offsetof(damier_found, simulations));
    return 0;
}
