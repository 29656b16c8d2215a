/** A kind of sound file: what a download of it is called, and by which endings its files are known. */
type SoundFile = { media_type: string; endings: readonly [string, ...string[]] };

/** The kinds of sound files that Earshot keeps; by their content, except for the last four, which only their name tells. */
export const soundFormats = {
  wav: { media_type: 'audio/x-wav', endings: ['wav', 'wave'] },
  mp3: { media_type: 'audio/mpeg', endings: ['mp3'] },
  w64: { media_type: 'audio/x-w64', endings: ['w64'] },
  au: { media_type: 'audio/basic', endings: ['au', 'snd'] },
  gsm: { media_type: 'audio/x-gsm', endings: ['gsm'] },
  ogg: { media_type: 'audio/ogg', endings: ['ogg', 'oga', 'opus'] },
  flac: { media_type: 'audio/flac', endings: ['flac'] },
  aac: { media_type: 'audio/aac', endings: ['aac'] },
  m4a: { media_type: 'audio/mp4', endings: ['m4a', 'm4b'] },
  mp4: { media_type: 'video/mp4', endings: ['mp4', 'm4v'] },
  '3gp': { media_type: 'audio/3gpp', endings: ['3gp', '3gpp'] },
  webm: { media_type: 'audio/webm', endings: ['webm', 'weba'] },
  mka: { media_type: 'audio/x-matroska', endings: ['mka', 'mkv'] },
  amr: { media_type: 'audio/amr', endings: ['amr'] },
  awb: { media_type: 'audio/amr-wb', endings: ['awb'] },
  ulaw: { media_type: 'audio/basic', endings: ['ulaw', 'ul'] },
  alaw: { media_type: 'audio/x-alaw', endings: ['alaw', 'al'] },
  sln: { media_type: 'audio/x-raw', endings: ['sln'] },
  sln16: { media_type: 'audio/x-raw', endings: ['sln16'] },
} as const satisfies Record<string, SoundFile>;

export type SoundFormat = keyof typeof soundFormats;

/** The endings of sound files, without dots. */
export const soundEndings: readonly string[] = Object.values(soundFormats).flatMap(({ endings }) => [...endings]);

/** The media types of downloads. */
export const soundTypes: readonly string[] = [
  ...new Set(Object.values(soundFormats).map((format) => format.media_type)),
];

/** How sound is stored. */
export type SoundCodec =
  | 'pcm_u8'
  | 'pcm_s8'
  | 'pcm_s16le'
  | 'pcm_s24le'
  | 'pcm_s32le'
  | 'pcm_f32le'
  | 'pcm_f64le'
  | 'pcm_s16be'
  | 'pcm_s24be'
  | 'pcm_s32be'
  | 'pcm_f32be'
  | 'pcm_f64be'
  | 'mulaw'
  | 'alaw'
  | 'gsm'
  | 'adpcm_ima_wav'
  | 'adpcm_ms'
  | 'mp3'
  | 'opus'
  | 'vorbis'
  | 'flac'
  | 'aac'
  | 'amr_nb'
  | 'amr_wb';
