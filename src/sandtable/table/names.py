"""What people type: names and chat, which others read, and passwords. All of it is plain, visible text."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path

from sandtable.kernel.errors import Malformed
from sandtable.kernel.words import say


def _words(file: str) -> frozenset[str]:
    return frozenset((Path(__file__).parent / file).read_text("utf-8").split())


SHORTEST_NAME, LONGEST_NAME = 2, 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 128
LONGEST_TALK = 500

RESERVED = _words("reserved_names.txt")
"""Names, as `name_key` writes them, that could be mistaken for the program itself."""

COMMON_PASSWORDS = _words("common_passwords.txt")
"""Passwords that are long enough, but among the first anybody would try."""

INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that are invisible or reverse the text around them; names cannot have them."""
CONTROL = ("Cc", "Cs", "Zl", "Zp")
"""Categories that chat cannot have; it may have joiners, which emoji need."""
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Characters that change the direction of the text after them."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that are drawn as nothing."""
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")
"""Alphabets that look alike: a name must not mix them."""


def checked_name(text: str) -> str:
    """The name as it is kept; Malformed says what is wrong with it."""
    name = " ".join(_without(INVISIBLE, BLANKS, text, "the name").split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise Malformed(
            say("a name must have {least} to {most} characters", least=SHORTEST_NAME, most=LONGEST_NAME)
        )
    if not any(letter.isalnum() for letter in name):
        raise Malformed("a name must have at least one letter or digit")
    if len(_scripts(name)) > 1:
        raise Malformed("a name must not mix alphabets")
    if any(unicodedata.combining(before) and unicodedata.combining(after) for before, after in pairwise(name)):
        raise Malformed("a name must not have stacked accents")
    if name_key(name) in RESERVED:
        raise Malformed("that name is reserved", "choose another")
    return name


def name_key(name: str) -> str:
    """The name as it is compared: names that read alike are equal."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if letter.isalnum())
    return unicodedata.normalize("NFKC", letters).casefold()


def checked_password(text: str, name: str) -> str:
    """The password as it is hashed; Malformed says what is wrong with it."""
    password = unicodedata.normalize("NFC", text)
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        least, most = SHORTEST_PASSWORD, LONGEST_PASSWORD
        raise Malformed(say("a password must have {least} to {most} characters", least=least, most=most))
    folded = password.casefold()
    if folded in COMMON_PASSWORDS or len(set(folded)) < 3 or folded in (name.casefold(), name.casefold() * 2):
        raise Malformed("that password is among the first anybody would try", "choose another")
    return password


def checked_talk(text: str) -> str:
    """One chat message as it is kept."""
    line = _without(CONTROL, TURNING, text.replace("\n", " "), "the message").strip()
    if not 0 < len(line) <= LONGEST_TALK:
        raise Malformed(say("a message must have 1 to {most} characters", most=LONGEST_TALK))
    return line


def _without(categories: tuple[str, ...], letters: str, text: str, what: str) -> str:
    """The text in normal form; Malformed names the first forbidden character."""
    normal = unicodedata.normalize("NFC", text)
    for letter in normal:
        if unicodedata.category(letter) in categories or letter in letters:
            number = f"U+{ord(letter):04X}"
            raise Malformed(
                say("{what} contains an invisible character ({number})", what=say(what), number=number)
            )
    return normal


def _scripts(name: str) -> set[str]:
    return {script for letter in name for script in SCRIPTS if unicodedata.name(letter, "").startswith(script)}
