/* Reads positions, one a line: the number of active features and the features, the number of rows and the rows.
   Writes the bits of value logits, moves left and policy logits. */

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "net.h"

enum { MOST = 4096 };

static int read_list(uint32_t *list, size_t *count)
{
    if (scanf("%zu", count) != 1 || *count > MOST)
        return 0;
    for (size_t i = 0; i < *count; i++)
        if (scanf("%" SCNu32, &list[i]) != 1)
            return 0;
    return 1;
}

static uint32_t bits(float value)
{
    uint32_t copy;
    memcpy(&copy, &value, sizeof copy);
    return copy;
}

int main(void)
{
    static uint32_t features[MOST], rows[MOST];
    size_t active, moves;
    while (read_list(features, &active) && read_list(rows, &moves)) {
        damier_judgement judgement;
        damier_judge(features, active, &judgement);
        for (size_t i = 0; i < DAMIER_CLASSES; i++)
            printf("%" PRIu32 " ", bits(judgement.value_logits[i]));
        printf("%" PRIu32, bits(judgement.moves_left));
        for (size_t i = 0; i < moves; i++)
            printf(" %" PRIu32, bits(damier_policy_logit(&judgement, rows[i])));
        printf("\n");
    }
    return 0;
}
