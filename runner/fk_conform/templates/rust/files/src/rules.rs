//! The rules, by the clauses of the specification: `fk-conform show FK1.4` has the text of one.

use crate::json::Json;

const SEATS: [&str; 4] = ["south", "east", "north", "west"]; // in the order of play: FK3.1
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"]; // FK1.2
const LETTERS: &str = "SHDC";
const RANKS: &str = "789TAJQK"; // from low to high, in trumps too: FK1.4, FK1.5
const POINTS: [i32; 8] = [0, 0, 0, 0, 0, 3, 4, 5]; // FK1.7

/// The request is no possible question; says what is wrong with it.
pub struct Malformed(pub String);

pub type Ruling = Result<Json, Malformed>;

/// One of the thirty-two cards, by the places of its rank and its suit: FK1.1.
#[derive(Clone, Copy, PartialEq)]
struct Card {
    rank: usize,
    suit: usize,
}

impl Card {
    fn named(name: &str) -> Option<Card> {
        let mut letters = name.chars();
        let rank = RANKS.find(letters.next()?)?;
        let suit = LETTERS.find(letters.next()?)?;
        letters.next().is_none().then_some(Card { rank, suit })
    }

    /// Whether it takes the trick from the best of those before it: a higher one of the same suit does, and a trump
    /// does from any other suit.
    fn beats(self, best: Card, trump: usize) -> bool {
        if self.suit == best.suit {
            self.rank > best.rank
        } else {
            self.suit == trump
        }
    }
}

/// Who wins a trick, and what it is worth: FK4.9, FK4.10, FK1.7.
pub fn judge_trick(params: &Json) -> Ruling {
    let leader = place_of(params, "leader", &SEATS)?;
    let cards = cards_of(params, "cards", 4)?;
    let trump = place_of(params, "trump", &SUITS)?;
    let mut best = 0;
    for (place, card) in cards.iter().enumerate() {
        if card.beats(cards[best], trump) {
            best = place;
        }
    }
    let points: i32 = cards.iter().map(|card| POINTS[card.rank]).sum();
    Ok(Json::object([("winner", SEATS[(leader + best) % 4].into()), ("points", points.into())]))
}

/// The place of a member among the words of which it is one.
fn place_of(params: &Json, name: &str, words: &[&str]) -> Result<usize, Malformed> {
    let word = params.get(name).and_then(Json::as_str);
    let place = words.iter().position(|each| Some(*each) == word);
    place.ok_or_else(|| Malformed(format!("{name}: expected one of {}", words.join(", "))))
}

/// The member of this name, so many different cards.
fn cards_of(params: &Json, name: &str, number: usize) -> Result<Vec<Card>, Malformed> {
    let names = params.get(name).and_then(Json::as_array).unwrap_or_default();
    if names.len() != number {
        return Err(Malformed(format!("{name}: expected a list of {number} cards")));
    }
    let mut cards = Vec::new();
    for each in names {
        let card = each.as_str().and_then(Card::named);
        let card = card.ok_or_else(|| Malformed(format!("{name}: {each} is no card")))?;
        if cards.contains(&card) {
            return Err(Malformed(format!("{name}: {each} stands in it twice")));
        }
        cards.push(card);
    }
    Ok(cards)
}
