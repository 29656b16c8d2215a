-- 1: players do not play the file as it is, or not in step with its waveform, so they get its samples.
ALTER TABLE call_files ADD COLUMN rendered INTEGER NOT NULL DEFAULT 0;
-- Bytes of sound in the file that cannot be played with the rest of it.
ALTER TABLE call_files ADD COLUMN unheard_bytes INTEGER NOT NULL DEFAULT 0;
