import { evaluation } from '@shared/reasons/evaluation';
import { translated } from '@shared/reasons/reasons';

export const evaluationDe = translated(evaluation)({
  weight_range: 'Geben Sie eine ganze Zahl von {least:number} bis {most:number} ein, außer 0',
  two_decimals: 'Geben Sie höchstens zwei Nachkommastellen ein',
  points_missing: 'Geben Sie mehr als 0 Punkte ein',
  text_has_points: 'Ein Kommentar hat keine Punkte',
  options_not_taken: 'Diese Art von Frage hat keine Antworten zur Auswahl',
  choice_options: 'Eine Auswahl braucht mindestens zwei Antworten',
  yes_no_options: 'Geben Sie die Antworten „yes“ und „no“ an oder keine',
  too_many_questions: 'Ein Bogen hat höchstens {most:number} Fragen',
  not_of_this_form: 'Gehört nicht zu diesem Bogen',
  not_of_this_section: 'Ist keine Frage dieses Abschnitts',
  form_has_reports:
    'Mit diesem Bogen wurde bereits bewertet, deshalb kann er nicht gelöscht werden. Deaktivieren Sie ihn stattdessen.',
  form_unseen: 'Diesen Bogen gibt es im Mandanten des Anrufs nicht, oder er ist für Sie nicht sichtbar',
  form_inactive: 'Mit diesem Bogen wird nicht mehr bewertet',
  call_unseen: 'Diesen Anruf gibt es nicht, oder er ist für Sie nicht sichtbar',
  user_unseen: 'Diesen Benutzer gibt es nicht, oder er ist für Sie nicht sichtbar',
  na_not_allowed: 'Bei dieser Frage ist „Entfällt“ nicht erlaubt',
  not_days: 'Verwenden Sie JJJJ/MM/TT-JJJJ/MM/TT',
  evaluator_only: 'Das kann nur, wer die Bewertung vornimmt.',
  agent_only: 'Das kann nur der bewertete Benutzer.',
  report_closed: 'Diese Bewertung ist abgeschlossen oder abgebrochen.',
  report_status: 'Diese Bewertung ist „{from:status}“ und kann nicht zu „{to:status}“ wechseln.',
  review_not_pending: 'Diese Bewertung wartet auf keine Stellungnahme.',
  dispute_not_allowed: 'Dieses Ergebnis kann nicht beanstandet werden.',
  sample_too_large: 'Eine Stichprobe hat höchstens {most:number} Anrufe; das wären {drawn:number}',
  sample_unseen: 'Diese Stichprobe gibt es nicht, oder sie ist für Sie nicht sichtbar',
  not_in_sample: 'Dieser Anruf gehört nicht zur Stichprobe',
  user_in_reports: 'Zu diesem Benutzer oder von ihm gibt es Bewertungen. Deaktivieren Sie ihn stattdessen.',
});
