import { customFields } from '@shared/reasons/custom-fields';
import { translated } from '@shared/reasons/reasons';

export const customFieldsDe = translated(customFields)({
  field_has_values: 'Das geht nicht, solange Anrufe in diesem Feld einen Wert haben.',
  field_global: 'Globale Felder können nur Personen des Systemmandanten verwalten, deren Rolle alle Mandanten umfasst.',
  field_other_type: 'Das gibt es nur bei Feldern vom Typ {type}',
  field_display_differs: 'Weicht von display_as ab. Senden Sie nur eine der beiden Angaben oder zweimal dieselbe',
  field_options_differ: 'Weicht von options ab. Senden Sie nur eine der beiden Angaben oder zweimal dieselbe',
  field_no_licence: 'Der Mandant hat keine Lizenz für die Sprachanalyse',
  field_unknown: 'Ist kein eigenes Feld dieses Anrufs',
  field_disabled: 'Dieses Feld ist nicht aktiv',
  field_not_editable: 'Werte dieses Feldes können nicht bearbeitet werden',
  choices_missing: 'Geben Sie mindestens eine Option ein',
  not_color: 'Verwenden Sie #RRGGBB, etwa #1F6FEB',
  calls_or_call: 'Senden Sie entweder calls oder call',
});
