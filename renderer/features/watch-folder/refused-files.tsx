import { CircleX } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useExplanation } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import styles from './watch-folder-page.module.css';
import { useRetry, useWatchedFiles } from './watched';

type Props = {
  outcome: 'refused' | 'cancelled';
  /** How many there are, if that is known. */
  count?: number;
  unavailable: string | undefined;
};

/** The files that were not imported, each with its reason, and trying them again. */
export function RefusedFiles({ outcome, count = 0, unavailable }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const id = useId();
  const explanation = useExplanation();
  const refusalText = useRefusalText();
  const { data: files = [] } = useWatchedFiles(outcome);
  const list = useRef<HTMLUListElement>(null);
  const { mutate, isPending, variables, error } = useRetry();
  if (files.length === 0) return null;
  const retry = (ids: string[]) =>
    mutate(ids, {
      onSuccess({ retried }) {
        toast(t('watchFolder.retrying', { count: retried, shown: format.figure(retried) }));
        // The rows have gone, and with them the button that had the focus.
        (list.current?.querySelector('button') ?? document.querySelector('main'))?.focus();
      },
    });
  const more = count - files.length;
  const ids = files.map(({ watched_file_id }) => watched_file_id);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {t(`watchFolder.${outcome}Title`)} <span className={styles.quiet}>{t(`watchFolder.${outcome}Hint`)}</span>
        </h2>
        {files.length > 1 && (
          <Button unavailable={unavailable} busy={isPending} onPress={() => retry(ids)}>
            {t('watchFolder.retryAll')}
          </Button>
        )}
      </div>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      <ul ref={list} className={styles.files}>
        {files.map((file) => (
          <li key={file.watched_file_id}>
            <Icon of={CircleX} className={styles.refused} />
            <div className={styles.name}>
              <p dir="auto">{file.name}</p>
              {outcome === 'refused' && <p className={styles.note}>{explanation(file) || t('watchFolder.noReason')}</p>}
            </div>
            <Button
              look="quiet"
              aria-label={t('watchFolder.retryOf', { name: file.name })}
              unavailable={unavailable}
              busy={isPending && variables.includes(file.watched_file_id)}
              onPress={() => retry([file.watched_file_id])}
            >
              {t('watchFolder.retry')}
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.text}>{t('watchFolder.more', { count: more, shown: format.figure(more) })}</p>}
    </section>
  );
}
