import { presets } from '@shared/reasons/presets';
import { translated } from '@shared/reasons/reasons';

export const presetsDe = translated(presets)({
  preset_empty: 'Fügen Sie ein Muster oder Anrufdaten hinzu',
  preset_twice: 'Senden Sie preset_id oder preset, nicht beides',
  preset_unseen: 'Diese Importvorlage gibt es nicht',
  preset_field: 'Verwenden Sie ein Feld eines Anrufs oder custom. und den Namen eines eigenen Felds',
  preset_form: 'Dieses Feld kann nicht als {form:quoted} geschrieben sein',
  preset_format: 'Dateien dieses Formats haben das nicht: {format}',
  preset_builtin: 'Eingebaute Vorlagen ändern sich nicht. Kopieren Sie die Vorlage, um sie zu ändern.',
  preset_builtin_name: 'So heißt eine eingebaute Vorlage',
  too_many_presets: 'Ein Mandant hat höchstens {most:number} Importvorlagen. Löschen Sie zuerst eine.',
  pattern_empty: 'Geben Sie ein Muster ein',
  pattern_long: 'Ein Muster hat höchstens {most:number} Zeichen',
  pattern_many: 'Ein Muster hat höchstens {most:number} Platzhalter; der an Stelle {at:number} ist zu viel',
  pattern_deep: 'Zeichen {at:number}: Was fehlen darf, ist höchstens {most:number} Ebenen tief',
  pattern_unknown: 'Zeichen {at:number}: {name:quoted} ist kein Platzhalter',
  pattern_unknown_like: 'Zeichen {at:number}: {name:quoted} ist kein Platzhalter. Meinten Sie {like:quoted}?',
  pattern_token: 'Zeichen {at:number}: {token:quoted} ist kein Teil eines Datums oder einer Uhrzeit',
  pattern_no_form: 'Zeichen {at:number}: Nach {name:quoted} steht nichts weiter',
  pattern_no_field: 'Zeichen {at:number}: Nennen Sie das eigene Feld, etwa {like:quoted}',
  pattern_twice: 'Zeichen {at:number}: {name:quoted} kommt schon vor',
  pattern_unclosed: 'Zeichen {at:number}: {mark:quoted} wird nicht geschlossen',
  pattern_unopened: 'Zeichen {at:number}: {mark:quoted} schließt nichts',
  pattern_neighbours: 'Zeichen {at:number}: Zwischen zwei Platzhaltern muss ein Text stehen',
  pattern_without_placeholder: 'Das Muster hat keinen Platzhalter, der einen Wert ergibt',
});
