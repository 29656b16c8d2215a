import { fileKinds, files } from '@shared/reasons/files';
import { translated } from '@shared/reasons/reasons';

export const fileKindsDe = translated(fileKinds)({
  ogg: 'eine Ogg-Datei',
  flac: 'eine FLAC-Datei',
  wav64: 'eine 64-Bit-WAV-Datei',
  aiff: 'eine AIFF-Datei',
  au: 'eine Sun-Audiodatei',
  amr: 'eine AMR-Datei',
  caf: 'eine Core-Audio-Datei',
  wma: 'eine Windows-Media-Datei',
  matroska: 'eine Matroska- oder WebM-Datei',
  zip: 'ein ZIP-Archiv',
  mp4: 'eine MP4-Datei',
});

export const filesDe = translated(files)({
  audio_empty: 'Diese Datei ist leer.',
  audio_unknown: 'Das ist keine Aufnahme in WAV oder MP3.',
  audio_kind: 'Das ist {kind:kind}. Earshot nimmt Aufnahmen in WAV und MP3 an.',
  wav_no_format: 'Diese WAV-Datei gibt nicht an, wie der Ton gespeichert ist.',
  wav_no_data: 'Diese WAV-Datei enthält keinen Ton.',
  wav_bad_format: 'Der Dateikopf dieser WAV-Datei ist beschädigt.',
  wav_channels: 'Aufnahmen mit {channels:number} Kanälen kann Earshot nicht abspielen.',
  wav_rate: 'Eine Abtastrate von {rate:number}\u00a0Hz kann Earshot nicht abspielen.',
  wav_bits: 'WAV-Dateien mit {bits:number}\u00a0Bit je Abtastwert kann Earshot nicht abspielen.',
  wav_codec: 'Das Tonformat {codec} kann Earshot nicht abspielen.',
  wav_inside: '{codec} in einer WAV-Datei kann Earshot nicht abspielen.',
  wav_kind: 'WAV-Dateien der Art {tag} kann Earshot nicht abspielen.',
  not_a_file: 'Das ist keine reguläre Datei.',
  file_gone: 'Diese Datei gibt es nicht.',
  file_not_allowed: 'Earshot darf diese Datei nicht lesen.',
  file_unreadable: 'Die Datei lässt sich nicht lesen.',
  file_unreadable_because: 'Die Datei lässt sich nicht lesen ({code}).',
  file_moved:
    'Die Datei ist nicht mehr da, wo sie gefunden wurde: Ein Ordner auf dem Weg wurde verschoben oder ersetzt.',
  file_changed: 'Die Datei wurde verändert, während sie gelesen wurde.',
  file_name_not_utf8:
    'Der Dateiname ist nicht in UTF-8 geschrieben. Benennen Sie die Datei um und importieren Sie sie erneut.',
  too_slow: 'Das Lesen der Datei dauerte zu lange und wurde abgebrochen.',
});
