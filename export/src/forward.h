
/* What the net says about a position. */
typedef struct damier_judgement {
    /* Two players: logits of win, draw and loss for the player to move. More: one per player, the player to
       move first, then the others in turn order. Their softmax is the value. */
    float value_logits[DAMIER_CLASSES];
    /* Plies to the end of the game, at least 0. */
    float moves_left;
    /* What damier_policy_logit reads. */
    uint8_t policy[DAMIER_POLICY];
} damier_judgement;

/* The number that the 32 bits are in two's complement. */
static inline int32_t damier_signed(uint32_t bits)
{
    return bits <= INT32_MAX ? (int32_t)bits : -(int32_t)(UINT32_MAX - bits) - 1;
}

/* bias + the sum of weights times values, wrapping. */
static inline int32_t damier_sum(int32_t bias, const int8_t *weights, const uint8_t *values, size_t count)
{
    uint32_t sum = (uint32_t)bias;
    for (size_t i = 0; i < count; i++)
        sum += (uint32_t)((int32_t)weights[i] * (int32_t)values[i]);
    return damier_signed(sum);
}

/* A sum as an activation: a 64th, rounded, between 0 and 127. */
static inline uint8_t damier_clip(int32_t sum)
{
    int32_t rounded = damier_signed((uint32_t)sum + 32u);
    if (rounded < 0)
        return 0;
    rounded /= 64;
    return (uint8_t)(rounded > 127 ? 127 : rounded);
}

/* Judges a position by its active features, all different and below DAMIER_FEATURES: those that the player to
   move sees. The same bits as damier's own engine. */
static inline void damier_judge(const uint32_t *features, size_t count, damier_judgement *judgement)
{
    uint8_t activations[DAMIER_WIDTH], hidden[DAMIER_HIDDEN], second[DAMIER_VALUE_HIDDEN];
    for (size_t j = 0; j < DAMIER_WIDTH; j++) {
        uint32_t sum = (uint32_t)(int32_t)damier_embedding_bias[j];
        for (size_t i = 0; i < count; i++) {
            int32_t weight = damier_embedding[features[i]][j];
            sum += (uint32_t)weight;
        }
        sum &= 0xffffu;
        /* A 16-bit number, limited to 0 ... 512. */
        uint32_t limited = sum > 0x7fffu ? 0u : sum > 512u ? 512u : sum;
        uint32_t square = (limited * limited + 1024u) >> 11;
        activations[j] = (uint8_t)(square > 127u ? 127u : square);
    }
    for (size_t i = 0; i < DAMIER_HIDDEN; i++)
        hidden[i] = damier_clip(damier_sum(damier_l1_bias[i], damier_l1[i], activations, DAMIER_WIDTH));
    for (size_t i = 0; i < DAMIER_POLICY; i++) {
        size_t row = DAMIER_HIDDEN + i;
        judgement->policy[i] = damier_clip(damier_sum(damier_l1_bias[row], damier_l1[row], activations, DAMIER_WIDTH));
    }
    for (size_t i = 0; i < DAMIER_VALUE_HIDDEN; i++)
        second[i] = damier_clip(damier_sum(damier_l2_bias[i], damier_l2[i], hidden, DAMIER_HIDDEN));
    for (size_t i = 0; i < DAMIER_OUTPUTS; i++) {
        float output = (float)damier_sum(damier_l3_bias[i], damier_l3[i], second, DAMIER_VALUE_HIDDEN) / 8192.0f;
        if (i < DAMIER_CLASSES)
            judgement->value_logits[i] = output;
        else
            judgement->moves_left = output > 0.0f ? 64.0f * output : 0.0f;
    }
}

/* The policy logit of a legal move, by its row, which is below DAMIER_POLICY_ROWS. The softmax over the legal moves
   gives their prior probabilities. */
static inline float damier_policy_logit(const damier_judgement *judgement, uint32_t row)
{
    return (float)damier_sum(damier_policy_bias[row], damier_policy[row], judgement->policy, DAMIER_POLICY) / 8192.0f;
}

/* The index of the row with the highest logit; the first of several. count is at least 1. */
static inline size_t damier_best(const damier_judgement *judgement, const uint32_t *rows, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (damier_policy_logit(judgement, rows[i]) > damier_policy_logit(judgement, rows[best]))
            best = i;
    return best;
}
