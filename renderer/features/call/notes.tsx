import type { Call } from '@shared/contract/calls';
import { type Note, noteApi } from '@shared/contract/notes';
import { MessageSquarePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { noteKeys } from '../../api/cache/notes';
import { refresh } from '../../core/query-client';
import { useHolds, useSignedIn } from '../../core/session';
import { keysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { LongText } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { Switch } from '../../ui/switch';
import { usePlayer } from '../player';
import styles from './notes.module.css';
import { Section } from './section';
import { useDeleteNote, useNotes } from './use-notes';

/** The notes on a call, and a button to add one at the current moment of the player. */
export function Notes({ call }: { call: Call }) {
  const { t } = useTranslation();
  const notes = useNotes(call.call_id);
  const mayAdd = useHolds('calls:add_notes');
  if (notes === undefined || (notes.length === 0 && !mayAdd)) return null;
  return (
    <Section title={t('notes.title')} note={mayAdd && <AddNote call={call} />}>
      {notes.length === 0 ? (
        <p className={styles.none}>{t('notes.none')}</p>
      ) : (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <NoteRow key={note.note_id} call={call} note={note} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const inSeconds = (ms: number) => lengthText(Math.floor(ms / 1000));

function NoteRow({ call, note }: { call: Call; note: Note }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { user } = useSignedIn();
  const mayDelete = useHolds('call_notes:delete') || note.user_id === user.user_id;
  const remove = useDeleteNote(call.call_id);
  const { position, end_position } = note;
  const show = () => {
    const { load, seek } = usePlayer.getState();
    load(call, { position_ms: position ?? 0 });
    seek(position ?? 0);
  };
  return (
    <li className={styles.note}>
      <p className={styles.about}>
        {position !== null && (
          <AriaButton className={styles.moment ?? ''} onPress={show}>
            {inSeconds(position)}
            {end_position !== null && `–${inSeconds(end_position)}`}
          </AriaButton>
        )}
        <span className={styles.author}>{note.user_name ?? t('notes.unknown')}</span>
        <span className={styles.time}>{format.started(note.created_at)}</span>
        {mayDelete && (
          <IconButton label={t('notes.delete')} size={24} placement="left" onPress={() => remove.mutate(note)}>
            <Trash2 size={13} strokeWidth={1.75} />
          </IconButton>
        )}
      </p>
      <p className={styles.text}>{note.text}</p>
    </li>
  );
}

function AddNote({ call }: { call: Call }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  useCommand('noteAdd', () => setOpen(true));
  return (
    <Popover
      label={t('notes.add')}
      placement="bottom end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton label={t('notes.add')} keys={keysOf('noteAdd')} size={24} placement="left">
          <MessageSquarePlus size={14} strokeWidth={1.75} />
        </IconButton>
      }
    >
      <NoteForm call_id={call.call_id} onDone={() => setOpen(false)} />
    </Popover>
  );
}

function NoteForm({ call_id, onDone }: { call_id: string; onDone: () => void }) {
  const { t } = useTranslation();
  // The moment at which the user began to write.
  const [moment] = useState(() => {
    const { call, position_ms } = usePlayer.getState();
    return call?.call_id === call_id ? Math.round(position_ms) : null;
  });
  const form = useApiForm(noteApi.create, {
    values: { text: '', position: moment },
    params: { call_id },
    onSaved: async () => {
      await refresh([noteKeys.ofCall(call_id)]);
      onDone();
    },
  });
  const isAtMoment = form.watch('position') !== null;
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <LongText form={form} name="text" label={t('notes.text')} autoFocus />
      {moment !== null && (
        <Switch
          label={t('notes.at', { time: inSeconds(moment) })}
          value={isAtMoment}
          onChange={(at) => form.setValue('position', at ? moment : null)}
        />
      )}
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      <div className={styles.acts}>
        <Button look="ink" type="submit" busy={form.busy}>
          {t('notes.save')}
        </Button>
      </div>
    </form>
  );
}
