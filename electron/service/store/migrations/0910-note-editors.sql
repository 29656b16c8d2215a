-- Who changed the text of a note last, if anyone did; null again once that user is deleted.
ALTER TABLE call_notes ADD COLUMN editor_id TEXT REFERENCES users ON DELETE SET NULL;
CREATE INDEX call_notes_by_editor ON call_notes (editor_id) WHERE editor_id IS NOT NULL;
