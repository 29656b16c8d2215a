import type { Call } from '@shared/contract/calls';
import { noteApi } from '@shared/contract/notes';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { versioned } from '../../api/api';
import { noteKeys } from '../../api/cache/notes';
import { refresh } from '../../core/query-client';
import { LongText } from '../../form/fields';
import { submitKey } from '../../form/submit-key';
import { useApiForm } from '../../form/use-api-form';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import styles from './notes.module.css';
import { useStayingOn } from './use-call';

type Props = { call: Call; note_id: string; autoFocus: boolean; onDone: () => void };

/** The name under which the change of a note is kept while its editor is not on the page. */
export const changeOf = (note_id: string): string => `change of note ${note_id}`;

/**
 * The text of a note as it is now, to change it where it stands. Escape asks before a change is lost. A change that is
 * neither saved nor discarded is there again when the editor is.
 */
export function NoteEditor({ call, note_id, ...props }: Props) {
  const { call_id } = call;
  const refusalText = useRefusalText();
  const { data, error } = useQuery({
    queryKey: noteKeys.one(note_id),
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => versioned(noteApi.read, { params: { call_id, note_id }, signal }),
  });
  if (error) return <FormMessage>{refusalText(error)}</FormMessage>;
  if (!data) return null;
  return <Editor {...{ call, note_id, ...props }} text={data.answer.note.text} version={data.version} />;
}

function Editor({ call, note_id, autoFocus, onDone, text, version }: Props & { text: string; version: string | null }) {
  const { t } = useTranslation();
  const { call_id } = call;
  const staying = useStayingOn(call);
  const [asks, setAsks] = useState(false);
  const form = useApiForm(noteApi.update, {
    values: { text },
    params: { call_id, note_id },
    version,
    draft: changeOf(note_id),
    draftStays: staying(t('notes.text')),
    onSaved: async () => {
      await refresh([noteKeys.ofCall(call_id)]);
      onDone();
    },
  });
  const discard = () => {
    form.discard();
    onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape may belong to an input method.
    if (event.nativeEvent.isComposing || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (form.hasUnsaved()) setAsks(true);
    else onDone();
  };
  return (
    <>
      <form
        className={styles.editor}
        noValidate
        onSubmit={form.onSubmit}
        onKeyDown={onKeyDown}
        {...submitKey(form.onSubmit)}
      >
        <LongText form={form} name="text" label={t('notes.text')} autoFocus={autoFocus} />
        {form.isStale && <FormMessage>{t('notes.changedElsewhere')}</FormMessage>}
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
        <div className={styles.acts}>
          <Button onPress={discard}>{t('notes.discard')}</Button>
          <Button look="ink" type="submit" busy={form.busy}>
            {t('notes.save')}
          </Button>
        </div>
      </form>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('notes.discardTitle')}
        role="alertdialog"
        actions={
          <>
            <Button autoFocus onPress={() => setAsks(false)}>
              {t('notes.keepEditing')}
            </Button>
            <Button look="danger" onPress={discard}>
              {t('notes.discardNow')}
            </Button>
          </>
        }
      >
        <p>{t('notes.discardText')}</p>
      </Dialog>
    </>
  );
}
