import type { Call } from '@shared/contract/calls';
import type { Note } from '@shared/contract/notes';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetKept } from '../../core/left';
import { PaneError } from '../../ui/pane-error';
import { changeOf } from './note-editor';
import { NoteRow } from './note-row';
import styles from './notes.module.css';
import { useNotesQuery } from './use-notes';

/** The notes on a call; where there is space, each is one line. */
export function NoteList({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { data: notes, error, refetch } = useNotesQuery(call.call_id);
  useForgetDeleted(call.call_id, notes);
  if (!notes) return error && <PaneError title={t('notes.failed')} error={error} onRetry={() => void refetch()} />;
  if (notes.length === 0) return <p className={styles.none}>{t('notes.none')}</p>;
  return (
    <ul className={styles.notes}>
      {notes.map((note, at) => (
        <NoteRow key={note.note_id} call={call} note={note} number={at + 1} />
      ))}
    </ul>
  );
}

/** A change of a note that was deleted cannot be saved any more. */
function useForgetDeleted(call_id: string, notes: readonly Note[] | undefined): void {
  const before = useRef<{ call_id: string; notes: readonly Note[] }>({ call_id, notes: [] });
  useEffect(() => {
    if (!notes) return;
    const known = before.current.call_id === call_id ? before.current.notes : [];
    before.current = { call_id, notes };
    for (const { note_id } of known) if (!notes.some((one) => one.note_id === note_id)) forgetKept(changeOf(note_id));
  }, [call_id, notes]);
}
