import './texts';

export { type FieldKind, listedFields } from './call-fields';
export { CallPane } from './call-pane';
export { showChanged, useTakeInCall } from './change-call';
export { useCodeText } from './code-text';
export { useFieldText } from './field-text';
export { Notes } from './notes';
export { saveFile, startSaving } from './saving';
export { SavingPanel } from './saving-panel';
export { useCall } from './use-call';
export { useNotes } from './use-notes';
export { ValueField } from './value-field';
