import type { Call } from '@shared/contract/calls';
import type { Note } from '@shared/contract/notes';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isKept } from '../../core/left';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { usePlayer } from '../player';
import { changeOf, NoteEditor } from './note-editor';
import { whereOf } from './note-text';
import styles from './notes.module.css';
import { useDeleteNote } from './use-notes';

/** A note: its moment, which can be heard, its author, who else edited it, and its text, which can be edited in place. */
export function NoteRow({ call, note, number }: { call: Call; note: Note; number: number }) {
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
