-- The key of an evaluator on another machine: SPKI in DER, and its SHA-256 in hex.
ALTER TABLE calibration_evaluators ADD COLUMN public_key BLOB;
ALTER TABLE calibration_evaluators ADD COLUMN fingerprint TEXT;
