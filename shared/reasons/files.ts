/** The kinds of files that are not recordings, by the `kind` of a value. */
export const fileKinds = {
  aiff: 'an AIFF file',
  caf: 'a Core Audio file (CAF)',
  wma: 'a Windows Media file',
  ac3: 'an AC-3 file',
  speex: 'a Speex file',
  zip: 'a ZIP archive',
} as const;

/** Files as they are read for an import, an upload or a restore. */
export const files = {
  audio_empty: 'This file is empty.',
  audio_unknown: 'This file is not a recording that Earshot knows.',
  audio_kind: 'This is {kind:kind}, which Earshot cannot play.',
  audio_damaged: 'The sound of this file is damaged and cannot be decoded.',
  sound_none: 'This file contains no sound.',
  no_sound_track: 'This is a video without sound.',
  sound_encrypted: 'The sound of this file is encrypted.',
  wav_no_format: 'This WAV file does not say how its sound is stored.',
  wav_no_data: 'This WAV file contains no sound.',
  wav_bad_format: 'The header of this WAV file is damaged.',
  wav_channels: 'Earshot cannot play recordings of {channels:number} channels.',
  wav_rate: 'Earshot cannot play a sample rate of {rate:number} Hz.',
  wav_bits: 'Earshot cannot play {bits:number}-bit samples.',
  wav_codec: 'Earshot cannot play {codec}.',
  wav_inside: 'Earshot cannot play {codec} inside a WAV file.',
  wav_kind: 'Earshot cannot play WAV files of the kind {tag}.',
  not_a_file: 'This is not a regular file.',
  file_gone: 'There is no such file.',
  file_not_allowed: 'Earshot is not allowed to read this file.',
  file_unreadable: 'The file cannot be read.',
  file_unreadable_because: 'The file cannot be read ({code}).',
  file_moved: 'This file is no longer where it was listed: a folder on the way was moved or replaced.',
  file_changed: 'The file was changed while it was being read.',
  file_name_not_utf8: 'The file name is not in UTF-8. Rename the file and import it again.',
  too_slow: 'Reading the file took too long and was stopped.',
} as const;
