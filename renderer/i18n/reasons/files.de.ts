import { fileKinds, files } from '@shared/reasons/files';
import { translated } from '@shared/reasons/reasons';

export const fileKindsDe = translated(fileKinds)({
  aiff: 'eine AIFF-Datei',
  caf: 'eine Core-Audio-Datei (CAF)',
  wma: 'eine Windows-Media-Datei',
  ac3: 'eine AC-3-Datei',
  speex: 'eine Speex-Datei',
  zip: 'ein ZIP-Archiv',
});

export const filesDe = translated(files)({
  audio_empty: 'Diese Datei ist leer.',
  audio_unknown: 'Das ist keine Aufnahme, die Earshot kennt.',
  audio_kind: 'Das ist {kind:kind}. Earshot kann sie nicht abspielen.',
  audio_damaged: 'Der Ton dieser Datei ist beschädigt und lässt sich nicht lesen.',
  sound_none: 'Diese Datei enthält keinen Ton.',
  no_sound_track: 'Das ist ein Video ohne Ton.',
  sound_encrypted: 'Der Ton dieser Datei ist verschlüsselt.',
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
