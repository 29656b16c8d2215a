-- Files that an import finds and leaves alone: links, devices, and those that are neither recordings nor call details.
ALTER TABLE imports ADD COLUMN other_files INTEGER NOT NULL DEFAULT 0;
