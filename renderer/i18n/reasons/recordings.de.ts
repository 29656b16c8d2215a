import { translated } from '@shared/reasons/reasons';
import { recordings } from '@shared/reasons/recordings';

export const recordingsDe = translated(recordings)({
  recording_of_another: 'Diese Aufnahme hat jemand anders begonnen. Nur diese Person kann ihr Audio senden.',
  cra_bad_magic: 'Die gespeicherte Datei ist keine Aufnahme von Earshot.',
  cra_bad_version: 'Die gespeicherte Aufnahme stammt von einer neueren Version von Earshot.',
  cra_bad_header: 'Der Dateikopf der gespeicherten Aufnahme ist beschädigt.',
  cra_no_key: 'Sie haben keinen Schlüssel für diese Aufnahme.',
  cra_unwrap: 'Der Schlüssel der gespeicherten Aufnahme lässt sich nicht öffnen.',
  cra_header_mac: 'Die gespeicherte Aufnahme wurde verändert oder vertauscht.',
  cra_truncated: 'Das Ende der gespeicherten Aufnahme fehlt.',
  cra_corrupt_chunk: 'Ein Teil der gespeicherten Aufnahme ist beschädigt.',
  recording_damaged: 'Diese Aufnahme ist beschädigt und kann nicht abgespielt werden.',
  recording_missing: 'Die Datei dieser Aufnahme fehlt.',
  recording_outside: 'Diese Datei liegt außerhalb des Archivs.',
  recording_unknown: 'Dieser Anruf hat keine solche Aufnahme.',
  recording_key_unknown: 'Diese Aufnahme nennt einen Schlüssel, den dieses Archiv nie hatte.',
  recording_key_deleted:
    'Der Schlüssel dieser Aufnahme wurde gelöscht, während sie gespeichert wurde. Senden Sie sie noch einmal.',
  recording_key_not_granted: 'Der Schlüssel dieser Aufnahme ist für Sie nicht freigegeben.',
  recording_key_not_held: 'Dieses Archiv enthält keinen privaten Schlüssel für diese Aufnahme.',
  formats_differ: 'Die Dateien dieses Anrufs haben verschiedene Formate. Wählen Sie eine davon.',
  file_id_needed: 'Wird benötigt, weil die Dateien verschiedene Formate haben',
  channels_differ: 'Die Dateien haben verschieden viele Kanäle; nennen Sie eine',
  live_sound_unknown:
    'Wie der Ton dieser Live-Aufnahme gespeichert ist, ist nicht bekannt, weil ihre Wellenform fehlt.',
  live_format_other: 'Ist nicht das Format dieser Bytes: 64\u00a0KiB enthalten keinen MP3-Frame',
  live_rate_other: 'Ist {announced:number}\u00a0Hz, die Frames haben aber {found:number}\u00a0Hz',
  live_channels_other: 'Ist {announced:number}, die Frames haben aber {found:number}',
  peaks_damaged: 'Das ist keine Wellenform.',
  peaks_foreign: 'Diese Wellenform gehört zu einer anderen Aufnahme.',
});
