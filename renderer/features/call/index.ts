import { addTexts } from '../../i18n/i18n';
import de from './texts.de.json';
import en from './texts.en.json';

type Own = typeof en;
declare module '../../i18n/i18n' {
  interface Texts extends Own {}
}

addTexts(en, de);

export { CallDetails } from './call-details';
export { type FieldKind, listedFields } from './call-fields';
export { CallHeading } from './call-heading';
export { CallPane } from './call-pane';
export { showChanged, useSetValue, useTakeInCall } from './change-call';
export { useCodeText } from './code-text';
export { ExportNotes } from './export-notes';
export { useFieldText } from './field-text';
export { LongHistory } from './history';
export { NoteComposer } from './note-composer';
export { NoteList } from './note-list';
export { saveFile, startSaving } from './saving';
export { SavingPanel } from './saving-panel';
export { useCall } from './use-call';
export { useCallsById } from './use-calls-by-id';
export { useNotes } from './use-notes';
export { ValueField } from './value-field';
export { useValueMessage } from './value-message';
