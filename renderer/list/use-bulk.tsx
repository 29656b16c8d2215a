import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../api/refusal';
import { refresh } from '../core/query-client';
import { useFormat } from '../i18n/use-format';
import { useRefusalText } from '../i18n/use-refusal-text';
import { useSaid } from '../i18n/use-said';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { toast, toastUndo } from '../ui/toast';
import styles from './use-bulk.module.css';
import type { Choice } from './use-choice';

export type Work<T> = {
  /** The result in a sentence. */
  done: (count: number) => string;
  /** Takes back what was done to these records. */
  undo?: (records: readonly T[]) => void;
} & (
  | { /** Changes one record. */ change: (record: T) => Promise<unknown> }
  | { /** Changes all of them and returns those that are refused. */ changeAll: ChangeAll<T> }
);
type ChangeAll<T> = (records: readonly T[]) => Promise<readonly Refused<T>[]>;
export type Refused<T> = { record: T; error: unknown };
type Chosen<T> = Pick<Choice<T>, 'records' | 'keep'>;
type Options<T> = {
  nameOf: (record: T) => string;
  /** The data that changes. */
  changed: readonly QueryKey[];
};

/** The number of records that are named with one reason before "and n more". */
const named = 3;

/** Changes the records one after the other. */
const eachBy =
  <T,>(change: (record: T) => Promise<unknown>): ChangeAll<T> =>
  async (records) => {
    const refused: Refused<T>[] = [];
    for (const record of records) {
      await change(record).catch((error: unknown) => {
        // The session has ended, so nothing else can be changed either.
        if (isRefusal(error, 401)) throw error;
        refused.push({ record, error });
      });
    }
    return refused;
  };

/**
 * Changes the chosen records. What is refused stays chosen and is named with the reason, and the others are changed.
 * `notDone` is that message.
 */
export function useBulk<T>({ nameOf, changed }: Options<T>): {
  run: (choice: Chosen<T>, work: Work<T>) => void;
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
  const [anyDone, setAnyDone] = useState(false);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const work = useMutation({
    gcTime: 0,
    mutationFn: async ({ choice, work }: { choice: Chosen<T>; work: Work<T> }) => {
      const { records } = choice;
      const changeAll = 'changeAll' in work ? work.changeAll : eachBy(work.change);
      const failed = await changeAll(records).catch((error: unknown) => {
        if (isRefusal(error, 401)) throw error;
        return records.map((record) => ({ record, error }));
      });
      const changedOnes = records.filter((record) => !failed.some((one) => one.record === record));
      const { undo } = work;
      if (changedOnes.length > 0) {
        const said = work.done(changedOnes.length);
        if (undo) toastUndo(said, () => undo(changedOnes));
        else toast(said);
      }
      setRefused(failed);
      setAnyDone(changedOnes.length > 0);
      const [first] = failed;
      // The choice was given up, or the page left, while it ran.
      if (first && !isHere.current) {
        const shown = format.figure(failed.length);
        toast(t('list.notDoneWhy', { count: failed.length, shown, why: whyNot(first.error) }), 'note');
      }
      choice.keep(failed.map(({ record }) => record));
      await refresh(changed);
    },
  });
  const close = () => setRefused([]);
  const namesByReason = new Map<string, string[]>();
  for (const { record, error } of refused) {
    const why = whyNot(error);
    namesByReason.set(why, [...(namesByReason.get(why) ?? []), nameOf(record)]);
  }
  const listed = (names: readonly string[]) => {
    const more = names.length - named;
    const all =
      more > 1 ? [...names.slice(0, named), t('list.moreChosen', { count: more, shown: format.figure(more) })] : names;
    return format.list(all);
  };
  const notDone = (
    <Dialog
      open={refused.length > 0}
      onClose={close}
      title={t(anyDone ? 'list.notDone' : 'list.nothingDone')}
      role="alertdialog"
      actions={
        <Button autoFocus onPress={close}>
          {t('list.understood')}
        </Button>
      }
    >
      {(anyDone || refused.length > 1) && (
        <p>{t('list.notDoneText', { count: refused.length, shown: format.figure(refused.length) })}</p>
      )}
      <ul className={styles.refused}>
        {[...namesByReason].map(([why, names]) => (
          <li key={why}>
            <strong>{listed(names)}</strong> {why}
          </li>
        ))}
      </ul>
    </Dialog>
  );
  return { run: (choice, task) => work.mutate({ choice, work: task }), busy: work.isPending, notDone };
}
