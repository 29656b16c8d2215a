import type { Call } from '@shared/contract/calls';
import type { Note } from '@shared/contract/notes';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { forgetKept, isKept } from '../../core/session-restore';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { PaneError } from '../../ui/pane-error';
import { usePlayer } from '../player';
import { changeOf, NoteEditor } from './note-editor';
import { whereOf } from './note-text';
import styles from './notes.module.css';
import { useDeleteNote, useNotesQuery } from './use-notes';

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

/** A note: its moment, which can be heard, its author, who else edited it, and its text, which can be edited in place. */
function NoteRow({ call, note, number }: { call: Call; note: Note; number: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  // An editor that opens because of a kept change leaves the focus where it is.
  const [editor, setEditor] = useState<'kept' | 'opened' | null>(() =>
    isKept(changeOf(note.note_id)) ? 'kept' : null,
  );
  const edit = useRef<HTMLButtonElement>(null);
  const mayEdit = useHolds('call_notes:edit');
  const mayDelete = useHolds('call_notes:delete');
  const remove = useDeleteNote(call.call_id);
  const held = call.legal_hold ? t('call.isHeld') : undefined;
  const { position } = note;
  const show = () => {
    const { load, seek } = usePlayer.getState();
    load(call, { position_ms: position ?? 0 });
    seek(position ?? 0);
  };
  const stopEditing = () => {
    // The question before a change is discarded keeps the focus until it is gone.
    flushSync(() => setEditor(null));
    edit.current?.focus();
  };
  return (
    <li className={styles.note}>
      <p className={styles.about}>
        {position !== null && (
          <>
            <span className={styles.number} aria-hidden="true" data-figures>
              {number}
            </span>
            <AriaButton className={styles.moment ?? ''} onPress={show}>
              {whereOf(note)}
            </AriaButton>
          </>
        )}
        <span className={styles.author} title={format.started(note.created_at)}>
          {note.user_name ?? t('notes.unknown')}
        </span>
        <span className={styles.time}>
          {format.started(note.created_at)}
          {note.editor_name !== null && ` · ${t('notes.editedBy', { name: note.editor_name })}`}
        </span>
        {mayEdit && (
          <IconButton
            ref={edit}
            label={t('notes.edit')}
            size={24}
            placement="left"
            unavailable={held}
            onPress={() => setEditor('opened')}
          >
            <Icon of={Pencil} size={13} />
          </IconButton>
        )}
        {mayDelete && (
          <IconButton
            label={t('notes.delete')}
            size={24}
            placement="left"
            unavailable={held}
            onPress={() => remove.mutate(note)}
          >
            <Icon of={Trash2} size={13} />
          </IconButton>
        )}
      </p>
      {editor !== null ? (
        <NoteEditor call={call} note_id={note.note_id} autoFocus={editor === 'opened'} onDone={stopEditing} />
      ) : (
        <p className={styles.text}>{note.text}</p>
      )}
    </li>
  );
}
