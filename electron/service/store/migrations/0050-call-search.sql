-- What the basic text search looks into: numbers, names and free-text custom values of a call, folded, a line each.
-- Terms of three characters and more go through the trigram index, shorter ones scan this narrow table newest first.
CREATE TABLE call_texts (
  call_pk INTEGER PRIMARY KEY REFERENCES calls ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE call_text_index USING fts5 (
  text, content='call_texts', content_rowid='call_pk', tokenize='trigram case_sensitive 1', detail='full'
);
CREATE TRIGGER call_texts_added AFTER INSERT ON call_texts BEGIN
  INSERT INTO call_text_index (rowid, text) VALUES (new.call_pk, new.text);
END;
CREATE TRIGGER call_texts_removed AFTER DELETE ON call_texts BEGIN
  INSERT INTO call_text_index (call_text_index, rowid, text) VALUES ('delete', old.call_pk, old.text);
END;
CREATE TRIGGER call_texts_changed AFTER UPDATE ON call_texts BEGIN
  INSERT INTO call_text_index (call_text_index, rowid, text) VALUES ('delete', old.call_pk, old.text);
  INSERT INTO call_text_index (rowid, text) VALUES (new.call_pk, new.text);
END;
