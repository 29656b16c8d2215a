import type { Call } from '@shared/contract/calls';
import { noteApi } from '@shared/contract/notes';
import { CornerDownLeft } from 'lucide-react';
import { type RefCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { noteKeys } from '../../api/cache/notes';
import { chordText } from '../../core/chords';
import { refresh } from '../../core/query-client';
import { useKeysOf } from '../../core/shortcuts';
import { useCommand } from '../../core/use-command';
import { LeaveDialog } from '../../form/leave-dialog';
import { submitKey } from '../../form/submit-key';
import { useApiForm } from '../../form/use-api-form';
import { useField } from '../../form/use-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { KeyCap } from '../../ui/key-cap';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useCallName } from '../parties';
import { usePlayer } from '../player';
import styles from './note-composer.module.css';
import { NotePlace, onWholeCall, type Places, placeAtFirst, placesOf, type Where } from './note-place';
import { inSeconds, whereOf } from './note-text';
import { useStayingOn } from './use-call';

const empty = { text: '', ...onWholeCall };

type Props = {
  call: Call;
  /** Brings the field into view, before its command moves the focus there. */
  onWrite: () => void;
};

type Placed = Pick<UseFormReturn<typeof empty & Where>, 'setValue'>;

function place({ setValue }: Placed, { position, end_position }: Where): void {
  setValue('position', position, { shouldDirty: true });
  setValue('end_position', end_position, { shouldDirty: true });
}

/** Begins a note at the moment or region that is current now, and returns its other possible places. */
function begin(form: Placed, call_id: string): Places {
  const now = placesOf(call_id);
  place(form, placeAtFirst(now));
  return now;
}

/** A field at the foot of the notes. Its note is at the moment at which the user begins to write; Enter saves it. */
export function NoteComposer({ call, onWrite }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const callName = useCallName();
  const staying = useStayingOn(call);
  const { call_id } = call;
  const input = useRef<HTMLInputElement>(null);
  const [places, setPlaces] = useState<Places | null>(null);
  const form = useApiForm(noteApi.create, {
    values: empty,
    params: { call_id },
    draft: `note ${call_id}`,
    startsOver: true,
    onSaved: async (_, __, { before, since }, now) => {
      usePlayer.setState({ region: null });
      // The next note may have been begun, behind this one or in its place.
      const isLonger = since.text.startsWith(before.text);
      const next = isLonger ? since.text.slice(before.text.length) : since.text;
      if (next !== '') {
        setPlaces(begin(now, call_id));
        now.setValue('text', next, { shouldDirty: true });
      }
      await refresh([noteKeys.ofCall(call_id)]);
    },
  });
  const { ref, value, onChange, required: _, ...field } = useField<typeof empty & Where, string>(form, 'text');
  useCommand('noteAdd', () => {
    const heard = usePlayer.getState().call_id;
    const isOfPlayer = document.activeElement?.closest('[data-place=player]') != null;
    if (isOfPlayer && heard !== null && heard !== call_id)
      return toast(t('notes.otherHeard', { call: callName(call) }), 'note');
    flushSync(onWrite);
    if (value !== '' && usePlayer.getState().region) setPlaces(begin(form, call_id));
    input.current?.focus();
  });
  const setInput: RefCallback<HTMLInputElement> = (element) => {
    input.current = element;
    ref(element);
  };
  const [position, end_position] = useWatch({ control: form.control, name: ['position', 'end_position'] });
  const write = (text: string) => {
    if (text === '') return form.discard();
    if (value === '') setPlaces(begin(form, call_id));
    onChange(text);
  };
  const where = { position, end_position };
  return (
    <form
      className={styles.composer}
      noValidate
      onSubmit={form.onSubmit}
      {...(value !== '' && submitKey(form.onSubmit))}
    >
      {value !== '' && places !== null && (
        <NotePlace places={places} value={where} onChange={(where) => place(form, where)} compact />
      )}
      <TextField
        {...field}
        ref={setInput}
        value={value}
        onChange={write}
        label={t('notes.write')}
        labelHidden
        placeholder={t('notes.write')}
        spellCheck
        max={form.limits.text?.length}
        before={
          <span className={styles.time} data-figures>
            {value === '' ? <Now call_id={call_id} /> : whereOf(where) || t('notes.onCall')}
          </span>
        }
        after={
          value === '' ? (
            <KeyCap keys={keysOf('noteAdd')} />
          ) : (
            <IconButton
              label={t('notes.save')}
              keys={chordText('Enter')}
              size={24}
              placement="top"
              onPress={form.onSubmit}
            >
              <Icon of={CornerDownLeft} size={14} />
            </IconButton>
          )
        }
      />
      {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      <LeaveDialog hasUnsaved={form.hasUnsaved} names={staying(t('notes.text')).name} />
    </form>
  );
}

/** Where a note would be now: at the region that was marked or is repeated, or at the position. */
function Now({ call_id }: { call_id: string }) {
  const region = usePlayer(({ region, loop }) => {
    const span = region ?? loop;
    return span && whereOf({ position: span.start_ms, end_position: span.end_ms });
  });
  const moment = usePlayer((player) => (player.call_id === call_id ? inSeconds(player.position_ms) : ''));
  return region ?? moment;
}
