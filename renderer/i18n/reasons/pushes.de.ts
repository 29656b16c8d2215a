import { pushes } from '@shared/reasons/pushes';
import { translated } from '@shared/reasons/reasons';

export const pushesDe = translated(pushes)({
  bad_idempotency_key: 'Verwenden Sie 1 bis 255 sichtbare ASCII-Zeichen',
  key_used_otherwise: 'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet',
  key_in_use:
    'Eine andere Anfrage mit diesem Idempotency-Key wird noch empfangen. Versuchen Sie es erneut, sobald sie beendet ist.',
  year_out_of_range: 'Liegt nicht in den Jahren 1900 bis 2199',
  before_setup_time: 'Liegt vor setup_time',
  call_ends_early: 'Liegt vor connect_time',
  participant_leaves_early: 'Liegt vor join_time',
  bad_participant_id: 'Verwenden Sie zwei Buchstaben oder Ziffern',
  code_unknown: 'Muss {known:list} sein',
  user_unknown: 'Ist kein Benutzer dieses Mandanten',
  file_id_taken: 'Der Anruf hat diese Datei bereits',
  too_many_uploads: 'Es werden gerade zu viele Aufnahmen empfangen. Versuchen Sie es gleich erneut.',
  recording_has_sender: 'Eine andere Anfrage sendet gerade Ton dieser Aufnahme.',
  recording_offset: 'Das nächste Byte dieser Aufnahme hat den Offset {offset:number}.',
  recording_closed: 'Diese Aufnahme ist beendet.',
  recording_suspended: 'Earshot wird beendet. Senden Sie den Rest, sobald es wieder gestartet ist.',
  recording_not_allowed: 'Die Aufnahmeregeln der Benutzer dieses Anrufs erlauben keine Aufnahme.',
  not_on_demand: 'Dieser Anruf wird nicht bei Bedarf aufgenommen.',
  not_being_recorded: 'Dieser Anruf wird nicht aufgenommen.',
  too_many_senders: 'Es werden gerade zu viele Aufnahmen gesendet. Versuchen Sie es gleich erneut.',
  too_many_recordings:
    'Es sind bereits {most:number} Aufnahmen offen. Beenden Sie eine oder versuchen Sie es später erneut.',
  media_type: 'Senden Sie den Inhalt als {types:list}.',
});
