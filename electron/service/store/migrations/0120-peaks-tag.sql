-- MAC of the header of the peaks' container, Base64: peaks of another recording are refused, as its audio is by
-- encrypt_tag. Null for peaks drawn before: they are bound when they are first read and fit the recording's length.
ALTER TABLE call_files ADD COLUMN peaks_tag TEXT;
