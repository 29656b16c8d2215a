-- How the audio of a recording is stored, in all of its files.
ALTER TABLE recordings ADD COLUMN codec TEXT NOT NULL DEFAULT 'pcm_s16le';
UPDATE recordings SET codec = format;
