import { translated } from '@shared/reasons/reasons';
import { reports } from '@shared/reasons/reports';

export const reportsDe = translated(reports)({
  not_dimension: 'Verwenden Sie eine Dimension: {options:list} oder custom_field_ mit der ID eines eigenen Feldes',
  not_column: 'Ist weder eine Dimension noch eine Kennzahl von Berichten',
  not_in_table: 'Ist keine Spalte der Tabelle',
  only_custom_field: 'Gehört nur zu custom_field',
  field_unseen: 'Dieses eigene Feld gibt es nicht, oder es ist für Sie nicht sichtbar',
  addressee_missing: 'Geben Sie mindestens eine E-Mail-Adresse ein',
  run_ended: 'Dieser Lauf ist bereits beendet.',
  run_without_data:
    'Dieser Lauf hat keine Daten, weil er noch nicht beendet ist, abgebrochen wurde oder fehlgeschlagen ist.',
  run_interrupted: 'Earshot wurde beendet, während dieser Bericht lief. Starten Sie ihn erneut.',
  too_many_runs:
    'Zu viele Berichte warten auf ihre Berechnung. Versuchen Sie es erneut, sobald einige davon beendet sind.',
  run_failed: 'Während dieser Bericht lief, ist in Earshot ein Fehler aufgetreten.',
  too_many_groups:
    'Die Tabelle hat mehr als {most:number} Zeilen. Schränken Sie den Zeitraum ein, oder verwenden Sie weniger Dimensionen.',
  run_shows_more: 'Dieser Lauf zeigt mehr, als Ihre Rolle jetzt sieht. Führen Sie den Bericht noch einmal aus.',
  period_twice: 'Verwenden Sie einen gleitenden Zeitraum oder Zeitpunkte, nicht beides',
});
