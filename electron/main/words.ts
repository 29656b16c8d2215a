import type { Preferences } from '@shared/ipc';
import { app } from 'electron';

/** What the main process says itself, in windows of the system. Everything else is said by the page. */
const words = {
  en: {
    recordings: 'Recordings and call details',
    saveRecording: 'Save recording',
    notStarted: 'Earshot did not start',
    diskFull: (folder: string) =>
      `The disk that holds ${folder} is full. Earshot needs at least 20 MB there. Free some space on it, then start Earshot again.`,
    folderTaken: (folder: string) => `Another Earshot is using ${folder}. Close it first.`,
    importRuns: 'Close Earshot while it is importing?',
    importRunsDetail: 'Calls that are already imported stay. The import can continue when you next open Earshot.',
    continueLater: 'Close and continue later',
    cancelImport: 'Cancel the import and close',
    keepOpen: 'Keep Earshot open',
  },
  de: {
    recordings: 'Aufnahmen und Anrufdaten',
    saveRecording: 'Aufnahme speichern',
    notStarted: 'Earshot ist nicht gestartet',
    diskFull: (folder: string) =>
      `Der Datenträger mit ${folder} ist voll. Earshot benötigt dort mindestens 20 MB. Geben Sie dort Speicherplatz frei und starten Sie Earshot erneut.`,
    folderTaken: (folder: string) => `Ein anderes Earshot verwendet ${folder}. Schließen Sie es zuerst.`,
    importRuns: 'Earshot während des Imports schließen?',
    importRunsDetail:
      'Bereits importierte Anrufe bleiben. Der Import kann weitergehen, wenn Sie Earshot das nächste Mal öffnen.',
    continueLater: 'Schließen und später fortsetzen',
    cancelImport: 'Import abbrechen und schließen',
    keepOpen: 'Earshot geöffnet lassen',
  },
};

/** The words in the language that was chosen, else in the system's. */
export const wordsIn = (language: Preferences['language'] | undefined) =>
  words[language ?? (app.getLocale().startsWith('de') ? 'de' : 'en')];
