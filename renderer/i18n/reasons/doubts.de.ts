import { doubts } from '@shared/reasons/doubts';
import { translated } from '@shared/reasons/reasons';

export const doubtsDe = translated(doubts)({
  pattern_ambiguous: '{field:field}: Der Name lässt sich verschieden lesen, daher wurde es ausgelassen',
  side_unknown: '{field:field}: Nichts sagt, wer angerufen hat; es kann auch die andere Seite sein',
  number_unclear:
    '{field:field}: {value:quoted} sind zwei Nummern oder eine, die eine Tabelle gerundet hat, und wurde ausgelassen',
  direction_unclear: '{field:field}: {value:quoted} ist nicht als Richtung bekannt',
  day_only: '{field:field}: {value:quoted} hat keine Uhrzeit und gilt als Mitternacht',
  date_order: '{field:field}: Nichts sagt, ob {value:quoted} mit dem Tag oder dem Monat beginnt',
  unreadable: '{field:field}: {value:quoted} ist kein Datum mit Uhrzeit',
  repeated_hour: '{field:field}: Die Uhrzeit gibt es an diesem Tag zweimal, die spätere gilt',
  skipped_hour: '{field:field}: Die Uhrzeit gibt es an diesem Tag nicht, sie wurde in Sommerzeit gelesen',
  zone_differs: '{field:field} passt nur in einer anderen Zeitzone zur Uhr der Telefonanlage',
  file_time: '{field:field}: Nichts sagt, wann er begann; die Zeit der Datei gilt',
  raw_by_name: 'Nur der Name sagt, wie der Ton dieser Datei gespeichert ist',
});
