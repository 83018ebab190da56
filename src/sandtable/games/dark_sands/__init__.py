"""The Dark Sands: chits drawn from a cup, a map of three sections at two scales. So far only its map is here."""
