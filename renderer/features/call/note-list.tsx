import type { Call } from '@shared/contract/calls';
import type { Note } from '@shared/contract/notes';
import { useTranslation } from 'react-i18next';
import { NoteRow } from './note-row';
import styles from './notes.module.css';

/** The notes on a call; where there is space, each is one line. */
export function NoteList({ call, notes }: { call: Call; notes: readonly Note[] }) {
  const { t } = useTranslation();
  if (notes.length === 0) return <p className={styles.none}>{t('notes.none')}</p>;
  return (
    <ul className={styles.notes}>
      {notes.map((note, at) => (
        <NoteRow key={note.note_id} call={call} note={note} number={at + 1} />
      ))}
    </ul>
  );
}
