import { pushes } from '@shared/reasons/pushes';
import { translated } from '@shared/reasons/reasons';

export const pushesDe = translated(pushes)({
  bad_idempotency_key: 'Verwenden Sie 1 bis 255 sichtbare ASCII-Zeichen',
  key_used_otherwise: 'Dieser Schlüssel wurde für eine andere Anfrage verwendet',
  key_in_use:
    'Eine andere Anfrage mit diesem Idempotency-Key wird noch empfangen. Versuchen Sie es erneut, sobald sie beendet ist.',
  year_out_of_range: 'Liegt nicht in den Jahren 1900 bis 2199',
  call_ends_early: 'Liegt vor connect_time',
  code_unknown: 'Muss {known:list} sein',
  user_unknown: 'Ist kein Benutzer dieses Mandanten',
  file_id_taken: 'Der Anruf hat diese Datei bereits',
  too_many_uploads: 'Es werden gerade zu viele Aufnahmen empfangen. Versuchen Sie es gleich erneut.',
  media_type: 'Senden Sie den Inhalt als {types:list}.',
});
