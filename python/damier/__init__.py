"""Board games that damier learned: nets, positions, search, and game records as NumPy arrays.

>>> import damier
>>> session = damier.Session(game="russian")
>>> session.play("c3-d4")
>>> found = session.search(simulations=1000)
>>> session.play(found.best)
>>> session.played[0]
'c3-d4'
"""

from ._damier import DamierError, Found, Judgement, Net, Session, __version__, games
from .records import Records, read_records

__all__ = [
    "DamierError",
    "Found",
    "Judgement",
    "Net",
    "Records",
    "Session",
    "__version__",
    "games",
    "read_records",
]
