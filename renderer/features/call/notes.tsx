import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../core/session';
import { AddNote } from './add-note';
import { ExportNotes } from './export-notes';
import { NoteList } from './note-list';
import styles from './notes.module.css';
import { Section } from './section';
import { useNotes } from './use-notes';

/** The notes on a call, and buttons to add one at the current moment of the player and to export them. */
export function Notes({ call }: { call: Call }) {
  const { t } = useTranslation();
  const notes = useNotes(call.call_id);
  const mayAdd = useHolds('calls:add_notes');
  if (notes === undefined || (notes.length === 0 && !mayAdd)) return null;
  return (
    <Section
      title={t('notes.title')}
      note={
        <span className={styles.buttons}>
          {notes.length > 0 && <ExportNotes call={call} notes={notes} />}
          {mayAdd && <AddNote key={call.call_id} call={call} />}
        </span>
      }
    >
      <NoteList call={call} notes={notes} />
    </Section>
  );
}
