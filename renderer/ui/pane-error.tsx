import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import styles from './pane-error.module.css';
import { useCopy } from './use-copy';

type Props = { title: string; error: unknown; onRetry: () => void };

/** A pane that could not be loaded: what failed in one sentence, another try, the details for whoever helps. */
export function PaneError({ title, error, onRetry }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const text = error instanceof Error ? error.message : String(error);
  const details =
    error instanceof Error ? `${error.name}: ${JSON.stringify({ ...error, message: error.message })}` : text;
  return (
    <div className={styles.pane} role="alert">
      <h2 className={styles.title}>
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        {title}
      </h2>
      <p className={styles.text}>{text.length > 0 && text.length < 200 ? text : t('ui.noAnswer')}</p>
      <div className={styles.acts}>
        <Button look="ink" onPress={onRetry}>
          {t('ui.tryAgain')}
        </Button>
        <Button look="quiet" onPress={() => copy(details)}>
          {t('ui.copyDetails')}
        </Button>
      </div>
    </div>
  );
}
