import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one. */
public final class Rules {
    private static final List<String> SEATS = List.of("south", "east", "north", "west"); // in the order of play: FK3.1
    private static final List<String> SUITS = List.of("spades", "hearts", "diamonds", "clubs"); // FK1.2
    private static final String LETTERS = "SHDC";
    private static final String RANKS = "789TAJQK"; // from low to high, in trumps too: FK1.4, FK1.5
    private static final int[] POINTS = {0, 0, 0, 0, 0, 3, 4, 5}; // FK1.7

    private Rules() {}

    /** One of the thirty-two cards, by the places of its rank and its suit: FK1.1. */
    record Card(int rank, int suit) {
        static Card named(Object name) {
            if (name instanceof String letters && letters.length() == 2) {
                var card = new Card(RANKS.indexOf(letters.charAt(0)), LETTERS.indexOf(letters.charAt(1)));
                if (card.rank >= 0 && card.suit >= 0) {
                    return card;
                }
            }
            throw new Malformed(name + " is no card");
        }

        /**
         * Whether it takes the trick from the best of those before it: a higher one of the same suit does, and a trump
         * does from any other suit.
         */
        boolean beats(Card best, int trump) {
            return suit == best.suit ? rank > best.rank : suit == trump;
        }

        int points() {
            return POINTS[rank];
        }
    }

    /** Who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7. */
    static Object judgeTrick(Map<?, ?> params) {
        var leader = placeOf(params, "leader", SEATS);
        var cards = cardsOf(params, "cards", 4);
        var trump = placeOf(params, "trump", SUITS);
        var best = 0;
        for (var place = 1; place < cards.size(); place++) {
            if (cards.get(place).beats(cards.get(best), trump)) {
                best = place;
            }
        }
        var points = cards.stream().mapToInt(Card::points).sum();
        return Map.of("winner", SEATS.get((leader + best) % SEATS.size()), "points", points);
    }

    /** The place of a member among the words of which it is one. */
    private static int placeOf(Map<?, ?> params, String name, List<String> words) {
        if (params.get(name) instanceof String word && words.contains(word)) {
            return words.indexOf(word);
        }
        throw new Malformed(name + ": expected one of " + String.join(", ", words));
    }

    /** The member of this name, so many different cards. */
    private static List<Card> cardsOf(Map<?, ?> params, String name, int number) {
        if (!(params.get(name) instanceof List<?> names) || names.size() != number) {
            throw new Malformed(name + ": expected a list of " + number + " cards");
        }
        var cards = names.stream().map(Card::named).toList();
        if (new HashSet<>(cards).size() < number) {
            throw new Malformed(name + ": a card stands in it twice");
        }
        return cards;
    }
}
