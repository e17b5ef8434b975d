"""What the pages themselves say, in both languages. What the specification says is in the specification."""

from __future__ import annotations

LANGUAGES = ("en", "fr")

SEATS = {
    "south": {"en": "south", "fr": "sud"},
    "east": {"en": "east", "fr": "est"},
    "north": {"en": "north", "fr": "nord"},
    "west": {"en": "west", "fr": "ouest"},
}
SIDES = {
    "north-south": {"en": "north and south", "fr": "nord et sud"},
    "east-west": {"en": "east and west", "fr": "est et ouest"},
}
SUITS = {
    "spades": {"en": "spades", "fr": "pique"},
    "hearts": {"en": "hearts", "fr": "cœur"},
    "diamonds": {"en": "diamonds", "fr": "carreau"},
    "clubs": {"en": "clubs", "fr": "trèfle"},
}
RANKS = {
    "K": {"en": "king", "fr": "roi"},
    "Q": {"en": "queen", "fr": "dame"},
    "J": {"en": "jack", "fr": "valet"},
    "A": {"en": "ace", "fr": "as"},
    "T": {"en": "ten", "fr": "dix"},
    "9": {"en": "nine", "fr": "neuf"},
    "8": {"en": "eight", "fr": "huit"},
    "7": {"en": "seven", "fr": "sept"},
}
# What stands in the corner of a card.
SIGNS = {
    "en": {"K": "K", "Q": "Q", "J": "J", "A": "A", "T": "10", "9": "9", "8": "8", "7": "7"},
    "fr": {"K": "R", "Q": "D", "J": "V", "A": "A", "T": "10", "9": "9", "8": "8", "7": "7"},
}
# In French a space that does not break stands before it.
COLON = {"en": ":", "fr": "\u00a0:"}

WORDS = {
    # What a clause rests on; the sign tells it without colour.
    "stated": {"en": "● stated: a source says so", "fr": "● dit : une source le dit"},
    "deduced": {
        "en": "◐ deduced: it follows from what sources say",
        "fr": "◐ déduit : cela suit de ce que disent des sources",
    },
    "ruled": {
        "en": "○ ruled: the sources are silent or disagree, and this project decides",
        "fr": "○ décidé : les sources se taisent ou divergent, et ce projet tranche",
    },
    "permits": {"en": "permits", "fr": "permet"},
    "forbids": {"en": "forbids", "fr": "interdit"},
    "rules": {"en": "Rules", "fr": "Règles"},
    "cases": {"en": "Cases", "fr": "Cas"},
    "case": {"en": "Case", "fr": "Cas"},
    "clause": {"en": "Clause", "fr": "Clause"},
    "clauses": {"en": "Clauses", "fr": "Clauses"},
    "sources": {"en": "Sources", "fr": "Sources"},
    "reading": {"en": "Reading", "fr": "Lecture"},
    "readings": {"en": "Readings", "fr": "Lectures"},
    "mistakes": {"en": "Usual mistakes", "fr": "Erreurs courantes"},
    "all-mistakes": {"en": "Known mistakes", "fr": "Erreurs connues"},
    "deduction": {"en": "How it follows", "fr": "D’où cela suit"},
    "note": {"en": "Note", "fr": "Note"},
    "weak": {
        "en": "One of the rulings for which the sources help least.",
        "fr": "Une des décisions où les sources aident le moins.",
    },
    "see": {"en": "See also", "fr": "Voir aussi"},
    "referred": {"en": "Referred to by", "fr": "Mentionné par"},
    "history": {"en": "History", "fr": "Histoire"},
    "function": {"en": "Carried out by", "fr": "Appliqué par"},
    "cite": {"en": "Cite this", "fr": "Citer"},
    "text": {"en": "Text", "fr": "Texte"},
    "no-case": {"en": "No case", "fr": "Sans cas"},
    "default": {"en": "default", "fr": "par défaut"},
    "held-by": {"en": "Held by", "fr": "Soutenu par"},
    "nobody": {"en": "no source that we know", "fr": "aucune source connue de nous"},
    "question": {"en": "The question", "fr": "La question"},
    "answer": {"en": "The ruling", "fr": "La décision"},
    "because": {"en": "Why", "fr": "Pourquoi"},
    "under": {"en": "At a table that plays", "fr": "À une table qui joue"},
    "elsewhere": {"en": "Under other readings", "fr": "Sous d’autres lectures"},
    "same": {"en": "the same", "fr": "la même chose"},
    "another-answer": {"en": "another answer than this", "fr": "une autre réponse que celle-ci"},
    "catches": {"en": "What it catches", "fr": "Ce qu’il décèle"},
    "for-engines": {"en": "For engine authors", "fr": "Pour les auteurs de moteurs"},
    "request": {"en": "The request", "fr": "La requête"},
    "wanted": {"en": "The answer wanted", "fr": "La réponse attendue"},
    "run": {"en": "Run it", "fr": "Le lancer"},
    "engines": {"en": "Engines", "fr": "Moteurs"},
    "verdicts": {"en": "What the known engines answer", "fr": "Ce que répondent les moteurs connus"},
    "sisters": {"en": "Symmetric sisters", "fr": "Sœurs par symétrie"},
    "passed": {"en": "✓ passes", "fr": "✓ réussit"},
    "failed": {"en": "✗ fails", "fr": "✗ échoue"},
    "fault": {"en": "✗ fault", "fr": "✗ faute"},
    "not-applicable": {"en": "– not applicable", "fr": "– sans objet"},
    "not-run": {"en": "– not run", "fr": "– non lancé"},
    "refused": {"en": "refused", "fr": "refusé"},
    "malformed": {"en": "malformed: no such thing can be asked", "fr": "mal formé : cela ne peut se demander"},
    "at-event": {"en": "at event", "fr": "à l’événement"},
    "asks": {"en": "asks", "fr": "pose"},
    "method": {"en": "Method", "fr": "Méthode"},
    "level": {"en": "Level", "fr": "Niveau"},
    "outcome": {"en": "Outcome", "fr": "Issue"},
    "title": {"en": "Title", "fr": "Titre"},
    "all": {"en": "all", "fr": "tous"},
    "words": {"en": "Words", "fr": "Mots"},
    "chapter": {"en": "Chapter", "fr": "Chapitre"},
    "hand": {"en": "Hand", "fr": "Main"},
    "hands": {"en": "Hands", "fr": "Mains"},
    "trick": {"en": "Trick, in the order played", "fr": "Levée, dans l’ordre joué"},
    "trump": {"en": "Trump", "fr": "Atout"},
    "turn-up": {"en": "Turn-up", "fr": "Retourne"},
    "dealer": {"en": "dealer", "fr": "donneur"},
    "leads": {"en": "leads", "fr": "entame"},
    "lawful": {"en": "may be played", "fr": "peut être jouée"},
    "first": {"en": "speaks first", "fr": "parle le premier"},
    "events": {"en": "What happens", "fr": "Ce qui se passe"},
    "points": {"en": "Points", "fr": "Points"},
    "clique": {"en": "Clique", "fr": "Clique"},
    "target": {"en": "Target", "fr": "But"},
    "first-dealer": {"en": "First dealer", "fr": "Premier donneur"},
    "deal-no": {"en": "Hand", "fr": "Coup"},
    "winner": {"en": "Winner", "fr": "Gagnant"},
    "nothing": {"en": "nothing", "fr": "rien"},
    "nobody-yet": {"en": "nobody yet", "fr": "personne encore"},
    "step": {"en": "Step through this hand", "fr": "Parcourir ce coup"},
    "untranslated": {
        "en": "",
        "fr": "Cette partie n’est pas encore traduite ; elle est donnée en anglais.",
    },
    "generated-from": {"en": "Version", "fr": "Version"},
    "cited-by": {"en": "Cited by", "fr": "Cité par"},
    "fact": {"en": "Fact", "fr": "Fait"},
    "breaks": {"en": "breaks", "fr": "enfreint"},
    "from": {"en": "People bring it from", "fr": "Vient de"},
    "caught-by": {"en": "Caught by", "fr": "Décelée par"},
    "reasons": {"en": "Reasons of refusal", "fr": "Motifs de refus"},
    "compared": {"en": "Sources compared", "fr": "Les sources comparées"},
    "basis": {"en": "Basis", "fr": "Fondement"},
    "so": {"en": "says so", "fr": "le dit"},
    "in-part": {"en": "says part of it", "fr": "en dit une partie"},
    "otherwise": {"en": "says otherwise", "fr": "dit autrement"},
    "silent": {"en": "silent", "fr": "se tait"},
    "time-line": {"en": "The works of the bibliography by year", "fr": "Les ouvrages de la bibliographie par année"},
    "coverage": {"en": "Coverage", "fr": "Couverture"},
    "schemas": {"en": "The schemas", "fr": "Les schémas"},
    "protocol": {"en": "Protocol", "fr": "Protocole"},
    "changes": {"en": "Changes between editions", "fr": "Changements entre éditions"},
    "to-start": {"en": "To the beginning", "fr": "Au début"},
    "back": {"en": "Back", "fr": "En arrière"},
    "forward": {"en": "Forward", "fr": "En avant"},
    "to-end": {"en": "To the end", "fr": "À la fin"},
    "dealt": {"en": "The cards are dealt.", "fr": "Les cartes sont données."},
    "announces": {"en": "announces", "fr": "annonce"},
    "good": {"en": "good", "fr": "c’est bon"},
    "shows": {"en": "shows", "fr": "montre"},
    "to-play": {"en": "to play", "fr": "à jouer"},
    "ask-legal_cards": {"en": "Which cards may be played?", "fr": "Quelles cartes peut-on jouer ?"},
    "ask-judge_trick": {"en": "Who takes the trick?", "fr": "Qui fait la levée ?"},
    "ask-judge_cliques": {"en": "Whose clique counts?", "fr": "Quelle clique compte ?"},
    "ask-score_match": {"en": "Who has won?", "fr": "Qui a gagné ?"},
    "need-hand": {"en": "Click the cards of the hand.", "fr": "Cliquez sur les cartes de la main."},
    "need-trick": {
        "en": "Click the four cards of the trick, in the order in which they were played.",
        "fr": "Cliquez sur les quatre cartes de la levée, dans l’ordre où elles ont été jouées.",
    },
    "need-hands": {
        "en": "Give each seat its eight cards, or have the rest dealt.",
        "fr": "Donnez à chaque place ses huit cartes, ou faites donner le reste.",
    },
    "impossible": {"en": "That cannot be", "fr": "Cela ne se peut"},
    "may-be-played": {"en": "These may be played", "fr": "Celles-ci peuvent être jouées"},
    "takes-it": {"en": "takes the trick", "fr": "fait la levée"},
    "names-now": {"en": "has to name a rank, or to give way", "fr": "doit nommer un rang, ou céder"},
    "shows-now": {"en": "has to show the clique", "fr": "doit montrer la clique"},
    "no-clique": {"en": "No clique scores.", "fr": "Aucune clique ne compte."},
    "drawn": {"en": "drawn", "fr": "nul"},
    "nearest": {"en": "The nearest cases", "fr": "Les cas les plus proches"},
    "take-away": {"en": "Take away", "fr": "Retirer"},
    "pack": {"en": "The pack", "fr": "Le jeu"},
    "leader": {"en": "Who led", "fr": "Qui a entamé"},
    "first-to-play": {"en": "First to play", "fr": "Premier à jouer"},
    "deal-rest": {"en": "Deal the rest", "fr": "Donner le reste"},
    "one-more": {"en": "One more hand", "fr": "Un coup de plus"},
    "names": {"en": "names", "fr": "nomme"},
    "deal-line": {"en": "A deal line", "fr": "Une ligne de donne"},
    "no-deal-line": {
        "en": "That is no deal line: a seat, a colon, and four hands of spades.hearts.diamonds.clubs.",
        "fr": "Ce n’est pas une ligne de donne : une place, deux-points, et quatre mains pique.cœur.carreau.trèfle.",
    },
    "take-over": {"en": "Take over", "fr": "Reprendre"},
    "clear": {"en": "Clear", "fr": "Effacer"},
    "three-cards": {"en": "three cards", "fr": "trois cartes"},
    "four-cards": {"en": "four cards", "fr": "quatre cartes"},
    "silent-clique": {"en": "nothing", "fr": "rien"},
    "announce": {"en": "With the next card say", "fr": "Avec la prochaine carte, dire"},
    "cards-left": {"en": "cards", "fr": "cartes"},
    "show": {"en": "Show", "fr": "Montrer"},
    "next-hand": {"en": "Next hand", "fr": "Coup suivant"},
    "new-game": {"en": "New game", "fr": "Nouvelle partie"},
    "this-hand": {"en": "This hand", "fr": "Ce coup"},
    "game": {"en": "The game", "fr": "La partie"},
    "hand-over": {"en": "The hand is over", "fr": "Le coup est fini"},
    "guides": {"en": "Guides", "fr": "Guides"},
}


def word(name: str, lang: str) -> str:
    """What a page says, in a language."""
    return WORDS[name][lang]


def card_words(card: str, lang: str) -> str:
    """A card in words.

    >>> card_words("KS", "en"), card_words("TD", "fr")
    ('king of spades', 'dix de carreau')
    """
    suit = next(name for name in SUITS if name[0].upper() == card[1])
    of = "of" if lang == "en" else "de"
    return f"{RANKS[card[0]][lang]} {of} {SUITS[suit][lang]}"
