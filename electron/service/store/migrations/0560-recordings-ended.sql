-- The keys of a file that is being written, as a JSON list of fingerprints: they must not be deleted before its end. Null
-- for files from before.
ALTER TABLE recording_files ADD COLUMN fingerprints TEXT;
-- The recordings that have ended, last ended first.
CREATE INDEX recordings_ended ON recordings (updated_at, recording_id) WHERE status = 'closed';
