-- Seats that their holders can come back to, recovery codes of guests, games hidden from the lobby, rematches.

ALTER TABLE seats ADD COLUMN former TEXT;          -- whoever left it, and may come back; or whom it is kept for
ALTER TABLE seats ADD COLUMN called REAL;          -- when its absent holder was called
ALTER TABLE seats ADD COLUMN exposed INTEGER NOT NULL DEFAULT 0;  -- 1 if the owner of the table may know its secrets
CREATE INDEX seats_of_former ON seats (former);

ALTER TABLE people ADD COLUMN recovery_hash BLOB;  -- of a guest's recovery code
CREATE UNIQUE INDEX people_by_recovery ON people (recovery_hash);

ALTER TABLE tables ADD COLUMN rematch TEXT;        -- the table where the same players play again

CREATE TABLE hidden (
    person TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;
