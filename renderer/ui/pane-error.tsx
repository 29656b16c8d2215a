import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../i18n/use-refusal-text';
import { Button } from './button';
import { Icon } from './icon';
import styles from './pane-error.module.css';
import { useCopy } from './use-copy';

type Props = { title: string; error: unknown; onRetry: () => void };

/** Replaces a pane that could not be loaded: the error in one sentence, a retry, and the details for support. */
export function PaneError({ title, error, onRetry }: Props) {
  const { t } = useTranslation();
  const copy = useCopy();
  const refusalText = useRefusalText();
  const details =
    error instanceof Error ? `${error.name}: ${JSON.stringify({ ...error, message: error.message })}` : String(error);
  return (
    <div className={styles.pane} role="alert">
      <h2 className={styles.title}>
        <Icon of={TriangleAlert} />
        {title}
      </h2>
      <p className={styles.text}>{refusalText(error)}</p>
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
