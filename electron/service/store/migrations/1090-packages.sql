-- Packages that were sent to evaluators on another machine, and what their results answer.
CREATE TABLE sent_packages (
  package_id TEXT PRIMARY KEY,
  calibration_id TEXT NOT NULL REFERENCES calibrations ON DELETE CASCADE,
  user_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sent_packages_by_calibration ON sent_packages (calibration_id);

-- Rounds that came in packages. `sender_key` is SPKI in DER; `ids` is JSON: by each id here the one that the sender has.
CREATE TABLE received_packages (
  package_id TEXT PRIMARY KEY,
  calibration_id TEXT NOT NULL REFERENCES calibrations ON DELETE CASCADE,
  sender_key BLOB NOT NULL,
  ids TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX received_packages_by_calibration ON received_packages (calibration_id);
