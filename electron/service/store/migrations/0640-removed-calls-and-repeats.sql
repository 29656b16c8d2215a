-- A clock that is set forward makes no removed call old: the age of removed calls is counted from one look at them to the
-- next, and the time in between counts for a few days at most.
CREATE TABLE removal_clock (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  seen_at INTEGER NOT NULL,
  aged_ms INTEGER NOT NULL
) STRICT;
-- What was counted when the call was removed; the count begins now for those that are removed already.
ALTER TABLE calls ADD COLUMN removed_age INTEGER;

-- Whether the record was in reach of the request that made it.
ALTER TABLE idempotency_keys ADD COLUMN was_reached INTEGER NOT NULL DEFAULT 0;
