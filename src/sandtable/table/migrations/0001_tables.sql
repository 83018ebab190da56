-- The first schema: people and their sessions; tables with their records, answers, seats, talk and share links.

CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT UNIQUE,          -- only accounts have one: the name as it is compared
    password_hash TEXT,
    created REAL NOT NULL
) STRICT;

CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    created REAL NOT NULL,
    seen REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_person ON sessions (person);

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL,          -- the journal's header
    seed BLOB NOT NULL,            -- of the dice; empty when the game came finished from a file
    owner TEXT NOT NULL,
    created REAL NOT NULL,
    changed REAL NOT NULL,
    finished REAL,
    actor INTEGER NOT NULL,        -- who decides, as the lobby shows it
    heading TEXT NOT NULL,
    ending TEXT NOT NULL           -- JSON, or empty
) STRICT;
CREATE INDEX tables_of_owner ON tables (owner);
CREATE INDEX tables_running ON tables (id) WHERE finished IS NULL;

CREATE TABLE records (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE answers (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    side INTEGER NOT NULL,
    key TEXT NOT NULL,
    request BLOB NOT NULL,         -- hash of what was asked
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, side, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    side INTEGER NOT NULL,
    kind TEXT NOT NULL,            -- here, link, open or computer
    person TEXT,
    player TEXT NOT NULL,
    link_hash BLOB UNIQUE,
    guarded INTEGER NOT NULL,      -- 1 once somebody else than the owner sat there
    PRIMARY KEY (table_id, side)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_person ON seats (person);

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    side INTEGER NOT NULL,
    text TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE shares (
    secret_hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL        -- of the record
) STRICT, WITHOUT ROWID;
