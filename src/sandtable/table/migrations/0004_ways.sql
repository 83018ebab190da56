-- The rest of a run that waits until another side has decided: private to a seat, and no part of the game's records.

CREATE TABLE ways (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    side INTEGER NOT NULL,
    record INTEGER NOT NULL,       -- the record after which it waits
    rest TEXT NOT NULL,            -- JSON: the choices that are left
    PRIMARY KEY (table_id, side)
) STRICT, WITHOUT ROWID;
