"""The words on the buttons and in the log."""

from __future__ import annotations

from sandtable.games.dark_sands.printed.data import Printed
from sandtable.games.dark_sands.state import Sands
from sandtable.games.dark_sands.verbs import VERBS
from sandtable.kernel.wording import Wording

BUTTONS = {number: verb.name for number, verb in enumerate(VERBS)}
LINES: dict[str, str] = {}

WORDING: Wording[Sands, Printed] = Wording(BUTTONS, LINES, {})
