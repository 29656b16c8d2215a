import type { Call } from '@shared/contract/calls';
import type { Note } from '@shared/contract/notes';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { IconButton } from '../../ui/icon-button';
import { usePlayer } from '../player';
import { NoteEditor } from './note-editor';
import { whereOf } from './note-text';
import styles from './notes.module.css';
import { useDeleteNote } from './use-notes';

/** A note: its moment, which can be heard, its author and its text, which can be edited in place. */
export function NoteRow({ call, note, number }: { call: Call; note: Note; number: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const mayEdit = useHolds('call_notes:edit');
  const mayDelete = useHolds('call_notes:delete');
  const remove = useDeleteNote(call.call_id);
  const { position } = note;
  const show = () => {
    const { load, seek } = usePlayer.getState();
    load(call, { position_ms: position ?? 0 });
    seek(position ?? 0);
  };
  const stopEditing = () => {
    // The question before a change is discarded keeps the focus until it is gone.
    flushSync(() => setEdited(false));
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
        <span className={styles.time}>{format.started(note.created_at)}</span>
        {mayEdit && (
          <IconButton ref={edit} label={t('notes.edit')} size={24} placement="left" onPress={() => setEdited(true)}>
            <Pencil size={13} strokeWidth={1.75} />
          </IconButton>
        )}
        {mayDelete && (
          <IconButton label={t('notes.delete')} size={24} placement="left" onPress={() => remove.mutate(note)}>
            <Trash2 size={13} strokeWidth={1.75} />
          </IconButton>
        )}
      </p>
      {isEdited ? (
        <NoteEditor call_id={call.call_id} note_id={note.note_id} onDone={stopEditing} />
      ) : (
        <p className={styles.text}>{note.text}</p>
      )}
    </li>
  );
}
