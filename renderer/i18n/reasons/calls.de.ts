import { calls } from '@shared/reasons/calls';
import { translated } from '@shared/reasons/reasons';

export const callsDe = translated(calls)({
  region_ends_early: 'Liegt vor dem Anfang des Abschnitts',
  call_held: 'Dieser Anruf unterliegt einer Löschsperre. Er bleibt unverändert, bis sie aufgehoben wird.',
  agent_is_other_user: 'Diesem Anruf ist ein anderer Benutzer zugeordnet.',
  agent_of_another:
    'Ein anderer Benutzer hat diesen Namen oder diese Nummer ebenfalls. Earshot rät nicht, wer gemeint ist.',
  agent_nameless: 'Geben Sie einen Namen oder eine Nummer ein',
  call_not_restorable:
    'Dieser Anruf ist nicht mehr unter den gelöschten: Er wurde wiederhergestellt oder endgültig gelöscht.',
  call_recording: 'Dieser Anruf wird gerade aufgenommen. Löschen Sie ihn, wenn die Aufnahme beendet ist.',
  too_many_calls: 'In dieser Millisekunde begannen mehr als {most:number} Anrufe',
});
