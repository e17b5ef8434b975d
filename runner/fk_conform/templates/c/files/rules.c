#include "rules.h"

#include <stdbool.h>
#include <string.h>

enum { SEATS = 4, SUITS = 4, RANKS = 8 };

static const char *const SEAT[SEATS] = {"south", "east", "north", "west"};       /* in the order of play: FK3.1 */
static const char *const SUIT[SUITS] = {"spades", "hearts", "diamonds", "clubs"}; /* FK1.2 */
static const char RANK[] = "789TAJQK"; /* from low to high, in trumps too: FK1.4, FK1.5 */
static const char LETTER[] = "SHDC";
static const int POINTS[RANKS] = {0, 0, 0, 0, 0, 3, 4, 5}; /* FK1.7 */

typedef struct {
    int rank, suit;
} Card;

/* The place of a word among some; -1 if it is none of them. */
static int place_of(const Json *word, const char *const *words, int number)
{
    for (int place = 0; place < number; place++)
        if (json_is(word, words[place]))
            return place;
    return -1;
}

/* One of the thirty-two cards: FK1.1. */
static bool read_card(const Json *name, Card *card)
{
    if (!name || name->kind != JSON_STRING || name->length != 2 || !name->text[0] || !name->text[1])
        return false;
    const char *rank = strchr(RANK, name->text[0]), *suit = strchr(LETTER, name->text[1]);
    if (!rank || !suit)
        return false;
    *card = (Card){(int)(rank - RANK), (int)(suit - LETTER)};
    return true;
}

/* So many different cards. Returns NULL, or what is wrong with them. */
static const char *read_cards(const Json *list, Card *cards, size_t number)
{
    if (!list || list->kind != JSON_ARRAY || list->count != number)
        return "cards: another number was expected";
    const Json *name = list->first;
    for (size_t i = 0; i < number; i++, name = name->next) {
        if (!read_card(name, &cards[i]))
            return "cards: there is one that is no card";
        for (size_t before = 0; before < i; before++)
            if (cards[before].rank == cards[i].rank && cards[before].suit == cards[i].suit)
                return "cards: one stands there twice";
    }
    return NULL;
}

/* Whether a card takes the trick from the best of those before it: a higher one of the same suit does, and a trump does
 * from any other suit. */
static bool beats(Card played, Card best, int trump)
{
    return played.suit == best.suit ? played.rank > best.rank : played.suit == trump;
}

/* Who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7. */
const char *judge_trick(const Json *params, FILE *result)
{
    int leader = place_of(json_member(params, "leader"), SEAT, SEATS);
    if (leader < 0)
        return "leader: a seat was expected";
    int trump = place_of(json_member(params, "trump"), SUIT, SUITS);
    if (trump < 0)
        return "trump: a suit was expected";
    Card cards[SEATS];
    const char *complaint = read_cards(json_member(params, "cards"), cards, SEATS);
    if (complaint)
        return complaint;

    int best = 0, points = 0;
    for (int i = 0; i < SEATS; i++) {
        if (beats(cards[i], cards[best], trump))
            best = i;
        points += POINTS[cards[i].rank];
    }
    fprintf(result, "{\"winner\":\"%s\",\"points\":%d}", SEAT[(leader + best) % SEATS], points);
    return NULL;
}
