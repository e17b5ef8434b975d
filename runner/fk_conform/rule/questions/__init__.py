"""The questions that a player would ask, a module a chapter; together they reach every method of the protocol.

A question knows the words in which it is asked, what has to be told to answer it, what the reference engine is then
asked, and how its answer is said.
"""

from __future__ import annotations

from fk_conform.rule.questions.cliques import CLIQUES
from fk_conform.rule.questions.dealing import DEALING
from fk_conform.rule.questions.game import GAME
from fk_conform.rule.questions.hand import HAND
from fk_conform.rule.questions.play import PLAY
from fk_conform.rule.questions.question import Inquiry, Question, Said
from fk_conform.rule.questions.seating import SEATING

QUESTIONS: tuple[Question, ...] = (*PLAY, *CLIQUES, *GAME, *SEATING, *DEALING, *HAND)

__all__ = ["QUESTIONS", "Inquiry", "Question", "Said"]
