-- What only a person can say about the files of an import.
ALTER TABLE imports ADD COLUMN questions TEXT NOT NULL DEFAULT '[]';
