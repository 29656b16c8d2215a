import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { KitFileField } from './kit-file-field';
import styles from './recovery-kit-dialog.module.css';
import { useOpenKit } from './use-open-kit';
import { WordFields } from './word-fields';

const id = 'open-kit';

/** Asks for the file of a recovery kit and its seven words. An error appears at the field concerned. */
export function OpenKitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useOpenKit(onClose);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recoveryKit.openTitle')}
      width={560}
      firm
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={id} look="ink" busy={form.busy}>
            {t('recoveryKit.open')}
          </Button>
        </>
      }
    >
      <p>{t('recoveryKit.openText')}</p>
      <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <KitFileField form={form} />
        <WordFields form={form} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      </form>
    </Dialog>
  );
}
