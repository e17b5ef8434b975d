/* SPDX-License-Identifier: Apache-2.0 */
/* Answers questions about the rules of The Forty Kings: reads a request a line and writes an answer a line. */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==================================================================================================================
 * Memory: all that a request needs is taken from the arena, and the arena is emptied when it has been answered.
 * ================================================================================================================== */

enum { BLOCK_SIZE = 1 << 16 };

typedef struct Block {
    struct Block *older;
    size_t used, size;
    max_align_t space[];
} Block;

static Block *arena;

static void *checked(void *memory)
{
    if (!memory) {
        fputs("engine: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void *take(size_t size)
{
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (!arena || arena->size - arena->used < size) {
        size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        Block *block = checked(malloc(sizeof *block + room));
        *block = (Block){.older = arena, .used = 0, .size = room};
        arena = block;
    }
    void *memory = (char *)arena->space + arena->used;
    arena->used += size;
    return memory;
}

static void empty_arena(void)
{
    while (arena) {
        Block *older = arena->older;
        free(arena);
        arena = older;
    }
}

/* ==================================================================================================================
 * Text: bytes that grow as they are written.
 * ================================================================================================================== */

typedef struct {
    char *bytes;
    size_t length, room;
} Text;

static void add_byte(Text *text, char byte)
{
    if (text->length == text->room) {
        text->room = text->room ? 2 * text->room : 1024;
        text->bytes = checked(realloc(text->bytes, text->room));
    }
    text->bytes[text->length++] = byte;
}

static void add(Text *text, const char *words)
{
    while (*words)
        add_byte(text, *words++);
}

/* ==================================================================================================================
 * JSON, read: a value is a node; the members of an object and the items of a list hang below it as a chain.
 * ================================================================================================================== */

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_LIST, JSON_OBJECT } Kind;

typedef struct Json {
    Kind kind;
    bool whole; /* of a number: neither a fraction nor an exponent is written */
    union {
        size_t length; /* of a number or a string */
        size_t count;  /* of a list or an object: how many are in it */
    };
    union {
        const char *text;   /* a number as written; a string in UTF-8, where a lone surrogate takes three bytes */
        struct Json *first; /* of a list or an object: what is in it */
    };
    struct Json *next; /* in the same list or object */
    const char *name;  /* in an object */
    size_t name_length;
} Json;

typedef struct {
    const unsigned char *at, *end;
    int depth;     /* of lists and objects in one another */
    bool repeated; /* in some object a member stands twice */
} Reader;

enum { DEEPEST = 1000 }; /* what lies deeper is not read */

static int peek(const Reader *reader)
{
    return reader->at < reader->end ? *reader->at : -1;
}

static bool is_space(int byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static void skip_space(Reader *reader)
{
    while (is_space(peek(reader)))
        reader->at++;
}

static bool skip_byte(Reader *reader, int byte)
{
    if (peek(reader) != byte)
        return false;
    reader->at++;
    return true;
}

static bool skip_word(Reader *reader, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(reader->end - reader->at) < length || memcmp(reader->at, word, length) != 0)
        return false;
    reader->at += length;
    return true;
}

static bool is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static bool skip_digits(Reader *reader)
{
    if (!is_digit(peek(reader)))
        return false;
    while (is_digit(peek(reader)))
        reader->at++;
    return true;
}

static bool read_number(Reader *reader, Json *json)
{
    const unsigned char *start = reader->at;
    *json = (Json){.kind = JSON_NUMBER, .whole = true};
    skip_byte(reader, '-');
    if (!skip_byte(reader, '0') && !skip_digits(reader))
        return false;
    if (skip_byte(reader, '.')) {
        json->whole = false;
        if (!skip_digits(reader))
            return false;
    }
    if (skip_byte(reader, 'e') || skip_byte(reader, 'E')) {
        json->whole = false;
        if (!skip_byte(reader, '+'))
            skip_byte(reader, '-');
        if (!skip_digits(reader))
            return false;
    }
    json->text = (const char *)start;
    json->length = (size_t)(reader->at - start);
    return true;
}

/* How many bytes the UTF-8 sequence at the reader has; 0 if it is none. */
static size_t utf8_length(const Reader *reader)
{
    const unsigned char *at = reader->at;
    size_t left = (size_t)(reader->end - at);
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : at[0] < 0xF5 ? 4 : 0;
    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    bool surrogate = at[0] == 0xED && at[1] > 0x9F;
    bool too_high = at[0] == 0xF4 && at[1] > 0x8F;
    return overlong || surrogate || too_high ? 0 : length;
}

static char *put_utf8(char *out, unsigned code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xE0 | code >> 12);
        } else {
            *out++ = (char)(0xF0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 0x3F));
        }
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
    }
    *out++ = (char)(0x80 | (code & 0x3F));
    return out;
}

/* The four hexadecimal digits of an escape; -1 if they are not there. */
static int read_hex(Reader *reader)
{
    int code = 0;
    for (int i = 0; i < 4; i++) {
        int byte = peek(reader);
        int digit = is_digit(byte)               ? byte - '0'
                    : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                    : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                                 : -1;
        if (digit < 0)
            return -1;
        code = 16 * code + digit;
        reader->at++;
    }
    return code;
}

/* The character that an escape stands for, its backslash read already; -1 if it is no escape. */
static int read_escape(Reader *reader)
{
    static const char LETTERS[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    int letter = peek(reader);
    if (letter <= 0)
        return -1;
    reader->at++;
    if (letter != 'u') {
        const char *place = strchr(LETTERS, letter);
        return place ? MEANINGS[place - LETTERS] : -1;
    }
    int code = read_hex(reader);
    if (code >= 0xD800 && code <= 0xDBFF) {
        Reader ahead = *reader;
        int low = skip_word(&ahead, "\\u") ? read_hex(&ahead) : -1;
        if (low >= 0xDC00 && low <= 0xDFFF) {
            *reader = ahead;
            return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        }
    }
    return code;
}

/* The length of the string at the reader before its escapes are read: no less than it has afterwards. */
static size_t raw_length(const Reader *reader)
{
    const unsigned char *at = reader->at;
    while (at < reader->end && *at != '"')
        at += *at == '\\' && at + 1 < reader->end ? 2 : 1;
    return (size_t)(at - reader->at);
}

static bool read_string(Reader *reader, const char **text, size_t *length)
{
    if (!skip_byte(reader, '"'))
        return false;
    char *start = take(raw_length(reader) + 1), *out = start;
    while (!skip_byte(reader, '"')) {
        if (peek(reader) < 0x20) /* a control character, or the end of the line */
            return false;
        if (skip_byte(reader, '\\')) {
            int code = read_escape(reader);
            if (code < 0)
                return false;
            out = put_utf8(out, (unsigned)code);
            continue;
        }
        size_t bytes = utf8_length(reader);
        if (!bytes)
            return false;
        memcpy(out, reader->at, bytes);
        out += bytes;
        reader->at += bytes;
    }
    *text = start;
    *length = (size_t)(out - start);
    return true;
}

static int compare_text(const char *text, size_t length, const char *other, size_t other_length)
{
    int order = memcmp(text, other, length < other_length ? length : other_length);
    return order ? order : (length > other_length) - (length < other_length);
}

static int compare_names(const void *left, const void *right)
{
    const Json *const *a = left, *const *b = right;
    return compare_text((*a)->name, (*a)->name_length, (*b)->name, (*b)->name_length);
}

static bool has_repeated_name(const Json *object)
{
    if (object->count < 2)
        return false;
    const Json **members = take(object->count * sizeof *members);
    size_t count = 0;
    for (const Json *member = object->first; member; member = member->next)
        members[count++] = member;
    qsort(members, count, sizeof *members, compare_names);
    for (size_t i = 1; i < count; i++)
        if (compare_names(&members[i - 1], &members[i]) == 0)
            return true;
    return false;
}

static bool read_value(Reader *reader, Json *json);

static bool read_items(Reader *reader, Json *json, int closing)
{
    Json **end = &json->first;
    skip_space(reader);
    if (skip_byte(reader, closing))
        return true;
    do {
        const char *name = "";
        size_t name_length = 0;
        if (json->kind == JSON_OBJECT) {
            skip_space(reader);
            if (!read_string(reader, &name, &name_length))
                return false;
            skip_space(reader);
            if (!skip_byte(reader, ':'))
                return false;
        }
        Json *item = take(sizeof *item);
        if (!read_value(reader, item))
            return false;
        item->name = name;
        item->name_length = name_length;
        *end = item;
        end = &item->next;
        json->count++;
    } while (skip_byte(reader, ','));
    return skip_byte(reader, closing);
}

static bool read_value(Reader *reader, Json *json)
{
    bool read = false;
    *json = (Json){.kind = JSON_NULL};
    skip_space(reader);
    switch (peek(reader)) {
    case '{':
    case '[':
        if (++reader->depth > DEEPEST)
            return false;
        json->kind = *reader->at++ == '{' ? JSON_OBJECT : JSON_LIST;
        read = read_items(reader, json, json->kind == JSON_OBJECT ? '}' : ']');
        reader->depth--;
        if (read && json->kind == JSON_OBJECT && has_repeated_name(json))
            reader->repeated = true;
        break;
    case '"':
        json->kind = JSON_STRING;
        read = read_string(reader, &json->text, &json->length);
        break;
    case 't':
        json->kind = JSON_TRUE;
        read = skip_word(reader, "true");
        break;
    case 'f':
        json->kind = JSON_FALSE;
        read = skip_word(reader, "false");
        break;
    case 'n':
        read = skip_word(reader, "null");
        break;
    default:
        read = read_number(reader, json);
    }
    skip_space(reader);
    return read;
}

/* The one value of a line; null if the line is no JSON. */
static const Json *read_line_of_json(const char *line, size_t length, bool *repeated)
{
    Reader reader = {.at = (const unsigned char *)line, .end = (const unsigned char *)line + length};
    Json *json = take(sizeof *json);
    bool read = read_value(&reader, json) && reader.at == reader.end;
    *repeated = reader.repeated;
    return read ? json : NULL;
}

static bool is_kind(const Json *json, Kind kind)
{
    return json && json->kind == kind;
}

static bool is_string(const Json *json, const char *word)
{
    return is_kind(json, JSON_STRING) && compare_text(json->text, json->length, word, strlen(word)) == 0;
}

static bool is_whole(const Json *json)
{
    return is_kind(json, JSON_NUMBER) && json->whole;
}

static bool same_string(const Json *one, const Json *other)
{
    return compare_text(one->text, one->length, other->text, other->length) == 0;
}

static bool is_named(const Json *member, const char *name)
{
    return compare_text(member->name, member->name_length, name, strlen(name)) == 0;
}

static const Json *member_of(const Json *object, const char *name)
{
    if (!is_kind(object, JSON_OBJECT))
        return NULL;
    const Json *member = object->first;
    while (member && !is_named(member, name))
        member = member->next;
    return member;
}

/* ==================================================================================================================
 * JSON, written: the answer under way. Commas come by themselves.
 * ================================================================================================================== */

static Text answer;

static void put_comma(void)
{
    char last = answer.length ? answer.bytes[answer.length - 1] : '{';
    if (last != '{' && last != '[' && last != ':')
        add_byte(&answer, ',');
}

static void put_raw(const char *words)
{
    put_comma();
    add(&answer, words);
}

static void open_with(char bracket)
{
    put_comma();
    add_byte(&answer, bracket);
}

static void close_with(char bracket)
{
    add_byte(&answer, bracket);
}

static void put_escape(unsigned code)
{
    char escape[8];
    snprintf(escape, sizeof escape, "\\u%04x", code & 0xFFFF);
    add(&answer, escape);
}

static void put_string(const char *text, size_t length)
{
    put_comma();
    add_byte(&answer, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool surrogate = byte == 0xED && (unsigned char)text[i + 1] > 0x9F;
        if (surrogate) {
            put_escape(0xD000u | ((unsigned char)text[i + 1] & 0x3Fu) << 6 | ((unsigned char)text[i + 2] & 0x3Fu));
            i += 2;
        } else if (byte < 0x20) {
            put_escape(byte);
        } else {
            if (byte == '"' || byte == '\\')
                add_byte(&answer, '\\');
            add_byte(&answer, (char)byte);
        }
    }
    add_byte(&answer, '"');
}

static void put_word(const char *word)
{
    put_string(word, strlen(word));
}

static void put_word_or_null(const char *word)
{
    if (word)
        put_word(word);
    else
        put_raw("null");
}

static void put_name(const char *name)
{
    put_word(name);
    add_byte(&answer, ':');
}

static void put_number(long long number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", number);
    put_raw(digits);
}

static void put_value(const Json *json)
{
    if (is_kind(json, JSON_STRING)) {
        put_string(json->text, json->length);
    } else {
        put_comma();
        for (size_t i = 0; i < json->length; i++)
            add_byte(&answer, json->text[i]);
    }
}

/* ==================================================================================================================
 * The words of the game
 * ================================================================================================================== */

enum { NONE = -1 }; /* no card, suit, rank, seat or side */

typedef int Suit; /* FK1.2 */
enum { SPADES, HEARTS, DIAMONDS, CLUBS, SUITS };
static const char *const SUIT_WORDS[] = {"spades", "hearts", "diamonds", "clubs"};
static const char SUIT_LETTERS[] = "SHDC";

typedef int Rank; /* FK1.4: from the highest down */
enum { KING, QUEEN, JACK, ACE, TEN, NINE, EIGHT, SEVEN, RANKS };
static const char *const RANK_WORDS[] = {"K", "Q", "J", "A", "T", "9", "8", "7"};
static const char RANK_LETTERS[] = "KQJAT987";

typedef int Seat; /* FK3.1: each sits on the right of the one before */
enum { SOUTH, EAST, NORTH, WEST, SEATS };
static const char *const SEAT_WORDS[] = {"south", "east", "north", "west"};

typedef int Side; /* FK2.8 */
enum { NORTH_SOUTH, EAST_WEST, SIDES };
static const char *const SIDE_WORDS[] = {"north-south", "east-west"};

static Seat right_of(Seat seat)
{
    return (seat + 1) % SEATS;
}

static Seat left_of(Seat seat)
{
    return (seat + SEATS - 1) % SEATS;
}

static Side side_of(Seat seat)
{
    return seat % SIDES;
}

/* Cards, and sets of cards with a bit for each: suit by suit, the king in the lowest bit. A lower bit is a higher card. */
typedef int Card;
typedef uint32_t Cards;
enum { PACK = 32, HAND = 8 }; /* FK1.1, FK3.5 */
static const Cards WHOLE_PACK = 0xFFFFFFFF;

static Suit suit_of(Card card)
{
    return card / RANKS;
}

static Rank rank_of(Card card)
{
    return card % RANKS;
}

static Cards only(Card card)
{
    return (Cards)1 << card;
}

static Cards suit_cards(Suit suit)
{
    return (Cards)0xFF << RANKS * suit;
}

static Cards rank_cards(Rank rank)
{
    return (Cards)0x01010101 << rank;
}

static bool is_in(Card card, Cards cards)
{
    return cards & only(card);
}

static int count_of(Cards cards)
{
    return __builtin_popcount(cards);
}

/* The first card of a set that is not empty, and the set without it. */
static Card first_of(Cards cards)
{
    return __builtin_ctz(cards);
}

static Cards rest_of(Cards cards)
{
    return cards & (cards - 1);
}

/* The readings: each has a default and one alternative to it. */
typedef enum { WHEN_VOID, RENOUNCE, FOUR_AS_THREE, GOOD_WHEN_HIGHER, UNSHOWN, BOTH_REACH, LEVEL_TOTALS, READINGS } Reading;
static const struct {
    const char *name, *alternatives[2];
} READING_WORDS[READINGS] = {
    [WHEN_VOID] = {"when-void", {"any-card", "must-trump"}},
    [RENOUNCE] = {"renounce", {"only-when-void", "to-trump"}},
    [FOUR_AS_THREE] = {"four-as-three", {"refused", "allowed"}},
    [GOOD_WHEN_HIGHER] = {"good-when-higher", {"concedes", "refused"}},
    [UNSHOWN] = {"unshown", {"nobody-scores", "next-best-scores"}},
    [BOTH_REACH] = {"both-reach", {"higher-total", "clique-first"}},
    [LEVEL_TOTALS] = {"level-totals", {"play-on", "drawn"}},
};
static int followed[READINGS]; /* 0: the default, 1: its alternative */

static bool must_trump_when_void(void) { return followed[WHEN_VOID]; }
static bool may_renounce_to_trump(void) { return followed[RENOUNCE]; }
static bool four_goes_as_three(void) { return followed[FOUR_AS_THREE]; }
static bool good_is_for_the_lower(void) { return followed[GOOD_WHEN_HIGHER]; }
static bool next_best_scores(void) { return followed[UNSHOWN]; }
static bool clique_counts_first(void) { return followed[BOTH_REACH]; }
static bool level_is_drawn(void) { return followed[LEVEL_TOTALS]; }

/* The reasons for which the rules refuse. */
typedef enum {
    LAWFUL,
    PARTNERS_NOT_OPPOSITE,
    WRONG_PLAYERS_DRAW,
    DEALER_ALREADY_DRAWN,
    NOT_YOUR_TURN,
    CARD_NOT_HELD,
    MUST_FOLLOW_SUIT,
    MUST_TRUMP,
    CLIQUE_NOT_HELD,
    ANNOUNCEMENT_TOO_LATE,
    RANK_AWAITED,
    NO_RANK_ASKED,
    NOTHING_TO_CONCEDE,
    GOOD_WHILE_HIGHER,
    NOTHING_TO_SHOW,
    WRONG_CARDS_SHOWN,
    HAND_OVER,
    GAME_OVER
} Reason;

static const struct {
    const char *word, *meaning;
} REASON_WORDS[] = {
    [LAWFUL] = {"", ""},
    [PARTNERS_NOT_OPPOSITE] = {"partners-not-opposite", "partners sit opposite each other (FK2.8)"},
    [WRONG_PLAYERS_DRAW] = {"wrong-players-draw", "all draw first, and then those who tied for the highest card (FK2.15)"},
    [DEALER_ALREADY_DRAWN] = {"dealer-already-drawn", "the dealer is known, and nobody draws any more (FK2.19)"},
    [NOT_YOUR_TURN] = {"not-your-turn", "it is another player's turn to play or to speak (FK4.8)"},
    [CARD_NOT_HELD] = {"card-not-held", "the player was not dealt this card or has played it already (FK4.12)"},
    [MUST_FOLLOW_SUIT] = {"must-follow-suit", "the player holds a card of the suit led (FK4.3)"},
    [MUST_TRUMP] = {"must-trump", "the player has none of the suit led and holds a trump (FK4.4)"},
    [CLIQUE_NOT_HELD] = {"clique-not-held", "the player has no such clique (FK5.14)"},
    [ANNOUNCEMENT_TOO_LATE] = {"announcement-too-late", "cliques are announced with the card to the first trick (FK5.8)"},
    [RANK_AWAITED] = {"rank-awaited", "a rank has to be named before anything is played or shown (FK5.21)"},
    [NO_RANK_ASKED] = {"no-rank-asked", "nobody is asked for a rank (FK5.18)"},
    [NOTHING_TO_CONCEDE] = {"nothing-to-concede", "no rank has been named yet to give way to (FK5.22)"},
    [GOOD_WHILE_HIGHER] = {"good-while-higher", "the player has a clique higher than the highest named (FK5.26)"},
    [NOTHING_TO_SHOW] = {"nothing-to-show", "the player has no clique to show now (FK5.31)"},
    [WRONG_CARDS_SHOWN] = {"wrong-cards-shown", "these are not exactly the cards of the clique (FK5.32)"},
    [HAND_OVER] = {"hand-over", "all eight tricks have been played (FK4.17)"},
    [GAME_OVER] = {"game-over", "the game has been decided (FK6.18)"},
};

/* ==================================================================================================================
 * Chapter 1: the pack
 * ================================================================================================================== */

/* FK1.7, FK6.4: what the cards are worth, trumps or not */
static const int RANK_POINTS[RANKS] = {[KING] = 5, [QUEEN] = 4, [JACK] = 3};

static int points_of(Cards cards)
{
    int points = 0;
    for (Rank rank = KING; rank <= JACK; rank++)
        points += RANK_POINTS[rank] * count_of(cards & rank_cards(rank));
    return points;
}

/* ==================================================================================================================
 * Chapter 2: seating
 * ================================================================================================================== */

/* FK1.3 */
static bool is_red(Suit suit)
{
    return suit == HEARTS || suit == DIAMONDS;
}

/* FK2.3 to FK2.6: the suit of the king that each of the players, in the order in which they receive, gets */
static void deal_for_kings(const Card deck[PACK], Suit king[SEATS])
{
    Cards kings_left = rank_cards(KING);
    int player = 0;
    for (int i = 0; i < SEATS; i++)
        king[i] = NONE;
    for (int i = 0; count_of(kings_left) > 1; i++) {
        while (king[player] != NONE) /* FK2.4 */
            player = right_of(player);
        if (rank_of(deck[i]) == KING) {
            king[player] = suit_of(deck[i]);
            kings_left &= ~only(deck[i]);
        }
        player = right_of(player); /* FK2.5 */
    }
    for (int i = 0; i < SEATS; i++)
        if (king[i] == NONE)
            king[i] = suit_of(first_of(kings_left)); /* FK2.6 */
}

/* FK2.12: the place of a rank in the draw, from the highest down */
static const int PLACE_IN_DRAW[RANKS] = {
    [ACE] = 0, [KING] = 1, [QUEEN] = 2, [JACK] = 3, [TEN] = 4, [NINE] = 5, [EIGHT] = 6, [SEVEN] = 7};

typedef unsigned Seating; /* a set of seats, a bit for each */
static const Seating ALL_SEATS = 0xF;

/* FK2.13, FK2.14, FK2.16: those who have drawn the highest card; NONE as a card is of who has not drawn */
static Seating highest_in_draw(const Card drawn[SEATS])
{
    Seating highest = 0;
    int best = RANKS;
    for (Seat seat = SOUTH; seat < SEATS; seat++) {
        int place = drawn[seat] == NONE ? RANKS : PLACE_IN_DRAW[rank_of(drawn[seat])];
        if (place < best) {
            best = place;
            highest = 0;
        }
        if (place == best && place < RANKS)
            highest |= 1u << seat;
    }
    return highest;
}

static bool is_one(Seating seats)
{
    return seats && !(seats & (seats - 1));
}

/* ==================================================================================================================
 * Chapter 3: dealing
 * ================================================================================================================== */

/* FK3.5, FK3.6, FK3.7 */
static void deal_cards(Seat dealer, const Card deck[PACK], Cards hands[SEATS])
{
    static const int PACKETS[] = {2, 3, 3};
    const Card *top = deck;
    for (Seat seat = SOUTH; seat < SEATS; seat++)
        hands[seat] = 0;
    for (size_t round = 0; round < sizeof PACKETS / sizeof *PACKETS; round++)
        for (int i = 1; i <= SEATS; i++)
            for (int card = 0; card < PACKETS[round]; card++)
                hands[(dealer + i) % SEATS] |= only(*top++);
}

/* ==================================================================================================================
 * Chapter 4: play
 * ================================================================================================================== */

/* FK4.2 to FK4.7: which cards of a hand may be played when this suit, or NONE, has been led */
static Cards legal_cards(Cards hand, Suit led, Suit trump)
{
    if (led == NONE)
        return hand; /* FK4.2 */
    Cards following = hand & suit_cards(led), trumps = hand & suit_cards(trump);
    if (following)
        return may_renounce_to_trump() ? following | trumps : following; /* FK4.3, FK4.7 */
    return must_trump_when_void() && trumps ? trumps : hand;             /* FK4.4 */
}

/* FK4.9, FK4.10: the cards that win over the best card of the trick so far */
static Cards winning_over(Card best, Suit trump)
{
    Cards higher = suit_cards(suit_of(best)) & (only(best) - 1); /* FK1.4, FK1.5 */
    return suit_of(best) == trump ? higher : higher | suit_cards(trump);
}

/* How many cards were played before the winning one. */
static int winning_place(const Card cards[SEATS], Suit trump)
{
    int best = 0;
    for (int place = 1; place < SEATS; place++)
        if (is_in(cards[place], winning_over(cards[best], trump)))
            best = place;
    return best;
}

/* ==================================================================================================================
 * Chapter 5: cliques
 * ================================================================================================================== */

typedef struct {
    Seat seat;
    Rank rank;
    int size, points;
} Clique;

/* The announcements of a hand and what comes of them. */
typedef struct {
    Cards dealt[SEATS];   /* FK5.3, FK5.4: as dealt, the turn-up with them */
    int announced[SEATS]; /* 3 or 4; 0 of who kept silent */
    Seat callers[SEATS];  /* those who announced, in order */
    int caller_count;
    bool closed;          /* the first trick is complete: nobody announces any more */
    Seat speakers[SEATS]; /* FK5.18, FK5.20: those who have to name a rank, in order */
    int speaker_count, spoken;
    Rank named[SEATS];    /* NONE of who has not named a rank */
    Rank shown[SEATS];    /* NONE of who has not shown a clique */
    bool over;            /* the second trick has been led */
} Cliques;

/* FK5.5 */
static int clique_points(Rank rank, int size)
{
    static const int THREE[] = {[KING] = 10, [QUEEN] = 8, [JACK] = 6}, FOUR[] = {[KING] = 40, [QUEEN] = 20, [JACK] = 13};
    return size == 4 ? FOUR[rank] : THREE[rank];
}

/* FK5.1, FK5.2, FK5.15: whether a hand as dealt has a clique of this rank that goes by this number */
static bool has_clique(Cards dealt, Rank rank, int number)
{
    int size = count_of(dealt & rank_cards(rank));
    if (rank > JACK)
        return false;
    return size == number || (size == 4 && number == 3 && four_goes_as_three());
}

static Cliques start_cliques(const Cards dealt[SEATS])
{
    Cliques cliques = {.caller_count = 0};
    for (Seat seat = SOUTH; seat < SEATS; seat++) {
        cliques.dealt[seat] = dealt[seat];
        cliques.named[seat] = cliques.shown[seat] = NONE;
    }
    return cliques;
}

/* FK5.14: whether the seat has any clique of the number. */
static bool may_announce(const Cliques *cliques, Seat seat, int number)
{
    for (Rank rank = KING; rank <= JACK; rank++)
        if (has_clique(cliques->dealt[seat], rank, number))
            return true;
    return false;
}

static void announce(Cliques *cliques, Seat seat, int number)
{
    cliques->announced[seat] = number;
    cliques->callers[cliques->caller_count++] = seat;
}

/* The first trick is complete, and the largest number known. */
static void close_announcements(Cliques *cliques)
{
    int largest = 0;
    cliques->closed = true;
    for (int i = 0; i < cliques->caller_count; i++)
        if (cliques->announced[cliques->callers[i]] > largest)
            largest = cliques->announced[cliques->callers[i]];
    for (int i = 0; i < cliques->caller_count; i++) /* FK5.19 */
        if (cliques->announced[cliques->callers[i]] == largest)
            cliques->speakers[cliques->speaker_count++] = cliques->callers[i];
    if (cliques->speaker_count == 1) /* FK5.18: one alone names no rank */
        cliques->spoken = 1;
}

/* Who has to name a rank next, or NONE. */
static Seat to_rank(const Cliques *cliques)
{
    return cliques->closed && cliques->spoken < cliques->speaker_count ? cliques->speakers[cliques->spoken] : NONE;
}

/* What the clique is worth whose rank the seat has named. */
static int named_points(const Cliques *cliques, Seat seat)
{
    return cliques->named[seat] == NONE ? 0 : clique_points(cliques->named[seat], cliques->announced[seat]);
}

/* FK5.6, FK5.25, FK5.27: whose clique is the highest once all have spoken, or NONE */
static Seat highest_seat(const Cliques *cliques)
{
    if (!cliques->closed || cliques->speaker_count == 0 || to_rank(cliques) != NONE)
        return NONE;
    Seat highest = cliques->speakers[0];
    for (int i = 1; i < cliques->speaker_count; i++)
        if (named_points(cliques, cliques->speakers[i]) > named_points(cliques, highest))
            highest = cliques->speakers[i];
    return highest;
}

static Reason why_not_speak(const Cliques *cliques, Seat seat)
{
    if (to_rank(cliques) == NONE)
        return NO_RANK_ASKED;
    return seat == to_rank(cliques) ? LAWFUL : NOT_YOUR_TURN;
}

/* FK5.24 */
static Reason name_rank(Cliques *cliques, Seat seat, Rank rank)
{
    Reason reason = why_not_speak(cliques, seat);
    if (reason != LAWFUL)
        return reason;
    if (!has_clique(cliques->dealt[seat], rank, cliques->announced[seat]))
        return CLIQUE_NOT_HELD;
    cliques->named[seat] = rank;
    cliques->spoken++;
    return LAWFUL;
}

/* FK5.26: whether the seat has a clique of the number announced that is higher than all that were named */
static bool has_higher_than_named(const Cliques *cliques, Seat seat)
{
    int highest = 0;
    for (int i = 0; i < cliques->spoken; i++)
        if (named_points(cliques, cliques->speakers[i]) > highest)
            highest = named_points(cliques, cliques->speakers[i]);
    for (Rank rank = KING; rank <= JACK; rank++)
        if (has_clique(cliques->dealt[seat], rank, cliques->announced[seat]) &&
            clique_points(rank, cliques->announced[seat]) > highest)
            return true;
    return false;
}

/* FK5.22, FK5.23, FK5.26 */
static Reason say_good(Cliques *cliques, Seat seat)
{
    Reason reason = why_not_speak(cliques, seat);
    if (reason != LAWFUL)
        return reason;
    if (cliques->spoken == 0)
        return NOTHING_TO_CONCEDE;
    if (good_is_for_the_lower() && has_higher_than_named(cliques, seat))
        return GOOD_WHILE_HIGHER;
    cliques->spoken++;
    return LAWFUL;
}

/* Whose clique is the highest and has still to be shown, or NONE. */
static Seat to_show(const Cliques *cliques)
{
    Seat highest = highest_seat(cliques);
    return highest != NONE && cliques->shown[highest] == NONE && !cliques->over ? highest : NONE;
}

/* FK5.31, FK5.33: until the highest is shown it may be, and where the next best scores so may all others that were announced */
static bool may_show(const Cliques *cliques, Seat seat)
{
    if (to_show(cliques) == NONE)
        return false;
    return seat == to_show(cliques) || (next_best_scores() && cliques->announced[seat] && cliques->shown[seat] == NONE);
}

/* FK5.17, FK5.32: the rank of the clique that these cards are exactly, or NONE */
static Rank rank_shown(const Cliques *cliques, Seat seat, Cards cards)
{
    int number = cliques->announced[seat];
    Rank rank = rank_of(first_of(cards));
    bool one_rank = !(cards & ~rank_cards(rank)), held = !(cards & ~cliques->dealt[seat]);
    if (!one_rank || !held || count_of(cards) != number || !has_clique(cliques->dealt[seat], rank, number))
        return NONE;
    return cliques->named[seat] == NONE || cliques->named[seat] == rank ? rank : NONE;
}

/* FK5.30 to FK5.33 */
static Reason show(Cliques *cliques, Seat seat, Cards cards)
{
    if (to_rank(cliques) != NONE)
        return RANK_AWAITED; /* FK5.21 */
    if (!may_show(cliques, seat))
        return NOTHING_TO_SHOW;
    Rank rank = rank_shown(cliques, seat, cards);
    if (rank == NONE)
        return WRONG_CARDS_SHOWN;
    cliques->shown[seat] = rank;
    return LAWFUL;
}

/* FK5.28, FK5.33: the highest clique if it was shown, else the best of those that were; its seat is NONE if none was */
static Clique scored_clique(const Cliques *cliques)
{
    Clique scored = {.seat = NONE};
    Seat highest = highest_seat(cliques);
    for (Seat seat = SOUTH; seat < SEATS; seat++) {
        if (cliques->shown[seat] == NONE)
            continue;
        int size = cliques->announced[seat], points = clique_points(cliques->shown[seat], size);
        if (seat == highest || (cliques->shown[highest] == NONE && points > scored.points))
            scored = (Clique){.seat = seat, .rank = cliques->shown[seat], .size = size, .points = points};
    }
    return scored;
}

/* ==================================================================================================================
 * A hand, from the deal to the last card: chapters 3 to 6 together
 * ================================================================================================================== */

enum { TRICKS = 8 }; /* FK4.16 */

typedef struct {
    Seat dealer;
    Card turn_up;
    Suit trump;           /* FK3.9 */
    bool turn_up_exposed; /* FK3.11 */
    Cards held[SEATS];
    Seat leader;
    Card trick[SEATS];
    int laid; /* cards in the trick */
    struct {
        Seat winner;
        int points;
    } tricks[TRICKS];
    int taken;
    Cliques cliques;
} Hand;

typedef enum { PLAY, NAME_RANK, SAY_GOOD, SHOW } EventKind;

typedef struct {
    EventKind kind;
    Seat seat;
    Card card;
    int announced; /* with the card: 3, 4 or 0 */
    Rank rank;
    Cards cards; /* shown */
} Event;

static Hand start_hand(Seat dealer, const Cards dealt[SEATS], Card turn_up)
{
    Hand hand = {.dealer = dealer, .turn_up = turn_up, .trump = suit_of(turn_up), .turn_up_exposed = true};
    memcpy(hand.held, dealt, sizeof hand.held); /* FK3.10 */
    hand.leader = right_of(dealer);             /* FK4.1 */
    hand.cliques = start_cliques(dealt);
    return hand;
}

static bool is_over(const Hand *hand)
{
    return hand->taken == TRICKS;
}

/* FK4.8: who has to play, or to speak if a rank is awaited; NONE when the hand is over */
static Seat turn(const Hand *hand)
{
    if (is_over(hand))
        return NONE;
    return to_rank(&hand->cliques) != NONE ? to_rank(&hand->cliques) : (hand->leader + hand->laid) % SEATS;
}

static Suit suit_led(const Hand *hand)
{
    return hand->laid ? suit_of(hand->trick[0]) : NONE;
}

static Cards playable(const Hand *hand)
{
    if (is_over(hand) || to_rank(&hand->cliques) != NONE)
        return 0;
    return legal_cards(hand->held[turn(hand)], suit_led(hand), hand->trump);
}

static Reason why_not_play(const Hand *hand, const Event *event)
{
    Seat seat = event->seat;
    if (to_rank(&hand->cliques) != NONE)
        return RANK_AWAITED; /* FK5.21 */
    if (seat != turn(hand))
        return NOT_YOUR_TURN; /* FK4.8 */
    if (!is_in(event->card, hand->held[seat]))
        return CARD_NOT_HELD; /* FK4.12 */
    if (!is_in(event->card, playable(hand)))
        return hand->held[seat] & suit_cards(suit_led(hand)) ? MUST_FOLLOW_SUIT : MUST_TRUMP; /* FK4.3, FK4.4 */
    if (event->announced && hand->taken > 0)
        return ANNOUNCEMENT_TOO_LATE; /* FK5.8 */
    if (event->announced && !may_announce(&hand->cliques, seat, event->announced))
        return CLIQUE_NOT_HELD; /* FK5.14 */
    return LAWFUL;
}

/* FK4.9 to FK4.11, FK6.1 */
static void take_trick(Hand *hand)
{
    Cards cards = 0;
    for (int i = 0; i < SEATS; i++)
        cards |= only(hand->trick[i]);
    hand->leader = (hand->leader + winning_place(hand->trick, hand->trump)) % SEATS;
    hand->tricks[hand->taken].winner = hand->leader;
    hand->tricks[hand->taken].points = points_of(cards);
    hand->taken++;
    hand->laid = 0;
    if (hand->taken == 1)
        close_announcements(&hand->cliques);
}

static Reason play(Hand *hand, const Event *event)
{
    Reason reason = why_not_play(hand, event);
    if (reason != LAWFUL)
        return reason;
    if (event->announced)
        announce(&hand->cliques, event->seat, event->announced);
    if (event->seat == hand->dealer)
        hand->turn_up_exposed = false; /* FK3.11 */
    if (hand->taken > 0)
        hand->cliques.over = true; /* FK5.31 */
    hand->held[event->seat] &= ~only(event->card);
    hand->trick[hand->laid++] = event->card;
    if (hand->laid == SEATS)
        take_trick(hand);
    return LAWFUL;
}

static Reason happen(Hand *hand, const Event *event)
{
    if (is_over(hand))
        return HAND_OVER; /* FK4.17 */
    switch (event->kind) {
    case PLAY:
        return play(hand, event);
    case NAME_RANK:
        return name_rank(&hand->cliques, event->seat, event->rank);
    case SAY_GOOD:
        return say_good(&hand->cliques, event->seat);
    case SHOW:
        return show(&hand->cliques, event->seat, event->cards);
    }
    return LAWFUL;
}

/* ==================================================================================================================
 * Chapter 6: score and game
 * ================================================================================================================== */

typedef struct {
    long long points[SIDES]; /* those of the clique among them */
    Side clique_side;        /* NONE if no clique was scored */
    long long clique_points;
} HandScore;

typedef enum { GOES_ON, WON, DRAWN } Outcome;

typedef struct {
    long long target;
    long long score[SIDES];
    Outcome outcome;
    Side winner;
} Match;

static void win(Match *match, Side side)
{
    match->outcome = WON;
    match->winner = side;
}

/* FK6.6, FK6.7, FK6.10 to FK6.12 */
static void count_hand(Match *match, const HandScore *hand)
{
    bool reached[SIDES];
    bool reached_by_clique = hand->clique_side != NONE && match->score[hand->clique_side] + hand->clique_points >= match->target;
    for (Side side = NORTH_SOUTH; side < SIDES; side++) {
        match->score[side] += hand->points[side]; /* FK6.13 */
        reached[side] = match->score[side] >= match->target;
    }
    long long ahead = match->score[NORTH_SOUTH] - match->score[EAST_WEST];
    if (!reached[NORTH_SOUTH] && !reached[EAST_WEST])
        return;
    if (reached[NORTH_SOUTH] != reached[EAST_WEST])
        win(match, reached[NORTH_SOUTH] ? NORTH_SOUTH : EAST_WEST); /* FK6.10 */
    else if (clique_counts_first() && reached_by_clique)
        win(match, hand->clique_side);
    else if (ahead)
        win(match, ahead > 0 ? NORTH_SOUTH : EAST_WEST); /* FK6.11 */
    else if (level_is_drawn())
        match->outcome = DRAWN; /* FK6.12 */
}

/* ==================================================================================================================
 * Counting: how many ways there are to play on, and what north-south take in all of them.
 *
 * Cards of one hand and suit with no other player's card in play between them are alike; such cards are called a run here.
 * Whichever card of a run is played, what follows is the same but for the names of its cards. So only the highest is followed,
 * and counted as often as there are cards in the run.
 *
 * Cards of a run may be worth different points, but each of them is taken in as many lines as any other. So what is counted is
 * not points but, for each run, the lines in which north-south take any one given card of it. Points are made of that at the end.
 *
 * Positions before a lead are alike if in every suit the cards in play, from the highest down, belong to the same seats; plain
 * suits may change places (FK1.6). What has been counted for one of them is kept for all.
 * ================================================================================================================== */

__extension__ typedef unsigned __int128 Big;

enum { SUBSETS = 1 << RANKS }; /* of the cards of a suit, as the bits of a byte */

/* What has been counted for positions that are alike. No number is larger than (8!)⁴, which 64 bits hold. */
typedef struct {
    uint64_t key; /* 0: nothing is kept here */
    uint64_t lines;
    const uint64_t *taken; /* for each run, suit by suit in the order of the key */
} Kept;

typedef struct {
    Suit trump;
    Cards held[SEATS], in_play;            /* when counting begins */
    Cards winning[PACK];                   /* the cards that win over a card */
    uint8_t highest[SUITS][SUBSETS];       /* the highest cards of the runs of these cards of the suit */
    uint8_t run_count[SUITS][SUBSETS];
    uint8_t run_of[SUITS][SUBSETS][RANKS]; /* which of the runs, from the highest down, a card is in */
    uint16_t pattern[SUITS][SUBSETS];      /* a number for the seats from the highest card down */
    Kept *kept;
    size_t kept_count, kept_room; /* the room is a power of two */
} Counter;

/* A position since the last lead, and what is counted for it. */
typedef struct {
    Cards in_play; /* the cards in the hands and on the table */
    Cards highest; /* those of the runs */
    int first_run[SUITS + 1];
    struct {
        Rank lowest;
        unsigned size;
    } runs[PACK];
    uint64_t lines, taken[PACK];
} Position;

/* The trick under way in it. */
typedef struct {
    int laid;
    Card cards[SEATS];
    Seat turn;
    Card best;
    Seat winner;
    uint64_t times; /* how many plays of the trick it stands for */
} Trick;

/* What has been counted from a lead on, suit by suit, so that the runs are found again. */
typedef struct {
    uint64_t lines;
    const uint64_t *taken[SUITS]; /* NULL: north-south take nothing any more */
} Count;

static Cards byte_of(Cards cards, Suit suit)
{
    return cards >> RANKS * suit & 0xFF;
}

/* Whose a card is. One on the table when counting begins is nobody's, and so in a run of its own. */
static int owner_of(const Counter *counter, Card card)
{
    Seat seat = SOUTH;
    while (seat < SEATS && !is_in(card, counter->held[seat]))
        seat++;
    return seat == SEATS ? SEATS + card : seat;
}

/* Finds the runs of these cards of a suit; gives a number that tells their pattern, a digit for each card. */
static uint64_t find_runs(Counter *counter, Suit suit, Cards subset)
{
    uint64_t pattern = 1;
    int last = NONE, count = 0;
    for (Cards rest = subset; rest; rest = rest_of(rest)) {
        Rank rank = first_of(rest);
        int owner = owner_of(counter, RANKS * suit + rank);
        if (owner != last) {
            counter->highest[suit][subset] |= (uint8_t)only(rank);
            count++;
        }
        counter->run_of[suit][subset][rank] = (uint8_t)(count - 1);
        pattern = pattern << 6 | (uint64_t)owner;
        last = owner;
    }
    counter->run_count[suit][subset] = (uint8_t)count;
    return pattern;
}

static void find_patterns(Counter *counter)
{
    uint64_t known[SUITS * SUBSETS];
    uint16_t count = 0;
    for (Suit suit = SPADES; suit < SUITS; suit++)
        for (Cards subset = 0; subset < SUBSETS; subset++) {
            if (subset & ~byte_of(counter->in_play, suit))
                continue;
            uint16_t number = 0;
            uint64_t pattern = find_runs(counter, suit, subset);
            while (number < count && known[number] != pattern)
                number++;
            if (number == count)
                known[count++] = pattern;
            counter->pattern[suit][subset] = number;
        }
}

/* Before a lead: the trump suit, and the plain suits in the order of their patterns. */
static void order_suits(const Counter *counter, Cards in_play, Suit order[SUITS])
{
    int count = 0;
    order[count++] = counter->trump;
    for (Suit suit = SPADES; suit < SUITS; suit++) {
        if (suit == counter->trump)
            continue;
        int place = count++;
        unsigned pattern = counter->pattern[suit][byte_of(in_play, suit)];
        for (; place > 1 && counter->pattern[order[place - 1]][byte_of(in_play, order[place - 1])] > pattern; place--)
            order[place] = order[place - 1];
        order[place] = suit;
    }
}

/* One number for all positions before a lead that are alike; never 0. There are 4 · 256 patterns at most: ten bits. */
static uint64_t key_of(const Counter *counter, Cards in_play, Seat leader, const Suit order[SUITS])
{
    uint64_t key = 1;
    for (int i = 0; i < SUITS; i++)
        key = key << 10 | counter->pattern[order[i]][byte_of(in_play, order[i])];
    return key << 2 | (uint64_t)leader;
}

/* Where a position is kept, or would be. */
static Kept *place_of(const Counter *counter, uint64_t key)
{
    size_t place = (size_t)(key * 0x9E3779B97F4A7C15u >> 32) & (counter->kept_room - 1);
    while (counter->kept[place].key && counter->kept[place].key != key)
        place = (place + 1) & (counter->kept_room - 1);
    return &counter->kept[place];
}

static void make_room(Counter *counter)
{
    Kept *older = counter->kept;
    size_t room = counter->kept_room;
    counter->kept_room = room ? 4 * room : 1 << 10;
    counter->kept = take(counter->kept_room * sizeof *counter->kept);
    for (size_t i = 0; i < counter->kept_room; i++)
        counter->kept[i].key = 0;
    for (size_t i = 0; i < room; i++)
        if (older[i].key)
            *place_of(counter, older[i].key) = older[i];
}

static Kept keep(Counter *counter, uint64_t key, const Position *position, const Suit order[SUITS])
{
    int run_count = position->first_run[SUITS];
    uint64_t *taken = take((size_t)run_count * sizeof *taken), *end = taken;
    for (int i = 0; i < SUITS; i++)
        for (int run = position->first_run[order[i]]; run < position->first_run[order[i] + 1]; run++)
            *end++ = position->taken[run];
    if (2 * ++counter->kept_count > counter->kept_room)
        make_room(counter);
    return *place_of(counter, key) = (Kept){.key = key, .lines = position->lines, .taken = taken};
}

static void start_position(const Counter *counter, Cards in_play, Position *position)
{
    int count = 0;
    position->in_play = in_play;
    position->highest = 0;
    position->lines = 0;
    for (Suit suit = SPADES; suit < SUITS; suit++) {
        Cards cards = byte_of(in_play, suit);
        position->first_run[suit] = count;
        position->highest |= (Cards)counter->highest[suit][cards] << RANKS * suit;
        for (int run = 0; run < counter->run_count[suit][cards]; run++) {
            position->runs[count + run].size = 0;
            position->taken[count + run] = 0;
        }
        for (Cards rest = cards; rest; rest = rest_of(rest)) {
            Rank rank = first_of(rest);
            position->runs[count + counter->run_of[suit][cards][rank]].lowest = rank;
            position->runs[count + counter->run_of[suit][cards][rank]].size++;
        }
        count += counter->run_count[suit][cards];
    }
    position->first_run[SUITS] = count;
}

static int run_at(const Counter *counter, const Position *position, Card card)
{
    Suit suit = suit_of(card);
    return position->first_run[suit] + counter->run_of[suit][byte_of(position->in_play, suit)][rank_of(card)];
}

static void lay(const Counter *counter, Trick *trick, Card card)
{
    if (trick->laid == 0 || is_in(card, counter->winning[trick->best])) {
        trick->best = card;
        trick->winner = trick->turn;
    }
    trick->cards[trick->laid++] = card;
    trick->turn = right_of(trick->turn);
}

static Count count_from_lead(Counter *counter, Cards in_play, Seat leader, int depth);

/* The trick is complete. Of a run that was played from, each card was the one played in an equal share of the times, and taken
 * with the trick; in the others it stayed in hand. */
static void count_after_trick(Counter *counter, Position *position, const Trick *trick, int depth)
{
    Cards left = position->in_play;
    for (int i = 0; i < SEATS; i++)
        left &= ~only(trick->cards[i]);
    Count count = count_from_lead(counter, left, trick->winner, depth);
    position->lines += trick->times * count.lines;
    for (Suit suit = SPADES; suit < SUITS && count.taken[suit]; suit++) {
        const uint8_t *run_of = counter->run_of[suit][byte_of(left, suit)];
        for (int run = position->first_run[suit]; run < position->first_run[suit + 1]; run++)
            if (is_in(RANKS * suit + position->runs[run].lowest, left))
                position->taken[run] += trick->times * count.taken[suit][run_of[position->runs[run].lowest]];
    }
    for (int i = 0; i < SEATS; i++) {
        Suit suit = suit_of(trick->cards[i]);
        int run = run_at(counter, position, trick->cards[i]);
        uint64_t share = trick->times / position->runs[run].size;
        if (side_of(trick->winner) == NORTH_SOUTH)
            position->taken[run] += share * count.lines; /* FK6.1 */
        if (position->runs[run].size > 1 && count.taken[suit])
            position->taken[run] -=
                share * count.taken[suit][counter->run_of[suit][byte_of(left, suit)][position->runs[run].lowest]];
    }
}

/* Counts the plays to a trick that is not complete; depth is not 0. */
static void count_plays(Counter *counter, Position *position, const Trick *trick, int depth)
{
    Cards hand = counter->held[trick->turn] & position->in_play;
    Cards legal = legal_cards(hand, trick->laid ? suit_of(trick->cards[0]) : NONE, counter->trump);
    if (depth == 1 && trick->laid < SEATS - 1) { /* the last play, which takes no trick, needs not be made */
        position->lines += trick->times * (uint64_t)count_of(legal);
        return;
    }
    for (Cards rest = legal & position->highest; rest; rest = rest_of(rest)) {
        Card card = first_of(rest);
        Trick next = *trick;
        next.times *= position->runs[run_at(counter, position, card)].size;
        lay(counter, &next, card);
        if (next.laid < SEATS)
            count_plays(counter, position, &next, depth - 1);
        else
            count_after_trick(counter, position, &next, depth - 1);
    }
}

static Count count_from_lead(Counter *counter, Cards in_play, Seat leader, int depth)
{
    Suit order[SUITS];
    Count count = {.lines = 1};
    if (depth == 0)
        return count;
    order_suits(counter, in_play, order);
    uint64_t key = key_of(counter, in_play, leader, order);
    Kept kept = *place_of(counter, key);
    if (!kept.key) {
        Position position;
        start_position(counter, in_play, &position);
        count_plays(counter, &position, &(Trick){.turn = leader, .times = 1}, depth);
        kept = keep(counter, key, &position, order);
    }
    count.lines = kept.lines;
    for (int i = 0; i < SUITS; i++) {
        count.taken[order[i]] = kept.taken;
        kept.taken += counter->run_count[order[i]][byte_of(in_play, order[i])];
    }
    return count;
}

static void start_counting(Counter *counter, const Hand *hand)
{
    Cards in_play = 0;
    *counter = (Counter){.trump = hand->trump};
    for (Seat seat = SOUTH; seat < SEATS; seat++) {
        counter->held[seat] = hand->held[seat];
        in_play |= hand->held[seat];
    }
    for (int i = 0; i < hand->laid; i++)
        in_play |= only(hand->trick[i]);
    counter->in_play = in_play;
    for (Card card = 0; card < PACK; card++)
        counter->winning[card] = winning_over(card, hand->trump);
    find_patterns(counter);
    make_room(counter);
}

static void count_lines(const Hand *hand, int depth, Big *lines, Big *points)
{
    static Counter counter;
    Position position;
    Trick trick = {.turn = hand->leader, .times = 1};
    *lines = 1;
    *points = 0;
    if (depth == 0)
        return;
    start_counting(&counter, hand);
    start_position(&counter, counter.in_play, &position);
    for (int i = 0; i < hand->laid; i++)
        lay(&counter, &trick, hand->trick[i]);
    count_plays(&counter, &position, &trick, depth);
    *lines = position.lines;
    for (Cards rest = counter.in_play; rest; rest = rest_of(rest)) {
        Card card = first_of(rest);
        *points += (Big)position.taken[run_at(&counter, &position, card)] * (Big)points_of(only(card));
    }
}

/* ==================================================================================================================
 * What is asked, read: a request whose shape is wrong is malformed. The first fault is noted, and reading goes on with
 * harmless values; nothing is ruled before all has been read without a fault.
 * ================================================================================================================== */

static struct {
    const char *where, *expected;
} fault;

static void malformed(const char *where, const char *expected)
{
    if (!fault.expected) {
        fault.where = where;
        fault.expected = expected;
    }
}

static bool is_malformed(void)
{
    return fault.expected;
}

static void expect(bool right, const char *where, const char *expected)
{
    if (!right)
        malformed(where, expected);
}

/* The members of an object or the items of a list, as a chain: an empty one if it is another kind, or too few or too many. */
static const Json *read_parts(const Json *json, Kind kind, size_t least, size_t most, const char *where,
                              const char *expected)
{
    if (is_kind(json, kind) && json->count >= least && json->count <= most)
        return json->first;
    malformed(where, expected);
    return NULL;
}

static int word_at(const Json *json, const char *const words[], int count)
{
    for (int i = 0; i < count; i++)
        if (is_string(json, words[i]))
            return i;
    return NONE;
}

static int read_word(const Json *json, const char *const words[], int count, const char *where, const char *expected)
{
    int place = word_at(json, words, count);
    expect(place != NONE, where, expected);
    return place == NONE ? 0 : place;
}

static Seat read_seat(const Json *json, const char *where)
{
    return read_word(json, SEAT_WORDS, SEATS, where, "a seat is expected");
}

static Suit read_suit(const Json *json, const char *where)
{
    return read_word(json, SUIT_WORDS, SUITS, where, "a suit is expected");
}

static Card read_card(const Json *json, const char *where)
{
    if (is_kind(json, JSON_STRING) && json->length == 2) {
        const char *rank = memchr(RANK_LETTERS, json->text[0], RANKS), *suit = memchr(SUIT_LETTERS, json->text[1], SUITS);
        if (rank && suit)
            return RANKS * (int)(suit - SUIT_LETTERS) + (int)(rank - RANK_LETTERS);
    }
    malformed(where, "a card is expected: a rank of KQJAT987 and a suit of SHDC");
    return 0;
}

/* Different cards, in order if a list for them is given. */
static Cards read_cards(const Json *json, size_t least, size_t most, Card *in_order, const char *where)
{
    Cards cards = 0;
    const Json *first = read_parts(json, JSON_LIST, least, most, where, "a list of so many cards is expected");
    for (const Json *item = first; item; item = item->next) {
        Card card = read_card(item, where);
        expect(!is_in(card, cards), where, "a card is there twice");
        cards |= only(card);
        if (in_order)
            *in_order++ = card;
    }
    return cards;
}

/* A whole number, written as one. One beyond all counting is taken for the largest that there is. */
static long long read_whole(const Json *json, long long least, long long most, const char *where)
{
    long long number = 0;
    expect(is_whole(json), where, "a whole number is expected");
    if (!is_whole(json))
        return least;
    bool negative = json->text[0] == '-';
    for (size_t i = negative; i < json->length; i++) {
        int digit = json->text[i] - '0';
        number = number > (LLONG_MAX - digit) / 10 ? LLONG_MAX : 10 * number + digit;
    }
    if (negative)
        number = -number;
    bool within = number >= least && number <= most;
    expect(within, where, "this number is too small or too large");
    return within ? number : least;
}

/* What is indexed by four seats or two sides, and holds nothing else. */
static void read_by_word(const Json *json, const char *const words[], int count, const Json *values[], const char *where)
{
    for (int i = 0; i < count; i++)
        values[i] = NULL;
    const Json *first = read_parts(json, JSON_OBJECT, (size_t)count, (size_t)count, where, "one member for each is expected");
    for (const Json *member = first; member; member = member->next) {
        int place = 0;
        while (place < count && !is_named(member, words[place]))
            place++;
        if (place < count)
            values[place] = member;
    }
    for (int i = 0; i < count; i++)
        expect(values[i], where, "one member for each is expected");
}

static void read_hands(const Json *json, Cards hands[SEATS])
{
    const Json *values[SEATS];
    Cards all = 0;
    read_by_word(json, SEAT_WORDS, SEATS, values, "hands");
    for (Seat seat = SOUTH; seat < SEATS; seat++) {
        hands[seat] = read_cards(values[seat], HAND, HAND, NULL, "hands");
        all |= hands[seat];
    }
    expect(all == WHOLE_PACK, "hands", "the whole pack is expected");
}

static int read_announced(const Json *json)
{
    return (int)read_whole(json, 3, 4, "announce");
}

static Rank read_rank(const Json *json)
{
    return read_word(json, RANK_WORDS, RANKS, "rank", "a rank is expected");
}

static Cards read_shown(const Json *json)
{
    return read_cards(json, 1, HAND, NULL, "show");
}

static void check_good(const Json *json)
{
    expect(is_kind(json, JSON_TRUE), "good", "true is expected");
}

static Event read_event(const Json *json)
{
    static const char *const KINDS[] = {[PLAY] = "card", [NAME_RANK] = "rank", [SAY_GOOD] = "good", [SHOW] = "show"};
    Event event = {.kind = PLAY};
    const Json *value = NULL;
    for (int kind = PLAY; kind <= SHOW; kind++) {
        const Json *member = member_of(json, KINDS[kind]);
        expect(!member || !value, "events", "an event is only one of a play, a rank, a \"good\" and a show");
        if (member) {
            value = member;
            event.kind = (EventKind)kind;
        }
    }
    expect(value, "events", "an event is a play, a rank, a \"good\" or a show");
    event.seat = read_seat(member_of(json, "seat"), "seat");
    switch (event.kind) {
    case PLAY:
        event.card = read_card(value, "card");
        if (member_of(json, "announce"))
            event.announced = read_announced(member_of(json, "announce"));
        break;
    case NAME_RANK:
        event.rank = read_rank(value);
        break;
    case SAY_GOOD:
        check_good(value);
        break;
    case SHOW:
        event.cards = read_shown(value);
        break;
    }
    return event;
}

typedef struct {
    Seat dealer;
    Cards dealt[SEATS];
    Card turn_up;
    Event *events;
    size_t event_count, play_count;
} HandAsked;

static HandAsked read_hand(const Json *params)
{
    HandAsked asked = {.event_count = 0};
    const Json *events = member_of(params, "events");
    asked.dealer = read_seat(member_of(params, "dealer"), "dealer");
    read_hands(member_of(params, "hands"), asked.dealt);
    asked.turn_up = read_card(member_of(params, "turn_up"), "turn_up");
    expect(is_in(asked.turn_up, asked.dealt[asked.dealer]), "turn_up", "a card of the dealer's hand is expected");
    asked.events = take(sizeof *asked.events * (events ? events->count : 0));
    const Json *first = read_parts(events, JSON_LIST, 0, SIZE_MAX, "events", "a list of events is expected");
    for (const Json *item = first; item; item = item->next) {
        Event event = read_event(item);
        asked.events[asked.event_count++] = event;
        asked.play_count += event.kind == PLAY;
    }
    return asked;
}

/* ==================================================================================================================
 * The methods: each reads what is asked, has it ruled and writes the result, unless it is malformed or refused.
 * ================================================================================================================== */

/* A refusal, and the place of what is refused; NONE as a place where the request has no list. */
typedef struct {
    Reason reason;
    long place;
} Ruling;

static const Ruling RULED = {.reason = LAWFUL, .place = NONE};

static Ruling refused(Reason reason, size_t place)
{
    return (Ruling){.reason = reason, .place = (long)place};
}

static void put_card(Card card)
{
    char word[] = {RANK_LETTERS[rank_of(card)], SUIT_LETTERS[suit_of(card)], '\0'};
    put_word(word);
}

static void put_cards(const char *name, Cards cards)
{
    put_name(name);
    open_with('[');
    for (Cards rest = cards; rest; rest = rest_of(rest))
        put_card(first_of(rest));
    close_with(']');
}

static void put_seat(const char *name, Seat seat)
{
    put_name(name);
    put_word_or_null(seat == NONE ? NULL : SEAT_WORDS[seat]);
}

static void put_member_number(const char *name, long long number)
{
    put_name(name);
    put_number(number);
}

static void put_points(const char *name, const long long points[SIDES])
{
    put_name(name);
    open_with('{');
    for (Side side = NORTH_SOUTH; side < SIDES; side++)
        put_member_number(SIDE_WORDS[side], points[side]);
    close_with('}');
}

static void put_clique_members(Rank rank, int size)
{
    put_name("rank");
    put_word(RANK_WORDS[rank]);
    put_member_number("size", size);
    put_member_number("points", clique_points(rank, size));
}

static void put_scored_clique(Clique clique)
{
    put_name("clique");
    if (clique.seat == NONE) {
        put_raw("null");
        return;
    }
    open_with('{');
    put_seat("seat", clique.seat);
    put_clique_members(clique.rank, clique.size);
    close_with('}');
}

static void put_players(const Json *one, const Json *other)
{
    open_with('[');
    put_value(one);
    put_value(other);
    close_with(']');
}

/* initialize */

static void follow(const Json *wanted)
{
    for (Reading reading = 0; reading < READINGS; reading++)
        if (is_named(wanted, READING_WORDS[reading].name) && is_string(wanted, READING_WORDS[reading].alternatives[1]))
            followed[reading] = 1;
}

static void put_methods(void);

static Ruling initialize(const Json *params)
{
    const Json *wanted = member_of(params, "readings");
    read_whole(member_of(params, "protocol"), 1, 1, "protocol");
    expect(is_kind(member_of(params, "suite"), JSON_STRING), "suite", "a string is expected");
    const Json *first = read_parts(wanted, JSON_OBJECT, 0, SIZE_MAX, "readings", "an object is expected");
    for (const Json *reading = first; reading; reading = reading->next)
        expect(is_kind(reading, JSON_STRING), "readings", "an alternative is a string");
    if (is_malformed())
        return RULED;
    memset(followed, 0, sizeof followed);
    for (const Json *reading = first; reading; reading = reading->next)
        follow(reading);
    put_name("engine");
    put_raw("{\"name\":\"forty-kings-c\",\"version\":\"1.0.0\"}");
    put_member_number("protocol", 1);
    put_methods();
    put_name("readings");
    open_with('{');
    for (Reading reading = 0; reading < READINGS; reading++) {
        put_name(READING_WORDS[reading].name);
        put_word(READING_WORDS[reading].alternatives[followed[reading]]);
    }
    close_with('}');
    return RULED;
}

/* pair_players and pair_players_by_deal */

/* FK2.7, FK2.9, FK2.10 */
static void put_pairs(const Json *const players[SEATS], const Suit king[SEATS])
{
    const Json *red[SEATS], *black[SEATS];
    int reds = 0, blacks = 0;
    for (int i = 0; i < SEATS; i++) {
        if (is_red(king[i]))
            red[reds++] = players[i];
        else
            black[blacks++] = players[i];
    }
    put_name("pairs");
    open_with('[');
    put_players(red[0], red[1]);
    put_players(black[0], black[1]);
    close_with(']');
    put_name("choose_first");
    put_players(red[0], red[1]);
}

static Json *name_as_value(const Json *member)
{
    Json *json = take(sizeof *json);
    *json = (Json){.kind = JSON_STRING, .text = member->name, .length = member->name_length};
    return json;
}

static Ruling pair_players(const Json *params)
{
    const Json *players[SEATS];
    Suit king[SEATS];
    Cards kings = 0;
    int count = 0;
    const Json *first = read_parts(member_of(params, "draws"), JSON_OBJECT, SEATS, SEATS, "draws", "four players are expected");
    for (const Json *member = first; member; member = member->next) {
        Card card = read_card(member, "draws");
        kings |= only(card);
        king[count] = suit_of(card);
        players[count++] = name_as_value(member);
    }
    expect(kings == rank_cards(KING), "draws", "the four kings are expected"); /* FK2.2 */
    if (!is_malformed())
        put_pairs(players, king);
    return RULED;
}

/* Players, the names all different; null where there is a fault. */
static void read_players(const Json *json, int count, const Json *players[], const char *where)
{
    for (int i = 0; i < count; i++)
        players[i] = NULL;
    int i = 0;
    const Json *first = read_parts(json, JSON_LIST, (size_t)count, (size_t)count, where, "a list of players is expected");
    for (const Json *item = first; item; item = item->next) {
        players[i++] = item;
        expect(is_kind(item, JSON_STRING), where, "a player is a string");
    }
}

static void expect_four_different(const Json *const players[SEATS], const char *where)
{
    for (int i = 0; i < SEATS && !is_malformed(); i++)
        for (int j = 0; j < i; j++)
            expect(!same_string(players[i], players[j]), where, "a player is there twice");
}

static Ruling pair_players_by_deal(const Json *params)
{
    const Json *players[SEATS];
    Card deck[PACK];
    Suit king[SEATS];
    read_players(member_of(params, "players"), SEATS, players, "players");
    expect_four_different(players, "players");
    read_cards(member_of(params, "deck"), PACK, PACK, deck, "deck");
    if (is_malformed())
        return RULED;
    deal_for_kings(deck, king);
    put_pairs(players, king);
    return RULED;
}

/* seat_players */

static Seat seat_of_player(const Json *seats, const Json *player)
{
    for (const Json *member = seats; member; member = member->next)
        if (compare_text(member->name, member->name_length, player->text, player->length) == 0)
            return read_seat(member, "seats");
    malformed("seats", "the players of the pairs are expected");
    return SOUTH;
}

static Ruling seat_players(const Json *params)
{
    const Json *players[SEATS] = {NULL};
    Seat seat[SEATS] = {SOUTH};
    Seating seating = 0;
    int count = 0;
    const Json *first = read_parts(member_of(params, "pairs"), JSON_LIST, 2, 2, "pairs", "two pairs are expected");
    for (const Json *pair = first; pair; pair = pair->next) {
        read_players(pair, 2, &players[count], "pairs");
        count += 2;
    }
    expect_four_different(players, "pairs"); /* FK2.1 */
    const Json *seats = read_parts(member_of(params, "seats"), JSON_OBJECT, SEATS, SEATS, "seats", "four players are expected");
    for (int i = 0; i < SEATS && !is_malformed(); i++) {
        seat[i] = seat_of_player(seats, players[i]);
        seating |= 1u << seat[i];
    }
    expect(seating == ALL_SEATS, "seats", "all four seats are expected");
    if (is_malformed())
        return RULED;
    if (side_of(seat[0]) != side_of(seat[1]))
        return (Ruling){.reason = PARTNERS_NOT_OPPOSITE, .place = NONE}; /* FK2.8 */
    put_name("sides");
    open_with('{');
    put_name(SIDE_WORDS[side_of(seat[0])]);
    put_players(players[0], players[1]);
    put_name(SIDE_WORDS[side_of(seat[2])]);
    put_players(players[2], players[3]);
    close_with('}');
    return RULED;
}

/* draw_dealer */

typedef struct {
    Card drawn[SEATS]; /* NONE of who has not drawn */
    Seating drawers;
} Round;

static Round read_round(const Json *json, Cards *drawn)
{
    Round round = {.drawn = {NONE, NONE, NONE, NONE}};
    const Json *first = read_parts(json, JSON_OBJECT, 0, SEATS, "rounds", "a round is {seat: card}");
    for (const Json *member = first; member; member = member->next) {
        Seat seat = SOUTH;
        while (seat < SEATS && !is_named(member, SEAT_WORDS[seat]))
            seat++;
        Card card = read_card(member, "rounds");
        expect(seat < SEATS, "rounds", "a seat is expected");
        expect(!is_in(card, *drawn), "rounds", "a card is drawn twice"); /* FK2.18 */
        *drawn |= only(card);
        if (seat < SEATS) {
            round.drawn[seat] = card;
            round.drawers |= 1u << seat;
        }
    }
    return round;
}

static Ruling draw_dealer(const Json *params)
{
    const Json *list = member_of(params, "rounds");
    Round *rounds = take(sizeof *rounds * (list ? list->count : 0));
    size_t count = 0;
    Cards drawn = 0;
    const Json *first = read_parts(list, JSON_LIST, 1, SIZE_MAX, "rounds", "a list of rounds is expected");
    for (const Json *item = first; item; item = item->next)
        rounds[count++] = read_round(item, &drawn);
    if (is_malformed())
        return RULED;
    Seating to_draw = ALL_SEATS; /* FK2.11 */
    for (size_t i = 0; i < count; i++) {
        if (is_one(to_draw))
            return refused(DEALER_ALREADY_DRAWN, i); /* FK2.19 */
        if (rounds[i].drawers != to_draw)
            return refused(WRONG_PLAYERS_DRAW, i);   /* FK2.15 */
        to_draw = highest_in_draw(rounds[i].drawn);  /* FK2.17 */
    }
    if (is_one(to_draw)) {
        put_seat("dealer", first_of(to_draw)); /* FK2.13 */
        return RULED;
    }
    put_name("redraw");
    open_with('[');
    for (Seat seat = SOUTH; seat < SEATS; seat++)
        if (to_draw & 1u << seat)
            put_word(SEAT_WORDS[seat]);
    close_with(']');
    return RULED;
}

/* deal */

static Ruling deal(const Json *params)
{
    Card deck[PACK];
    Cards hands[SEATS];
    Seat dealer = read_seat(member_of(params, "dealer"), "dealer");
    read_cards(member_of(params, "deck"), PACK, PACK, deck, "deck");
    if (is_malformed())
        return RULED;
    deal_cards(dealer, deck, hands);
    put_seat("cutter", left_of(dealer)); /* FK3.3 */
    put_name("hands");
    open_with('{');
    for (Seat seat = SOUTH; seat < SEATS; seat++)
        put_cards(SEAT_WORDS[seat], hands[seat]);
    close_with('}');
    put_name("turn_up");
    put_card(deck[PACK - 1]); /* FK3.8 */
    put_name("trump");
    put_word(SUIT_WORDS[suit_of(deck[PACK - 1])]); /* FK3.9 */
    put_seat("first", right_of(dealer));           /* FK4.1 */
    return RULED;
}

/* legal_cards and judge_trick */

static Ruling tell_legal_cards(const Json *params)
{
    Card trick[SEATS];
    Cards hand = read_cards(member_of(params, "hand"), 1, HAND, NULL, "hand");
    Cards laid = read_cards(member_of(params, "trick"), 0, SEATS - 1, trick, "trick");
    Suit trump = read_suit(member_of(params, "trump"), "trump");
    expect(!(hand & laid), "trick", "a card is in the hand too");
    if (!is_malformed())
        put_cards("cards", legal_cards(hand, laid ? suit_of(trick[0]) : NONE, trump));
    return RULED;
}

static Ruling judge_trick(const Json *params)
{
    Card trick[SEATS];
    Seat leader = read_seat(member_of(params, "leader"), "leader");
    Cards cards = read_cards(member_of(params, "cards"), SEATS, SEATS, trick, "cards");
    Suit trump = read_suit(member_of(params, "trump"), "trump");
    if (is_malformed())
        return RULED;
    put_seat("winner", (leader + winning_place(trick, trump)) % SEATS);
    put_member_number("points", points_of(cards));
    return RULED;
}

/* find_cliques and judge_cliques */

static Ruling find_cliques(const Json *params)
{
    Cards hand = read_cards(member_of(params, "hand"), HAND, HAND, NULL, "hand");
    if (is_malformed())
        return RULED;
    put_name("cliques");
    open_with('[');
    for (int size = 4; size >= 3; size--) /* FK5.6: this is from the dearest down */
        for (Rank rank = KING; rank <= JACK; rank++)
            if (count_of(hand & rank_cards(rank)) == size) {
                open_with('{');
                put_clique_members(rank, size);
                close_with('}');
            }
    close_with(']');
    return RULED;
}

typedef struct {
    Seat seat;
    bool good;
    int announced;
    Rank rank;
    Cards cards;
} Saying;

typedef struct {
    Saying *sayings;
    size_t count;
} Sayings;

static Saying read_call(const Json *json)
{
    return (Saying){.announced = read_announced(member_of(json, "announce"))};
}

static Saying read_naming(const Json *json)
{
    const Json *rank = member_of(json, "rank"), *good = member_of(json, "good");
    Saying saying = {.good = good};
    expect(!rank != !good, "ranks", "either a rank or a \"good\" is expected");
    if (good)
        check_good(good);
    else
        saying.rank = read_rank(rank);
    return saying;
}

static Saying read_show(const Json *json)
{
    return (Saying){.cards = read_shown(member_of(json, "show"))};
}

static Sayings read_sayings(const Json *list, Saying read(const Json *), const char *where)
{
    Sayings sayings = {.sayings = take(sizeof *sayings.sayings * (list ? list->count : 0)), .count = 0};
    const Json *first = read_parts(list, JSON_LIST, 0, SIZE_MAX, where, "a list is expected");
    for (const Json *item = first; item; item = item->next) {
        Saying *saying = &sayings.sayings[sayings.count++];
        *saying = read(item);
        saying->seat = read_seat(member_of(item, "seat"), where);
    }
    return sayings;
}

/* FK3.1, FK4.8: calls come in the order of play, each seat once at most */
static Reason call(Cliques *cliques, Seat first, const Saying *saying)
{
    int place = (saying->seat - first + SEATS) % SEATS;
    if (cliques->caller_count > 0) {
        Seat last = cliques->callers[cliques->caller_count - 1];
        if (place <= (last - first + SEATS) % SEATS)
            return NOT_YOUR_TURN;
    }
    if (!may_announce(cliques, saying->seat, saying->announced))
        return CLIQUE_NOT_HELD;
    announce(cliques, saying->seat, saying->announced);
    return LAWFUL;
}

static void put_cliques(const Cliques *cliques)
{
    Clique scored = scored_clique(cliques);
    long long points[SIDES] = {0, 0};
    if (scored.seat != NONE)
        points[side_of(scored.seat)] = scored.points; /* FK5.29 */
    put_points("points", points);
    put_scored_clique(scored);
    put_seat("to_rank", to_rank(cliques));
    put_seat("to_show", to_show(cliques));
}

static Ruling judge_cliques(const Json *params)
{
    Cards hands[SEATS];
    Seat first = read_seat(member_of(params, "first"), "first");
    read_hands(member_of(params, "hands"), hands);
    Sayings calls = read_sayings(member_of(params, "calls"), read_call, "calls");
    Sayings ranks = read_sayings(member_of(params, "ranks"), read_naming, "ranks");
    Sayings shows = read_sayings(member_of(params, "shows"), read_show, "shows");
    if (is_malformed())
        return RULED;
    Cliques cliques = start_cliques(hands);
    for (size_t i = 0; i < calls.count; i++) {
        Reason reason = call(&cliques, first, &calls.sayings[i]);
        if (reason != LAWFUL)
            return refused(reason, i);
    }
    close_announcements(&cliques);
    for (size_t i = 0; i < ranks.count; i++) {
        const Saying *saying = &ranks.sayings[i];
        Reason reason = saying->good ? say_good(&cliques, saying->seat) : name_rank(&cliques, saying->seat, saying->rank);
        if (reason != LAWFUL)
            return refused(reason, calls.count + i);
    }
    for (size_t i = 0; i < shows.count; i++) {
        Reason reason = show(&cliques, shows.sayings[i].seat, shows.sayings[i].cards);
        if (reason != LAWFUL)
            return refused(reason, calls.count + ranks.count + i);
    }
    put_cliques(&cliques);
    return RULED;
}

/* replay_hand, view_hand and count_lines */

static Ruling replay(const HandAsked *asked, Hand *hand)
{
    *hand = start_hand(asked->dealer, asked->dealt, asked->turn_up);
    for (size_t i = 0; i < asked->event_count; i++) {
        Reason reason = happen(hand, &asked->events[i]);
        if (reason != LAWFUL)
            return refused(reason, i);
    }
    return RULED;
}

static void put_trick(const Hand *hand)
{
    put_name("trick");
    open_with('[');
    for (int i = 0; i < hand->laid; i++)
        put_card(hand->trick[i]);
    close_with(']');
}

static void put_tricks(const Hand *hand)
{
    put_name("tricks");
    open_with('[');
    for (int i = 0; i < hand->taken; i++) {
        open_with('{');
        put_seat("winner", hand->tricks[i].winner);
        put_member_number("points", hand->tricks[i].points);
        close_with('}');
    }
    close_with(']');
}

static void put_flag(const char *name, bool flag)
{
    put_name(name);
    put_raw(flag ? "true" : "false");
}

static Ruling replay_hand(const Json *params)
{
    Hand hand;
    HandAsked asked = read_hand(params);
    if (is_malformed())
        return RULED;
    Ruling ruling = replay(&asked, &hand);
    if (ruling.reason != LAWFUL)
        return ruling;
    Clique scored = scored_clique(&hand.cliques);
    long long points[SIDES] = {0, 0};
    for (int i = 0; i < hand.taken; i++)
        points[side_of(hand.tricks[i].winner)] += hand.tricks[i].points; /* FK6.1 to FK6.3 */
    if (scored.seat != NONE)
        points[side_of(scored.seat)] += scored.points; /* FK5.29, FK5.34 */
    put_name("status");
    put_word(is_over(&hand) ? "over" : "playing");
    put_seat("turn", turn(&hand));
    put_cards("legal", playable(&hand));
    put_trick(&hand);
    put_tricks(&hand);
    put_scored_clique(scored);
    put_seat("to_show", to_show(&hand.cliques));
    put_points("points", points);
    put_flag("turn_up_exposed", hand.turn_up_exposed);
    put_seat("next_dealer", is_over(&hand) ? right_of(hand.dealer) : NONE); /* FK6.16, FK6.17 */
    return RULED;
}

static Ruling view_hand(const Json *params)
{
    Hand hand;
    HandAsked asked = read_hand(params);
    Seat seat = read_seat(member_of(params, "seat"), "seat");
    if (is_malformed())
        return RULED;
    Ruling ruling = replay(&asked, &hand);
    if (ruling.reason != LAWFUL)
        return ruling;
    put_cards("hand", hand.held[seat]); /* FK4.18 */
    put_name("cards_left");             /* FK4.19 */
    open_with('{');
    for (Seat other = SOUTH; other < SEATS; other++)
        put_member_number(SEAT_WORDS[other], count_of(hand.held[other]));
    close_with('}');
    put_name("turn_up"); /* FK3.13, FK4.21 */
    if (hand.turn_up_exposed)
        put_card(hand.turn_up);
    else
        put_raw("null");
    put_name("trump");
    put_word(SUIT_WORDS[hand.trump]);
    put_trick(&hand); /* FK4.20, FK4.22 */
    return RULED;
}

static void put_big(const char *name, Big number)
{
    char digits[48], *start = digits + sizeof digits;
    *--start = '\0';
    do {
        *--start = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number);
    put_name(name);
    put_word(start);
}

static Ruling tell_lines(const Json *params)
{
    Hand hand;
    HandAsked asked = read_hand(params);
    long long plays_left = asked.play_count < PACK ? PACK - (long long)asked.play_count : 0;
    int depth = (int)read_whole(member_of(params, "depth"), 0, plays_left, "depth");
    if (is_malformed())
        return RULED;
    Ruling ruling = replay(&asked, &hand);
    if (ruling.reason != LAWFUL)
        return ruling;
    Big lines, points;
    count_lines(&hand, depth, &lines, &points);
    put_big("lines", lines);
    put_big("points", points);
    return RULED;
}

/* score_match */

/* FK5.5: what a clique can be worth */
static bool is_clique_points(long long points)
{
    for (Rank rank = KING; rank <= JACK; rank++)
        if (points == clique_points(rank, 3) || points == clique_points(rank, 4))
            return true;
    return false;
}

static HandScore read_hand_score(const Json *json)
{
    const long long IN_THE_PACK = points_of(WHOLE_PACK); /* FK1.8 */
    HandScore hand = {.clique_side = NONE};
    const Json *points[SIDES], *clique = member_of(json, "clique");
    read_by_word(member_of(json, "points"), SIDE_WORDS, SIDES, points, "points");
    for (Side side = NORTH_SOUTH; side < SIDES; side++)
        hand.points[side] = read_whole(points[side], 0, IN_THE_PACK + clique_points(KING, 4), "points");
    if (!is_kind(clique, JSON_NULL)) {
        hand.clique_side = read_word(member_of(clique, "side"), SIDE_WORDS, SIDES, "clique", "a side is expected");
        hand.clique_points = read_whole(member_of(clique, "points"), 0, clique_points(KING, 4), "clique");
        expect(is_clique_points(hand.clique_points), "clique", "no clique is worth this");
        expect(hand.points[hand.clique_side] >= hand.clique_points, "points", "a side has no fewer points than its clique");
    }
    expect(hand.points[NORTH_SOUTH] + hand.points[EAST_WEST] - hand.clique_points == IN_THE_PACK, "points",
           "48 and those of the clique are expected"); /* FK6.5 */
    return hand;
}

static Ruling score_match(const Json *params)
{
    const Json *target = member_of(params, "target"), *list = member_of(params, "hands");
    Match match = {.target = target ? read_whole(target, 1, LLONG_MAX, "target") : 150}; /* FK6.8, FK6.9, FK6.15 */
    Seat first_dealer = read_seat(member_of(params, "first_dealer"), "first_dealer");
    HandScore *hands = take(sizeof *hands * (list ? list->count : 0));
    size_t count = 0;
    const Json *first = read_parts(list, JSON_LIST, 0, SIZE_MAX, "hands", "a list of hands is expected");
    for (const Json *item = first; item; item = item->next)
        hands[count++] = read_hand_score(item);
    if (is_malformed())
        return RULED;
    for (size_t i = 0; i < count; i++) {
        if (match.outcome != GOES_ON)
            return refused(GAME_OVER, i); /* FK6.18 */
        count_hand(&match, &hands[i]);
    }
    put_points("score", match.score); /* FK6.14 */
    put_name("winner");
    put_word_or_null(match.outcome == WON ? SIDE_WORDS[match.winner] : match.outcome == DRAWN ? "drawn" : NULL);
    put_seat("next_dealer", match.outcome == GOES_ON ? (Seat)((count + (size_t)first_dealer) % SEATS) : NONE); /* FK6.16 */
    return RULED;
}

/* ==================================================================================================================
 * Requests and answers
 * ================================================================================================================== */

static const struct {
    const char *name;
    Ruling (*rule)(const Json *params);
} METHODS[] = {
    {"initialize", initialize},
    {"pair_players", pair_players},
    {"pair_players_by_deal", pair_players_by_deal},
    {"seat_players", seat_players},
    {"draw_dealer", draw_dealer},
    {"deal", deal},
    {"legal_cards", tell_legal_cards},
    {"judge_trick", judge_trick},
    {"find_cliques", find_cliques},
    {"judge_cliques", judge_cliques},
    {"replay_hand", replay_hand},
    {"view_hand", view_hand},
    {"score_match", score_match},
    {"count_lines", tell_lines},
};
enum { METHOD_COUNT = sizeof METHODS / sizeof *METHODS };

static void put_methods(void)
{
    put_name("methods");
    open_with('[');
    for (int i = 1; i < METHOD_COUNT; i++) /* all but initialize */
        put_word(METHODS[i].name);
    close_with(']');
}

enum { REFUSED = 1, NO_JSON = -32700, NO_REQUEST = -32600, NO_METHOD = -32601, MALFORMED = -32602 };

/* Leaves the object of the error open. */
static void put_error(int code, const char *where, const char *message)
{
    Text words = {NULL, 0, 0};
    if (where) {
        add(&words, where);
        add(&words, ": ");
    }
    add(&words, message);
    put_name("error");
    open_with('{');
    put_member_number("code", code);
    put_name("message");
    put_string(words.bytes, words.length);
    free(words.bytes);
}

static void put_refusal(Ruling ruling)
{
    put_error(REFUSED, NULL, REASON_WORDS[ruling.reason].meaning);
    put_name("data");
    open_with('{');
    put_name("reason");
    put_word(REASON_WORDS[ruling.reason].word);
    if (ruling.place != NONE)
        put_member_number("event", ruling.place);
    close_with('}');
    close_with('}');
}

static void put_fault(int code, const char *where, const char *message)
{
    put_error(code, where, message);
    close_with('}');
}

static void rule_on(int method, const Json *params)
{
    size_t start = answer.length;
    put_name("result");
    open_with('{');
    Ruling ruling = METHODS[method].rule(params);
    close_with('}');
    if (is_malformed() || ruling.reason != LAWFUL)
        answer.length = start;
    if (is_malformed())
        put_fault(MALFORMED, fault.where, fault.expected);
    else if (ruling.reason != LAWFUL)
        put_refusal(ruling);
}

/* The id of a request; NULL if it has none, or two. */
static const Json *id_of(const Json *request)
{
    const Json *id = NULL;
    for (const Json *member = is_kind(request, JSON_OBJECT) ? request->first : NULL; member; member = member->next)
        if (is_named(member, "id")) {
            if (id)
                return NULL;
            id = member;
        }
    return is_kind(id, JSON_STRING) || is_whole(id) ? id : NULL;
}

static void answer_line(const char *line, size_t length)
{
    bool repeated = false;
    const Json *request = read_line_of_json(line, length, &repeated);
    const Json *id = id_of(request), *method = member_of(request, "method"), *params = member_of(request, "params");
    int place = 0;
    while (place < METHOD_COUNT && !is_string(method, METHODS[place].name))
        place++;
    fault.where = fault.expected = NULL;
    answer.length = 0;
    open_with('{');
    put_name("jsonrpc");
    put_word("2.0");
    put_name("id");
    if (id)
        put_value(id);
    else
        put_raw("null");
    if (!request)
        put_fault(NO_JSON, NULL, "the line is no JSON");
    else if (!id || !is_string(member_of(request, "jsonrpc"), "2.0") || !is_kind(method, JSON_STRING))
        put_fault(NO_REQUEST, NULL, "a request has jsonrpc \"2.0\", an id and a method");
    else if (place == METHOD_COUNT)
        put_fault(NO_METHOD, NULL, "there is no such method");
    else if (repeated)
        put_fault(MALFORMED, NULL, "a member stands in an object twice");
    else if (!is_kind(params, JSON_OBJECT))
        put_fault(MALFORMED, "params", "an object is expected");
    else
        rule_on(place, params);
    close_with('}');
    add_byte(&answer, '\n');
}

/* The next line without its end; false when there is none any more. */
static bool read_line(Text *line)
{
    int byte;
    line->length = 0;
    while ((byte = getchar()) != EOF && byte != '\n')
        add_byte(line, (char)byte);
    return byte != EOF || line->length > 0;
}

static bool is_blank(const Text *line)
{
    for (size_t i = 0; i < line->length; i++)
        if (!is_space((unsigned char)line->bytes[i]))
            return false;
    return true;
}

int main(void)
{
    Text line = {NULL, 0, 0};
    while (read_line(&line)) {
        if (is_blank(&line))
            continue;
        answer_line(line.bytes, line.length);
        fwrite(answer.bytes, 1, answer.length, stdout);
        fflush(stdout);
        empty_arena();
    }
    free(line.bytes);
    free(answer.bytes);
    return EXIT_SUCCESS;
}
