import type { Call } from '@shared/contract/calls';
import { noteApi } from '@shared/contract/notes';
import { MessageSquarePlus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { noteKeys } from '../../api/cache/notes';
import { refresh } from '../../core/query-client';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { LongText } from '../../form/fields';
import { submitKey } from '../../form/submit-key';
import { useApiForm } from '../../form/use-api-form';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Popover } from '../../ui/popover';
import { useCallName } from '../parties';
import { usePlayer } from '../player';
import { NotePlace, placeAtFirst, placesOf, type Where } from './note-place';
import styles from './notes.module.css';
import { useStayingOn } from './use-call';

/**
 * A button that adds a note at the moment of the player, or over the region that it repeats. Its key is one of the
 * player, and adds the note to the call that is played. Text that was not saved is there again when it is opened for
 * the same call.
 */
export function AddNote({ call }: { call: Call }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const callName = useCallName();
  const [isOpen, setOpen] = useState(false);
  const [about, setAbout] = useState(call);
  const open = (on: Call) => {
    setAbout(on);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    usePlayer.setState({ region: null });
  };
  useCommand('noteAdd', (chord) => open((chord === undefined ? null : usePlayer.getState().call) ?? call));
  // Of a new note that is not saved, to be continued.
  const { state } = useLocation();
  const isAsked = (state as { opensNoteOf?: string } | null)?.opensNoteOf === call.call_id;
  const navigate = useNavigate();
  const openAsked = useEffectEvent(() => {
    open(call);
    // Not once more when the user comes back to this address.
    void navigate({ search: window.location.search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (isAsked) openAsked();
  }, [isAsked]);
  const other = about.call_id === call.call_id ? null : t('notes.onOther', { call: callName(about) });
  return (
    <Popover
      label={t('notes.add')}
      placement="bottom end"
      open={isOpen}
      onOpenChange={(isOpen) => (isOpen ? open(call) : close())}
      trigger={
        <IconButton label={t('notes.add')} keys={keysOf('noteAdd')} size={24} placement="left">
          <Icon of={MessageSquarePlus} size={14} />
        </IconButton>
      }
    >
      <NoteForm key={about.call_id} call={about} other={other} onDone={close} />
    </Popover>
  );
}

type FormProps = {
  call: Call;
  /** Names the call, if it is not the one that is shown. */
  other: string | null;
  onDone: () => void;
};

function NoteForm({ call, other, onDone }: FormProps) {
  const { t } = useTranslation();
  const { call_id } = call;
  const staying = useStayingOn(call);
  const [places] = useState(() => placesOf(call_id));
  const form = useApiForm(noteApi.create, {
    values: { text: '', ...placeAtFirst(places) },
    params: { call_id },
    draft: `new note ${call_id}`,
    draftStays: { ...staying(t('notes.text')), state: { opensNoteOf: call_id } },
    onSaved: async () => {
      await refresh([noteKeys.ofCall(call_id)]);
      onDone();
    },
  });
  const [position, end_position] = useWatch({ control: form.control, name: ['position', 'end_position'] });
  const place = (where: Where) => {
    form.setValue('position', where.position);
    form.setValue('end_position', where.end_position);
  };
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit} {...submitKey(form.onSubmit)}>
      {other !== null && <p className={styles.other}>{other}</p>}
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
