-- What a row says, as [{"code": …, "values": {…}}], so that it can be said in another language. Of the rows there are, those
-- whose sentence has no values get theirs by the word that was kept; the others keep the sentence alone.
ALTER TABLE import_rows ADD COLUMN reasons TEXT NOT NULL DEFAULT '[]';
UPDATE import_rows SET reasons = '[{"code":"' || CASE reason
    WHEN 'AUDIO_EMPTY' THEN 'audio_empty'
    WHEN 'WAV_NO_FORMAT' THEN 'wav_no_format'
    WHEN 'WAV_NO_DATA' THEN 'wav_no_data'
    WHEN 'WAV_BAD_FORMAT' THEN 'wav_bad_format'
    WHEN 'NOT_A_FILE' THEN 'not_a_file'
    WHEN 'ELOOP' THEN 'not_a_file'
    WHEN 'ENOENT' THEN 'file_gone'
    WHEN 'EACCES' THEN 'file_not_allowed'
    WHEN 'EPERM' THEN 'file_not_allowed'
    WHEN 'CHANGED' THEN 'file_changed'
    WHEN 'NAME_NOT_UTF8' THEN 'file_name_not_utf8'
    WHEN 'TOO_SLOW' THEN 'too_slow'
    WHEN 'OWN_DATA_FOLDER' THEN 'own_data_folder'
    WHEN 'SOURCE_GONE' THEN 'source_gone'
    WHEN 'ALREADY_THERE' THEN 'already_there'
    WHEN 'TOLD_TWICE' THEN 'described_already'
    WHEN 'TOO_MANY_FILES' THEN 'too_many_files'
    WHEN 'DATE_OUT_OF_RANGE' THEN 'date_out_of_range'
    WHEN 'NO_FILE_NAMED' THEN 'no_file_named'
    WHEN 'NO_RECORDING' THEN 'no_recording'
    ELSE 'audio_unknown'
  END || '","values":{}}]'
WHERE reason IN ('AUDIO_EMPTY', 'WAV_NO_FORMAT', 'WAV_NO_DATA', 'WAV_BAD_FORMAT', 'NOT_A_FILE', 'ELOOP', 'ENOENT', 'EACCES',
    'EPERM', 'CHANGED', 'NAME_NOT_UTF8', 'TOO_SLOW', 'OWN_DATA_FOLDER', 'SOURCE_GONE', 'ALREADY_THERE', 'TOLD_TWICE',
    'TOO_MANY_FILES', 'DATE_OUT_OF_RANGE', 'NO_FILE_NAMED', 'NO_RECORDING')
  OR (reason = 'AUDIO_UNKNOWN' AND explanation LIKE 'This file is not%');
ALTER TABLE import_rows DROP COLUMN reason;
