-- Notes on calls; `position` and `end_position` are milliseconds into the recording. Searches compare `text_folded`
-- (shared/fold.ts).
CREATE TABLE call_notes (
  note_id TEXT PRIMARY KEY,
  call_pk INTEGER NOT NULL REFERENCES calls ON DELETE CASCADE,
  -- null: the author was deleted
  user_id TEXT REFERENCES users ON DELETE SET NULL,
  text TEXT NOT NULL,
  text_folded TEXT NOT NULL,
  position INTEGER,
  end_position INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX call_notes_by_call ON call_notes (call_pk, created_at, note_id);
CREATE INDEX call_notes_by_user ON call_notes (user_id) WHERE user_id IS NOT NULL;
