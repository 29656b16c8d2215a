import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../core/shortcuts';
import { Button } from '../ui/button';
import { FormMessage } from '../ui/form-message';
import { Icon } from '../ui/icon';
import { KeyCap } from '../ui/key-cap';
import styles from './save-bar.module.css';
import type { ApiForm } from './use-api-form';

type Props = {
  form: ApiForm;
  /** The id of the form element. */
  id: string;
  /** The number of changes, and what is changed. */
  title: string;
  names: string;
  /** A verb and an object: "Save category". */
  save: string;
  /** Why it cannot be saved. */
  unavailable?: string | undefined;
};

/** Appears with the first change: shows the changes and errors, and saves. */
export function SaveBar({ form, id, title, names, save, unavailable }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  if (form.changes.length === 0) return null;
  return (
    <footer className={styles.bar} data-pane>
      {form.isStale ? (
        <div className={styles.stale}>
          <FormMessage>{t('form.stale')}</FormMessage>
          <span className={styles.names}>{t('form.reloadNote')}</span>
        </div>
      ) : form.said !== null ? (
        <div className={styles.stale}>
          <FormMessage>{form.said}</FormMessage>
        </div>
      ) : (
        <p className={styles.changes} role="status">
          <i aria-hidden="true" />
          <strong>{title}</strong>
          <span className={styles.names}>{names}</span>
        </p>
      )}
      {form.faults > 0 && (
        <span className={styles.faults}>
          <Icon of={CircleAlert} size={14} />
          {t('form.faults', { count: form.faults })}
        </span>
      )}
      <Button look="quiet" onPress={form.discard}>
        {t('form.discard')}
      </Button>
      {form.isStale && form.reload ? (
        <Button look="ink" onPress={form.reload}>
          {t('form.reload')}
        </Button>
      ) : (
        <Button type="submit" form={id} look="ink" busy={form.busy} unavailable={unavailable}>
          {save}
          <KeyCap keys={keysOf('save')} />
        </Button>
      )}
    </footer>
  );
}
