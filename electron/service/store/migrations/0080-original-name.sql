-- The name of the imported file, without its folder. Null for audio that did not come from a file.
ALTER TABLE call_files ADD COLUMN original_name TEXT;
