-- The way of a request into Earshot. Entries of before have none, and their hashes do not cover it.
ALTER TABLE audit_log ADD COLUMN door TEXT;
