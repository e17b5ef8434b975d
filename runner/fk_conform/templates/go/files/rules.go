package main

// The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one.

import (
	"encoding/json"
	"fmt"
	"strings"
)

var (
	seats  = []string{"south", "east", "north", "west"}                                   // in the order of play: FK3.1
	suits  = map[string]byte{"spades": 'S', "hearts": 'H', "diamonds": 'D', "clubs": 'C'} // FK1.2
	points = map[byte]int{'K': 5, 'Q': 4, 'J': 3}                                         // the others are worth nothing: FK1.7
)

const (
	ranks   = "789TAJQK" // from low to high, in trumps too: FK1.4, FK1.5
	letters = "SHDC"
)

// A card is a rank and the letter of a suit: KS is the king of spades.
type card string

func (c card) rank() byte { return c[0] }
func (c card) suit() byte { return c[1] }

// exists tells whether it is one of the thirty-two: FK1.1.
func (c card) exists() bool {
	return len(c) == 2 && strings.IndexByte(ranks, c[0]) >= 0 && strings.IndexByte(letters, c[1]) >= 0
}

type trick struct {
	Winner string `json:"winner"`
	Points int    `json:"points"`
}

// judgeTrick tells who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7.
func judgeTrick(params json.RawMessage) (any, error) {
	var asked struct {
		Leader string `json:"leader"`
		Cards  []card `json:"cards"`
		Trump  string `json:"trump"`
	}
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, err
	}
	leader := indexOf(seats, asked.Leader)
	if leader < 0 {
		return nil, fmt.Errorf("leader: expected one of %s", strings.Join(seats, ", "))
	}
	trump, known := suits[asked.Trump]
	if !known {
		return nil, fmt.Errorf("trump: %q is no suit", asked.Trump)
	}
	if err := checkCards("cards", asked.Cards, 4); err != nil {
		return nil, err
	}

	best, worth := 0, 0
	for place, played := range asked.Cards {
		if beats(played, asked.Cards[best], trump) {
			best = place
		}
		worth += points[played.rank()]
	}
	return trick{Winner: seats[(leader+best)%4], Points: worth}, nil
}

// beats tells whether a card takes the trick from the best of those before it: a higher one of the same suit does, and
// a trump does from any other suit.
func beats(played, best card, trump byte) bool {
	if played.suit() != best.suit() {
		return played.suit() == trump
	}
	return strings.IndexByte(ranks, played.rank()) > strings.IndexByte(ranks, best.rank())
}

// checkCards finds whether these are so many different cards; name is that of the member in which they stand.
func checkCards(name string, cards []card, number int) error {
	if len(cards) != number {
		return fmt.Errorf("%s: expected %d cards, not %d", name, number, len(cards))
	}
	seen := map[card]bool{}
	for _, each := range cards {
		if !each.exists() {
			return fmt.Errorf("%s: %q is no card", name, each)
		}
		if seen[each] {
			return fmt.Errorf("%s: %s stands in it twice", name, each)
		}
		seen[each] = true
	}
	return nil
}

func indexOf(words []string, word string) int {
	for place, each := range words {
		if each == word {
			return place
		}
	}
	return -1
}
