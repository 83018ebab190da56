-- Standing orders: private to a seat, and no part of the game's records.

CREATE TABLE orders (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    side INTEGER NOT NULL,
    body TEXT NOT NULL,            -- JSON: the orders, the first that speaks of a decision counts
    PRIMARY KEY (table_id, side)
) STRICT, WITHOUT ROWID;
