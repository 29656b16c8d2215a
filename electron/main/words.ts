import type { Preferences } from '@shared/preferences';
import { app } from 'electron';
import type { DatabaseDamaged } from '../service/store/damage';
import { databaseFile, indexFile, logFile } from '../service/store/database-file';
import type { FolderUnusable } from '../service/store/folder';
import type { FolderTaken } from '../service/store/lock';
import type { ForeignLog } from '../service/store/log-mark';

/** What ends with the program. */
export type WouldStop = { watches: boolean; webhooks: number; tools: number };

/** The texts that the main process shows in system dialogs. The page shows all other texts. */
const words = {
  en: {
    recordings: 'Recordings and call details',
    samples: 'Sample calls',
    files: (count: number) => `${count.toLocaleString('en-GB')} files`,
    saveFile: 'Save as',
    notStarted: 'Earshot did not start',
    diskFull: (folder: string) =>
      `The disk that holds ${folder} is full. Earshot needs at least 20\u00a0MB there. Free some space on it, then start Earshot again.`,
    folderTaken: ({ message }: FolderTaken) => message,
    foreignLog: ({ message }: ForeignLog) => message,
    damaged: ({ message }: DatabaseDamaged) => message,
    folderUnusable: ({ message }: FolderUnusable) => message,
    importRuns: 'Quit Earshot while it is importing?',
    importRunsDetail: 'Calls that are already imported stay. The import can continue when you next open Earshot.',
    continueLater: 'Quit and continue later',
    cancelImport: 'Cancel the import and quit',
    keepOpen: 'Keep Earshot open',
    records: 'Quit Earshot while it is recording?',
    recordsDetail: 'The recording ends, and what was recorded is kept.',
    stopAndKeep: 'Keep the recording and quit',
    notEnded: 'The end of the recording was not stored in time',
    notEndedDetail: 'Everything that Earshot had received by then is kept.',
    isRecording: 'Earshot is recording',
    isPaused: 'The recording is paused',
    open: 'Open Earshot',
    pause: 'Pause',
    resume: 'Resume',
    stop: 'Stop and keep',
    pauseWatching: 'Pause watching',
    resumeWatching: 'Resume watching',
    showLog: 'Show the log',
    quit: 'Quit Earshot',
    watchingIs: { on: 'Watching', paused: 'Watching is paused', unreadable: 'The watch folder cannot be read' },
    apiIs: { on: 'API on', off: 'API off', no_port: 'The API has no port' },
    keepRunning: 'Keep Earshot running?',
    wouldStop: ({ watches, webhooks, tools }: WouldStop) =>
      [
        'This stops when Earshot ends:',
        ...(watches ? ['• Watching the folder'] : []),
        ...(webhooks > 0 ? [`• ${webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`}`] : []),
        ...(tools > 0 ? [`• The API, which ${tools === 1 ? '1 tool uses' : `${tools} tools use`}`] : []),
        'The preferences change this later.',
      ].join('\n'),
    stays: 'Keep running',
    quits: 'Quit',
    cancel: 'Cancel',
    doNotAsk: 'Do not ask again',
    noTray: 'Earshot stays in its window',
    noTrayDetail:
      'This desktop has no place for the icon of a program without a window, so the window is minimised. To end Earshot, choose File > Quit Earshot.',
  },
  de: {
    recordings: 'Aufnahmen und Anrufdaten',
    samples: 'Beispielanrufe',
    files: (count: number) => `${count.toLocaleString('de-DE')} Dateien`,
    saveFile: 'Speichern unter',
    notStarted: 'Earshot konnte nicht gestartet werden',
    diskFull: (folder: string) =>
      `Der Datenträger mit ${folder} ist voll. Earshot benötigt dort mindestens 20\u00a0MB. Geben Sie dort Speicherplatz frei und starten Sie Earshot erneut.`,
    foreignLog: ({ folder }: ForeignLog) =>
      `Die Datenbank in ${folder} und die Write-Ahead-Datei daneben, ${logFile}, gehören nicht zusammen. Sie gemeinsam zu öffnen würde die Datenbank zerstören, deshalb wurde nichts geändert. Um diese Datenbank zu verwenden, verschieben Sie ${logFile} und ${indexFile} aus dem Ordner und starten Sie Earshot erneut.`,
    damaged: ({ folder }: DatabaseDamaged) =>
      `Die Datenbank in ${folder} ist beschädigt oder keine Datenbank. Es wurde nichts geändert. Verschieben Sie ${databaseFile} aus dem Ordner, zusammen mit ${logFile} und ${indexFile}, falls vorhanden, und legen Sie eine Sicherung an ihre Stelle. Starten Sie Earshot danach erneut.`,
    folderTaken: ({ folder }: FolderTaken) =>
      `${folder} wird bereits von einem anderen Earshot verwendet. Beenden Sie dieses zuerst.`,
    folderUnusable: ({ folder, fault, reason }: FolderUnusable) =>
      ({
        foreign: `${folder} ist nicht leer und enthält kein Archiv von Earshot. Wählen Sie einen leeren Ordner.`,
        read_only: `${folder} ist nicht beschreibbar: Der Ordner liegt auf einem schreibgeschützten Datenträger.`,
        denied: `${folder} lässt sich nicht verwenden: Der Zugriff wird verweigert.`,
        not_a_folder: `${folder} ist kein Ordner.`,
        full: `${folder} lässt sich nicht anlegen: Der Datenträger ist voll.`,
        unknown: `${folder} lässt sich nicht verwenden: ${reason}`,
      })[fault],
    importRuns: 'Earshot während des Imports beenden?',
    importRunsDetail:
      'Bereits importierte Anrufe bleiben erhalten. Der Import lässt sich beim nächsten Start von Earshot fortsetzen.',
    continueLater: 'Beenden und später fortsetzen',
    cancelImport: 'Import abbrechen und Earshot beenden',
    keepOpen: 'Earshot geöffnet lassen',
    records: 'Earshot während der Aufnahme beenden?',
    recordsDetail: 'Die Aufnahme endet. Was aufgenommen wurde, bleibt erhalten.',
    stopAndKeep: 'Aufnahme behalten und Earshot beenden',
    notEnded: 'Das Ende der Aufnahme wurde nicht rechtzeitig gespeichert',
    notEndedDetail: 'Alles, was Earshot bis dahin empfangen hat, bleibt erhalten.',
    isRecording: 'Earshot nimmt auf',
    isPaused: 'Die Aufnahme ist pausiert',
    open: 'Earshot öffnen',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    stop: 'Beenden und behalten',
    pauseWatching: 'Überwachung pausieren',
    resumeWatching: 'Überwachung fortsetzen',
    showLog: 'Protokoll des Programms zeigen',
    quit: 'Earshot beenden',
    watchingIs: {
      on: 'Ordner wird überwacht',
      paused: 'Überwachung pausiert',
      unreadable: 'Der überwachte Ordner ist nicht lesbar',
    },
    apiIs: { on: 'API an', off: 'API aus', no_port: 'Die API hat keinen Port' },
    keepRunning: 'Earshot weiterlaufen lassen?',
    wouldStop: ({ watches, webhooks, tools }: WouldStop) =>
      [
        'Wenn Earshot endet, endet auch:',
        ...(watches ? ['• Die Überwachung des Ordners'] : []),
        ...(webhooks > 0 ? [`• ${webhooks === 1 ? '1 Webhook' : `${webhooks} Webhooks`}`] : []),
        ...(tools > 0 ? [`• Die API, die ${tools === 1 ? '1 Programm nutzt' : `${tools} Programme nutzen`}`] : []),
        'Später ändern Sie das in den Einstellungen.',
      ].join('\n'),
    stays: 'Weiterlaufen lassen',
    quits: 'Beenden',
    cancel: 'Abbrechen',
    doNotAsk: 'Nicht mehr fragen',
    noTray: 'Earshot bleibt im Fenster',
    noTrayDetail:
      'Diese Desktopumgebung hat keinen Platz für das Symbol eines Programms ohne Fenster, deshalb wird das Fenster minimiert. Zum Beenden wählen Sie Datei > Earshot beenden.',
  },
};

/** The locale is not known until Electron is ready, but a start may fail before that. */
const systemLanguage = (): string => app.getLocale() || (app.getPreferredSystemLanguages()[0] ?? '');

/** The chosen language, otherwise the system's if there are texts for it. */
export const languageIn = (language: Preferences['language'] | undefined): 'en' | 'de' =>
  language ?? (systemLanguage().startsWith('de') ? 'de' : 'en');

/** The texts in the chosen language, otherwise in the system's. */
export const wordsIn = (language: Preferences['language'] | undefined) => words[languageIn(language)];
