import type { Call } from '@shared/contract/calls';
import { noteApi } from '@shared/contract/notes';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteKeys } from '../../api/cache/notes';
import { refresh } from '../../core/query-client';
import { keysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { LongText } from '../../form/fields';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { NotePlace, placeAtFirst, placesOf, type Where } from './note-place';
import styles from './notes.module.css';

/**
 * A button that adds a note at the moment of the player, or over the region that it repeats. What was written when it is
 * closed is there when it is opened again for the same call.
 */
export function AddNote({ call }: { call: Call }) {
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
  const [places] = useState(() => placesOf(call_id));
  const form = useApiForm(noteApi.create, {
    values: { text: '', ...placeAtFirst(places) },
    params: { call_id },
    draft: `new note ${call_id}`,
    draftStays: true,
    onSaved: async () => {
      await refresh([noteKeys.ofCall(call_id)]);
      onDone();
    },
  });
  const [position, end_position] = form.watch(['position', 'end_position']);
  const place = (where: Where) => {
    form.setValue('position', where.position);
    form.setValue('end_position', where.end_position);
  };
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <LongText form={form} name="text" label={t('notes.text')} autoFocus />
      <NotePlace places={places} value={{ position, end_position }} onChange={place} />
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      <div className={styles.acts}>
        <Button look="ink" type="submit" busy={form.busy}>
          {t('notes.save')}
        </Button>
      </div>
    </form>
  );
}
