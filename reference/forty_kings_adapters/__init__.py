"""The Forty Kings in the frames of two libraries: `open_spiel`, a game of OpenSpiel, and `pettingzoo`, an environment of PettingZoo.

Each needs its library, which the extras `openspiel` and `pettingzoo` of this package install; `forty_kings` needs neither. What
the two share is `table`, where the actions have their numbers, and `sight`, what a seat sees as numbers and as words.
"""
