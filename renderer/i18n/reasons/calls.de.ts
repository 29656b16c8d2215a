import { calls } from '@shared/reasons/calls';
import { translated } from '@shared/reasons/reasons';

export const callsDe = translated(calls)({
  region_ends_early: 'Liegt vor dem Anfang des Abschnitts',
  call_held: 'Dieser Anruf unterliegt einer Löschsperre. Er bleibt unverändert, bis sie aufgehoben wird.',
  call_not_restorable:
    'Dieser Anruf ist nicht mehr unter den gelöschten: Er wurde wiederhergestellt oder endgültig gelöscht.',
  call_recording: 'Dieser Anruf wird gerade aufgenommen. Löschen Sie ihn, wenn die Aufnahme beendet ist.',
  too_many_calls: 'In dieser Millisekunde begannen mehr als {most:number} Anrufe',
});
