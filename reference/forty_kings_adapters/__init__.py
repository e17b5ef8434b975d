"""The Forty Kings for two libraries: `open_spiel` is a game of OpenSpiel, `pettingzoo` an environment of PettingZoo.

Each needs its library, which the extras `openspiel` and `pettingzoo` of this package install; `forty_kings` needs
neither. The two share `table`, where the actions have their numbers, and `sight`, what a seat sees as numbers and as
words.
"""
