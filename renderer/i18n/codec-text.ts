const bits: Record<string, number> = { pcm_u8: 8, pcm_s16le: 16, pcm_s24le: 24, pcm_s32le: 32 };
const names: Record<string, string> = {
  mp3: 'MP3',
  pcm_f32le: 'WAV float',
  mulaw: 'WAV µ-law',
  alaw: 'WAV A-law',
  gsm: 'GSM',
  adpcm_ima_wav: 'WAV ADPCM',
  adpcm_ms: 'WAV ADPCM',
  opus: 'Opus',
  vorbis: 'Vorbis',
  amr_nb: 'AMR',
  amr_wb: 'AMR-WB',
};

/** The common name of a sound format: `MP3`, `WAV 16-bit`, in German `WAV 16 Bit`. */
export function codecText(codec: string, language: string): string {
  const depth = bits[codec];
  if (depth !== undefined) return language.startsWith('de') ? `WAV ${depth} Bit` : `WAV ${depth}-bit`;
  return names[codec] ?? codec.replaceAll('_', ' ').toUpperCase();
}
