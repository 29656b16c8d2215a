import { imports } from '@shared/reasons/imports';
import { translated } from '@shared/reasons/reasons';

export const importsDe = translated(imports)({
  import_ended: 'Dieser Import ist beendet.',
  source_unknown: 'Wurde nicht in diesem Fenster gewählt oder ist nicht mehr gültig',
  source_gone: 'Die ausgewählten Dateien sind nicht mehr vorhanden.',
  own_data_folder: 'Das liegt im Datenordner von Earshot selbst.',
  mapping_unknown: '{field:quoted} ist kein Feld eines Anrufs',
  already_there: 'Bereits importiert.',
  described_already: 'Eine andere Zeile der Anrufdaten beschreibt diese Aufnahme bereits.',
  call_not_for_import: 'Gehört möglicherweise zu einem Anruf, den dieser Import nicht ändern darf.',
  too_many_files: 'Die letzte Datei-ID des Anrufs, ZZ, ist bereits vergeben.',
  date_out_of_range:
    'Der Zeitpunkt des Anrufs ist nicht angegeben, und das Datum der Datei liegt nicht zwischen 1900 und 2199.',
  no_file_named: 'Diese Zeile nennt keine Aufnahme.',
  no_recording: 'Hier gibt es keine Aufnahme mit diesem Namen.',
  no_time: 'Es ist nicht angegeben, wann der Anruf begann.',
  no_category: 'Es gibt keine Kategorie {name:quoted}',
  no_custom_field: 'Es gibt kein aktives eigenes Feld {name:quoted}',
  records_no_column: 'Die Datei enthält keine Anrufdaten: In keiner Spalte steht eine Aufnahme oder eine Zeit',
  records_no_property: 'Die Datei enthält keine Anrufdaten: In keiner Eigenschaft steht eine Aufnahme oder eine Zeit',
  records_too_large: 'Die Datei enthält keine Anrufdaten: Sie ist größer als {most:bytes}',
  records_not_csv: 'Die Datei enthält keine Anrufdaten: Sie ist kein gültiges CSV (Zeile {line:number})',
  records_not_json: 'Die Datei enthält keine Anrufdaten: Sie ist kein gültiges JSON',
  note_not_understood: '{field:field}: {value:quoted} wurde nicht verstanden',
  note_no_time: '{field:field}: {value:quoted} ist kein Datum mit Uhrzeit',
  note_repeated: '{field:field}: Die Uhrzeit gibt es an diesem Tag zweimal, die spätere gilt',
  note_skipped: '{field:field}: Die Uhrzeit gibt es an diesem Tag nicht, sie wurde in Sommerzeit gelesen',
  note_ends_early: '{field:field} liegt vor dem Beginn des Anrufs und wurde ausgelassen',
  note_truncated: 'Die Aufnahme endet früher, als ihr Dateikopf angibt',
});
