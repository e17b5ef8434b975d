"""The generator of the site: from `spec/`, `cases/`, reports and the hand-written pages to a folder that MkDocs builds.

`python -m docs.generator` writes `build/site/en` and `build/site/fr`. A `Book` is all that there is to tell in one
language; each module of `pages` tells one kind of thing, as Markdown, and leaves layout to the theme.
"""
