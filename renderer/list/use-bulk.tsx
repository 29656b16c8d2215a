import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../api/refusal';
import { refresh } from '../core/query-client';
import { useFormat } from '../i18n/use-format';
import { useRefusalText } from '../i18n/use-refusal-text';
import { useSaid } from '../i18n/use-said';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { toast } from '../ui/toast';
import styles from './use-bulk.module.css';
import type { Choice } from './use-choice';

type Work<T> = {
  /** Changes one record. */
  change: (record: T) => Promise<unknown>;
  /** What was done, in a sentence. */
  done: (count: number) => string;
};
type Refused<T> = { record: T; error: unknown };
type Options<T> = {
  choice: Choice<T>;
  nameOf: (record: T) => string /** The data that changes. */;
  changed: readonly QueryKey[];
};

/**
 * Changes each chosen record. What is refused stays chosen and is named with the reason, and the others are changed.
 * `notDone` is that message.
 */
export function useBulk<T>({ choice, nameOf, changed }: Options<T>): {
  run: (work: Work<T>) => void;
  busy: boolean;
  notDone: ReactNode;
} {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const say = useSaid();
  // There are no fields to show the messages of fields.
  const whyNot = (error: unknown) => {
    const details = isRefusal(error) ? Object.values(error.details) : [];
    return details.length > 0 ? details.map(say).join(' ') : refusalText(error);
  };
  const [refused, setRefused] = useState<readonly Refused<T>[]>([]);
  const work = useMutation({
    gcTime: 0,
    mutationFn: async ({ change, done }: Work<T>) => {
      const failed: Refused<T>[] = [];
      for (const record of choice.records) {
        await change(record).catch((error: unknown) => {
          // The session has ended, so nothing else can be changed either.
          if (isRefusal(error, 401)) throw error;
          failed.push({ record, error });
        });
      }
      const count = choice.records.length - failed.length;
      if (count > 0) toast(done(count));
      setRefused(failed);
      choice.keep(failed.map(({ record }) => record));
      await refresh(changed);
    },
  });
  const close = () => setRefused([]);
  const notDone = (
    <Dialog
      open={refused.length > 0}
      onClose={close}
      title={t('list.notDone')}
      role="alertdialog"
      actions={
        <Button autoFocus onPress={close}>
          {t('list.understood')}
        </Button>
      }
    >
      <p>{t('list.notDoneText', { count: refused.length, shown: format.figure(refused.length) })}</p>
      <ul className={styles.refused}>
        {refused.map(({ record, error }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
          <li key={at}>
            <strong>{nameOf(record)}</strong> {whyNot(error)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
  return { run: work.mutate, busy: work.isPending, notDone };
}
